"""The server: live tables with seats, links, sockets and storage. It decides no rule and names no title.

The life of one command: `http/connection.py` receives it, `rooms/room.py` runs it under the table's lock,
`table/commands.py` decides its events, `table/draws.py` draws chance, `store/` commits them, `table/fold.py` derives
the new state, and every subscriber is sent its own view from `views/payload.py`.

May import: engine, server.
"""
