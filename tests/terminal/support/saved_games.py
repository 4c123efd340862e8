"""Saved games for `--resume`: random play up to a table that a test wants."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heorot.engine import records
from heorot.engine.seats import Seat
from heorot.games import GAMES
from tests.support.playing import Options, random_game

MOST_GAMES = 60
ALONE = ("you", "greedy", "greedy", "greedy")
Fits = Callable[[Any], bool]


def save_unfinished_game(
    file: Path, fits: Fits, seats: Sequence[str] = ALONE, box: str = "built-in", seat: int = 0, game: str = "movie",
    options: Options = (), seeds: int = MOST_GAMES,
) -> Any:  # fmt: skip
    """Save a game up to a matching table at which a seat must act, and return that table."""
    rules = GAMES[game]
    for seed in range(seeds):
        line = random_game(box, len(seats), seed, game, options, in_order=True)
        for number, table in enumerate(line.tables):
            if rules.actors(table)[:1] == (Seat(seat),) and fits(rules.view(table, Seat(seat))):
                record = replace(line.record(), entries=line.entries[:number], seats=tuple(seats), result=None)
                file.write_text(records.write(record), "utf-8")
                return table
    raise AssertionError("no such table")


def save_finished_game(file: Path, seats: Sequence[str] = ALONE, game: str = "movie", options: Options = ()) -> Any:
    """Save a whole game, and return its last table."""
    line = random_game("built-in", len(seats), 1, game, options, in_order=True)
    file.write_text(records.write(replace(line.record(), seats=tuple(seats))), "utf-8")
    return line.last


def in_act(act: int, question: str = "turn", spaces: int = 5) -> Fits:
    """Return a condition for tables of an act with some figures, tiles and empty spaces."""
    return lambda view: (
        view.act == act and view.question == question and len(view.figures) + len(view.tiles) > spaces <= len(view.open)
    )
