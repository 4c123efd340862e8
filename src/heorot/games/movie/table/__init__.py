"""A game in progress: the table, what one seat may know of it (View), notation, public events and results.

Turns state into values that people and programs may see; sentences are in `text/`.

May import: engine, games.movie.box, games.movie.model, games.movie.rules.
"""
