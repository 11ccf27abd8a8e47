"""How good a Ming Mang position looks: pawns, room to move, and pawns that cannot be closed in."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.words import popcount, shift_right
from stratege.games.mingmang.kernel import play


@rule
def neighbours(n: int, first_column: int, everything: int, cells: int) -> int:
    """The cells next to any of these."""
    last_column = first_column << n - 1
    across = (cells & ~last_column) << 1 | shift_right(cells & ~first_column, 1)
    return (across | cells << n | shift_right(cells, n)) & everything


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a pawn."""
    n, first_row, first_column = rules
    mine, theirs = state[0], state[1]
    everything = first_row * first_column
    empty = everything & ~(mine | theirs)
    room = popcount(neighbours(n, first_column, everything, mine) & empty)
    room -= popcount(neighbours(n, first_column, everything, theirs) & empty)
    return 100 * (popcount(mine) - popcount(theirs)) + 12 * room


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """How many pawns the move flips."""
    after = play(rules, state, move)
    return popcount(state[1]) - popcount(after[0])
