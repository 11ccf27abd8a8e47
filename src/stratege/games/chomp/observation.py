"""What a learner sees of Chomp: which squares are left."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule


def shape(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """Rows from the bottom, the poison first."""
    return rules[1], rules[0]


def highest(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """A square is there or not."""
    return 1


@rule
def observe(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> None:
    """1 for a square that is left."""
    for row in range(rules[1]):
        for column in range(rules[0]):
            out[start + rules[0] * row + column] = int(column < state[row])
