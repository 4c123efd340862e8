"""Tables without a network: laid, sat at and played by chance, in one process and in one breath."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from heorot.engine.seats import Seat
from heorot.server import events, messages
from heorot.server.commands import bot_answer, decide, time_out, with_beginning
from heorot.server.deal import SecretDeal
from heorot.server.events import Created, Event, Place
from heorot.server.fold import after
from heorot.server.people import Who
from heorot.server.table import Table, open_table

ID = "a" * 16
GAMES_TO_PLAY = [  # game, seats, options
    ("movie", 2, {}),
    ("movie", 4, {}),
    ("legend", 2, {}),
    ("legend", 3, {"advanced": "yes"}),
    ("legend", 5, {}),
]


def created(game: str, seats: int, options: dict[str, str] | None = None, bots: int = 0, **more) -> Created:
    """A table at which everyone sits already: people, and then bots."""
    people = [Place(who="person", name=f"P{n + 1}") for n in range(seats - bots)]
    settings = {"listed": False, "watchable": True, "on_resign": "bot", "box": None, "rules": 1} | more
    places = (*people, *(Place(who="bot", bot="random") for _ in range(bots)))
    return Created(game=game, options=options or {}, places=places, **settings)


@dataclass
class Played:
    """A table as it goes, with all its events."""

    first: Table
    rng: Random
    deal: SecretDeal = field(default_factory=lambda: SecretDeal(b"s" * 32, ID))
    events: list[Event] = field(default_factory=list)
    times: list[int] = field(default_factory=list)  # of the events, in milliseconds
    at: int = 0

    def __post_init__(self) -> None:
        self.table = self.first
        self.add(with_beginning(self.first, (), self.deal))

    def add(self, found: tuple[Event, ...]) -> None:
        """Each event goes the way of the store: through its text."""
        for event in found:
            self.events.append(events.read(events.write(event)))
            self.times.append(self.at)
            self.table = after(self.table, self.events[-1], self.at)

    def do(self, seat: int | None, /, host: bool = False, **command) -> tuple[Event, ...]:
        """A command of someone."""
        message = messages.FROM_CLIENT.validate_python({"id": str(len(self.events)), **command})
        found = decide(self.table, Who(None if seat is None else Seat(seat), host), message, self.deal)
        self.add(found)
        return found

    def answer(self, seat: int | None = None, actions: list[str] | None = None) -> None:
        """One seat that is asked answers at random."""
        seat = self.rng.choice(self.table.asked) if seat is None else seat
        said = actions or some_answer(self.table, Seat(seat), self.rng)
        if self.table.plays_by_itself(Seat(seat)):
            return self.add((bot_answer(self.table, Seat(seat), self.table.questions[seat], said, self.deal),))
        self.do(seat, type="play", question=self.table.question(Seat(seat)), actions=tuple(said))

    def wait(self, seconds: float) -> None:
        """Time passes, and whoever is out of it is played for."""
        self.at += int(seconds * 1000)
        self.add(time_out(self.table, self.at))

    def play(self, answers: int = 10_000) -> Iterator[Table]:
        """So many answers, or until the game is over."""
        while answers and self.table.status == "playing":
            self.answer()
            answers -= 1
            yield self.table


def lay(game: str, seats: int, options: dict[str, str] | None = None, seed: int = 0, **more) -> Played:
    """A table whose game has begun."""
    return Played(open_table(ID, created(game, seats, options, **more)), Random(seed))


def some_answer(table: Table, seat: Seat, rng: Random) -> list[str]:
    """A whole answer of a seat: a set piece by piece. In a set it stops with one half wherever it may."""
    game, state, said = table.game, table.state, list[str]()
    while not said or game.in_a_set(state, seat):
        legal = game.legal(state, seat)
        texts = [game.write(state, action) for action in legal]
        text = "done" if "done" in texts and rng.random() < 0.5 else rng.choice(texts)
        said.append(text)
        state = game.apply(state, seat, legal[texts.index(text)])
    return said
