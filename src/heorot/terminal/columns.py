"""Styled lines side by side, and cut to a width: what the drawn tables of all games are put together with."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from heorot.terminal.wrapping import wrap

# One for each seat at the largest table; the number of the seat is always there too.
SEAT_STYLES = (
    "bold white on blue", "bold white on magenta", "bold black on yellow", "bold black on cyan", "bold white on green",
)  # fmt: skip
HEADING, QUIET = "bold", "dim"


def side_by_side(left: Sequence[Text], right: Sequence[Text], columns: int) -> Iterator[Text]:
    """Two columns of lines as one."""
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        line.pad_right(columns - len(line))
        yield line.append_text(right[number]) if number < len(right) else line


def cut(line: Text, width: int, hang: str = "") -> list[Text]:
    """A line in pieces of a width, cut between words; those after the first begin with `hang`."""
    pieces, start = [], 0
    for number, piece in enumerate(wrap(line.plain, width, hang)):
        length = len(piece) - (len(hang) if number else 0)
        pieces.append(Text(hang if number else "").append_text(line[start : start + length]))
        start += length
        while start < len(line) and line.plain[start] == " ":
            start += 1
    return pieces
