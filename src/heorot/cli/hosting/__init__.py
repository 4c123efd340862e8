"""Commands for hosts of a server: serve, backup and restore, migrate, doctor, openapi. Commands for players and
researchers are one folder up.

May import: engine, games, search, server, cli.common, cli.compiling.
"""
