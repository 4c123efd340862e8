"""Shared parts of all turn-based games: the Game protocol and `play`, records, content readers, compiled kernels,
sentences as data. Nothing here names a title.

May import: engine.
"""
