"""Sentences about the Legend: log, explanations, citations, box contents.

Produces sentences as data (keys and parameters); the locales hold the words.

May import: engine, games.legend.box, games.legend.inference, games.legend.model, games.legend.refusal,
games.legend.rules, games.legend.rules.episodes, games.legend.table.
"""
