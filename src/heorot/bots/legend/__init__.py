"""Bots of the Legend, their hints, and the reasons behind a hint.

The evaluation itself is in `search/legend`.

May import: engine, games.legend.box, games.legend.model, games.legend.rules, games.legend.table, games.legend.text,
search.legend, bots.budget, bots.hints.
"""
