"""What is seen of a game that does not say how it is to be seen: every bit of its words."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import shift_right

BITS = 64


def shape(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """A row for each word."""
    return len(state), BITS


def highest(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Bits are 0 or 1."""
    return 1


@rule
def observe(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> None:
    """The lowest bit of a word comes first."""
    for word in range(len(state)):
        for bit in range(BITS):
            out[start + BITS * word + bit] = shift_right(state[word], bit) & 1
