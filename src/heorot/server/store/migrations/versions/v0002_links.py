"""Mark tokens of invitation links, which can only take their seat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column; existing tokens are not links."""
    op.add_column("tokens", sa.Column("link", sa.Boolean, nullable=False, server_default=sa.false()))
