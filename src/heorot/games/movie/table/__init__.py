"""A game in progress: the table, the knowledge of one seat (View), notation, public events and results.

Turns state into values that people and programs may see; sentences are in `text/`.

May import: engine, games.movie.box, games.movie.model, games.movie.rules.
"""
