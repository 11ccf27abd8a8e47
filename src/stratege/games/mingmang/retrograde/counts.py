"""A table in numbers, over all boards: a block counts once for each mask it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import popcount
from stratege.games.mingmang.retrograde.numbering import board_of

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers


@rule
def add_blocks(pawns: int, weights: Numbers, data: Bytes, first: int, last: int, counts: Numbers) -> None:
    """Add the boards of some blocks to `counts`, by pawns of the player to move and by byte."""
    for block in range(first, last):
        for index in range(1 << pawns):
            counts[pawns - popcount(index), data[(block << pawns) + index]] += weights[block]


@rule
def add_numbers(data: Bytes, first: int, last: int, counts: Numbers) -> None:
    """Add the boards with these numbers."""
    for number in range(first, last):
        counts[popcount(board_of(number)[0]), data[number]] += 1
