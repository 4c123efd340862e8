"""The state of one local game: every table since the setup, all entries, and the player of each seat. No input or
output happens here."""

import secrets
from dataclasses import replace
from random import Random
from typing import Any

from heorot.bots import bots_of
from heorot.engine import records
from heorot.engine.game import Entry, play
from heorot.engine.records import UNDO, LineNumbers, Record
from heorot.engine.seats import CHANCE, Seat
from heorot.engine.undo import count_since_choice, count_undoable

YOU = "you"


class Session:
    """A game that starts from a record, empty or partly played, and can be continued."""

    def __init__(self, game: Any, record: Record, seed: int | None = None, places: LineNumbers | None = None) -> None:
        numbers = tuple(range(1, len(record.entries) + 1))
        self.game = game
        self.bots = bots_of(game.info.name)
        self.header = replace(record, entries=(), result=None)
        self.tables = records.states(game, record, places or LineNumbers({}, numbers, 0))
        self.entries = list(record.entries)  # all of them, undone ones included
        self.effective_entries = list(records.effective_entries(record))
        self.seed = secrets.randbits(63) if seed is None else seed
        self.people = [Seat(seat) for seat, player in enumerate(record.seats) if player not in self.bots]

    @property
    def table(self) -> Any:
        """The current table."""
        return self.tables[-1]

    @property
    def next_seat(self) -> Seat | None:
        """The seat that must act now, which may be `CHANCE`; None when the game is over."""
        return next(iter(self.game.actors(self.table)), None)

    def record(self) -> Record:
        """Return the record of the game so far."""
        return replace(self.header, entries=tuple(self.entries), result=records.result_of(self.game, self.table))

    # ---- Playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: Seat, action: Any) -> None:
        """Apply an action. `engine.play` checks it and raises if it is illegal."""
        entry = Entry(seat, self.game.write(self.table, action))
        self.tables.append(play(self.game, self.table, seat, action))
        self.effective_entries.append(entry)
        self.entries.append(entry)

    def random(self) -> Random:
        """Return the random generator for the next entry. It depends on the seed and the number of entries: a game
        that is resumed with its seed continues identically, and after an undo everything is drawn afresh."""
        return Random(f"{self.seed} {len(self.entries)}")

    def draw_chance(self) -> None:
        """Play one chance outcome at random."""
        outcomes = self.game.chance_outcomes(self.table)
        chosen = self.random().choices([one.action for one in outcomes], [one.weight for one in outcomes])[0]
        self.play(CHANCE, chosen)

    def bot_action(self, seat: Seat) -> Any:
        """Return the action that the bot of a seat chooses from the view of that seat."""
        bot = self.bots[self.header.seats[seat]]
        return bot(self.table.box, self.game.view(self.table, seat), self.random())

    # ---- Undo ------------------------------------------------------------------------------------------------------

    def can_undo_freely(self, seat: Seat) -> bool:
        """Return whether a seat may undo its latest action without the consent of others."""
        return count_undoable(self.game, self.tables, self.effective_entries, seat) > 0

    def entries_to_undo(self, seat: Seat) -> int:
        """Return the number of entries to undo until a seat can repeat its latest action; 0 if it never acted."""
        return count_since_choice(self.effective_entries, seat)

    def undo(self, count: int) -> None:
        """Undo the latest `count` entries."""
        del self.tables[-count:], self.effective_entries[-count:]
        self.entries.append(Entry(UNDO, str(count)))
