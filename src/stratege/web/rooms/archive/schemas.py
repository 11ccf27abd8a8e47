"""What the API says about the archive, shape by shape."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Sums(TypedDict):
    """What came of a move for those who made it; `performance` is the rating that so much is expected of."""

    games: int
    won: int
    drawn: int
    lost: int
    rating: int
    performance: int
    last: str | None


class ExploredMove(Sums):
    """A move that was played; `same` are moves that mirror it and are counted with it."""

    move: str
    same: list[str]


class TopGame(TypedDict):
    """A game of strong players."""

    game: int
    players: list[str]
    result: str
    date: str | None
    start: str
    moves: list[str]


class ExplorationShape(TypedDict):
    """What was played in a position, most often played first."""

    game: str
    variant: str
    size: str
    position: str
    games: int
    moves: list[ExploredMove]
    top: list[TopGame]


class OpeningTree(TypedDict):
    """The openings from a position on, drawn: each place of the picture is named by the moves to it."""

    games: int
    svg: str


class BookValue(TypedDict):
    """What the game's opening book says of a move, for who makes it; `depth` is how far that looks ahead."""

    kind: Literal["exact", "table", "search"]
    depth: int
    value: int
    result: int | None
    plies: int | None
    margin: int | None
    conversion: int | None
    unit: str
    selective: bool
    sure: bool
    expected: float
    verdict: str


class KnownMove(TypedDict):
    """A legal move: what is proven of it, or `unknown`, what came of it in the archive's games, and what the
    opening book says of it, where it does.

    `result` is 1, 0 or -1 for who makes it, `plies` the distance to the end, `margin` by how many seeds;
    `table` is what a table says where a turn limit or a rule about repetition might yet change it; only what
    is `exact` is `sure`.
    """

    move: str
    kind: Literal["exact", "table", "unknown"]
    value: int | None
    result: int | None
    plies: int | None
    margin: int | None
    sure: bool
    verdict: str | None
    reason: str
    book: BookValue | None
    same: list[str]
    statistics: Sums | None


class KnownMoves(TypedDict):
    """A position's legal moves, best first."""

    game: str
    variant: str
    size: str
    position: str
    to_move: int
    games: int
    moves: list[KnownMove]


class ArchivedGame(TypedDict):
    """A game of the archive; comments go by the number of moves before them."""

    number: int
    game: str
    variant: str
    size: str
    players: list[str]
    date: str | None
    result: str
    ending: str
    start: str
    moves: list[str]
    tags: dict[str, str]
    comments: dict[str, str]


class PlayerShape(TypedDict):
    """A player and where they stand in one game."""

    number: int
    name: str
    rating: int
    deviation: int
    highest: int
    games: int


class Question(TypedDict):
    """A question of a paper with its answer in SQL."""

    name: str
    game: str
    words: str
    sql: str


class SqlAnswer(TypedDict):
    """Columns and rows; `cut` if there were more rows than are shown."""

    columns: list[str]
    rows: list[list[int | float | str | None]]
    cut: bool
