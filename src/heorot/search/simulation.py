"""Base class of all simulations: a tally of many games, and the last of them as a record. The games are played by a
compiled entry of each title."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from heorot.engine.game import Entry
from heorot.engine.kernels import structs
from heorot.engine.kernels.compiler import kernel
from heorot.engine.kernels.structs import int_field, load_struct, store_struct, struct_array
from heorot.engine.records import Record, result_of
from heorot.search import Totals

MOST_SEATS = 5
MOST_ENTRIES = 32768  # of the longest game that any box allows
SHARES = 60  # shares of one victory: divisible by 2, 3, 4 and 5


class Tally(structs.Struct):
    """Sums over many games, and the entries of the last one."""

    decisions: int = int_field()  # answers of players, forced ones included
    points: list[int] = int_field(MOST_SEATS)
    shares: list[int] = int_field(MOST_SEATS)
    entries: int = int_field()
    entry: list[int] = int_field(MOST_ENTRIES)


@kernel
def append_entry(tally: Tally, code: int) -> None:
    """Append an entry to the game being played."""
    tally.entry[tally.entries] = code
    tally.entries += 1


@kernel
def add_result(tally: Tally, seat: int, points: int, has_won: bool, winners: int) -> None:
    """Add the result of a finished game for one seat."""
    tally.points[seat] += points
    if has_won:
        tally.shares[seat] += SHARES // winners


class BaseSimulation(ABC):
    """Games of one seed between policies. Each title derives its own class."""

    def __init__(self, game: Any, opening: Any, seats: Sequence[str], seed: int, compiled: bool | None) -> None:
        self.game = game
        self.opening = opening  # the table before the first entry
        self.seats = tuple(seats)
        self.seed = seed
        self.tallies = struct_array(Tally, 1, compiled)

    @abstractmethod
    def play(self, game: int, games: int) -> None:
        """Play games, starting with number `game`, and add them to the tally."""

    @abstractmethod
    def after(self, at: Any, code: int) -> Any:
        """Return the table after the action with this code."""

    def run(self, game: int, games: int) -> Totals:
        """Play games, starting with number `game`, and return their totals."""
        store_struct(Tally(), self.tallies)
        begun = process_time()
        self.play(game, games)
        spent = process_time() - begun
        tally, seats = load_struct(Tally, self.tallies), len(self.seats)
        shares = tuple(Fraction(share, SHARES) for share in tally.shares[:seats])
        return Totals(games, tally.decisions, spent, tuple(tally.points[:seats]), shares)

    def codes(self, game: int) -> list[int]:
        """Return the action codes of one game, chance included."""
        self.play(game, 1)
        tally = load_struct(Tally, self.tallies)
        return tally.entry[: tally.entries]

    def record(self, game: int) -> Record:
        """Return one game as a record."""
        at, entries = self.opening, []
        for code in self.codes(game):
            after = self.after(at, code)
            played = after.history[-1]
            entries.append(Entry(played.seat, self.game.write(at, played.action)))
            at = after
        return Record(
            game=self.game.info.name,
            rules=at.rules,
            box_hash=self.game.box_hash(at.box),
            box_text=self.game.box_text(at.box),
            options=at.options,
            seats=self.seats,
            notes=(f"game {game} of seed {self.seed}",),
            entries=tuple(entries),
            result=result_of(self.game, at),
        )
