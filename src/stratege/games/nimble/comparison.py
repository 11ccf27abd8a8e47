"""Nimble's variants side by side: all boards of so many squares with up to so many pawns that can move."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

from stratege.core.comparison import BoardGroup
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _, in_figures
from stratege.core.position import Position

UP_TO = 4
MOST_BOARDS = 1_000_000


def groups(game: Game, limit: int) -> list[BoardGroup]:
    """By number of pawns; those on the first square, which cannot move, are left out."""
    squares = game.rules[0]
    if squares < 2 or comb(limit + squares - 1, limit) > MOST_BOARDS:
        raise BadOption(
            _(
                "Boards are compared where there are some, and no more than {most}.",
                most=in_figures(MOST_BOARDS),
            )
        )
    found = []
    for pawns in range(1, limit + 1):
        states = [_state(squares, on) for on in combinations_with_replacement(range(1, squares), pawns)]
        found.append(BoardGroup(f"pawns-{pawns}", len(states), states.__getitem__))
    return found


def starts(game: Game, limit: int) -> list[Position]:
    """None: a start is drawn at random."""
    return []


def table_limit(limit: int) -> None:
    """There is no table."""


def _state(squares: int, on: tuple[int, ...]) -> State:
    counts = Counter(on)
    return tuple(counts[square] for square in range(squares))
