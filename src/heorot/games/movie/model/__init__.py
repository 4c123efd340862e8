"""Components, actions and state of the Movie game: the values that rules, views and texts share.

No behaviour and no file access; `box/` reads components from `box.toml`.

May import: engine.
"""
