"""Outgoing notifications: signed webhook calls to players' URLs, and feeds.

Delivers what `views/pending` describes; `routes/notifications` holds the settings.

May import: engine, server.clock, server.ip_addresses, server.protocol, server.rooms, server.store, server.table,
server.views.
"""
