"""Alembic migrations from every released schema to the current one. SQLite files are migrated when they are opened.

May import: server.store.interface, server.store.schema.
"""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, select, table
from sqlalchemy.sql import column

from heorot.server.store.interface import VERSION, StoreForeign

if TYPE_CHECKING:  # slow to load, and seldom needed
    from alembic.config import Config

STAMP = "alembic_version"


def migrate(connection: Connection, name: str) -> None:
    """Upgrade the schema within the caller's transaction; raise `StoreForeign` if it is newer than this version."""
    found = version_of(connection)
    if found is not None and found > VERSION:
        raise StoreForeign("store.newer", file=name, found=found, known=VERSION)
    if found != VERSION:
        upgrade(connection)


def version_of(connection: Connection) -> str | None:
    """Return the version of the schema; None for an empty database."""
    if not inspect(connection).has_table(STAMP):
        return None
    return connection.scalar(select(column("version_num")).select_from(table(STAMP)))


def upgrade(connection: Connection, version: str = "head") -> None:
    """Run the missing migrations up to a version."""
    from alembic import command

    command.upgrade(config(connection), version)


def config(connection: Connection | None = None) -> "Config":
    """Return the Alembic configuration, which has no file."""
    from alembic.config import Config

    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", "heorot.server.store:migrations")
    made.set_main_option("path_separator", "os")
    return made
