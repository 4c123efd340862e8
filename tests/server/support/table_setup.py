"""Tables without a network, created and played at random in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from heorot.engine.seats import Seat
from heorot.server.protocol import messages
from heorot.server.table import events
from heorot.server.table.commands import decide, play_bot_actions, start_if_full, time_out
from heorot.server.table.draws import SecretChance
from heorot.server.table.events import Created, Event, SeatAssignment
from heorot.server.table.fold import apply_event
from heorot.server.table.identity import Identity
from heorot.server.table.table import TableState, initial_table

ID = "a" * 16
GAMES_TO_PLAY = [  # game, seats, options
    ("movie", 2, {}),
    ("movie", 4, {}),
    ("legend", 2, {}),
    ("legend", 3, {"advanced": "yes"}),
    ("legend", 5, {}),
]


def created_event(game: str, seats: int, options: dict[str, str] | None = None, bots: int = 0, **more) -> Created:
    """Return the event of a full table: people, then bots."""
    people = [SeatAssignment(who="person", name=f"P{n + 1}") for n in range(seats - bots)]
    settings = {"listed": False, "watchable": True, "on_resign": "bot", "box": None, "rules": 1} | more
    places = (*people, *(SeatAssignment(who="bot", bot="random") for _ in range(bots)))
    return Created(game=game, options=options or {}, places=places, **settings)


@dataclass
class PlayedTable:
    """A table with all its events."""

    first: TableState
    rng: Random
    chance: SecretChance = field(default_factory=lambda: SecretChance(b"s" * 32, ID))
    events: list[Event] = field(default_factory=list)
    times: list[int] = field(default_factory=list)  # of the events, in milliseconds
    at: int = 0

    def __post_init__(self) -> None:
        self.table = self.first
        self.add(start_if_full(self.first, (), self.chance))

    def add(self, new_events: tuple[Event, ...]) -> None:
        """Apply events after encoding and decoding them, as the store does."""
        for event in new_events:
            self.events.append(events.read(events.write(event)))
            self.times.append(self.at)
            self.table = apply_event(self.table, self.events[-1], self.at)

    def do(self, seat: int | None, /, host: bool = False, **command) -> tuple[Event, ...]:
        """Execute a command of a seat."""
        message = messages.FROM_CLIENT.validate_python({"id": str(len(self.events)), **command})
        new_events = decide(self.table, Identity(None if seat is None else Seat(seat), host), message, self.chance)
        self.add(new_events)
        return new_events

    def answer(self, seat: int | None = None, actions: list[str] | None = None) -> None:
        """Play a random answer of a seat."""
        seat = self.rng.choice(self.table.awaited) if seat is None else seat
        answer = actions or random_answer(self.table, Seat(seat), self.rng)
        if self.table.is_bot_seat(Seat(seat)):
            question = self.table.questions[seat]
            return self.add((play_bot_actions(self.table, Seat(seat), question, answer, self.chance),))
        self.do(seat, type="play", question=self.table.open_question(Seat(seat)), actions=tuple(answer))

    def wait(self, seconds: float) -> None:
        """Advance the time, and apply timeouts."""
        self.at += int(seconds * 1000)
        self.add(time_out(self.table, self.at))

    def play(self, answers: int = 10_000) -> Iterator[TableState]:
        """Play a number of answers, or until the game is over."""
        while answers and self.table.status == "playing":
            self.answer()
            answers -= 1
            yield self.table


def start_table(game: str, seats: int, options: dict[str, str] | None = None, seed: int = 0, **more) -> PlayedTable:
    """Return a table whose game has begun."""
    return PlayedTable(initial_table(ID, created_event(game, seats, options, **more)), Random(seed))


def random_answer(table: TableState, seat: Seat, rng: Random) -> list[str]:
    """Return a random whole answer of a seat; a set ends with probability one half wherever it may."""
    game, state, actions = table.game, table.state, list[str]()
    while not actions or game.has_unfinished_action(state, seat):
        legal = game.legal(state, seat)
        texts = [game.write(state, action) for action in legal]
        text = "done" if "done" in texts and rng.random() < 0.5 else rng.choice(texts)
        actions.append(text)
        state = game.apply(state, seat, legal[texts.index(text)])
    return actions
