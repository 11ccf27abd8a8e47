"""What a learner sees of Awalé: seeds."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.games.awale.kernel import STORE, seeds_in


def shape(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """My six pits, their six, my store and theirs."""
    return (14,)


def highest(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """All the seeds there are."""
    return sum(seeds_in(word) + (word >> STORE) for word in state[:2])


@rule
def observe(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> None:
    """The pits in the order of sowing."""
    for side in range(2):
        for pit in range(6):
            out[start + 6 * side + pit] = state[side] >> 8 * pit & 255
        out[start + 12 + side] = state[side] >> STORE
