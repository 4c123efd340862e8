"""The registry: every game by the name that the command line knows it by, and the lesson of each."""

from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

from heorot.engine.lesson import Course, read_lesson
from heorot.games.legend.game import GAME as LEGEND
from heorot.games.movie.game import GAME as MOVIE

GAMES: dict[str, Any] = {game.about.name: game for game in (MOVIE, LEGEND)}


def part_of(name: str, part: str) -> Any:
    """A module of a game that not every game has; nothing if this one has none."""
    there = find_spec(f"heorot.games.{name}.{part}")
    return import_module(f"heorot.games.{name}.{part}") if there else None


@cache
def course(name: str) -> Course[Any, Any, Any, Any]:
    """The lesson of a game, read once."""
    return Course(GAMES[name], read_lesson(resources.files(f"{__name__}.{name}") / "lesson"))
