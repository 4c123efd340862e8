"""Add clocks, heartbeats and notification settings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add two columns and a table."""
    op.add_column("tables", sa.Column("due_at", sa.BigInteger))
    timed = sa.text("due_at IS NOT NULL")
    op.create_index("ix_tables_due_at", "tables", ["due_at"], sqlite_where=timed, postgresql_where=timed)
    op.add_column("pulse", sa.Column("alive_at", sa.BigInteger))
    create_notices()


def create_notices() -> None:
    op.create_table(
        "notices",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("feed", sa.LargeBinary(32)),
        sa.Column("url", sa.Text),
        sa.Column("secret", sa.Text),
        sa.Column("page", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("looked_at", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("ix_notices_feed", "notices", ["feed"])
