"""Statistics of positions and moves. They are computed when the database has been brought up to date."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of statistics."""
    op.create_table(
        "statistic",
        sa.Column(
            "edge", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False
        ),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("rating", sa.BigInteger, nullable=False),
        sa.Column("opposed", sa.BigInteger, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("best", sa.BigInteger, nullable=False),
    )
