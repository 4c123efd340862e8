"""Everything sent to one viewer of a table: payloads, history, replays, exports and pending decisions.

Builds every byte of game content from that viewer's View. Stores nothing and opens no connection.

May import: engine, server.protocol, server.table.
"""
