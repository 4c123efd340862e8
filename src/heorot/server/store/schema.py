"""SQLAlchemy tables, the same for SQLite and PostgreSQL. The scripts in `migrations/` create them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Text,
    false,
    true,
)
from sqlalchemy import Table as SqlTable

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def table_id_column() -> Column[str]:
    """Foreign key to the table that a row belongs to; deleting the table deletes the row."""
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = SqlTable(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("info", Text, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("due_at", BigInteger),
    Index(None, "status", "changed_at"),
)

Index(
    "ix_tables_due_at",
    tables.c.due_at,
    sqlite_where=tables.c.due_at.is_not(None),
    postgresql_where=tables.c.due_at.is_not(None),
)

events = SqlTable(
    "events",
    metadata,
    table_id_column(),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("command", Text),
    PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,  # clusters the events of a table, so that loading them reads few pages
)

Index(
    "ix_events_table_id_command",
    events.c.table_id,
    events.c.command,
    unique=True,
    sqlite_where=events.c.command.is_not(None),
    postgresql_where=events.c.command.is_not(None),
)

tokens = SqlTable(
    "tokens",
    metadata,
    table_id_column(),
    Column("hash", LargeBinary(32), nullable=False),
    Column("seat", Integer),
    Column("host", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("link", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("table_id", "hash"),
    sqlite_with_rowid=False,
)

transfers = SqlTable(
    "transfers",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    table_id_column(),
    Column("seat", Integer),
    Column("host", Boolean, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index(None, "table_id"),
)

notices = SqlTable(
    "notices",
    metadata,
    table_id_column(),
    Column("seat", Integer, nullable=False),
    Column("feed", LargeBinary(32)),
    Column("url", Text),
    Column("secret", Text),
    Column("page", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("looked_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    Index(None, "feed"),
)

pulse = SqlTable(  # one row: a counter for write checks, and the latest heartbeat of any server
    "pulse",
    metadata,
    Column("id", Boolean, primary_key=True, server_default=true()),
    Column("beats", BigInteger, nullable=False),
    Column("alive_at", BigInteger),
)
