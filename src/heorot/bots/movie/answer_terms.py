"""The terms of an answer in the Movie game: all that can be added up right after it, from the board and one's own hand:
what every figure then scores, saga points, what is kept, and where a figure would stand best next."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from heorot.engine.accel import count, members
from heorot.engine.seats import Seat
from heorot.games.movie.box import KIND_WORDS, Box, Tile
from heorot.games.movie.explain import Change, changes, explain
from heorot.games.movie.questions import answer, apply
from heorot.games.movie.scoring import betrayed, diamonds_of, figure_sum, in_line
from heorot.games.movie.state import ACTS, COPIES, DRAWN_TILE, KINDS, State


@dataclass(frozen=True, slots=True)
class Best:
    """Where one of a seat's figures would score most, if it were placed there now."""

    points: int
    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What an answer comes to."""

    changes: dict[tuple[Seat, str, str], Change]  # figures that score otherwise, or are new
    saga: int  # what the seat gets at once
    front: dict[str, int]  # figures that the seat keeps, by kind
    hand: Counter[Tile]  # tiles that it keeps
    drawn: bool  # a tile comes before anything else is decided
    best: tuple[Best | None, ...]  # by seat
    room: int | None  # open spaces in line with what was laid or placed, which may still be filled


def terms(box: Box, s: State, codes: tuple[int, ...]) -> Terms:
    """What an answer comes to, before anything follows from it."""
    seat, after = s.seat, s.copy()
    for code in codes[:-1]:
        apply(box.printed, after, code)
    answer(box.printed, after, codes[-1])
    found = changes(explain(box, s), explain(box, after))
    return Terms(
        changes={place_of(change): change for change in found if gain(change) or not change.before},
        saga=after.saga[seat] - s.saga[seat],
        front={KIND_WORDS[kind]: after.in_front[seat][kind] for kind in range(KINDS)},
        hand=Counter(held(box, after, seat)),
        drawn=after.phase == DRAWN_TILE,
        best=tuple(best_place(box, after, rival) for rival in range(s.seats)),
        room=room_after(box, s, after),
    )


def room_after(box: Box, s: State, after: State) -> int | None:
    """How many open spaces are in line with the one that was taken, if one was."""
    taken = s.open & ~after.open
    return count(in_line(box.printed, after, taken.bit_length() - 1) & after.open) if count(taken) == 1 else None


def place_of(change: Change) -> tuple[Seat, str, str]:
    """A figure by where it stood before, or where it stands if it is new."""
    was = change.before or change.after
    return was.seat, was.kind, was.space


def gain(change: Change) -> int:
    """How many points more a figure scores."""
    return change.after.points - (change.before.points if change.before else 0)


def held(box: Box, s: State, seat: int) -> Iterator[Tile]:
    """The tiles of a hand."""
    for act in range(ACTS):
        for copy in members(s.hand[seat][act]):
            yield box.faces[box.printed.face[act * COPIES + copy]]


def best_place(box: Box, s: State, seat: int) -> Best | None:
    """M3.3: the figure in front of a seat and the open space where it would score most now."""
    names, turned, best = box.boards[s.act].names, betrayed(box.printed, s), None
    for space in members(s.open):
        line = in_line(box.printed, s, space)
        total = figure_sum(s, line, turned)
        for kind in range(KINDS):
            points = total * diamonds_of(box.printed, s, kind, line)
            if s.in_front[seat][kind] and (best is None or points > best.points):
                best = Best(points, KIND_WORDS[kind], names[space])
    return best
