"""Compiled rules: flat structs, bit masks and functions that run in Python or, compiled with Numba, as machine code.

Knows nothing about games.

May import: nothing.
"""
