"""Forged exports, each refused at the line that shows the forgery."""

from functools import cache
from typing import NamedTuple

import pytest

from heorot.engine import records
from heorot.engine.errors import BadRecord
from heorot.engine.records.export_check import check_export
from heorot.engine.seats import Seat
from tests.support.playing import GAMES, LEGEND, MOVIE, random_game, record_of


def lines_of(game, seats: int, seed: int, seat: int | None, options=()) -> tuple[str, ...]:
    """Return the lines of an export of a whole game."""
    line = random_game("built-in", seats, seed, game.info.name, options, True)
    record = record_of(game, line.tables[0], line.entries, line.last)
    return tuple(records.write(records.export(game, record, None if seat is None else Seat(seat))).splitlines())


@cache
def filmed() -> tuple[str, ...]:
    return lines_of(MOVIE, 3, 5, 0, (("first", "1"),))


@cache
def told() -> tuple[str, ...]:
    return lines_of(LEGEND, 3, 5, 0, (("first", "1"),))


class Forged(NamedTuple):
    """A forged export, the line of the error, and its key."""

    lines: tuple[str, ...]
    line: int
    key: str


def at(lines: tuple[str, ...], beginning: str, nth: int = 0) -> int:
    """Return the index of the n-th line with a prefix, counted from 0."""
    return [number for number, line in enumerate(lines) if line.startswith(beginning)][nth]


def edited(lines: tuple[str, ...], number: int, *texts: str, key: str, later: int = 0) -> Forged:
    """Replace a line by others."""
    return Forged((*lines[:number], *texts, *lines[number + 1 :]), number + 1 + later, key)


def first_of(lines: tuple[str, ...], seat: int, *verbs: str) -> int:
    """Return the index of the first line with such an action of a seat."""
    return next(n for n, line in enumerate(lines) if line.split(" ")[:2] in [[str(seat), verb] for verb in verbs])


def in_film(beginning: str, *texts: str, key: str, later: int = 0) -> Forged:
    """Replace the first line with a prefix in an export of the Movie game."""
    return edited(filmed(), at(filmed(), beginning), *texts, key=key, later=later)


def in_legend(beginning: str, *texts: str, key: str) -> Forged:
    return edited(told(), at(told(), beginning), *texts, key=key)


def cards_turned_to_one() -> Forged:
    lines = ("* beowulf1" if line[:1] == "*" and line != "* ?" else line for line in told())
    return Forged(tuple(lines), 0, "record.impossible")


def bids_exchanged() -> Forged:
    shown = at(told(), "2 shows")
    return edited(told(), shown, told()[shown + 1], told()[shown], key="")._replace(line=0)


FORGED = {
    "a tile that the seat could not see": lambda: in_film("* ?", "* +1", key="record.hidden"),
    "a tile of its own hidden": lambda: in_film("* +", "* ?", key="record.not-hidden"),
    "a tile that the box lacks": lambda: in_film("* +", "* +98", key="notation.no-such-tile"),
    "a draw too many": lambda: in_film("* ?", *["* ?"] * 5, key="record.not-hidden", later=4),
    "a rival on a space that is none": lambda: in_film("2 ", "2 thane z9", key="illegal.no-such-space"),
    "a skip that was none": lambda: in_film("2 ", "3 skip", key="notation.unknown"),
    "another seat's turn": lambda: in_film("2 ", "3 draw", key="illegal.not-asked"),
    "a result that was not played": lambda: in_film("result ", "result 1 2 3 won 3", key="record.result"),
    "a game that is over, left open": lambda: in_film("result ", "result open", key="record.result"),
    "something taken back": lambda: edited(filmed(), at(filmed(), "* ?") + 1, "undo 1", key="record.export-undo"),
    "a card that a seat could not see": lambda: in_legend("* ?", "* wit1", key="record.hidden"),
    "a card of its own hidden": lambda: in_legend("* ", "* ?", key="record.not-hidden"),
    "a card drawn more often than it is there": cards_turned_to_one,
    "a special card that nobody has": lambda: edited(
        told(), first_of(told(), 2, "lay", "pay", "discard"), "2 lay naegling", key=""
    ),
    "a bid that nobody can have made": lambda: in_legend(
        "2 shows", "2 shows" + " beowulf1" * 30, key="record.impossible"
    ),
    "a bid that is not shown": lambda: in_legend("2 shows", key="record.told"),
    "a bid shown out of order": bids_exchanged,
    "points that no tokens give": lambda: in_legend("result ", "result 99 99 99 won 1 2 3", key="record.result"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_export_is_refused_on_its_line(name):
    lines, line, key = FORGED[name]()
    record, places = records.read_with_lines("\n".join(lines))
    with pytest.raises(BadRecord) as caught:
        check_export(GAMES[record.game], record, places)
    assert line in (0, caught.value.line), (caught.value, lines[caught.value.line - 1])
    assert key in ("", caught.value.key), caught.value


@pytest.mark.parametrize("lines", [filmed, told])
def test_an_unchanged_export_is_valid(lines):
    record, places = records.read_with_lines("\n".join(lines()))
    check_export(GAMES[record.game], record, places)
