"""The game box of the Movie game: reading, validating and compiling `box.toml`, and the names of its components.

Rules receive the compiled box as an argument; nothing here knows the state of a game.

May import: engine, games.movie.model.
"""
