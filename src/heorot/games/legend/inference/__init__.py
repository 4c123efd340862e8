"""Inference about hidden information: possible worlds, odds, and reconstruction of exported games.

Starts from a View or a log, never from the hidden state.

May import: engine, games.legend.box, games.legend.model, games.legend.rules, games.legend.table.
"""
