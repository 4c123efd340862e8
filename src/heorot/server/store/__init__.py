"""Persistence of tables behind one protocol: SQLite, PostgreSQL, migrations and backups.

Stores and loads rows; it interprets no event and knows no game.

May import: engine, server.cluster, server.database_url, server.store.migrations.
"""
