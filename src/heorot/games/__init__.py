"""The registry: every game by the name that the command line knows it by."""

from heorot.games.movie.game import GAME as MOVIE

GAMES = {game.about.name: game for game in (MOVIE,)}
