"""The rulebook of the Legend as code: one function for each numbered rule, compiled where speed matters.

Works on state and compiled box alone; views, notation and sentences are elsewhere.

May import: engine, games.legend.model, games.legend.rules.episodes.
"""
