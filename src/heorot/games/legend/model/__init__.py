"""Components, actions and state of the Legend: the values that all other rooms share.

No behaviour and no file access; `box/` reads components from `box.toml`.

May import: engine.
"""
