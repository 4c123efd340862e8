"""Communication between nodes: the bus and its Redis and in-process versions, presence, shared rate limits.

Carries table ids and version numbers only, never game content.

May import: nothing.
"""
