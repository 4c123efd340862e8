"""The cases of the contract tests: each box with each number of seats, in several modes."""

import tomllib
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from heorot import games
from heorot.games import GAMES
from tests.support.playing import BOXES, OWN_BOXES, Line, Options, random_game

PRINTED = Path(games.__file__).parent
MODES = {  # options that change the rules
    "movie": {"": {}},
    "legend": {"basic": {}, "advanced": {"advanced": "yes"}, "fallen": {"fallen": "yes"}},
}


class Case(NamedTuple):
    """A box, a number of seats and options."""

    game: str
    box: str
    seats: int
    mode: str

    @property
    def options(self) -> Options:
        return tuple(MODES[self.game][self.mode].items())

    def line(self, in_order: bool = True) -> Line:
        """Play a whole game; `in_order` gives sealed answers in the order of a record."""
        return random_game(self.box, self.seats, 7 * self.seats, self.game, self.options, in_order)

    def again(self) -> Line:
        """Play the same game again."""
        return random_game.__wrapped__(self.box, self.seats, 7 * self.seats, self.game, self.options, True)


QUICK = {  # in every run: each box, each mode, the fewest and the most players of each game
    Case("movie", "built-in", 4, ""),
    Case("movie", "built-in", 3, ""),
    Case("movie", "crooked", 2, ""),
    Case("movie", "tiny", 2, ""),
    Case("legend", "built-in", 2, "basic"),
    Case("legend", "built-in", 5, "advanced"),
    Case("legend", "small", 3, "advanced"),
    Case("legend", "strange", 5, "fallen"),
}


def players_of(game: str, box: str) -> tuple[int, int]:
    """Read the number of players from the file: collecting tests should run no rules."""
    file = PRINTED / game / "box.toml" if box == "built-in" else BOXES / game / "boxes" / f"{box}.toml"
    return tuple(tomllib.loads(file.read_text("utf-8"))["box"]["players"])


def cases():
    """Combine games, boxes and numbers of seats: the built-in box in all modes, the others in one mode in turn."""
    for game in GAMES:
        modes = cycle(MODES[game])
        for box in ("built-in", *OWN_BOXES[game]):
            fewest, most = players_of(game, box)
            for seats in range(fewest, most + 1):
                for mode in MODES[game] if box == "built-in" else [next(modes)]:
                    yield Case(game, box, seats, mode)


def params(chosen) -> list:
    """Return named cases for a fixture; most are heavy."""
    return [pytest.param(case, id="-".join(filter(None, map(str, case))), marks=marks_of(case)) for case in chosen]


def marks_of(case: Case) -> list:
    return [] if case in QUICK else [pytest.mark.heavy]
