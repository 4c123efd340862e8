"""Cost of one table: memory, replay, and moves at the end of a game compared with its beginning. Without network and
disk."""

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from heorot.bench.speed import longest_game, random_game, replay_time, timed
from heorot.engine.game import AnyGame, Entry
from heorot.engine.options import YES
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.search import simulator
from heorot.server.clock import SystemClock
from heorot.server.cluster.bus import LocalBus
from heorot.server.context import Context
from heorot.server.protocol.messages import Problem
from heorot.server.rooms.room import Room, summarize
from heorot.server.table import events
from heorot.server.table.commands import play_actions
from heorot.server.table.events import Begun, Created, Event, Moved, SeatAssignment
from heorot.server.table.fold import apply_event, apply_events
from heorot.server.table.identity import Identity
from heorot.server.table.opaque_game import GameAction, GameState, OpaqueGame
from heorot.server.table.table import TableState, initial_table

MeasureCost = Callable[[Callable[[], None]], float]  # returns the cost of a function call

SEATS = 4
TENTH = 10


# ---- Longest games -------------------------------------------------------------------------------------------------


def longest_options(game: AnyGame) -> dict[str, str]:
    """Return the options that make a game longest."""
    return {name: YES for name in game.info.options if name != "first"}


def longest_replay_ms() -> float:
    """Return the milliseconds to replay the longest game with all seats and options."""
    searches = map(simulator, GAMES)
    return round(1000 * max(replay_time(search, longest_options(search.GAME)) for search in searches), 2)


def longest_events(name: str) -> tuple[Room, Sequence[Event]]:
    """Return an empty room, and the events of the longest game."""
    search = simulator(name)
    options, seats = longest_options(search.GAME), search.GAME.info.seats[1]
    room = empty_room(name, seats, options)
    assert room.table is not None
    return room, list(events_of(search.GAME, room.table.initial_state(), longest_game(search, options)))


def empty_room(name: str, seats: int, options: dict[str, str]) -> Room:
    """Return a room with seated players whose game has not begun."""
    context = Context(None, SystemClock(), LocalBus())  # type: ignore[arg-type]  # nothing is stored here
    room = Room("-" * 16, context, b"", lambda room: None)
    people = tuple(SeatAssignment(who="person", name="P") for _ in range(seats))
    room.table = initial_table(room.id, Created(
        game=name, rules=1, box=None, options=options, places=people, listed=False, watchable=True, on_resign="bot",
    ))  # fmt: skip
    return room


def events_of(game: OpaqueGame, state: GameState, entries: Sequence[Entry]) -> Iterator[Event]:
    """Yield a game as the events that a table stores: each answer with the draws that follow it."""
    seat, said, drawn, halfway = CHANCE, list[str](), list[str](), False
    for entry in entries:
        if entry.seat != CHANCE and not halfway:
            yield event_of(seat, said, drawn)
            seat, said, drawn = entry.seat, [], []
        (drawn if entry.seat == CHANCE else said).append(entry.text)
        state = game.replay(state, (entry,))
        halfway = entry.seat != CHANCE and game.has_unfinished_action(state, entry.seat)
    yield event_of(seat, said, drawn)


def event_of(seat: Seat, said: Sequence[str], drawn: Sequence[str]) -> Event:
    """Return the first draws or a move."""
    return Moved(seat=seat, said=tuple(said), drawn=tuple(drawn)) if said else Begun(drawn=tuple(drawn))


# ---- Cost of a move ------------------------------------------------------------------------------------------------


class RecordedDraws:
    """Chance that repeats recorded draws."""

    def __init__(self, drawn: Sequence[str]) -> None:
        self.drawn = iter(drawn)

    def choose(self, table: TableState, state: GameState, drawn: int) -> GameAction:
        return table.game.read(state, next(self.drawn))


class DiscardingSubscriber:
    """A subscriber that discards all messages."""

    def __init__(self, seat: Seat | None) -> None:
        self.identity = Identity(seat)
        self.hash: bytes | None = None
        self.chat = True

    def push(self, message: str) -> None:
        """Do nothing: only making the message has a cost."""

    def close(self, problem: Problem, again: bool) -> None:
        """Do nothing."""


def move_costs(room: Room, happening: Sequence[Event], spent: MeasureCost) -> list[float]:
    """Return the cost of each event: decide, fold, serialize, and make the views of all seats and a spectator."""
    assert room.table is not None
    room.subscribers = [
        DiscardingSubscriber(None),
        *(DiscardingSubscriber(Seat(seat)) for seat in range(len(room.table.places))),
    ]
    return [spent(lambda event=event: process_event(room, event)) for event in happening]  # type: ignore[misc]


def process_event(room: Room, event: Event) -> None:
    """Process an event as a server does, without storing and sending."""
    table = room.table
    assert table is not None
    if isinstance(event, Moved):
        seat = Seat(event.seat)
        assert play_actions(table, seat, table.questions[seat], event.said, RecordedDraws(event.drawn)) == event
    now = apply_events(table, [event])[-1]
    summarize(now, 0)
    events.write(event)
    room.broadcast(now)


def last_to_first_tenth(spent: Sequence[float]) -> float:
    """Return the ratio of the costs of the last and the first tenth."""
    part = max(len(spent) // TENTH, 1)
    return sum(spent[-part:]) / sum(spent[:part])


def longest_game_costs(name: str) -> list[float]:
    """Return the CPU seconds of each answer of the longest game."""
    room, happening = longest_events(name)
    return move_costs(room, happening, timed)[1:]


# ---- Memory of a table ---------------------------------------------------------------------------------------------


def finished_room(number: int) -> Room:
    """Return a room with a table at the end of its game, where it is largest."""
    name = list(GAMES)[number % len(GAMES)]
    room, search = empty_room(name, SEATS, {}), simulator(name)
    assert room.table is not None
    entries = random_game(search, SEATS, number, {})
    room.table = reduce(apply_event, events_of(search.GAME, room.table.initial_state(), entries), room.table)
    return room


def tables_in_memory() -> tuple[float, float]:
    """Return the kilobytes of a table at the end of its game: loaded, and with its state unloaded."""
    tracemalloc.start()
    empty, rooms = tracemalloc.get_traced_memory()[0], [finished_room(number) for number in range(20)]
    full = tracemalloc.get_traced_memory()[0]
    for room in rooms:
        room.evict_if_idle()
    gc.collect()
    resting = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    kb = 1024 * len(rooms)
    return (full - empty) / kb, (resting - empty) / kb
