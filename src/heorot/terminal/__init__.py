"""The terminal interface: displays, input, and the loop of one game. Every sentence comes from the locales; rules are
decided in `games`. Each title has a room of its own that implements `game_ui.GameUi`.

May import: engine, bots, terminal.
"""
