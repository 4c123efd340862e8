"""Perft: counts of lines of play, and snapshots of the order of legal actions, in records/perft.

The counts find a rule that allows too much or too little, the snapshots a list in another order.
`python -m tests.tools.golden` rewrites the snapshots; no program writes the counts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from heorot.engine import records
from heorot.engine.game import Entry, play
from heorot.engine.records import read_seat
from heorot.games import GAMES
from heorot.games.legend.table import table as legend
from heorot.games.movie.table import table as movie
from tests.support.playing import box_named

PERFT = Path(__file__).parents[2] / "records" / "perft"


@dataclass(eq=False)
class Position:
    """A table, how to reach it, and its numbers of lines of play."""

    game: str
    name: str
    box: str = ""
    seats: int = 0
    options: dict[str, str] = field(default_factory=dict)
    entries: list[str] = field(default_factory=list)
    record: tuple[str, int] | None = None
    counts: list[tuple[int, int]] = field(default_factory=list)

    @cache  # noqa: B019  # a few dozen objects, which live as long as the tests
    def table(self) -> Any:
        game = GAMES[self.game]
        if self.record:
            name, stop = self.record
            text = (PERFT.parent / self.game / f"{name}.record").read_text("utf-8")
            return records.replay(game, records.read(text), stop)
        table = game.setup(box_named(self.box, self.game), self.seats, self.options, game.info.rules[-1])
        for text in self.entries:
            who, _, said = text.partition(" ")
            entry = Entry(read_seat(who, self.seats, 0), said)
            table = play(game, table, entry.seat, game.read(table, entry.text))
        return table


def read_positions(game: str, text: str) -> Iterator[Position]:
    """Read the positions of a perft file."""
    position = Position(game, "")
    for line in text.splitlines():
        match line.split(maxsplit=1):
            case ["position", name]:
                position = Position(game, name)
                yield position
            case ["box", rest]:
                read_opening(position, rest)
            case ["after", rest]:
                position.entries = rest.split("; ")
            case ["record", rest]:
                name, stop = rest.split(", ")
                position.record = (name, int(stop))
            case [depth, number] if depth.isdecimal():
                position.counts.append((int(depth), int(number)))
            case [first, *_] if not first.startswith("#"):
                raise ValueError(line)


def read_opening(position: Position, text: str) -> None:
    """Read a heading: `tiny, seats 2, first 1, advanced`."""
    box, seats, first, others = re.fullmatch(r"(\S+), seats (\d)(?:, first (\d))?((?:, [a-z]+)*)", text).groups()
    position.box, position.seats = box, int(seats)
    position.options = {"first": first} if first else {}
    position.options |= dict.fromkeys(others.replace(",", "").split(), "yes")


@cache
def positions(game: str) -> list[Position]:
    return list(read_positions(game, (PERFT / f"{game}.perft").read_text("utf-8")))


COUNTS = [pytest.param(position, depth, number, id=f"{game}, {position.name}: {depth}")
          for game in GAMES for position in positions(game) for depth, number in position.counts]


def answers(table: Any) -> list[int]:
    """Return the next seats and codes; of several seats, those of the first in a record."""
    if isinstance(table, movie.Table):
        return movie.possible_codes(table)
    return legend.possible_codes(table, legend.actors(table)[0]) if legend.actors(table) else []


def after(table: Any, code: int) -> Any:
    """Return the table after an action."""
    if isinstance(table, movie.Table):
        return movie.table_after(table, code)
    return legend.table_after(table, legend.actors(table)[0], code)


def perft(table: Any, depth: int) -> int:
    """Return the number of lines of play of some entries."""
    codes = answers(table)
    if depth == 1 or not codes:
        return len(codes)
    return sum(perft(after(table, code), depth - 1) for code in codes)


def texts(game: str, table: Any) -> list[str]:
    """Return the next actions in notation."""
    return [GAMES[game].write(table, action) for action in GAMES[game].legal(table, GAMES[game].actors(table)[0])]


def divided(game: str, table: Any, depth: int) -> str:
    """Return the count of each first action, for debugging."""
    counts = (perft(after(table, code), depth - 1) if depth > 1 else 1 for code in answers(table))
    return "\n".join(f"{text}: {number}" for text, number in zip(texts(game, table), counts, strict=True))


@pytest.mark.parametrize(("position", "depth", "number"), COUNTS)
def test_the_number_of_lines_of_play_is_unchanged(position, depth, number):
    table = position.table()
    counted = perft(table, depth)
    assert counted == number, (
        f"{counted} instead of {number}; by first action:\n{divided(position.game, table, depth)}"
    )


# ---- Order ---------------------------------------------------------------------------------------------------------


def snapshot(game: str) -> str:
    """Return the lists of legal actions of all positions, in order."""
    return "".join(listed(position) for position in positions(game))


def listed(position: Position) -> str:
    """List the actions of a position, numbered from 0; those with the same first words on one line."""
    table = position.table()
    asked = GAMES[position.game].actors(table)
    who = "chance" if asked[0] < 0 else f"seat {' and '.join(str(seat + 1) for seat in asked)}"
    lines, number = [], 0
    for words, group in groupby(texts(position.game, table), key=lambda text: text.rpartition(" ")[0]):
        ends = [text.rpartition(" ")[2] for text in group]
        lines.append(" ".join([f"{number:4}", *words.split(), *ends]))
        number += len(ends)
    return "\n".join([f"position {position.name}", f"asks {who}", *lines, "", ""])


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_legal_actions_is_unchanged(game):
    assert snapshot(game) == (PERFT / f"{game}.order").read_text("utf-8")
