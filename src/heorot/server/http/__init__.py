"""The HTTP edge: middleware, static pages, and the lifetime of one WebSocket connection.

Handles addresses, headers, limits and frames, but no resource of the API; those are in `routes/`.

May import: engine, server.client_limits, server.ip_addresses, server.logs, server.metrics, server.protocol,
server.rooms, server.settings, server.store, server.table, server.tokens.
"""
