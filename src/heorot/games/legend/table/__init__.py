"""A game in progress: table, views, notation, public events, analysis and results.

Turns state into values that people and programs may see; sentences are in `text/`.

May import: engine, games.legend.box, games.legend.model, games.legend.rules, games.legend.rules.episodes.
"""
