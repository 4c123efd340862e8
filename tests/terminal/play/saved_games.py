"""Games that were begun and kept, for `--resume`: random play up to a moment that a test wants to see."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heorot.engine import record as records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from tests.playing import Options, random_game

MOST_GAMES = 60
ALONE = ("you", "greedy", "greedy", "greedy")
Fits = Callable[[Any], bool]


def begun(
    file: Path, fits: Fits, seats: Sequence[str] = ALONE, box: str = "built-in", seat: int = 0, game: str = "movie",
    options: Options = (), seeds: int = MOST_GAMES,
) -> Any:  # fmt: skip
    """Keep a game up to a table that fits, in which a seat is asked; that table."""
    rules = GAMES[game]
    for seed in range(seeds):
        line = random_game(box, len(seats), seed, game, options, in_order=True)
        for number, table in enumerate(line.tables):
            if rules.actors(table)[:1] == (Seat(seat),) and fits(rules.view(table, Seat(seat))):
                record = replace(line.record(), entries=line.entries[:number], seats=tuple(seats), result=None)
                file.write_text(records.write(record), "utf-8")
                return table
    raise AssertionError("no such table")


def finished(file: Path, seats: Sequence[str] = ALONE, game: str = "movie", options: Options = ()) -> Any:
    """Keep a whole game; its last table."""
    line = random_game("built-in", len(seats), 1, game, options, in_order=True)
    file.write_text(records.write(replace(line.record(), seats=tuple(seats))), "utf-8")
    return line.last


def in_act(act: int, question: str = "turn", spaces: int = 5) -> Fits:
    """A question in an act, with some figures and tiles lying there and some spaces left."""
    return lambda view: (
        view.act == act and view.question == question and len(view.figures) + len(view.tiles) > spaces <= len(view.open)
    )
