"""A drawn board with its key, line by line: what each label of the drawing stands for. Whatever is wrong is told with
its line and column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from heorot.engine.errors import BadText
from heorot.games.movie.drawing import (
    MARKS,
    Cell,
    Drawing,
    Standing,
    drawing_of,
    look,
    read_figure,
    read_rows,
    shown,
    tile_parts,
)

IS = "="  # between a label and its figure
Lines = Sequence[tuple[int, str]]  # with their numbers


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the key: the label where it stands there, and its figure."""

    label: Cell
    figure: Standing


def read_board(lines: Lines, owners: tuple[str, ...] = ()) -> tuple[Drawing, dict[str, Entry]]:
    """The board that is drawn, and its key; raises BadText. Players who are known already come first."""
    rows = read_rows((number, line) for number, line in lines if IS not in line)
    key = read_key([(number, line) for number, line in lines if IS in line])
    drawing = drawing_of(rows, {label: entry.figure for label, entry in key.items()}, owners)
    check_drawn(drawing, key)
    return drawing, key


def read_key(lines: list[tuple[int, str]]) -> dict[str, Entry]:
    """What each label stands for, by its look."""
    key: dict[str, Entry] = {}
    for number, line in lines:
        entry = read_entry(number, line)
        if key.setdefault(look(entry.label.text), entry) != entry:
            raise entry.label.fault("drawing.key-twice", label=shown(entry.label.text))
    return key


def read_entry(number: int, line: str) -> Entry:
    """`A = brown longship`: one label, and one figure."""
    before, _, behind = line.partition(IS)
    labels = [Cell(word[0], number, word.start() + 1) for word in re.finditer(r"\S+", before)]
    said = Cell(behind.strip(), number, len(line) - len(behind.lstrip()) + 1)
    sign = Cell(IS, number, len(before) + 1)
    if len(labels) != 1 or not said.text:
        raise (labels[1] if len(labels) > 1 else sign).fault("drawing.key-line")
    if IS in behind:
        raise BadText(number, line.rindex(IS) + 1, "drawing.key-line")
    check_label(labels[0])
    return Entry(labels[0], read_figure(said, labels[0].text, said.text))


def check_label(label: Cell) -> None:
    """A label cannot be what means something else on a drawing."""
    if label.text in MARKS or tile_parts(label.text):
        raise label.fault("drawing.label-taken", label=shown(label.text))


def check_drawn(drawing: Drawing, key: dict[str, Entry]) -> None:
    """Every figure of the key is drawn."""
    for entry in key.values():
        if entry.figure.label not in drawing.labels:
            raise entry.label.fault("drawing.label-not-drawn", label=shown(entry.label.text))
