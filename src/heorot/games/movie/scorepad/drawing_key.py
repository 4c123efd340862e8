"""Read a drawn board and its key, which maps labels to figures. Errors have a line and a column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from heorot.engine.errors import BadText
from heorot.games.movie.scorepad.board_drawing import (
    MARKS,
    Cell,
    Drawing,
    DrawnFigure,
    drawing_of,
    normalize_label,
    read_figure,
    read_rows,
    shorten,
    tile_parts,
)

KEY_SIGN = "="  # between a label and its figure
NumberedLines = Sequence[tuple[int, str]]  # with their numbers


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A line of the key: the cell of the label, and its figure."""

    label: Cell
    figure: DrawnFigure


def read_board(lines: NumberedLines, owners: tuple[str, ...] = ()) -> tuple[Drawing, dict[str, KeyEntry]]:
    """Read a drawing and its key; raises BadText. Owners in `owners` come first."""
    rows = read_rows((number, line) for number, line in lines if KEY_SIGN not in line)
    key = read_key([(number, line) for number, line in lines if KEY_SIGN in line])
    drawing = drawing_of(rows, {label: entry.figure for label, entry in key.items()}, owners)
    check_drawn(drawing, key)
    return drawing, key


def read_key(lines: list[tuple[int, str]]) -> dict[str, KeyEntry]:
    """Read the key, by normalized label."""
    key: dict[str, KeyEntry] = {}
    for number, line in lines:
        entry = read_entry(number, line)
        if key.setdefault(normalize_label(entry.label.text), entry) != entry:
            raise entry.label.bad_text("drawing.key-twice", label=shorten(entry.label.text))
    return key


def read_entry(number: int, line: str) -> KeyEntry:
    """Read a line of the key: `A = brown longship`."""
    before, _, behind = line.partition(KEY_SIGN)
    labels = [Cell(word[0], number, word.start() + 1) for word in re.finditer(r"\S+", before)]
    figure = Cell(behind.strip(), number, len(line) - len(behind.lstrip()) + 1)
    sign = Cell(KEY_SIGN, number, len(before) + 1)
    if len(labels) != 1 or not figure.text:
        raise (labels[1] if len(labels) > 1 else sign).bad_text("drawing.key-line")
    if KEY_SIGN in behind:
        raise BadText(number, line.rindex(KEY_SIGN) + 1, "drawing.key-line")
    check_label(labels[0])
    return KeyEntry(labels[0], read_figure(figure, labels[0].text, figure.text))


def check_label(label: Cell) -> None:
    """Refuse a label that is a mark or a tile."""
    if label.text in MARKS or tile_parts(label.text):
        raise label.bad_text("drawing.label-taken", label=shorten(label.text))


def check_drawn(drawing: Drawing, key: dict[str, KeyEntry]) -> None:
    """Check that every figure of the key is drawn."""
    for entry in key.values():
        if entry.figure.label not in drawing.labels:
            raise entry.label.bad_text("drawing.label-not-drawn", label=shorten(entry.label.text))
