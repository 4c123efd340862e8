"""Evaluation, policies and simulation of the Legend, compiled when Numba is installed. Code that starts from a View
belongs in `bots/legend`.

May import: engine, games.legend.box, games.legend.game, games.legend.inference, games.legend.model,
games.legend.rules, games.legend.rules.episodes, games.legend.table, search.simulation.
"""
