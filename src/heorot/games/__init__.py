"""The registry: every game by the name that the command line knows it by."""

from typing import Any

from heorot.games.legend.game import GAME as LEGEND
from heorot.games.movie.game import GAME as MOVIE

GAMES: dict[str, Any] = {game.about.name: game for game in (MOVIE, LEGEND)}
