"""Counts of lines of play, and the order of what is legal, pinned by records/perft.

The counts find a rule that offers too much or too little, the order snapshot a list that was only rearranged.
`python -m tests.golden` writes the snapshot anew; counts are never written by a program into the file.
"""

import re
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pytest

from heorot.engine.game import play
from heorot.engine.record import Entry, read_who
from heorot.games.movie.actions import decode
from heorot.games.movie.table import Table, actors, after, answers
from tests.playing import MOVIE, box_named

PERFT = Path(__file__).parents[2] / "records" / "perft"


@dataclass
class Position:
    """A table, how to get to it, and how many lines of play begin there."""

    name: str
    box: str = ""
    seats: int = 0
    options: dict[str, str] = field(default_factory=dict)
    entries: list[str] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)

    def table(self) -> Table:
        table = MOVIE.setup(box_named(self.box), self.seats, self.options, MOVIE.about.rules[-1])
        for text in self.entries:
            who, _, said = text.partition(" ")
            entry = Entry(read_who(who, self.seats, 0), said)
            table = play(MOVIE, table, entry.seat, MOVIE.read(table, entry.text))
        return table


def read_positions(text: str) -> list[Position]:
    """The positions of a perft file."""
    positions: list[Position] = []
    for line in text.splitlines():
        match line.split(maxsplit=1):
            case ["position", name]:
                positions.append(Position(name))
            case ["box", rest]:
                read_opening(positions[-1], rest)
            case ["after", rest]:
                positions[-1].entries = rest.split("; ")
            case [depth, number] if depth.isdecimal():
                positions[-1].counts.append((int(depth), int(number)))
            case [first, *_] if not first.startswith("#"):
                raise ValueError(line)
    return positions


def read_opening(position: Position, text: str) -> None:
    """`tiny, seats 2, first 1`."""
    box, seats, first = re.fullmatch(r"(\S+), seats (\d)(?:, first (\d))?", text).groups()
    position.box, position.seats = box, int(seats)
    position.options = {"first": first} if first else {}


POSITIONS = read_positions((PERFT / "movie.perft").read_text("utf-8"))
COUNTS = [pytest.param(position, depth, number, id=f"{position.name}: {depth}")
          for position in POSITIONS for depth, number in position.counts]


def perft(table: Table, depth: int) -> int:
    """How many lines of play of this many entries there are."""
    codes = answers(table)
    if depth == 1 or not codes:
        return len(codes)
    return sum(perft(after(table, code), depth - 1) for code in codes)


def divided(table: Table, depth: int) -> str:
    """The count behind each first action, to be compared by eye."""
    lines = []
    for code in answers(table):
        text = MOVIE.write(table, decode(table.box, table.state.act, code))
        lines.append(f"{text}: {perft(after(table, code), depth - 1) if depth > 1 else 1}")
    return "\n".join(lines)


@pytest.mark.parametrize(("position", "depth", "number"), COUNTS)
def test_as_many_lines_of_play_as_ever(position, depth, number):
    table = position.table()
    counted = perft(table, depth)
    assert counted == number, f"{counted} instead of {number}; by first action:\n{divided(table, depth)}"


# ---- Order ---------------------------------------------------------------------------------------------------------


def snapshot() -> str:
    """Every list of legal actions of the positions, in order."""
    return "".join(listed(position) for position in POSITIONS)


def listed(position: Position) -> str:
    """A position's actions, numbered from 0; those that begin with the same words on one line."""
    table = position.table()
    asked = "chance" if actors(table)[0] < 0 else f"seat {actors(table)[0] + 1}"
    texts = [MOVIE.write(table, action) for action in MOVIE.legal(table, actors(table)[0])]
    lines, number = [], 0
    for words, group in groupby(texts, key=lambda text: text.rpartition(" ")[0]):
        ends = [text.rpartition(" ")[2] for text in group]
        lines.append(" ".join([f"{number:4}", *words.split(), *ends]))
        number += len(ends)
    return "\n".join([f"position {position.name}", f"asks {asked}", *lines, "", ""])


def test_the_order_of_actions_is_as_ever():
    assert snapshot() == (PERFT / "movie.order").read_text("utf-8")
