"""Tables in numbers, over all boards: a block counts once for each set of blanks it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount
from stratege.core.wordsize import as_words
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, high_bits, real_boards, word_address

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers

# By number of bits set in it: the index bits within a word.
WITH_BITS = Table(
    as_words(tuple(sum(1 << i for i in range(64) if i.bit_count() == bits) for bits in range(WORD_BITS + 1)))
)


@rule
def add_classes(
    cubes: int, weights: Numbers, words: Numbers, first: int, last: int, won: Numbers, lost: Numbers
) -> None:
    """Add the boards of some blocks, by how many cubes the player not to move has."""
    for block in range(first, last):
        for word in range(1 << high_bits(cubes)):
            high = popcount(word)
            wins = words[word_address(cubes, block, word, WON)] & real_boards(cubes)
            losses = words[word_address(cubes, block, word, LOST)] & real_boards(cubes)
            for low in range(min(cubes, WORD_BITS) + 1):
                won[high + low] += popcount(wins & WITH_BITS[low]) * weights[block]
                lost[high + low] += popcount(losses & WITH_BITS[low]) * weights[block]


@rule
def add_bytes(cubes: int, weights: Numbers, data: Bytes, counts: Numbers) -> None:
    """Add the boards of a layer of a small board, by byte."""
    for entry in range(len(data)):
        counts[data[entry]] += weights[entry >> cubes]
