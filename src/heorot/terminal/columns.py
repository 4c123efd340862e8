"""Layout of styled lines: side by side, and wrapped to a width. The drawings of all titles use it."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from heorot.terminal.wrapping import wrap

# By seat. The number of the seat is always printed too.
SEAT_STYLES = (
    "bold white on blue", "bold white on magenta", "bold black on yellow", "bold black on cyan", "bold white on green",
)  # fmt: skip
HEADING, QUIET = "bold", "dim"


def side_by_side(left: Sequence[Text], right: Sequence[Text], columns: int) -> Iterator[Text]:
    """Join two columns of lines; the left one is padded to `columns`."""
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        line.pad_right(columns - len(line))
        yield line.append_text(right[number]) if number < len(right) else line


def wrap_styled(line: Text, width: int, hang: str = "") -> list[Text]:
    """Wrap a styled line between words. Lines after the first start with `hang`."""
    pieces, start = [], 0
    for number, piece in enumerate(wrap(line.plain, width, hang)):
        length = len(piece) - (len(hang) if number else 0)
        pieces.append(Text(hang if number else "").append_text(line[start : start + length]))
        start += length
        while start < len(line) and line.plain[start] == " ":
            start += 1
    return pieces
