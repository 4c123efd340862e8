"""The rulebook of the Movie game as code: one function for each numbered rule, compiled where speed matters.

Works on state and compiled box alone. Views, notation and text are elsewhere.

May import: engine, games.movie.model.
"""
