"""The tables of the archive. Ratings and statistics can always be computed anew from the games.

Dates are ISO texts, "" where unknown, on both databases. Every change here needs a migration beside it.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

HEAD = "0004"
"""The last migration; a database at another one is brought here when it is opened."""
COMPUTED = "0004"
"""The last migration after which what is computed from the games is computed anew."""

metadata = MetaData()

player = Table(
    "player",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("surname", Text, nullable=False),
    Column("first_name", Text, nullable=False),
    Column("birth", String(10), nullable=False),
    UniqueConstraint("surname", "first_name", "birth", name="player_is_one"),
)

ruleset = Table(
    "ruleset",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("size", Text, nullable=False),
    Column("version", Integer, nullable=False),
    UniqueConstraint("game", "variant", "size", "version", name="ruleset_is_one"),
)

game = Table(
    "game",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("ruleset_id", Integer, ForeignKey("ruleset.id"), nullable=False),
    Column("player1_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("player2_id", Integer, ForeignKey("player.id"), nullable=False),
    Column("result", Float, nullable=False),  # player 1's points: 1, 0.5, 0
    Column("ending", Text, nullable=False),
    Column("date", String(10), nullable=False),
    Column("start", Text),  # NULL for the usual one
    Column("moves", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("rating1", Integer, nullable=False),  # before the game
    Column("rating2", Integer, nullable=False),
    Column("digest", BigInteger, nullable=False),
    Column("notes", Text),  # other tags and comments, as JSON
    Index("game_is_one", "digest", unique=True),
    Index("game_player1", "player1_id"),
    Index("game_player2", "player2_id"),
)

rating = Table(
    "rating",
    metadata,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("highest", Integer, nullable=False),
    Column("games", Integer, nullable=False),
)

statistic_run = Table(
    "statistic_run",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("sums", BigInteger, nullable=False),
)

statistic_block = Table(
    "statistic_block",
    metadata,
    Column("run_id", Integer, primary_key=True, autoincrement=False),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)
"""Sums by a move in a position (`aggregate.MoveStatistics`), in runs (`runs.py`) of blocks (`blocks.py`)."""

classroom = Table(
    "classroom",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("questions", Text, nullable=False),  # as JSON
    Column("teacher", String(64), nullable=False),  # digests of the links' keys
    Column("student", String(64), nullable=False),
    Column("opened", String(20), nullable=False),
    Column("closes", String(20), nullable=False),
    Column("kept_until", String(20), nullable=False),
)

hand_in = Table(
    "hand_in",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=False),
    Column("classroom_id", String(32), ForeignKey("classroom.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("owner", String(32), nullable=False),  # a digest of the browser's identity
    Column("paper", String(3), nullable=False),
    Column("file", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("received", String(20), nullable=False),
    Column("marked", String(20), nullable=False),  # "" while it waits
    Column("summary", Text, nullable=False),  # JSON for the table of marks
    Column("report", Text, nullable=False),  # JSON by language
    Index("hand_in_classroom", "classroom_id"),
    Index("hand_in_marked", "marked"),
)
