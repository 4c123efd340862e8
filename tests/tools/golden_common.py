"""Golden playthroughs of any game: the sequence of states, the lists of actions, the entry."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple

from heorot.engine.records import entry_line
from heorot.engine.seats import CHANCE, Seat
from tests.support.playing import Line, Options, random_game

Named = tuple[str, str]  # the name by which an unchanged line is left out ("always": never), and the line


class Played(NamedTuple):
    """Box, seats, seed and options of a golden game."""

    game: str
    box: str
    seats: int
    seed: int
    options: Options = ()

    def __str__(self) -> str:
        chosen = "".join(f", {name} {value}" for name, value in self.options)
        return f"The {self.box} box, {self.seats} seats, seed {self.seed}{chosen}."


def playthrough(played: Played) -> str:
    """Return a whole game as text."""
    line = random_game(played.box, played.seats, played.seed, played.game, played.options)
    sheet = import_module(f"tests.tools.golden_{played.game}")
    shown: dict[str, str] = {}
    out = [str(played), ""]
    for number, table in enumerate(line.tables):
        out.append(f"== {number}  {arrived(line, number, sheet)}".rstrip())
        now = list(sheet.state_lines(table, line.entries[number - 1] if number else None))
        out += [text for name, text in now if name == "always" or shown.get(name, "") != text]
        shown |= dict(now)
        out += [*answers(line, number, sheet), ""]
    return "\n".join(out)


def arrived(line: Line, number: int, sheet: Any) -> str:
    """Return the entry that led to a state, and its automatic consequences."""
    return entry_line(line.entries[number - 1]) + sheet.followed(line.tables[number]) if number else ""


def answers(line: Line, number: int, sheet: Any) -> Iterator[str]:
    """Return every legal action with its number, and the chosen one."""
    if number == len(line.entries):
        return
    game, table, entry = line.game, line.tables[number], line.entries[number]
    texts = [game.write(table, action) for action in game.legal(table, entry.seat)]
    yield from sheet.listed(table, texts)
    if entry.seat == CHANCE:
        yield "weights " + " ".join(str(chance.weight) for chance in game.chance_outcomes(table))
    yield f"> {texts.index(entry.text)} {entry.text}"


def together(texts: list[str]) -> Iterator[tuple[int, str, list[str]]]:
    """Group actions whose texts differ in the last word: the number of the first, the common beginning, the last
    words."""
    first = 0
    for words, group in groupby(texts, key=lambda text: text.rpartition(" ")[0]):
        ends = [text.rpartition(" ")[2] for text in group]
        yield first, words, ends
        first += len(ends)


# ---- Words ---------------------------------------------------------------------------------------------------------


def asked(seats: Sequence[Seat]) -> str:
    return " and ".join("chance" if seat == CHANCE else str(seat + 1) for seat in seats) or "nobody"


def name_of(seat: Seat | None) -> str:
    return "spectator" if seat is None else f"seat {seat + 1}"


def fingerprint(view: Any) -> str:
    """Return a hash of a view without the box, and with only the new part of the log."""
    return sha256(repr(replace(view, box="", log=view.log[-5:])).encode()).hexdigest()[:8]
