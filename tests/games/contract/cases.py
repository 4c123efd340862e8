"""The games that the contract is held against: each box with each number of seats, in more than one mode."""

import tomllib
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from heorot import games
from heorot.games import GAMES
from tests.playing import BOXES, OWN_BOXES, Line, Options, random_game

PRINTED = Path(games.__file__).parent
MODES = {  # what a host may choose that makes it another game
    "movie": {"": {}},
    "legend": {"basic": {}, "advanced": {"advanced": "yes"}, "fallen": {"fallen": "yes"}},
}


class Case(NamedTuple):
    """How a game is played."""

    game: str
    box: str
    seats: int
    mode: str

    @property
    def options(self) -> Options:
        return tuple(MODES[self.game][self.mode].items())

    def line(self, in_order: bool = True) -> Line:
        """A whole game; `in_order` lets simultaneous answers come in the order of a record."""
        return random_game(self.box, self.seats, 7 * self.seats, self.game, self.options, in_order)

    def again(self) -> Line:
        """The very same game, played once more."""
        return random_game.__wrapped__(self.box, self.seats, 7 * self.seats, self.game, self.options, True)


def players_of(game: str, box: str) -> tuple[int, int]:
    """As its file has it: to know which tests there are, no rules should run."""
    file = PRINTED / game / "box.toml" if box == "built-in" else BOXES / game / "boxes" / f"{box}.toml"
    return tuple(tomllib.loads(file.read_text("utf-8"))["box"]["players"])


def cases():
    """Every game × its boxes × every number of seats: the built-in box in all modes, the others in one mode each in
    turn."""
    for game in GAMES:
        modes = cycle(MODES[game])
        for box in ("built-in", *OWN_BOXES[game]):
            fewest, most = players_of(game, box)
            for seats in range(fewest, most + 1):
                for mode in MODES[game] if box == "built-in" else [next(modes)]:
                    yield Case(game, box, seats, mode)


def params(chosen) -> list:
    """Cases for a fixture, each with its name. Numbers of seats between the fewest and the most are played in every
    run with the built-in box in its first mode, and else under `--all`."""
    return [pytest.param(case, id="-".join(filter(None, map(str, case))), marks=marks_of(case)) for case in chosen]


def marks_of(case: Case) -> list:
    plain = case.box == "built-in" and case.mode == next(iter(MODES[case.game]))
    return [] if plain or case.seats in players_of(case.game, case.box) else [pytest.mark.heavy]
