"""Playouts, policies and simulation of the Movie game, compiled when Numba is installed. Code that starts from a View
belongs in `bots/movie`.

May import: engine, games.movie.box, games.movie.game, games.movie.model, games.movie.rules, games.movie.table,
search.simulation.
"""
