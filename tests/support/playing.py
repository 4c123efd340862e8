"""Boxes and lines of play for tests."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from heorot.engine import records
from heorot.engine.game import Entry
from heorot.engine.records import Record
from heorot.engine.seats import CHANCE, Seat
from heorot.games import GAMES

MOVIE, LEGEND = GAMES["movie"], GAMES["legend"]
BOXES = Path(__file__).parents[1] / "games"
OWN_BOXES = {"movie": ("crooked", "tiny"), "legend": ("small", "strange")}  # beside the built-in one
Options = tuple[tuple[str, str], ...]


@cache
def box_named(name: str, game: str = "movie") -> Any:
    """Return a box by its short name: the built-in one, or one of the tests."""
    if name == "built-in":
        return GAMES[game].box
    file = BOXES / game / "boxes" / f"{name}.toml"
    return GAMES[game].read_box(file.read_text("utf-8"), file.name)


@dataclass(frozen=True, repr=False)
class Line:
    """A line of play: the table before the first entry and after each one."""

    game: Any
    tables: tuple[Any, ...]
    entries: tuple[Entry, ...]

    @property
    def last(self) -> Any:
        return self.tables[-1]

    @property
    def seats(self) -> int:
        return len(self.game.score(self.last))

    def steps(self) -> Iterator[tuple[Any, Seat, Any, Any]]:
        """Yield every step: a table, the seat, the action, and the table after it."""
        for before, entry, after in zip(self.tables[:-1], self.entries, self.tables[1:], strict=True):
            yield before, entry.seat, self.game.read(before, entry.text), after

    def __repr__(self) -> str:
        """Describe the line of play for a failed test, with enough to replay it."""
        first, said = self.tables[0], "; ".join(map(records.entry_line, self.entries))
        return f"Line({first.box.title}, seats {self.seats}, options {dict(first.options)}, after {said})"

    def record(self) -> Record:
        """Return the record of the line of play, with sealed answers in turn order."""
        ordered = records.to_record_order(self.game, self.tables[0], self.entries)
        return record_of(self.game, self.tables[0], ordered, self.last)


def record_of(game: Any, first: Any, entries: Iterable[Entry], last: Any) -> Record:
    """Return the record of a game, from its first and last table."""
    return Record(
        game=game.info.name,
        rules=first.rules,
        box_hash=game.box_hash(first.box),
        box_text=game.box_text(first.box),
        options=first.options,
        seats=("somebody",) * len(game.score(first)),
        entries=tuple(entries),
        result=records.result_of(game, last),
    )


def outcomes(game: Any, table: Any) -> list[Any]:
    """Return the outcomes of chance, each as often as its weight."""
    return [action for action, weight in game.chance_outcomes(table) for _ in range(weight)]


def pick(game: Any, table: Any, number: int, in_order: bool = False) -> tuple[Seat, Any]:
    """Choose an answer by a number: first the seat, if several must answer and `in_order` is off; then the class of
    action, so that rare ones occur; then the action."""
    asked = game.actors(table)[:1] if in_order else game.actors(table)
    number, who = divmod(number, len(asked))
    seat = asked[who]
    if seat == CHANCE:
        cases = outcomes(game, table)
        return seat, cases[number % len(cases)]
    kinds: dict[type, list[Any]] = {}
    for action in game.legal(table, seat):
        kinds.setdefault(type(action), []).append(action)
    number, kind = divmod(number, len(kinds))
    chosen = list(kinds.values())[kind]
    return seat, chosen[number % len(chosen)]


def play_on(game: Any, table: Any, numbers: Iterable[int], in_order: bool = False) -> Line:
    """Choose legal actions by numbers, until there are no more numbers or the game is over."""
    tables, entries = [table], []
    numbers = iter(numbers)
    while game.actors(table) and (number := next(numbers, None)) is not None:
        seat, action = pick(game, table, number, in_order)
        entries.append(Entry(seat, game.write(table, action)))
        table = game.apply(table, seat, action)
        tables.append(table)
    return Line(game, tuple(tables), tuple(entries))


def dice(seed: int) -> Iterator[int]:
    """Yield random numbers without end."""
    rng = Random(seed)
    while True:
        yield rng.getrandbits(16)


@cache
def random_game(
    box: str, seats: int, seed: int, game: str = "movie", options: Options = (), in_order: bool = False
) -> Line:
    """Play a whole random game; `in_order` gives sealed answers in the order of a record."""
    rules = GAMES[game]
    table = rules.setup(box_named(box, game), seats, dict(options), rules.info.rules[-1])
    return play_on(rules, table, dice(seed), in_order)


def watchers(table: Any) -> list[Seat | None]:
    """Return all viewers: the spectator and every seat."""
    return [None, *(Seat(seat) for seat in range(table.state.seats))]


def as_json(view: Any) -> str:
    """Return a view as bytes."""
    return json.dumps(asdict(view), ensure_ascii=False)
