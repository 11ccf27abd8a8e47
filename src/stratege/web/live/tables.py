"""The tables of the live games' file: games and their moves, who plays, and what they train."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()
live_table = Table(
    "live",
    metadata,
    Column("id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("touched", Integer, nullable=False),
    Column("state", JSON, nullable=False),
)
node_table = Table(
    "node",
    metadata,
    Column("live", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("parent", Integer, nullable=False),
    Column("move", String, nullable=False),
)

seated_table = Table(
    "seated",
    metadata,
    Column("person", String, primary_key=True),
    Column("live", String, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("opponent", String, nullable=False),
    Column("since", Integer, nullable=False),
    Column("points", Float),  # NULL until the game is over
    Column("reviewed", Integer, nullable=False, default=0),  # 1 once it was looked through for mistakes
)

finished_table = Table(
    "finished",
    metadata,
    Column("live", String, primary_key=True),
    Column("record", Text),  # for the archive; NULL once it is there
)

person_table = Table(
    "person",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("key", String, nullable=False, unique=True),  # the name as it is compared
    Column("touched", Integer, nullable=False),
)

solver_table = Table(
    "solver",
    metadata,
    Column("person", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("touched", Integer, nullable=False),
)

tried_table = Table(
    "tried",
    metadata,
    Column("person", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("at", Integer, nullable=False),
)

card_table = Table(
    "card",
    metadata,
    Column("person", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("line", JSON, nullable=False),  # variant, size, start, the moves before the mistake
    Column("played", String, nullable=False),
    Column("right", JSON, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", Integer),  # NULL once it is known
)
