"""Paper 002's own form of a position: the row lengths, bottom first; `coup_gagnant` chooses."""

from __future__ import annotations

from typing import Any

from stratege.core.game import Game
from stratege.core.position import Position

PAPER = "002"
FUNCTION = "coup_gagnant"
DEPTH = 1


def suits(game: Game) -> bool:
    """Any bar."""
    return True


def arguments(position: Position, depth: int) -> list[Any]:
    """The position."""
    return [[length for length in position.state if length]]


def move(position: Position, answer: object) -> str | None:
    """A row and a column; where it says False nothing wins, and the first move is as good as any."""
    if answer is False:
        return position.moves()[0]
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return None
    if any(type(number) is not int or not 0 <= number < 10**6 for number in answer):
        return None
    return "{},{}".format(*answer)
