"""URL prefixes by which the `database` setting names a kind of database. Free of imports, for quick commands."""

SQLITE_URL = "sqlite:///"  # a file on this machine
POSTGRES_URL = "postgresql+asyncpg://"  # a database shared by several nodes
