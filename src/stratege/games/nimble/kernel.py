"""The rules of Nimble (paper 003).

A state is the number of pawns on each square, left to right: (0, 0, 1, 2, 0, 2). A move takes one
pawn from a square to any square further left; its number is from · n + to, squares counted from 0.
Rules are (n, misere): who cannot move loses, or wins where `misere` is 1.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import put

GOES_ON, NO_MOVE = 0, 1


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Write the legal moves into `out` from `start` on, ascending; return where they end."""
    n = rules[0]
    for origin in range(1, n):
        if state[origin] != 0:
            for target in range(origin):
                out[start] = origin * n + target
                start += 1
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move."""
    origin, target = divmod(move, rules[0])
    left = put(state, origin, state[origin] - 1)
    return put(left, target, left[target] + 1)


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Nothing ends the game but having no pawn to move."""
    return GOES_ON


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """Who cannot move loses; misère, wins."""
    return 1 if rules[1] == 1 else -1


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """No board ever comes back; the state says it all."""
    return state
