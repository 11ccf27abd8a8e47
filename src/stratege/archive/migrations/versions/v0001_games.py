"""Players, games and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("surname", sa.Text, nullable=False),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("birth", sa.String(10), nullable=False),
        sa.UniqueConstraint("surname", "first_name", "birth", name="player_is_one"),
    )
    op.create_table(
        "ruleset",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("size", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.UniqueConstraint("game", "variant", "size", "version", name="ruleset_is_one"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ruleset_id", sa.Integer, sa.ForeignKey("ruleset.id"), nullable=False),
        sa.Column("player1_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("player2_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("result", sa.Float, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("rating1", sa.Integer, nullable=False),
        sa.Column("rating2", sa.Integer, nullable=False),
        sa.Column("digest", sa.BigInteger, nullable=False),
        sa.Column("notes", sa.Text),
    )
    op.create_index("game_is_one", "game", ["digest"], unique=True)
    op.create_index("game_player1", "game", ["player1_id"])
    op.create_index("game_player2", "game", ["player2_id"])
    op.create_table(
        "rating",
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("highest", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
