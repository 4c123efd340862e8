"""Bots of the Movie game, their hints, and the reasons behind a hint.

Playouts are in `search/movie`.

May import: engine, games.movie.box, games.movie.inference, games.movie.model, games.movie.rules, games.movie.table,
games.movie.text, search.movie, bots.budget, bots.hints.
"""
