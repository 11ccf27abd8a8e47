"""Statistics in sorted runs of blocks, by neighbouring edges. They are computed anew from the games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of runs in place of the one of sums."""
    op.drop_table("statistic")
    op.create_table(
        "statistic_run",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sums", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "statistic_block",
        sa.Column("run_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # A block is half a page of what compresses no further: it stays in its row, as it is.
        op.execute("ALTER TABLE statistic_block ALTER COLUMN data SET STORAGE EXTERNAL")
        op.execute("ALTER TABLE statistic_block SET (toast_tuple_target = 8160)")
