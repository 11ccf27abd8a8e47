"""Where a table keeps a board: a block for its occupied cells, up to symmetry, and an index for its colours.

Pawns are turned over but never taken away, so their number never changes, and a board is a set of occupied
cells (a *mask*) and a colouring of the pawns on them. All colourings of a mask are one block; of the up to
eight masks that turning and mirroring make of each other only the least one has a block.

The *index* of a board has one bit for each pawn, set for a pawn of the player who is not to move. The pawns
that can move least come first: most moves then leave the lowest six bits alone, those within a 64-bit word.
"""

from __future__ import annotations

import functools
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from stratege.core.compiling import compiled, rule
from stratege.core.words import lowest_index, popcount, unsigned
from stratege.games.colourings.bitsets import WORD_BITS
from stratege.games.colourings.symmetric_sets import block_count, turns_of
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from stratege.games.colourings.bitsets import Numbers


class IndexTables(NamedTuple):
    """Where boards with so many pawns stand, as arrays for compiled code."""

    n: int
    pawns: int
    turned: Numbers
    """By turn and cell: where the cell goes."""
    entry: NDArray[numpy.int32]
    """By mask: the number of its block and the turn that leads to it, as block * 8 + turn."""
    masks: Numbers
    """By block: its occupied cells."""
    weights: Numbers
    """By block: how many masks it stands for."""
    cell: NDArray[numpy.int8]
    """By block and index bit: the cell of that pawn."""
    bit: NDArray[numpy.int8]
    """By block and cell: the index bit of the pawn there."""


@functools.lru_cache(2)
def index_tables(n: int, pawns: int) -> IndexTables:
    """The boards of n × n cells with so many pawns."""
    import numpy

    turns = numpy.array(turns_of(n), numpy.int64)
    entry = numpy.zeros(1 << n * n, numpy.int32)
    blocks = block_count(n, pawns)
    masks, weights = numpy.zeros(blocks, numpy.int64), numpy.zeros(blocks, numpy.int64)
    twin = _compiled()
    assert twin.list_blocks(n, pawns, turns, masks, weights, entry) == blocks
    assert weights.sum() == comb(n * n, pawns)
    cell = numpy.zeros((blocks, max(pawns, 1)), numpy.int8)
    bit = numpy.zeros((blocks, n * n), numpy.int8)
    found = IndexTables(n, pawns, turns, entry, masks, weights, cell, bit)
    twin.order_pawns(found)
    return found


def _compiled() -> Any:
    return compiled(__name__)


@rule
def turned_mask(turns: Numbers, turn: int, mask: int) -> int:
    """A set of cells turned."""
    image = 0
    while mask != 0:
        image |= 1 << turns[turn, lowest_index(mask)]
        mask &= mask - 1
    return image


@rule
def list_blocks(
    n: int, pawns: int, turns: Numbers, masks: Numbers, weights: Numbers, entry: NDArray[numpy.int32]
) -> int:
    """Write down the masks that come first among their turns and enter all masks; return how many."""
    count, mask = 0, (1 << pawns) - 1
    while mask < 1 << n * n:
        if entry[mask] == 0:  # not yet reached as a turn of another: the least of its kind
            images = 0
            for number in range(TURNS):
                image = turned_mask(turns, number, mask)
                # The way back from the image is the inverse turn: quarter turns (5 and 6) undo each other.
                back = 11 - number if number in (5, 6) else number
                if entry[image] == 0:
                    entry[image] = (count << 3 | back) + 1
                    images += 1
            masks[count], weights[count] = mask, images
            count += 1
        if mask == 0:
            break
        low = mask & -mask
        ripple = mask + low
        mask = ripple | ((mask ^ ripple) // low >> 2)
    for i in range(1 << n * n):
        entry[i] -= 1
    return count


@rule
def reach(n: int, mask: int, cell: int) -> int:
    """How many empty cells a pawn on this cell can go to."""
    total = 0
    for step in (-1, 1, -n, n):
        at = neighbour(n, cell, step)
        while at >= 0 and mask >> at & 1 == 0:
            total += 1
            at = neighbour(n, at, step)
    return total


@rule
def neighbour(n: int, cell: int, step: int) -> int:
    """The next cell in the direction of a step (1, -1, n or -n); -1 at the edge."""
    if step == 1:
        return cell + 1 if cell % n != n - 1 else -1
    if step == -1:
        return cell - 1 if cell % n != 0 else -1
    after = cell + step
    return after if 0 <= after < n * n else -1


@rule
def order_pawns(chart: IndexTables) -> None:
    """Fill `cell` and `bit`: the pawns that can move least first, within the two groups by cell."""
    for block in range(len(chart.masks)):
        mask, low = chart.masks[block], 0
        for limit in range(4 * chart.n):
            cells = mask & ~low
            while cells != 0 and popcount(low) < WORD_BITS:
                cell = lowest_index(cells)
                cells &= cells - 1
                if reach(chart.n, mask, cell) == limit:
                    low |= 1 << cell
        bit = 0
        for group in (low, mask & ~low):
            cells = group
            while cells != 0:
                cell = lowest_index(cells)
                cells &= cells - 1
                chart.cell[block, bit] = cell
                chart.bit[block, cell] = bit
                bit += 1


@rule
def locate(chart: IndexTables, mine: int, theirs: int) -> int:
    """The entry of a board: its block, then its index."""
    where = int(chart.entry[mine | theirs])
    block, turn, index = where >> 3, where & 7, 0
    while theirs != 0:
        cell = chart.turned[unsigned(turn), unsigned(lowest_index(theirs))]
        index |= 1 << int(chart.bit[unsigned(block), unsigned(cell)])
        theirs &= theirs - 1
    return block << chart.pawns | index


@rule
def board(chart: IndexTables, entry: int) -> tuple[int, int]:
    """The board of an entry: mine and theirs."""
    block, theirs = entry >> chart.pawns, 0
    for bit in range(chart.pawns):
        if entry >> bit & 1 != 0:
            theirs |= 1 << int(chart.cell[unsigned(block), bit])
    return int(chart.masks[unsigned(block)]) & ~theirs, theirs
