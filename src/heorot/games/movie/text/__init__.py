"""Sentences about the Movie game: log, explanations, citations, box contents.

Produces sentences as data (keys and parameters); the locales hold the words.

May import: engine, games.movie.box, games.movie.model, games.movie.table.
"""
