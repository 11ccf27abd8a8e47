"""What a learner sees of Nimble: pawns."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule


def shape(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The squares from the left."""
    return (rules[0],)


def highest(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """All pawns on one square."""
    return sum(state)


@rule
def observe(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> None:
    """How many pawns stand on each square."""
    for square in range(rules[0]):
        out[start + square] = state[square]
