"""Whole blocks at a time, one level of a layer: won boards follow from lost ones, or lost ones from won.

Where `block_sweep` adds what it finds to both sets at once, and so sees further than one ply, this reads one
set and adds to the other: what it finds in a sweep is as many plies from leaving the layer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import Rules
from stratege.core.words import popcount
from stratege.games.colourings.bitperm import OWN, Scratch
from stratege.games.colourings.bitsets import LOST, WON, high_bits
from stratege.games.colourings.level_sweep import settle
from stratege.games.quixo.retrograde.indexing import IndexTables, moved
from stratege.games.quixo.retrograde.move_sweep import add_moves

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers


@rule
def sweep(
    rules: Rules,
    chart: IndexTables,
    scratch: Scratch,
    blocks: Numbers,
    first: int,
    last: int,
    words: Numbers,
    spared: Numbers,
    which: int,
    closed: Numbers,
    new: Numbers,
) -> int:
    """What the set `which` (WON or LOST) decides by one move that stays in the layer, in these blocks.

    `new` is the bit set of the boards added to the other set; returns how many they are.
    """
    total, cubes = 0, chart.cells - popcount(blocks[0])
    count = 1 << high_bits(cubes)
    for block in range(first, last):
        part = new[(block - first) * count : (block - first + 1) * count]
        if closed[block] != 0:
            part[:] = 0
            continue
        scratch.winning[:count] = 0
        scratch.spared[:count] = 0
        blanks = moved(chart.out_of, 0, blocks[block])
        add_moves(rules, chart, scratch, blanks, OWN, words, which == LOST, which == WON)
        moves = scratch.winning if which == LOST else scratch.spared
        total += settle(cubes, moves, spared, block, words, which, closed, part)
    return total
