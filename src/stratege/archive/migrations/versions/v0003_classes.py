"""Classes and what is handed in to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of classes."""
    op.create_table(
        "classroom",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("questions", sa.Text, nullable=False),
        sa.Column("teacher", sa.String(64), nullable=False),
        sa.Column("student", sa.String(64), nullable=False),
        sa.Column("opened", sa.String(20), nullable=False),
        sa.Column("closes", sa.String(20), nullable=False),
        sa.Column("kept_until", sa.String(20), nullable=False),
    )
    op.create_table(
        "hand_in",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=False
        ),
        sa.Column("classroom_id", sa.String(32), sa.ForeignKey("classroom.id"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("paper", sa.String(3), nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("received", sa.String(20), nullable=False),
        sa.Column("marked", sa.String(20), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
    )
    op.create_index("hand_in_classroom", "hand_in", ["classroom_id"])
    op.create_index("hand_in_marked", "hand_in", ["marked"])
