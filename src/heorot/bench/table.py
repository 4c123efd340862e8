"""What one table costs a server, whatever its disk and its wires: memory, a game read again, and a move at the end of a
game beside one at its beginning. Without a network, and nothing is stored."""

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from importlib import import_module
from typing import Any

from heorot.bench import longest_game, random_game, replay_time, timed
from heorot.engine.game import Entry
from heorot.engine.options import YES
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.server import events
from heorot.server.bus import OneProcess
from heorot.server.clock import SystemClock
from heorot.server.commands import answer
from heorot.server.events import Begun, Created, Event, Moved, Place
from heorot.server.fold import after, following
from heorot.server.means import Means
from heorot.server.messages import Problem
from heorot.server.people import Who
from heorot.server.room import Room, summary
from heorot.server.table import Table, open_table

Spent = Callable[[Callable[[], None]], float]  # what some work costs

SEATS = 4
TENTH = 10


# ---- Longest games ---------------------------------------------------------------------------------------------------


def search_of(game: str) -> Any:
    return import_module(f"heorot.search.{game}")


def everything(game: Any) -> dict[str, str]:
    """All options that make a game longer."""
    return {name: YES for name in game.about.options if name != "first"}


def longest_replay_ms() -> float:
    """How long the longest games take to be replayed, with all seats taken and everything that can be chosen."""
    searches = map(search_of, GAMES)
    return round(1000 * max(replay_time(search, everything(search.GAME)) for search in searches), 2)


def longest_told(name: str) -> tuple[Room, Sequence[Event]]:
    """An empty room, and all that happens there in such a game."""
    search = search_of(name)
    options, seats = everything(search.GAME), search.GAME.about.seats[1]
    room = room_of(name, seats, options)
    assert room.table is not None
    return room, list(told(search.GAME, room.table.start(), longest_game(search, options)))


def room_of(name: str, seats: int, options: dict[str, str]) -> Room:
    """A room with a table at which people sit, and whose game has not begun."""
    means = Means(None, SystemClock(), OneProcess())  # type: ignore[arg-type]  # nothing is stored here
    room = Room("-" * 16, means, b"", lambda room: None)
    people = tuple(Place(who="person", name="P") for _ in range(seats))
    room.table = open_table(room.id, Created(
        game=name, rules=1, box=None, options=options, places=people, listed=False, watchable=True, on_resign="bot",
    ))  # fmt: skip
    return room


def told(game: Any, state: Any, entries: Sequence[Entry]) -> Iterator[Event]:
    """A game as a table stores it: an answer, and what chance said after it."""
    seat, said, drawn, halfway = CHANCE, list[str](), list[str](), False
    for entry in entries:
        if entry.seat != CHANCE and not halfway:
            yield happened(seat, said, drawn)
            seat, said, drawn = entry.seat, [], []
        (drawn if entry.seat == CHANCE else said).append(entry.text)
        state = game.replay(state, (entry,))
        halfway = entry.seat != CHANCE and game.in_a_set(state, entry.seat)
    yield happened(seat, said, drawn)


def happened(seat: Seat, said: Sequence[str], drawn: Sequence[str]) -> Event:
    """Chance deals first, and then each seat that is asked answers."""
    return Moved(seat=seat, said=tuple(said), drawn=tuple(drawn)) if said else Begun(drawn=tuple(drawn))


# ---- What a move costs ----------------------------------------------------------------------------------------------


class Told:
    """Chance that says what it said before."""

    def __init__(self, drawn: Sequence[str]) -> None:
        self.drawn = iter(drawn)

    def choose(self, table: Table, state: Any, drawn: int) -> Any:
        return table.game.read(state, next(self.drawn))


class Onlooker:
    """Who is sent everything, and keeps nothing of it."""

    def __init__(self, seat: Seat | None) -> None:
        self.who = Who(seat)
        self.hash: bytes | None = None
        self.chat = True

    def push(self, message: str) -> None:
        """It is made, and that is what costs something."""

    def close(self, problem: Problem, again: bool) -> None:
        """Nobody is sent away here."""


def costs(room: Room, happening: Sequence[Event], spent: Spent) -> list[float]:
    """What each answer costs: decided by the rules, folded into the table, written down, shown to every seat and to
    whoever watches."""
    assert room.table is not None
    room.watchers = [Onlooker(None), *(Onlooker(Seat(seat)) for seat in range(len(room.table.places)))]
    return [spent(lambda event=event: go_on(room, event)) for event in happening]  # type: ignore[misc]


def go_on(room: Room, event: Event) -> None:
    """All that a server does for an event, but for storing it and sending it."""
    table = room.table
    assert table is not None
    if isinstance(event, Moved):
        seat = Seat(event.seat)
        assert answer(table, seat, table.questions[seat], event.said, Told(event.drawn)) == event
    now = following(table, [event])[-1]
    summary(now, 0)
    events.write(event)
    room.go_on(now)


def last_to_first_tenth(spent: Sequence[float]) -> float:
    """How much more the last tenth of some things costs than the first."""
    part = max(len(spent) // TENTH, 1)
    return sum(spent[-part:]) / sum(spent[:part])


def flatness() -> float:
    """By how much a move is dearer towards the end of the longest game than at its beginning: the worst of all games,
    each the best of some rounds."""
    return max(min(last_to_first_tenth(moves(name)) for _ in range(3)) for name in GAMES)


def moves(name: str) -> list[float]:
    """The processor's time for each answer of the longest game."""
    room, happening = longest_told(name)
    return costs(room, happening, timed)[1:]


# ---- What a table takes ---------------------------------------------------------------------------------------------


def room_at_the_end(number: int) -> Room:
    """A room with a table whose game is at its end, where it is largest."""
    name = list(GAMES)[number % len(GAMES)]
    room, search = room_of(name, SEATS, {}), search_of(name)
    assert room.table is not None
    entries = random_game(search, SEATS, number, {})
    room.table = reduce(after, told(search.GAME, room.table.start(), entries), room.table)
    return room


def tables_in_memory() -> tuple[float, float]:
    """What a table takes at the end of its game, where it is largest, in use and at rest."""
    tracemalloc.start()
    empty, rooms = tracemalloc.get_traced_memory()[0], [room_at_the_end(number) for number in range(20)]
    full = tracemalloc.get_traced_memory()[0]
    for room in rooms:
        room.rest()
    gc.collect()
    resting = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    kb = 1024 * len(rooms)
    return (full - empty) / kb, (resting - empty) / kb
