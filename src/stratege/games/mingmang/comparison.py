"""Ming Mang's variants side by side: all small boards with up to so many pawns, one of each eight turns."""

from __future__ import annotations

from itertools import combinations, product

from stratege.core.comparison import BoardGroup
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.position import Position
from stratege.games.square_symmetry import TURNS, turned_board

UP_TO = 4
WIDEST, MOST_PAWNS = 4, {3: 9, 4: 5}
"""What can be listed: all boards of 3 × 3; on 4 × 4 those with few pawns."""


def groups(game: Game, limit: int) -> list[BoardGroup]:
    """By number of pawns."""
    n = game.rules[0]
    if n > WIDEST or limit > MOST_PAWNS[n]:
        raise BadOption(
            _(
                "Boards of Ming Mang are compared on 3×3, and with up to {n} pawns on 4×4.",
                n=MOST_PAWNS[WIDEST],
            )
        )
    found = []
    for pawns in range(1, limit + 1):
        states = _unlike(n, pawns)
        found.append(BoardGroup(f"pawns-{pawns}", len(states), states.__getitem__))
    return found


def starts(game: Game, limit: int) -> list[Position]:
    """The one start, whose first moves need no table of their own."""
    return [game.start()]


def table_limit(limit: int) -> None:
    """The table holds every board."""


def _unlike(n: int, pawns: int) -> list[State]:
    """All boards with so many pawns, one of each set of turns."""
    found: list[State] = []
    for cells in combinations(range(n * n), pawns):
        for colours in product((0, 1), repeat=pawns):
            mine = sum(1 << cell for cell, colour in zip(cells, colours) if colour == 0)
            state = mine, sum(1 << cell for cell in cells) & ~mine
            if all(state <= turned_board((n,), state, turn) for turn in range(1, TURNS)):
                found.append(state)
    return found
