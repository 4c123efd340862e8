"""Scores explained term by term, and previews: what every figure's score becomes if an action is played. As data."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from heorot.engine.accel import members
from heorot.engine.latest import latest
from heorot.engine.seats import Seat
from heorot.games.movie.actions import Action, encode
from heorot.games.movie.box import KIND_WORDS, Box, Tile
from heorot.games.movie.questions import answer
from heorot.games.movie.scoring import betrayed, counted, diamonds_of, figure_sum, in_line
from heorot.games.movie.state import GORGE, KINDS, OVER, ROYAL_DRAGON_HORN, State
from heorot.games.movie.table import Table

Figure: TypeAlias = tuple[Seat, int, int]  # whose, its kind and its space, by their numbers


@dataclass(frozen=True, slots=True)
class Term:
    """What one tile adds to a figure's sum."""

    space: str
    tile: Tile
    counts: int  # what it adds
    turned: bool  # M4.9: Treachery turned it face down


@dataclass(frozen=True, slots=True)
class CutOff:
    """M4.10: a tile of the figure's row or column that does not count, since a Gorge lies between."""

    space: str
    tile: Tile


@dataclass(frozen=True, slots=True)
class FigureScore:
    """M3.3: a figure's score, from its terms to the product."""

    seat: Seat
    kind: str
    space: str
    row: tuple[Term, ...]
    column: tuple[Term, ...]
    cut_off: tuple[CutOff, ...]
    sum: int
    diamonds: int  # its own
    horns: tuple[str, ...]  # M4.8: where the Royal Dragon Horns lie that add one each
    points: int


@dataclass(frozen=True, slots=True)
class Change:
    """A figure's score before and after an action. No figure leaves the board by one."""

    before: FigureScore | None  # None: it was not on the board yet
    after: FigureScore


def explain(box: Box, s: State) -> tuple[FigureScore, ...]:
    """Every figure on the board as it would score now, by seat and kind."""
    return explain_some(box, s, figures(s))


def figures(s: State) -> Iterator[Figure]:
    """Every figure on the board, by seat and kind."""
    for seat in range(s.seats):
        for kind in range(KINDS):
            for space in members(s.figures[seat][kind]):
                yield Seat(seat), kind, space


def explain_figure(box: Box, s: State, seat: Seat, kind: int, space: int, turned: int) -> FigureScore:
    """M3.3: one figure, term by term."""
    names, line = box.boards[s.act].names, in_line(box.printed, s, space)
    row, column = box.printed.row[s.act][space], box.printed.column[s.act][space]
    total = figure_sum(s, line, turned)
    return FigureScore(
        seat=seat,
        kind=KIND_WORDS[kind],
        space=names[space],
        row=tuple(terms(box, s, line & row, turned)),
        column=tuple(terms(box, s, line & column, turned)),
        cut_off=tuple(CutOff(names[c], box.faces[s.tile[c]]) for c in members(cut_off(s, line, row | column))),
        sum=total,
        diamonds=box.printed.diamonds[kind],
        horns=tuple(names[c] for c in members(line & s.lying[ROYAL_DRAGON_HORN])),
        points=total * diamonds_of(box.printed, s, kind, line),
    )


def terms(box: Box, s: State, line: int, turned: int) -> Iterator[Term]:
    """What each tile of a row or column adds."""
    face_up = counted(s, line, turned)
    for space in members(line & s.tiles):
        tile, counts = box.faces[s.tile[space]], face_up >> space & 1
        yield Term(box.boards[s.act].names[space], tile, tile.value * counts, not counts)


def cut_off(s: State, line: int, whole: int) -> int:
    """M4.10: the tiles of a whole row and column that are behind a Gorge; the Gorges themselves are not meant."""
    return whole & ~line & s.tiles & ~s.lying[GORGE]


def explain_after(table: Table, action: Action) -> tuple[FigureScore, ...]:
    """Every figure as it would score right after a legal action, before anything follows from it: at the end of an act,
    as it did score. It needs the board and the action alone, nothing that is hidden."""
    return explain(table.box, state_after(table, action))


def state_after(table: Table, action: Action) -> State:
    """What lies on the table right after a legal action."""
    s = table.state.copy()
    answer(table.box.printed, s, encode(table.box, table.state.act, action))
    return s


def preview(table: Table, action: Action) -> tuple[Change, ...]:
    """What every figure's score becomes if this legal action is played: the figures that change, move or are new."""
    return tuple(changes(explain(table.box, table.state), explain_after(table, action)))


@latest
def gains(table: Table, action: Action) -> tuple[Change, ...]:
    """Only those figures that would score more or less by it, or are new; the others are not even explained."""
    box, before, after = table.box, table.state, state_after(table, action)
    was, now = points_of(box, before), points_of(box, after)
    old = explain_some(box, before, (figure for figure, points in was.items() if now.get(figure) != points))
    new = explain_some(box, after, (figure for figure, points in now.items() if was.get(figure) != points))
    return tuple(changes(old, new))


def points_of(box: Box, s: State) -> dict[Figure, int]:
    """M3.3: what every figure would score now."""
    found, turned = {}, betrayed(box.printed, s)
    for figure in figures(s):
        line = in_line(box.printed, s, figure[2])
        found[figure] = figure_sum(s, line, turned) * diamonds_of(box.printed, s, figure[1], line)
    return found


def standings(box: Box, s: State) -> tuple[int, ...]:
    """M3.3, M5.1: the points of everyone, were the act to end now; once all is counted, the saga points alone."""
    now = {} if s.phase == OVER else points_of(box, s)
    return tuple(s.saga[seat] + sum(p for (owner, _, _), p in now.items() if owner == seat) for seat in range(s.seats))


def explain_some(box: Box, s: State, some: Iterable[Figure]) -> tuple[FigureScore, ...]:
    """Some figures, term by term."""
    turned = betrayed(box.printed, s)
    return tuple(explain_figure(box, s, *figure, turned) for figure in some)


def changes(before: tuple[FigureScore, ...], after: tuple[FigureScore, ...]) -> Iterator[Change]:
    """Pair the figures of two boards: the same space, or the same player's and kind when one moved or came."""
    old = {(f.seat, f.kind, f.space): f for f in before}
    new = {(f.seat, f.kind, f.space): f for f in after}
    gone = [f for place, f in old.items() if place not in new]
    for place, score in new.items():
        if place not in old:
            yield Change(gone.pop() if gone else None, score)
        elif old[place] != score:
            yield Change(old[place], score)
