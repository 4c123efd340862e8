"""Beowulf: The Movie Board Game, in rooms: model, box, rules, table, inference, text, scorepad. Each imports only
earlier ones.

`refusal.py`, `queries.py` and `game.py` join the rooms for the engine.

May import: engine, games.movie.box, games.movie.inference, games.movie.model, games.movie.rules, games.movie.scorepad,
games.movie.table, games.movie.text.
"""
