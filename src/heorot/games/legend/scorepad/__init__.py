"""The score pad of the Legend: reading and scoring typed positions of the board game.

Reads text in any supported language and scores it with the rules; it plays no games.

May import: engine, games.legend.box, games.legend.model, games.legend.table, games.legend.text.
"""
