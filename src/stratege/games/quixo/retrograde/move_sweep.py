"""Which boards of a block have a move into a set: all moves of one kind, each a permutation of index bits.

For fixed blanks a move takes all colourings of a block to colourings of one other block
(`colourings.bitperm`). Parents are numbered by the mover's cubes: a block read backwards, and each of its
words backwards, is in stored order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import Rules
from stratege.core.words import popcount, unsigned
from stratege.games.colourings.bitperm import (
    Scratch,
    merge,
    pair_up,
    shuffle,
    sort_low,
    spread_starts,
)
from stratege.games.colourings.bitsets import (
    LOST,
    PAGE_BITS,
    WON,
    WORD_BITS,
    address_step,
    high_bits,
    word_address,
)
from stratege.games.quixo.kernel import play
from stratege.games.quixo.retrograde.indexing import IndexTables, moved

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers


@rule
def place_bit(blanks: int, place: int) -> int:
    """The index bit of a cube, given the blank places."""
    return popcount(~blanks & (1 << place) - 1)


@rule
def follow(chart: IndexTables, scratch: Scratch, blanks: int, entry: int, child: int, move: int) -> int:
    """Fill `source` for a move from a block with these blank cells to one with those blank places.

    A blank that is taken counts as one bit more, the highest. Returns the number of bits, at least 6.
    """
    turn, bits = entry & 7, 0
    for place in range(chart.cells):
        cell = chart.order[unsigned(place)]
        if blanks >> cell & 1 == 0:
            scratch.source[bits] = place_bit(
                child, chart.goes[unsigned(turn), unsigned(move), unsigned(cell)]
            )
            bits += 1
    taken = chart.taken[move]
    if blanks >> taken & 1 != 0:
        scratch.source[bits] = place_bit(child, chart.goes[unsigned(turn), unsigned(move), unsigned(taken)])
        bits += 1
    for bit in range(bits, WORD_BITS):
        scratch.source[bit] = bit
    return max(bits, WORD_BITS)


@rule
def taken_bit(chart: IndexTables, blanks: int, taken: int) -> int:
    """The index bit of the cube that is taken; a blank counts as the highest."""
    if blanks >> taken & 1 != 0:
        return chart.cells - popcount(blanks)
    cubes = ~moved(chart.into, 0, blanks)
    return popcount(cubes & moved(chart.into, 0, 1 << taken) - 1)


@rule
def add_moves(
    rules: Rules,
    chart: IndexTables,
    scratch: Scratch,
    blanks: int,
    kind: int,
    children: Numbers,
    winning: bool,
    spared: bool,
) -> None:
    """Add to `scratch.winning` and `scratch.spared` what the moves with one's own cubes, or with blanks, do.

    `blanks` are cells; `children` are the won and lost boards of the layer that the moves lead to.
    """
    cubes = chart.cells - popcount(blanks)
    count = 1 << high_bits(cubes)
    page = min(PAGE_BITS, high_bits(cubes + kind))
    for move in range(len(chart.taken)):
        taken = chart.taken[move]
        if blanks >> taken & 1 != kind:
            continue
        after = play(rules, (0, blanks), move)[0]
        entry = chart.entry[after]
        bits = follow(chart, scratch, blanks, entry, moved(chart.into, entry & 7, after), move)
        bit = taken_bit(chart, blanks, taken)
        start = word_address(cubes + kind, entry >> 3, 0, WON)
        half = bit >= WORD_BITS and scratch.source[bit] >= WORD_BITS
        if half:
            start += address_step(scratch.source[bit], page)
            bits -= 1
            for i in range(bit, bits):
                scratch.source[i] = scratch.source[i + 1]
        exchanges, swaps = pair_up(scratch, bits, page), sort_low(scratch)
        run = spread_starts(scratch, bits - WORD_BITS, start)
        if winning:
            shuffle(scratch, children, bits - WORD_BITS, run, LOST << page, exchanges, swaps)
            merge(scratch, scratch.winning, count, bit, kind, half, 0)
        if spared:
            shuffle(scratch, children, bits - WORD_BITS, run, WON << page, exchanges, swaps)
            merge(scratch, scratch.spared, count, bit, kind, half, -1)
