"""Paper 004's own form of a board: rows of 0 for blank, 1 and 2 for the players; `alphabeta` chooses."""

from __future__ import annotations

import math
from typing import Any

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.games.boards import grid_of

PAPER = "004"
FUNCTION = "alphabeta"
DEPTH = 3
SIDE = 5


def suits(game: Game) -> bool:
    """The paper's board has 5 × 5 cubes."""
    return game.size == str(SIDE)


def arguments(position: Position, depth: int) -> list[Any]:
    """The board, the player to move, the whole window, and the depth."""
    grid = [list(row) for row in grid_of(position.state, position.to_move, SIDE)]
    return [grid, position.to_move, -math.inf, math.inf, depth]


def move(position: Position, answer: object) -> str | None:
    """Of the value and the move, the move: four numbers, where it is taken and where it comes in."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return None
    numbers = answer[1]
    if not isinstance(numbers, tuple | list) or len(numbers) != 4:
        return None
    if any(type(number) is not int or not 0 <= number < SIDE for number in numbers):
        return None
    return "{},{}-{},{}".format(*numbers)
