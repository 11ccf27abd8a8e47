"""A square bar of Chomp may be mirrored at its diagonal: rows become columns."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.words import put


@rule
def count(rules: tuple[int, ...]) -> int:
    """The identity, and the mirror where the bar is square."""
    return 2 if rules[0] == rules[1] else 1


@rule
def image(rules: tuple[int, ...], state: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The conjugate shape: row i becomes as long as column i was high."""
    mirrored = state
    for column in range(rules[1] if number == 1 else 0):
        height = 0
        while height < rules[1] and state[height] > column:
            height += 1
        mirrored = put(mirrored, column, height)
    return mirrored


@rule
def move_image(rules: tuple[int, ...], move: int, number: int) -> int:
    """The square with row and column exchanged."""
    if number == 0:
        return move
    row, column = divmod(move, rules[0])
    return column * rules[0] + row
