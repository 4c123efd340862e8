"""A table: who sits there, the game, and what was agreed on. A value; fold.py gives the next one, from an event.

No clock is read, no chance, no network, no rule of any game: the game answers for itself through the Game protocol.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Literal, TypeAlias

from heorot.engine import record as records
from heorot.engine.game import Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.server.clocks import Clocks
from heorot.server.events import Created, Event, Place, Status

Viewer: TypeAlias = Seat | None  # None: someone who only watches
Wish: TypeAlias = Literal["back", "end", "pause"]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer, as one command gave it, and what chance said after it."""

    seat: Seat
    said: tuple[str, ...]
    drawn: tuple[str, ...]
    timed: bool = False  # the clock of the seat ran until then

    @property
    def entries(self) -> list[Entry]:
        return [*(Entry(self.seat, text) for text in self.said), *(Entry(CHANCE, text) for text in self.drawn)]


@dataclass(frozen=True, slots=True)
class Sealed:
    """Where all began to choose at once: what came since can be taken back singly."""

    state: Any  # of the game, before anyone had chosen
    steps: int  # so many stood then


@dataclass(frozen=True, slots=True)
class Request:
    """What one seat asked of all others."""

    wish: Wish
    seat: Seat
    agreed: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Message:
    """What someone said to the others; nothing is left of it once it is erased."""

    seat: Seat
    text: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """All of a table after so many events."""

    id: str
    seq: int
    created: Created
    game: Any
    box: Any
    options: dict[str, str]
    places: tuple[Place, ...]
    status: Status = "open"
    state: Any = None  # of the game, once it has begun
    prelude: tuple[Entry, ...] = ()  # what was said at another table, where a what-if begins
    opening: tuple[str, ...] = ()  # what chance said before the first question
    steps: tuple[Step, ...] = ()  # all answers that stand
    before: Any = None  # the game before the last of them, where it is at hand
    sealed: Sealed | None = None  # all are choosing at once
    questions: tuple[int, ...] = ()  # by seat: how many it was asked; the last may be open
    drawn: int = 0  # how often chance ever spoke, whatever was taken back
    undone: int = 0  # how often something was taken back, ...
    retreats: int = 0  # ... and how often something that all knew was said
    salts: tuple[tuple[int, str], ...] = ()  # by seat, from 1: what people added to the draws before the first of them
    request: Request | None = None
    why: str | None = None  # it was broken off
    next: str | None = None  # the table of the rematch
    chat: tuple[Message, ...] = ()
    private: tuple[int, ...] = ()  # the events that were not for spectators
    news: tuple[tuple[int, Event], ...] = ()  # what happened besides the game, by the number of the event
    marks: tuple[int, ...] = (0,)  # how long the game's history was after each event
    undone_at: int = 0  # the latest event by which the history became shorter
    clocks: Clocks | None = None  # once the game has begun, where there are any
    asked_at: tuple[int, ...] = ()  # by seat: when it was asked its latest question, in milliseconds since 1970

    # ---- What can be asked of it ----

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Which seats must answer now."""
        return self.game.actors(self.state) if self.status == "playing" else ()

    def question(self, seat: Viewer) -> int | None:
        """The number of the question that a seat must answer now."""
        return None if seat is None or seat not in self.asked else self.questions[seat]

    def version(self, viewer: Viewer, seq: int | None = None, host: bool = False) -> int:
        """How many events a viewer was shown, now or up to one of them; nothing is counted that was not shown. A host
        is shown all of them, with a seat or without."""
        seq = self.seq if seq is None else seq
        return seq - (bisect_right(self.private, seq) if viewer is None and not host else 0)

    def seq_at(self, viewer: Viewer, version: int, host: bool = False) -> int | None:
        """The event up to which a viewer had been shown everything at a version; None if there is no such version."""
        if not 0 <= version <= self.version(viewer, host=host):
            return None
        return next(seq for seq in range(version, self.seq + 1) if self.version(viewer, seq, host) == version)

    def history_at(self, viewer: Viewer, version: int | None, host: bool = False) -> int:
        """How long the game's history was at a version of a viewer; nothing, where it has been shorter since."""
        seq = None if version is None else self.seq_at(viewer, version, host)
        return 0 if seq is None or seq < self.undone_at else self.marks[seq]

    def plays_by_itself(self, seat: Seat) -> bool:
        """Whether a bot answers for this seat."""
        return self.places[seat].bot is not None

    @property
    def people(self) -> list[Seat]:
        """The seats at which people answer, and those whom the host alone has handed to a bot: nobody is voted down by
        being sent away."""
        return [Seat(seat) for seat, place in enumerate(self.places) if place.bot is None or place.by_host]

    @property
    def hints(self) -> bool:
        """Whether people may ask for hints: as the host said openly when the table was laid; else where no two people
        play."""
        people = sum(place.who != "bot" for place in self.places)
        return people <= 1 if self.created.hints is None else self.created.hints

    @property
    def is_finished(self) -> bool:
        """Whether nothing is played any more."""
        return self.status in ("over", "ended")

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for."""
        return all(place.bot or place.name is not None for place in self.places)

    def start(self) -> Any:
        """The game before its first draw."""
        return self.game.setup(self.box, len(self.places), self.options, self.created.rules)

    def entries(self, steps: Iterable[Step]) -> Iterable[Entry]:
        """All that was said up to some answer."""
        return chain(self.prelude, (Entry(CHANCE, text) for text in self.opening), entries_of(steps))

    def game_after(self, steps: Sequence[Step]) -> Any:
        """The game after some of its answers, from the beginning."""
        return self.game.replay(self.start(), self.entries(steps))

    def game_at(self, history: int) -> Any:
        """The game when its history was so long."""
        if history == self.marks[-1]:
            return self.state
        return self.game.replay(self.start(), islice(self.entries(self.steps), history))


def entries_of(steps: Iterable[Step]) -> Iterable[Entry]:
    """All that was said in some steps."""
    return chain.from_iterable(step.entries for step in steps)


# ---- The first event -----------------------------------------------------------------------------------------------


def open_table(id: str, created: Created) -> Table:
    """A table as its host laid it; raises what is wrong with the box or the options."""
    game = GAMES[created.game]
    box = box_of(created.game, created.box, created.box_hash)
    table = Table(id, 1, created, game, box, dict(created.options), created.places)
    if created.record is not None:
        return look_at(table, created.record)
    if created.fork is not None:
        table = replace(table, prelude=records.read(created.fork.record).entries)
    table.start()
    none = (0,) * len(table.places)
    return replace(table, questions=none, asked_at=none, marks=(0, 0))


@lru_cache(maxsize=64)
def box_of(game: str, text: str | None, hash: str | None = None) -> Any:
    """A box, read once: the built-in one that a table began with, or one of the host's own."""
    if text is not None:
        return GAMES[game].read_box(text, "box.toml")
    return GAMES[game].box if hash is None else GAMES[game].built_in(hash)


def look_at(table: Table, record: str) -> Table:
    """A table with a game that was played elsewhere: nobody plays on."""
    state = records.replay(table.game, records.read(record))
    return replace(table, status="over", state=state, marks=(0, len(state.history)))


def salts_of(table: Table) -> tuple[tuple[int, str], ...]:
    """What people have added to the draws; once the first of them was made, no more."""
    if table.status != "open":
        return table.salts
    return tuple((number, place.salt) for number, place in enumerate(table.places, 1) if place.salt)
