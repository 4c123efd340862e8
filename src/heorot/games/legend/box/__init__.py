"""The game box of the Legend: reading, validating and compiling `box.toml`, and names of its components.

Rules receive the compiled box as an argument; nothing here depends on the state of a game.

May import: engine, games.legend.model.
"""
