"""Live tables: command queues, subscribers, bots, clocks and cleanup, and operations on whole tables.

Everything here holds state or waits. Pure decisions are in `table/`, and SQL is in `store/`.

May import: engine, games, search, bots, server.client_limits, server.cluster, server.context, server.metrics,
server.periodic, server.protocol, server.settings, server.store, server.table, server.tokens, server.views.
"""
