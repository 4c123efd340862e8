"""Readers of the material that ships with a game: TOML boxes, rulebooks, rule examples and lessons.

Finds and checks texts and values; their meaning stays with the game.

May import: engine.errors, engine.game, engine.records, engine.seats, engine.sentence, engine.sentence_params,
engine.serialize.
"""
