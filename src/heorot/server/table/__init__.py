"""The pure logic of a table: its state, its events, the fold over them, and the commands that produce events.

No I/O, no clock and no randomness of its own; callers pass them in.

May import: engine, games, bots, server.protocol, server.store.
"""
