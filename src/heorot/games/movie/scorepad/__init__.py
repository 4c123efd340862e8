"""The score pad of the Movie game: reading and scoring typed positions of the board game.

Reads text in any supported language and scores it with the rules; it plays no games.

May import: engine, games.movie.box, games.movie.model, games.movie.rules, games.movie.table, games.movie.text.
"""
