"""What simulations of any game share: a tally of many games, and the last of them as a record. The games themselves are
played by a door of each game's own module, compiled."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from heorot.engine import accel
from heorot.engine.accel import kernel, load, store, table, whole
from heorot.engine.game import Entry
from heorot.engine.record import Record, result_of
from heorot.search import Totals

MOST_SEATS = 5
MOST_ENTRIES = 32768  # of one game; every box keeps below it
SHARES = 60  # a victory counts sixty, so that two, three, four or five can share it


class Tally(accel.Record):
    """What many games add up to, and the last of them entry by entry."""

    decisions: int = whole()  # of players, single answers included
    points: list[int] = whole(MOST_SEATS)
    shares: list[int] = whole(MOST_SEATS)
    entries: int = whole()
    entry: list[int] = whole(MOST_ENTRIES)


@kernel
def write_down(tally: Tally, code: int) -> None:
    """One entry more of the game that is being played."""
    tally.entry[tally.entries] = code
    tally.entries += 1


@kernel
def add_seat(tally: Tally, seat: int, points: int, has_won: bool, winners: int) -> None:
    """What a finished game brought to a seat."""
    tally.points[seat] += points
    if has_won:
        tally.shares[seat] += SHARES // winners


class Simulated(ABC):
    """Games of one seed between seats that answer by themselves. Each game's module has a class of its own for it."""

    def __init__(self, game: Any, opening: Any, seats: Sequence[str], seed: int, compiled: bool | None) -> None:
        self.game = game
        self.opening = opening  # the table before the first entry
        self.seats = tuple(seats)
        self.seed = seed
        self.tallies = table(Tally, 1, compiled)

    @abstractmethod
    def play(self, game: int, games: int) -> None:
        """Play some games, from a number on, and add them to the tally."""

    @abstractmethod
    def after(self, at: Any, code: int) -> Any:
        """The table after what was said, as a number."""

    def run(self, game: int, games: int) -> Totals:
        """Play some games, from a number on."""
        store(Tally(), self.tallies)
        begun = process_time()
        self.play(game, games)
        spent = process_time() - begun
        tally, seats = load(Tally, self.tallies), len(self.seats)
        shares = tuple(Fraction(share, SHARES) for share in tally.shares[:seats])
        return Totals(games, tally.decisions, spent, tuple(tally.points[:seats]), shares)

    def codes(self, game: int) -> list[int]:
        """Everything that was said in one game, as numbers."""
        self.play(game, 1)
        tally = load(Tally, self.tallies)
        return tally.entry[: tally.entries]

    def record(self, game: int) -> Record:
        """One game as a record."""
        at, entries = self.opening, []
        for code in self.codes(game):
            after_it = self.after(at, code)
            said = after_it.history[-1]
            entries.append(Entry(said.seat, self.game.write(at, said.action)))
            at = after_it
        return Record(
            game=self.game.about.name,
            rules=at.rules,
            box_hash=self.game.box_hash(at.box),
            box_text=self.game.box_text(at.box),
            options=at.options,
            seats=self.seats,
            notes=(f"game {game} of seed {self.seed}",),
            entries=tuple(entries),
            result=result_of(self.game, at),
        )
