"""Scoring for owners of the board game: typed positions, read and scored.

Reads text in any supported language and scores it with the rules; it plays nothing.

May import: engine, games.movie.box, games.movie.model, games.movie.rules, games.movie.table, games.movie.text.
"""
