"""Terms of an answer in the Movie game: everything that can be added up right after it from the board and the hand."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.kernels.bits import count, members
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.model.state import ACTS, COPIES, DRAWN_TILE, KINDS, State
from heorot.games.movie.rules.decisions import answer, apply
from heorot.games.movie.rules.scoring import betrayed, diamonds_of, figure_sum, in_line
from heorot.games.movie.table.analysis import Change, changes, explain


@dataclass(frozen=True, slots=True)
class BestPlacement:
    """The figure and the open space with the highest score for a seat now."""

    points: int
    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class AnswerTerms:
    """Terms of one answer."""

    changes: dict[tuple[Seat, str, str], Change]  # figures whose score changes, and new ones
    saga: int  # saga points gained at once
    front: dict[str, int]  # figures kept, by kind
    hand: Counter[Tile]  # tiles kept
    drawn: bool  # whether a tile is drawn next
    best: tuple[BestPlacement | None, ...]  # by seat
    room: int | None  # open spaces in line with the tile or figure


def terms(box: Box, s: State, codes: tuple[int, ...]) -> AnswerTerms:
    """Return the terms of an answer, before its consequences."""
    seat, after = s.seat, s.copy()
    for code in codes[:-1]:
        apply(box.printed, after, code)
    answer(box.printed, after, codes[-1])
    changed = changes(explain(box, s), explain(box, after))
    return AnswerTerms(
        changes={figure_key(change): change for change in changed if gain(change) or not change.before},
        saga=after.saga[seat] - s.saga[seat],
        front={KIND_WORDS[kind]: after.in_front[seat][kind] for kind in range(KINDS)},
        hand=Counter(tiles_held(box, after, seat)),
        drawn=after.phase == DRAWN_TILE,
        best=tuple(best_place(box, after, rival) for rival in range(s.seats)),
        room=room_after(box, s, after),
    )


def room_after(box: Box, s: State, after: State) -> int | None:
    """Return the number of open spaces in line with the space that was taken; None if none was."""
    taken = s.open & ~after.open
    return count(in_line(box.printed, after, taken.bit_length() - 1) & after.open) if count(taken) == 1 else None


def figure_key(change: Change) -> tuple[Seat, str, str]:
    """Return a figure's seat, kind and space: where it stood before, or where it stands if it is new."""
    was = change.before or change.after
    return was.seat, was.kind, was.space


def gain(change: Change) -> int:
    """Return how many more points a figure scores."""
    return change.after.points - (change.before.points if change.before else 0)


def tiles_held(box: Box, s: State, seat: int) -> Iterator[Tile]:
    """Yield the tiles of a hand."""
    for act in range(ACTS):
        for copy in members(s.hand[seat][act]):
            yield box.faces[box.printed.face[act * COPIES + copy]]


def best_place(box: Box, s: State, seat: int) -> BestPlacement | None:
    """M3.3: Return the figure in front of a seat and the open space where it would score most now."""
    names, turned, best = box.boards[s.act].names, betrayed(box.printed, s), None
    for space in members(s.open):
        line = in_line(box.printed, s, space)
        total = figure_sum(s, line, turned)
        for kind in range(KINDS):
            points = total * diamonds_of(box.printed, s, kind, line)
            if s.in_front[seat][kind] and (best is None or points > best.points):
                best = BestPlacement(points, KIND_WORDS[kind], names[space])
    return best
