"""Numbers three lines high, for large boards."""

# Five rows of three dots for each sign, from the top.
DOTS = {
    "0": "xxx x.x x.x x.x xxx", "1": ".x. xx. .x. .x. xxx", "2": "xxx ..x xxx x.. xxx", "3": "xxx ..x xxx ..x xxx",
    "4": "x.x x.x xxx ..x ..x", "5": "xxx x.. xxx ..x xxx", "6": "xxx x.. xxx x.x xxx", "7": "xxx ..x ..x .x. .x.",
    "8": "xxx x.x xxx x.x xxx", "9": "xxx x.x xxx ..x xxx", "+": "... .x. xxx .x. ...", "−": "... ... xxx ... ...",
}  # fmt: skip
BLOCKS = {"..": " ", "x.": "▀", ".x": "▄", "xx": "█"}  # an upper and a lower dot
HEIGHT = 3


def large_number(text: str, width: int) -> list[str]:
    """Return a signed number in large digits, two rows of dots to a line; unchanged if it would be too wide."""
    signs = [[*DOTS[sign].split(), "..."] for sign in text]
    if 4 * len(signs) - 1 > width:
        return [text]
    rows = [" ".join(draw_row(sign, row) for sign in signs) for row in range(0, 2 * HEIGHT, 2)]
    return [row.center(width) for row in rows]


def draw_row(sign: list[str], row: int) -> str:
    """Return two rows of dots as one line."""
    return "".join(BLOCKS[above + below] for above, below in zip(sign[row], sign[row + 1], strict=True))
