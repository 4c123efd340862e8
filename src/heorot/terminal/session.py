"""One game as it goes: every table since the first, all that was said, who sits where. It asks and shows nothing."""

import secrets
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

from heorot.engine import record as records
from heorot.engine.game import Entry, play
from heorot.engine.record import UNDO, Places, Record
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.undo import own_choices, since_choice

YOU = "you"


class Sitting:
    """A game from a record, new or begun, to be played on."""

    def __init__(self, game: Any, record: Record, seed: int | None = None, places: Places | None = None) -> None:
        numbers = tuple(range(1, len(record.entries) + 1))
        self.game = game
        self.bots = import_module(f"heorot.bots.{game.about.name}").BOTS
        self.head = replace(record, entries=(), result=None)
        self.past = records.tables(game, record, places or Places({}, numbers, 0))
        self.said = list(record.entries)  # everything, with what was taken back
        self.standing = list(records.standing(record))
        self.seed = secrets.randbits(63) if seed is None else seed
        self.people = [Seat(seat) for seat, who in enumerate(record.seats) if who not in self.bots]

    @property
    def table(self) -> Any:
        """The table now."""
        return self.past[-1]

    @property
    def asked(self) -> Seat | None:
        """Who must speak now, chance included; nobody when the game is over."""
        return next(iter(self.game.actors(self.table)), None)

    def record(self) -> Record:
        """The game up to now."""
        return replace(self.head, entries=tuple(self.said), result=records.result_of(self.game, self.table))

    # ---- Going on --------------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, action: Any) -> None:
        """A seat says something: through the one door, or not at all."""
        entry = Entry(seat, self.game.write(self.table, action))
        self.past.append(play(self.game, self.table, seat, action))
        self.standing.append(entry)
        self.said.append(entry)

    def random(self) -> Random:
        """Chance for the next entry. It depends on the seed and on how much was said, so a game that is taken up again
        with its seed goes on alike, and after a take-back everything is drawn afresh."""
        return Random(f"{self.seed} {len(self.said)}")

    def draw(self) -> None:
        """Chance says something."""
        chances = self.game.chances(self.table)
        chosen = self.random().choices([c.action for c in chances], [c.weight for c in chances])[0]
        self.answer(CHANCE, chosen)

    def think(self, seat: Seat) -> Any:
        """What a bot says, from what its seat may know."""
        bot = self.bots[self.head.seats[seat]]
        return bot(self.table.box, self.game.view(self.table, seat), self.random())

    # ---- Taking back -----------------------------------------------------------------------------------------------

    def free(self, seat: Seat) -> bool:
        """Whether a seat may take its latest answer back without asking anyone."""
        return own_choices(self.game, self.past, self.standing, seat) > 0

    def back_to(self, seat: Seat) -> int:
        """How many entries must go for a seat to answer its latest question again."""
        return since_choice(self.standing, seat)

    def take_back(self, count: int) -> None:
        """The table agreed to take back so many entries."""
        del self.past[-count:], self.standing[-count:]
        self.said.append(Entry(UNDO, str(count)))
