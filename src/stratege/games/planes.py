"""What a learner sees of a square board of two colours: a plane of mine and a plane of theirs."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.words import shift_right


def shape(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """My plane, then theirs, rows from the top."""
    return 2, rules[0], rules[0]


def highest(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """A cell has a piece of that colour or not."""
    return 1


@rule
def observe(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> None:
    """1 for a cell with a piece of that colour."""
    cells = rules[0] * rules[0]
    for side in range(2):
        for cell in range(cells):
            out[start + cells * side + cell] = shift_right(state[side], cell) & 1
