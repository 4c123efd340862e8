"""Scores term by term, and previews of the scores after an action."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from heorot.engine.kernels.bits import members
from heorot.engine.memo import memo
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Action
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.model.state import GORGE, KINDS, OVER, ROYAL_DRAGON_HORN, State
from heorot.games.movie.rules.decisions import answer
from heorot.games.movie.rules.scoring import betrayed, counted, diamonds_of, figure_sum, in_line
from heorot.games.movie.table.action_codes import encode
from heorot.games.movie.table.table import Table

FigurePosition: TypeAlias = tuple[Seat, int, int]  # owner, kind and space


@dataclass(frozen=True, slots=True)
class Term:
    """A tile in a figure's row or column, and what it adds to the sum."""

    space: str
    tile: Tile
    counts: int  # what it adds
    turned: bool  # M4.9: Treachery turned it face down


@dataclass(frozen=True, slots=True)
class CutOff:
    """M4.10: A tile of the figure's row or column that a Gorge cuts off."""

    space: str
    tile: Tile


@dataclass(frozen=True, slots=True)
class FigureScore:
    """M3.3: A figure's score with all of its terms."""

    seat: Seat
    kind: str
    space: str
    row: tuple[Term, ...]
    column: tuple[Term, ...]
    cut_off: tuple[CutOff, ...]
    open: tuple[str, ...] = field(compare=False)  # M4.10: open spaces in line; they do not change the score
    sum: int
    diamonds: int  # its own
    horns: tuple[str, ...]  # M4.8: spaces of the Royal Dragon Horns that add a diamond each
    points: int


@dataclass(frozen=True, slots=True)
class Change:
    """A figure's score before and after an action. No action removes a figure."""

    before: FigureScore | None  # None: it was not on the board yet
    after: FigureScore


def explain(box: Box, s: State) -> tuple[FigureScore, ...]:
    """Explain the score of every figure on the board, by seat and kind."""
    return explain_figures(box, s, figures(s))


def figures(s: State) -> Iterator[FigurePosition]:
    """Yield every figure on the board, by seat and kind."""
    for seat in range(s.seats):
        for kind in range(KINDS):
            for space in members(s.figures[seat][kind]):
                yield Seat(seat), kind, space


def explain_figure(box: Box, s: State, seat: Seat, kind: int, space: int, turned: int) -> FigureScore:
    """M3.3: Explain the score of a figure, term by term."""
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
        open=tuple(sorted(names[space] for space in members(line & s.open))),
        sum=total,
        diamonds=box.printed.diamonds[kind],
        horns=tuple(names[c] for c in members(line & s.spaces_by_ability[ROYAL_DRAGON_HORN])),
        points=total * diamonds_of(box.printed, s, kind, line),
    )


def terms(box: Box, s: State, line: int, turned: int) -> Iterator[Term]:
    """Yield the terms of a row or column."""
    face_up = counted(s, line, turned)
    for space in members(line & s.tiles):
        tile, counts = box.faces[s.tile[space]], face_up >> space & 1
        yield Term(box.boards[s.act].names[space], tile, tile.value * counts, not counts)


def cut_off(s: State, line: int, whole: int) -> int:
    """M4.10: Return the tiles of a whole row and column that Gorges cut off, without the Gorges themselves."""
    return whole & ~line & s.tiles & ~s.spaces_by_ability[GORGE]


def explain_after(table: Table, action: Action) -> tuple[FigureScore, ...]:
    """Explain every figure right after a legal action; at the end of an act these are the final scores.

    It depends on the board and the action only, not on hidden information.
    """
    return explain(table.box, state_after(table, action))


def state_after(table: Table, action: Action) -> State:
    """Return the state right after a legal action, before the game advances."""
    s = table.state.copy()
    answer(table.box.printed, s, encode(table.box, table.state.act, action))
    return s


def preview(table: Table, action: Action) -> tuple[Change, ...]:
    """Return the figures that change, move or are new with a legal action, with their scores before and after."""
    return tuple(changes(explain(table.box, table.state), explain_after(table, action)))


@memo
def score_changes(table: Table, action: Action) -> tuple[Change, ...]:
    """Return the figures whose points change with a legal action, and new ones. Only these are explained."""
    box, before, after = table.box, table.state, state_after(table, action)
    was, now = points_of(box, before), points_of(box, after)
    old = explain_figures(box, before, (figure for figure, points in was.items() if now.get(figure) != points))
    new = explain_figures(box, after, (figure for figure, points in now.items() if was.get(figure) != points))
    return tuple(changes(old, new))


def points_of(box: Box, s: State) -> dict[FigurePosition, int]:
    """M3.3: Return the points of every figure if the act ended now."""
    points, turned = {}, betrayed(box.printed, s)
    for figure in figures(s):
        line = in_line(box.printed, s, figure[2])
        points[figure] = figure_sum(s, line, turned) * diamonds_of(box.printed, s, figure[1], line)
    return points


def standings(box: Box, s: State) -> tuple[int, ...]:
    """M3.3, M5.1: Return the points by seat if the act ended now; after the game, the saga points."""
    now = {} if s.phase == OVER else points_of(box, s)
    return tuple(s.saga[seat] + sum(p for (owner, _, _), p in now.items() if owner == seat) for seat in range(s.seats))


def explain_figures(box: Box, s: State, some: Iterable[FigurePosition]) -> tuple[FigureScore, ...]:
    """Explain the scores of some figures."""
    turned = betrayed(box.printed, s)
    return tuple(explain_figure(box, s, *figure, turned) for figure in some)


def changes(before: tuple[FigureScore, ...], after: tuple[FigureScore, ...]) -> Iterator[Change]:
    """Pair the figures of two boards: those on the same space, then one that moved or is new."""
    old = {(f.seat, f.kind, f.space): f for f in before}
    new = {(f.seat, f.kind, f.space): f for f in after}
    gone = [f for place, f in old.items() if place not in new]
    for place, score in new.items():
        if place not in old:
            yield Change(gone.pop() if gone else None, score)
        elif old[place] != score:
            yield Change(old[place], score)
