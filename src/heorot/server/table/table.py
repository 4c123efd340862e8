"""The state of one table: seats, game and open request. Immutable; `fold.py` derives the next one from an event.

Reads no clock, no randomness and no network, and knows no rule: the game decides through the `Game` protocol.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import Literal, TypeAlias

from heorot.engine import records
from heorot.engine.game import Entry
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES
from heorot.server.protocol.types import TableStatus
from heorot.server.table.clocks import Clocks
from heorot.server.table.events import Created, Event, SeatAssignment
from heorot.server.table.opaque_game import GameBox, GameState, OpaqueGame

Viewer: TypeAlias = Seat | None  # None: a spectator
RequestKind: TypeAlias = Literal["back", "end", "pause"]


@dataclass(frozen=True, slots=True)
class GameStep:
    """The actions of one `play` command, and the chance draws that followed them."""

    seat: Seat
    actions: tuple[str, ...]
    drawn: tuple[str, ...]
    timed: bool = False  # the seat's clock was running

    @property
    def entries(self) -> list[Entry]:
        return [*(Entry(self.seat, text) for text in self.actions), *(Entry(CHANCE, text) for text in self.drawn)]


@dataclass(frozen=True, slots=True)
class SealedPhase:
    """Start of a phase in which all seats choose at once; each choice since then can be undone on its own."""

    state: GameState  # before the first choice
    steps: int  # number of steps before the first choice


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """A request by one seat that every other person must agree to."""

    kind: RequestKind
    seat: Seat
    agreed: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One chat message; `text` is None once it is erased."""

    seat: Seat
    text: str | None


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """Everything known about a table after event number `seq`."""

    id: str
    seq: int
    created: Created
    game: OpaqueGame
    box: GameBox
    options: dict[str, str]
    places: tuple[SeatAssignment, ...]
    status: TableStatus = "open"
    state: GameState | None = None  # None before it begins
    prelude: tuple[Entry, ...] = ()  # entries of the source game, for a what-if table
    opening_draws: tuple[str, ...] = ()  # chance draws before the first question
    steps: tuple[GameStep, ...] = ()  # without those that were undone
    previous_state: GameState | None = None  # game state before the last step, if known
    sealed: SealedPhase | None = None  # while all seats choose at once
    questions: tuple[int, ...] = ()  # by seat: number of its latest question, open or answered
    draw_count: int = 0  # chance draws ever made, undone ones included
    undo_count: int = 0  # undos of any kind
    public_undo_count: int = 0  # undos of steps that all had seen
    salts: tuple[tuple[int, str], ...] = ()  # (seat from 1, salt) that people added before the first draw
    request: ConsentRequest | None = None
    end_reason: str | None = None  # why the table ended before the game was over
    rematch_table: str | None = None  # id
    chat: tuple[ChatMessage, ...] = ()
    private_seqs: tuple[int, ...] = ()  # numbers of events hidden from spectators
    logged_events: tuple[tuple[int, Event], ...] = ()  # (seq, event) of events in the log, apart from the game's own
    history_lengths: tuple[int, ...] = (0,)  # length of the game's history, by seq
    last_undo_seq: int = 0  # latest event that shortened the history
    clocks: Clocks | None = None  # once the game has begun, at tables with clocks
    asked_at: tuple[int, ...] = ()  # by seat: time of its latest question, in milliseconds since 1970

    @property
    def game_state(self) -> GameState:
        """The current state of a game that has begun."""
        assert self.state is not None
        return self.state

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats whose answer the game waits for."""
        return self.game.actors(self.game_state) if self.status == "playing" else ()

    def open_question(self, seat: Viewer) -> int | None:
        """Return the number of the question that a seat must answer now, or None."""
        return None if seat is None or seat not in self.awaited else self.questions[seat]

    def version(self, viewer: Viewer, seq: int | None = None, host: bool = False) -> int:
        """Count the events up to `seq` that a viewer may know of. The host may know of all, even without a seat."""
        seq = self.seq if seq is None else seq
        return seq - (bisect_right(self.private_seqs, seq) if viewer is None and not host else 0)

    def seq_at(self, viewer: Viewer, version: int, host: bool = False) -> int | None:
        """Return the event number at which a viewer reached a version, or None if that version does not exist."""
        if not 0 <= version <= self.version(viewer, host=host):
            return None
        return next(seq for seq in range(version, self.seq + 1) if self.version(viewer, seq, host) == version)

    def history_length_at(self, viewer: Viewer, version: int | None, host: bool = False) -> int:
        """Return the length of the history at a viewer's version; 0 if an undo has shortened it since."""
        seq = None if version is None else self.seq_at(viewer, version, host)
        return 0 if seq is None or seq < self.last_undo_seq else self.history_lengths[seq]

    def is_bot_seat(self, seat: Seat) -> bool:
        """Return whether a bot answers for this seat, on its own or as a stand-in."""
        return self.places[seat].bot is not None

    @property
    def voters(self) -> list[Seat]:
        """Seats that decide on requests: people who play, and people whom the host alone replaced by a bot, so that
        nobody loses a vote by being replaced."""
        return [Seat(seat) for seat, place in enumerate(self.places) if place.bot is None or place.by_host]

    @property
    def allows_hints(self) -> bool:
        """Return whether people may ask for hints: as the host chose, else only where at most one person plays."""
        people = sum(place.who != "bot" for place in self.places)
        return people <= 1 if self.created.hints is None else self.created.hints

    @property
    def is_finished(self) -> bool:
        return self.status in ("over", "ended")

    @property
    def is_full(self) -> bool:
        """Return whether every seat has a bot or a person."""
        return all(place.bot or place.name is not None for place in self.places)

    def initial_state(self) -> GameState:
        """Return the game before its first draw."""
        return self.game.setup(self.box, len(self.places), self.options, self.created.rules)

    def entries(self, steps: Iterable[GameStep]) -> Iterable[Entry]:
        """Yield the entries of the game from its beginning through these steps."""
        return chain(self.prelude, (Entry(CHANCE, text) for text in self.opening_draws), entries_of(steps))

    def state_after(self, steps: Sequence[GameStep]) -> GameState:
        """Replay the game from its beginning through these steps."""
        return self.game.replay(self.initial_state(), self.entries(steps))

    def state_at(self, history: int) -> GameState:
        """Return the game as it was when its history had this length."""
        if history == self.history_lengths[-1]:
            return self.game_state
        return self.game.replay(self.initial_state(), islice(self.entries(self.steps), history))


def entries_of(steps: Iterable[GameStep]) -> Iterable[Entry]:
    """Yield the entries of some steps, in order."""
    return chain.from_iterable(step.entries for step in steps)


# ---- The first event ---------------------------------------------------------------------------------------------


def initial_table(id: str, created: Created) -> TableState:
    """Build the table of a `created` event; raises HeorotError if its box or options are invalid."""
    game = GAMES[created.game]
    box = load_box(created.game, created.box, created.box_hash)
    table = TableState(id, 1, created, game, box, dict(created.options), created.places)
    if created.record is not None:
        return imported_table(table, created.record)
    if created.fork is not None:
        table = replace(table, prelude=records.read(created.fork.record).entries)
    table.initial_state()
    none = (0,) * len(table.places)
    return replace(table, questions=none, asked_at=none, history_lengths=(0, 0))


@lru_cache(maxsize=64)
def load_box(game: str, text: str | None, hash: str | None = None) -> GameBox:
    """Return the box with this text, or the built-in box with this hash."""
    known: OpaqueGame = GAMES[game]
    if text is not None:
        return known.read_box(text, "box.toml")
    box = known.box if hash is None else known.built_in_box(hash)
    assert box is not None, hash
    return box


def imported_table(table: TableState, record: str) -> TableState:
    """Return a read-only table that holds the finished game of a record."""
    state: GameState = records.replay(table.game, records.read(record))
    return replace(table, status="over", state=state, history_lengths=(0, len(state.history)))


def salts_of(table: TableState) -> tuple[tuple[int, str], ...]:
    """Return the salts that enter the draws; fixed once the game begins."""
    if table.status != "open":
        return table.salts
    return tuple((number, place.salt) for number, place in enumerate(table.places, 1) if place.salt)
