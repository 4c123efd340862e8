"""Score pad for owners of the board game: typed positions, read and scored.

Reads text in any supported language and scores it with the rules; it plays no games.

May import: engine, games.legend.box, games.legend.model, games.legend.table, games.legend.text.
"""
