"""What opens a seat that is to be taken, and nothing else."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A column; whatever was a key before is one."""
    op.add_column("tokens", sa.Column("link", sa.Boolean, nullable=False, server_default=sa.false()))
