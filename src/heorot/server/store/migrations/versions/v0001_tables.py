"""Create the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPLICATION = 0x48656F72  # "Heor": marks our databases in SQLite's header

NO_GAP = """
    CREATE TRIGGER events_without_gaps BEFORE INSERT ON events
    WHEN new.seq < 1 OR (new.seq > 1 AND NOT EXISTS (
        SELECT 1 FROM events WHERE table_id = new.table_id AND seq = new.seq - 1))
    BEGIN SELECT raise(ABORT, 'gap'); END
"""


POSTGRES_NO_GAP = (
    """
    CREATE FUNCTION refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF new.seq < 1 OR (new.seq > 1 AND NOT EXISTS (
            SELECT 1 FROM events WHERE table_id = new.table_id AND seq = new.seq - 1)) THEN
            RAISE EXCEPTION 'gap' USING ERRCODE = 'check_violation';
        END IF;
        RETURN new;
    END $$
    """,
    "CREATE TRIGGER events_without_gaps BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse_gap()",
)

LEASES = """
    CREATE UNLOGGED TABLE leases (
        table_id text NOT NULL, thought text NOT NULL, holder text NOT NULL, until timestamptz NOT NULL,
        PRIMARY KEY (table_id, thought))
"""  # unlogged, because leases are worthless after a crash


def upgrade() -> None:
    """Create tables, events, tokens, transfers, and the row of write checks."""
    create_tables()
    create_events()
    create_tokens()
    create_transfers()
    create_pulse()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA application_id = {APPLICATION}")
        op.execute(NO_GAP)
    else:
        for statement in (*POSTGRES_NO_GAP, LEASES):
            op.execute(statement)


def of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


def create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("info", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
    )
    op.create_index("ix_tables_status_changed_at", "tables", ["status", "changed_at"])


def create_events() -> None:
    op.create_table(
        "events",
        of_table(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("command", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    said = sa.text("command IS NOT NULL")
    op.create_index(
        "ix_events_table_id_command", "events", ["table_id", "command"],
        unique=True, sqlite_where=said, postgresql_where=said,
    )  # fmt: skip


def create_tokens() -> None:
    op.create_table(
        "tokens",
        of_table(),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "hash"),
        sqlite_with_rowid=False,
    )


def create_transfers() -> None:
    op.create_table(
        "transfers",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        of_table(),
        sa.Column("seat", sa.Integer),
        sa.Column("host", sa.Boolean, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_transfers_table_id", "transfers", ["table_id"])


def create_pulse() -> None:
    made = op.create_table(
        "pulse",
        sa.Column("id", sa.Boolean, primary_key=True, server_default=sa.true()),
        sa.Column("beats", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(made, [{"beats": 0}])
