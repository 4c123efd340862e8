"""The HTTP API: one module for each resource.

Routes parse requests, call `rooms/` and `views/`, and return models of `protocol/`; they contain no game logic.

May import: engine, games, bots, server.http, server.metrics, server.protocol, server.rooms, server.settings,
server.store, server.table, server.tokens, server.views, server.webhooks.
"""
