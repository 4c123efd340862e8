"""Inference about hidden information: possible worlds, odds, and checks of exported games.

Starts from a View or a log, never from the hidden state.

May import: engine, games.movie.box, games.movie.model, games.movie.table.
"""
