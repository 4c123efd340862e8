"""A board of cardboard, typed by its owner as a drawing with a key, and scored figure by figure. In words, as data.

    -1   +1      T
     A   gorge  +4
     B    C     -1

    T = thane
    A = brown longship
    B = longship of Anna
    C = castle

The key may stand above or below, a figure a line. Whatever is wrong is told with its line and column.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.errors import BadText
from heorot.engine.game import Options
from heorot.engine.lines import typed_lines
from heorot.engine.naming import add_up, plain_number
from heorot.engine.sentence import Sentence
from heorot.games.movie.accounts import account
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
from heorot.games.movie.explain import FigureScore, explain
from heorot.games.movie.figures import COMMON
from heorot.games.movie.names import name_figure

IS = "="  # between a label and its figure

# ---- Reading -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the key: the label where it stands there, and its figure."""

    label: Cell
    figure: Standing


def read(text: str, options: Options) -> Drawing:
    """The board that is drawn, with the figures of its key; raises BadText. No option of a table changes it."""
    lines = typed_lines(text)
    rows = read_rows((number, line) for number, line in lines if IS not in line)
    key = read_key([(number, line) for number, line in lines if IS in line])
    drawing = drawing_of(rows, {label: entry.figure for label, entry in key.items()})
    check_drawn(drawing, key)
    return drawing


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


# ---- Telling -------------------------------------------------------------------------------------------------------


def tell(drawing: Drawing) -> Iterator[Sentence]:
    """M3.3: every figure term by term, in reading order, and what the act brings to each owner."""
    at = {score.space: score for score in explain(drawing.box, drawing.state)}
    scores = {label: at[space] for label, space in drawing.labels.items()}
    if not scores:
        yield Sentence("movie.drawn.none")
    for label, score in scores.items():
        yield from account(score, name_drawn(label, score, drawing.owners[score.seat]))
    yield from tell_totals(drawing.owners, list(scores.values()))


def name_drawn(label: str, score: FigureScore, owner: str) -> Sentence:
    """`A, longship (brown) on a1`."""
    kind = name_figure(score.kind)
    if owner == COMMON:
        return Sentence("movie.drawn.figure", label=label, kind=kind, space=score.space)
    return Sentence("movie.drawn.owned", label=label, kind=kind, owner=owner, space=score.space)


def tell_totals(owners: tuple[str, ...], scores: list[FigureScore]) -> Iterator[Sentence]:
    """The act of each owner. Figures of nobody in particular count for nobody, unless all of them are."""
    for seat, owner in enumerate(owners):
        points = [score.points for score in scores if score.seat == seat]
        total = plain_number(sum(points))
        arithmetic = f"{add_up(points)} = {total}" if len(points) > 1 else total
        if owner != COMMON:
            yield Sentence("movie.drawn.total", owner=owner, arithmetic=arithmetic)
        elif len(owners) == 1:
            yield Sentence("movie.drawn.total-of-all", arithmetic=arithmetic)
