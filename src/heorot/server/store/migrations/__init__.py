"""How a database of any released version becomes one of this version. Runs by itself when a database is opened."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, select, table
from sqlalchemy.sql import column

from heorot.server.store import VERSION, StoreForeign

if TYPE_CHECKING:  # slow to load, and seldom needed
    from alembic.config import Config

STAMP = "alembic_version"


def migrate(connection: Connection, name: str) -> None:
    """Bring a database up to date, within the transaction of its caller; one that is too new is left alone."""
    found = version_of(connection)
    if found is not None and found > VERSION:
        raise StoreForeign("store.newer", file=name, found=found, known=VERSION)
    if found != VERSION:
        upgrade(connection)


def version_of(connection: Connection) -> str | None:
    """The version of a schema; nothing for an empty database."""
    if not inspect(connection).has_table(STAMP):
        return None
    return connection.scalar(select(column("version_num")).select_from(table(STAMP)))


def upgrade(connection: Connection, version: str = "head") -> None:
    """Run what is missing up to a version."""
    from alembic import command

    command.upgrade(config(connection), version)


def config(connection: Connection | None = None) -> "Config":
    """What Alembic must know; there is no file of it."""
    from alembic.config import Config

    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", "heorot.server:migrations")
    made.set_main_option("path_separator", "os")
    return made
