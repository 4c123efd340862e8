"""Benchmarks behind `heorot bench`: rules, server, table and nodes, and the client that they use.

This package only measures; results are in the project's `bench/` folder.

May import: engine, games, search, server.
"""
