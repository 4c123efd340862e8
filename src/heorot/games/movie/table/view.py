"""What one seat may know (chapter 6). A view is built up from what is open, never cut down from a table: no field of
these types could hold a secret."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from heorot.engine.accel import count, members
from heorot.engine.latest import latest
from heorot.engine.seats import Seat
from heorot.games.movie.actions import Action, Given, Hidden, Skip
from heorot.games.movie.box import KIND_WORDS, Box, Tile
from heorot.games.movie.rules import winners
from heorot.games.movie.state import (
    ACTS,
    COPIES,
    DEALT_TILE,
    DRAWN_TILE,
    FILL,
    FIRST_SEAT,
    KINDS,
    OVER,
    PLAY,
    REMOVE,
    SWAP,
    SWAP_WITH,
    TURN,
    State,
)
from heorot.games.movie.table import Said, Table, actions, actors

QUESTIONS = {
    FIRST_SEAT: "first-seat",
    DEALT_TILE: "dealt-tile",
    DRAWN_TILE: "drawn-tile",
    FILL: "fill",
    TURN: "turn",
    PLAY: "play",
    REMOVE: "remove",
    SWAP: "swap",
    SWAP_WITH: "swap-with",
    OVER: "over",
}


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A figure on the board."""

    seat: Seat
    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile on the board."""

    tile: Tile
    space: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What all may know of a player."""

    seat: Seat
    saga: int
    in_front: tuple[tuple[str, int], ...]  # figures by kind
    backs: tuple[int, int, int]  # M1.4: tiles in hand by the act on their backs, never which
    counsels: tuple[int, int, int]  # M6.2: of those, so many at least are known to be Good Counsels


@dataclass(frozen=True, slots=True)
class Seen:
    """One entry of the log as one seat saw it."""

    act: int
    seat: Seat
    to: Seat | None  # whom chance gave a tile
    action: Action | Hidden | Skip


Unseen: TypeAlias = tuple[tuple[Tile, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """One game at one moment, as one seat may know it; `seat` is None for a spectator."""

    rules: int
    box: str  # the hash of the box, which is open
    options: tuple[tuple[str, str], ...]
    seat: Seat | None
    act: int
    question: str
    asked: tuple[Seat, ...]
    to: Seat | None  # for whom chance draws
    placed: str | None  # where the tile went whose ability is being carried out
    chosen: str | None  # the first tile of a swap
    figures: tuple[StandingFigure, ...]
    tiles: tuple[LyingTile, ...]
    open: tuple[str, ...]
    pool: int  # how many tiles
    players: tuple[PlayerView, ...]
    hand: tuple[Tile, ...]  # the seat's own
    unseen: tuple[Unseen, Unseen, Unseen]  # M6.2: tiles this seat has not seen, by the act on their backs
    legal: tuple[Action, ...]  # what this seat may answer; it mirrors the hand, so it is in no other view
    log: tuple[Seen, ...]
    winners: tuple[Seat, ...]  # when the game is over


def view(table: Table, seat: Seat | None, since: int = 0) -> View:
    """M6.2: what a seat may know: all that is open, and the fronts that are its own, with the log from an entry of the
    history on."""
    return replace(
        in_the_open(table),
        seat=seat,
        hand=() if seat is None else tuple(hand(table, seat)),
        unseen=(unseen(table, seat, 0), unseen(table, seat, 1), unseen(table, seat, 2)),
        legal=actions(table) if is_asked(table, seat) else (),
        log=tuple(entry for said in table.history[since:] for entry in seen(said, seat)),
    )


def is_asked(table: Table, seat: Seat | None) -> bool:
    """Whether a seat, and not chance, must speak now."""
    return seat is not None and seat in actors(table)


@latest
def in_the_open(table: Table) -> View:
    """M6.1: the boards, all figures, all saga points, the number of tiles in the pool, the backs in every hand and
    everything played are open: what is the same for everybody."""
    s, board = table.state, table.box.boards[table.state.act]
    return View(
        rules=table.rules,
        box=table.box.hash,
        options=table.options,
        seat=None,
        act=s.act + 1,
        question=QUESTIONS[s.phase],
        asked=actors(table),
        to=Seat(s.seat) if s.phase in (DEALT_TILE, DRAWN_TILE) else None,
        placed=board.names[s.placed] if s.phase in (REMOVE, SWAP, SWAP_WITH) else None,
        chosen=board.names[s.chosen] if s.phase == SWAP_WITH else None,
        figures=tuple(standing(table)),
        tiles=tuple(LyingTile(table.box.faces[s.tile[space]], board.names[space]) for space in members(s.tiles)),
        open=tuple(board.names[space] for space in members(s.open)),
        pool=count(s.pool),
        players=tuple(player(s, Seat(p)) for p in range(s.seats)),
        hand=(),
        unseen=((), (), ()),
        legal=(),
        log=(),
        winners=tuple(map(Seat, members(winners(s)))) if s.phase == OVER else (),
    )


def standing(table: Table) -> Iterator[StandingFigure]:
    """Every figure on the board, by seat and kind."""
    names = table.box.boards[table.state.act].names
    for seat in range(table.state.seats):
        for kind in range(KINDS):
            for space in members(table.state.figures[seat][kind]):
                yield StandingFigure(Seat(seat), KIND_WORDS[kind], names[space])


def player(s: State, seat: Seat) -> PlayerView:
    """M6.1: what stands in front of a player, and the backs of the hand."""
    one, two, three = s.hand[seat]
    return PlayerView(
        seat=seat,
        saga=s.saga[seat],
        in_front=tuple((KIND_WORDS[kind], s.in_front[seat][kind]) for kind in range(KINDS)),
        backs=(count(one), count(two), count(three)),
        counsels=(s.sure[seat][0], s.sure[seat][1], s.sure[seat][2]),
    )


def hand(table: Table, seat: Seat) -> Iterator[Tile]:
    """The tiles that a player holds, one by one, oldest act first."""
    for act in range(ACTS):
        for copy in members(table.state.hand[seat][act]):
            yield table.box.faces[table.box.printed.face[act * COPIES + copy]]


def unseen(table: Table, seat: Seat | None, act: int) -> Unseen:
    """M6.2: the tiles of an act that a seat has seen nowhere: all but the ones played and the ones in its own hand."""
    return tuple(left_over(table.box, *where(table, seat, act)))


def where(table: Table, seat: Seat | None, act: int) -> tuple[int, int, int]:
    """An act (counted from 0), its tiles that all have seen, and those in a seat's own hand."""
    return act, table.state.seen[act], 0 if seat is None else table.state.hand[seat][act]


def left_over(box: Box, act: int, seen: int, own: int) -> Iterator[tuple[Tile, int]]:
    """The tiles of an act less those of two sets, with their numbers: equal tiles are not told apart there."""
    for tile, copies in box.stock[act]:
        if number := copies.bit_count() - (seen & copies).bit_count() - (own & copies).bit_count():
            yield tile, number


def knowledge(table: Table, seat: Seat | None) -> tuple[object, ...]:
    """M6.2: what a seat knows of hidden fronts: its own hand, what it has not seen, and what can be concluded."""
    s = table.state
    return () if seat is None else s.hand[seat], s.seen, s.sure


def seen(said: Said, seat: Seat | None) -> Iterator[Seen]:
    """An entry as a seat saw it. Who was skipped is told, since nobody else's hand tells it."""
    hidden = isinstance(said.action, Given) and said.to != seat
    yield Seen(said.act + 1, said.seat, said.to, Hidden() if hidden else said.action)
    for passed in said.skipped:
        yield Seen(said.act + 1, passed, None, Skip())
