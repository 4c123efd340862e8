"""Chapter 6: views, which hold what one seat may know.

A view is built up from public information and a seat's own tiles, never cut down from a table: no field of these types
could hold another player's secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from heorot.engine.kernels.bits import count, members
from heorot.engine.memo import memo
from heorot.engine.seats import Seat
from heorot.games.movie.box.box import Box
from heorot.games.movie.model.actions import Action, Given, Hidden, Skip
from heorot.games.movie.model.components import KIND_WORDS, Tile
from heorot.games.movie.model.state import (
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
from heorot.games.movie.rules.game_flow import winners
from heorot.games.movie.table.table import HistoryEntry, Table, actors, possible_actions

CACHED_MASKS = 4096  # pairs of masks whose unseen tiles are kept
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
    """The public information about a player."""

    seat: Seat
    saga: int
    in_front: tuple[tuple[str, int], ...]  # figures by kind
    backs: tuple[int, int, int]  # M1.4: number of tiles in hand by the act on their backs
    counsels: tuple[int, int, int]  # M6.2: of those, how many are known to be Good Counsels


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log as one seat saw it."""

    act: int
    seat: Seat
    to: Seat | None  # who received a tile from chance
    action: Action | Hidden | Skip


Unseen: TypeAlias = tuple[tuple[Tile, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """A game at one moment, as one seat may know it; `seat` is None for a spectator."""

    rules: int
    box: str  # the hash of the box, which is public
    options: tuple[tuple[str, str], ...]
    seat: Seat | None
    act: int
    question: str
    asked: tuple[Seat, ...]
    to: Seat | None  # for whom chance draws
    placed: str | None  # space of the tile whose ability is being carried out
    chosen: str | None  # the first tile of a swap
    figures: tuple[StandingFigure, ...]
    tiles: tuple[LyingTile, ...]
    open: tuple[str, ...]
    pool: int  # number of tiles
    players: tuple[PlayerView, ...]
    hand: tuple[Tile, ...]  # the seat's own
    unseen: tuple[Unseen, Unseen, Unseen]  # M6.2: tiles this seat has not seen, by the act on their backs
    legal: tuple[Action, ...]  # this seat's legal actions; they depend on the hand, so no other view has them
    log: tuple[LogEntry, ...]
    winners: tuple[Seat, ...]  # when the game is over


def view(table: Table, seat: Seat | None, since: int = 0) -> View:
    """M6.2: Return the view of a seat: public information and the fronts of its own tiles; its log starts at entry
    `since` of the history."""
    return replace(
        public_view(table),
        seat=seat,
        hand=() if seat is None else tuple(hand(table, seat)),
        unseen=(unseen(table, seat, 0), unseen(table, seat, 1), unseen(table, seat, 2)),
        legal=possible_actions(table) if seat is not None and seat in actors(table) else (),
        log=tuple(entry for past_entry in table.history[since:] for entry in visible_entries(past_entry, seat)),
    )


@memo
def public_view(table: Table) -> View:
    """M6.1: Return the public part of a view: boards, figures, saga points, the number of tiles in the pool, the backs
    in every hand and everything played."""
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
        figures=tuple(placed_figures(table)),
        tiles=tuple(LyingTile(table.box.faces[s.tile[space]], board.names[space]) for space in members(s.tiles)),
        open=tuple(board.names[space] for space in members(s.open)),
        pool=count(s.pool),
        players=tuple(player_view(s, Seat(p)) for p in range(s.seats)),
        hand=(),
        unseen=((), (), ()),
        legal=(),
        log=(),
        winners=tuple(map(Seat, members(winners(s)))) if s.phase == OVER else (),
    )


def placed_figures(table: Table) -> Iterator[StandingFigure]:
    """Yield every figure on the board, by seat and kind."""
    names = table.box.boards[table.state.act].names
    for seat in range(table.state.seats):
        for kind in range(KINDS):
            for space in members(table.state.figures[seat][kind]):
                yield StandingFigure(Seat(seat), KIND_WORDS[kind], names[space])


def player_view(s: State, seat: Seat) -> PlayerView:
    """M6.1: Return a player's unused figures, saga points and backs of the hand."""
    one, two, three = s.hand[seat]
    return PlayerView(
        seat=seat,
        saga=s.saga[seat],
        in_front=tuple((KIND_WORDS[kind], s.in_front[seat][kind]) for kind in range(KINDS)),
        backs=(count(one), count(two), count(three)),
        counsels=(s.known_counsels[seat][0], s.known_counsels[seat][1], s.known_counsels[seat][2]),
    )


def hand(table: Table, seat: Seat) -> Iterator[Tile]:
    """Yield the tiles in a player's hand, those of the oldest act first."""
    for act in range(ACTS):
        for copy in members(table.state.hand[seat][act]):
            yield table.box.faces[table.box.printed.face[act * COPIES + copy]]


def unseen(table: Table, seat: Seat | None, act: int) -> Unseen:
    """M6.2: Return the tiles of an act that a seat has not seen: all but those played and those in its hand."""
    s = table.state
    return tiles_outside(table.box, act, s.seen[act], 0 if seat is None else s.hand[seat][act])


@lru_cache(CACHED_MASKS)
def tiles_outside(box: Box, act: int, seen: int, own: int) -> Unseen:
    """Return the tiles of an act that are in neither of two masks, with their numbers. The result stays the same until
    a tile is drawn or played, hence the cache."""
    counts = [
        (tile, copies.bit_count() - (seen & copies).bit_count() - (own & copies).bit_count())
        for tile, copies in box.stock[act]
    ]
    return tuple([(tile, number) for tile, number in counts if number])


def knowledge(table: Table, seat: Seat | None) -> tuple[object, ...]:
    """M6.2: Return what a seat knows of hidden fronts: its hand, the tiles seen, and what skips and passes have
    shown."""
    s = table.state
    return () if seat is None else s.hand[seat], s.seen, s.known_counsels


def visible_entries(past_entry: HistoryEntry, seat: Seat | None) -> Iterator[LogEntry]:
    """Yield a history entry as a seat saw it, and an entry for each player skipped after it."""
    hidden = isinstance(past_entry.action, Given) and past_entry.to != seat
    yield LogEntry(past_entry.act + 1, past_entry.seat, past_entry.to, Hidden() if hidden else past_entry.action)
    for passed in past_entry.skipped:
        yield LogEntry(past_entry.act + 1, passed, None, Skip())
