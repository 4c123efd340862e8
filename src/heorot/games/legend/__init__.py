"""Beowulf: The Legend, in rooms: model, box, rules, table, inference, text, scorepad. Each imports only earlier ones.

`refusal.py` is above inference and below text; `queries.py` and `game.py` join the rooms for the engine.

May import: engine, games.legend.box, games.legend.inference, games.legend.model, games.legend.rules,
games.legend.rules.episodes, games.legend.scorepad, games.legend.table, games.legend.text.
"""
