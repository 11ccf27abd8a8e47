"""The rules of Chomp (paper 002).

A state is the row lengths of what is left, bottom row first, never growing upwards, with 0 for
an eaten row:
                       ■
    (4, 2, 1, 0)       ■ ■            the poison □ is row 0, column 0
                       □ ■ ■ ■

A move eats square (row, column) and all above or right of it; its number is row · columns + column.
The poison itself is not a move: who finds nothing else has lost. Rules are (columns, rows).
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import put

GOES_ON, NO_MOVE = 0, 1


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Write the legal moves into `out` from `start` on, ascending; return where they end."""
    for row in range(rules[1]):
        for column in range(1 if row == 0 else 0, state[row]):
            out[start] = row * rules[0] + column
            start += 1
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move: no row from the eaten one up is longer than its column."""
    row, column = divmod(move, rules[0])
    while row < rules[1] and state[row] > column:
        state = put(state, row, column)
        row += 1
    return state


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Nothing ends the game but having only the poison left."""
    return GOES_ON


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """Who has only the poison left loses."""
    return -1


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """No shape ever comes back; the state says it all."""
    return state
