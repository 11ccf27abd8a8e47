"""Whole blocks at a time: which boards have a move to a lost one, which have none but to won ones.

A move from p to q takes all colourings of a mask in which p is the mover's to colourings of one other mask.
Numbered by the mover's pawns, before as after, its index bits only change places; see `bitperm`. Then
captures: for the row of pawns s1, s2, … next to q in a direction, where s1 … sj are the other's and the next
one is the mover's, the entry asked for is the one with s1 … sj turned over. Directions have no pawn in
common, so they are folded in one after the other, 64 boards at a time.

A board that is lost in an even number of plies makes others won, in an odd number, and these make others lost
again: so a sweep reads one of the two sets and adds to the other. In whatever order its blocks come, and
however many threads there are, it looks exactly one ply further than the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stratege.core.compiling import rule
from stratege.core.words import shift_right, unsigned
from stratege.games.colourings.bitperm import (
    OWN,
    SET,
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
from stratege.games.colourings.level_sweep import settle
from stratege.games.mingmang.retrograde.indexing import IndexTables, neighbour

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

MOST_FOLDS = 16


class Folds(NamedTuple):
    """The captures of a move, for words as `bitperm.shuffle` leaves them."""

    clear: Numbers
    """Bits of a word's number that must be clear: pawns to be turned over."""
    set: Numbers
    """The bit of a word's number that must be set: the pawn behind them."""
    shift: Numbers
    """How far the bits of a word move when the pawns within it turn over."""
    mask: Numbers
    """Where in a word the pattern stands."""


def folds() -> Folds:
    """Room for the captures of a move."""
    import numpy

    return Folds(*(numpy.zeros(MOST_FOLDS, numpy.int64) for _field in Folds._fields))


@rule
def list_folds(chart: IndexTables, folds: Folds, block: int, origin: int, target: int, dropped: int) -> int:
    """Write down the captures of a move; return how many. `dropped` is an index bit that was left out."""
    count, mask = 0, chart.masks[block] & ~(1 << origin)
    for step in (-1, 1, -chart.n, chart.n):
        clear, shift, pattern = 0, 0, -1
        at = neighbour(chart.n, target, step)
        first = True
        while at >= 0 and mask >> at & 1 != 0:
            bit = int(chart.bit[unsigned(block), unsigned(at)])
            if bit > dropped:
                bit -= 1
            if not first:
                high = 1 << bit - WORD_BITS if bit >= WORD_BITS else 0
                folds.clear[count], folds.set[count], folds.shift[count] = clear, high, shift
                folds.mask[count] = pattern if bit >= WORD_BITS else pattern & SET[bit]
                count += 1
            if bit >= WORD_BITS:
                clear |= 1 << bit - WORD_BITS
            else:
                shift += 1 << bit
                pattern &= ~SET[bit]
            first = False
            at = neighbour(chart.n, at, step)
    return count


@rule
def fold(words: Numbers, count: int, clear: int, behind: int, shift: int, mask: int) -> None:
    """Where the pattern stands, take what is known of the board with its pawns turned over."""
    fixed = clear | behind
    if fixed == 0:
        for i in range(count):
            word = words[unsigned(i)]
            words[unsigned(i)] = word ^ (word ^ shift_right(word, shift)) & mask
        return
    run = fixed & -fixed
    base = 0
    while base < count:
        to = base | behind
        for i in range(to, to + run):
            word = words[unsigned(i)]
            words[unsigned(i)] = word ^ (word ^ shift_right(words[unsigned(i + clear)], shift)) & mask
        base = (base | fixed | run - 1) + 1 & ~fixed


@rule
def add_move(
    chart: IndexTables,
    scratch: Scratch,
    folds: Folds,
    block: int,
    origin: int,
    target: int,
    words: Numbers,
    which: int,
) -> None:
    """Add to `scratch.winning` the boards from which one move leads to a lost one (`which` is LOST), or to
    one that is not won (WON)."""
    pawns = chart.pawns
    page = min(PAGE_BITS, high_bits(pawns))
    where = int(chart.entry[chart.masks[block] & ~(1 << origin) | 1 << target])
    child, turn = where >> 3, where & 7
    for bit in range(pawns):
        cell = int(chart.cell[unsigned(block), bit])
        if cell == origin:
            cell = target
        scratch.source[bit] = chart.bit[
            unsigned(child), unsigned(chart.turned[unsigned(turn), unsigned(cell)])
        ]
    for bit in range(pawns, WORD_BITS):
        scratch.source[bit] = bit
    bits = max(pawns, WORD_BITS)
    own = int(chart.bit[unsigned(block), unsigned(origin)])
    start = word_address(pawns, child, 0, WON)
    half = own >= WORD_BITS and scratch.source[own] >= WORD_BITS
    if half:  # only the boards in which the pawn is the mover's
        start += address_step(scratch.source[own], page)
        bits -= 1
        for i in range(own, bits):
            scratch.source[i] = scratch.source[i + 1]
    exchanges, swaps = pair_up(scratch, bits, page), sort_low(scratch)
    run = spread_starts(scratch, bits - WORD_BITS, start)
    captures = list_folds(chart, folds, block, origin, target, own if half else 64)
    shuffle(scratch, words, bits - WORD_BITS, run, which << page, exchanges, swaps)
    for i in range(captures):
        fold(
            scratch.words, 1 << bits - WORD_BITS, folds.clear[i], folds.set[i], folds.shift[i], folds.mask[i]
        )
    merge(scratch, scratch.winning, 1 << high_bits(pawns), own, OWN, half, 0 if which == LOST else -1)


@rule
def add_moves(
    chart: IndexTables, scratch: Scratch, folds: Folds, block: int, words: Numbers, which: int
) -> None:
    """Add what all moves of a mask do."""
    mask = chart.masks[block]
    for bit in range(chart.pawns):
        origin = int(chart.cell[unsigned(block), bit])
        for step in (-1, 1, -chart.n, chart.n):
            target = neighbour(chart.n, origin, step)
            while target >= 0 and mask >> target & 1 == 0:
                add_move(chart, scratch, folds, block, origin, target, words, which)
                target = neighbour(chart.n, target, step)


@rule
def sweep(
    chart: IndexTables,
    scratch: Scratch,
    folds: Folds,
    first: int,
    last: int,
    words: Numbers,
    which: int,
    closed: Numbers,
    new: Numbers,
) -> int:
    """What the set `which` (WON or LOST) decides by one move, in the blocks from `first` to `last` - 1.

    Reads that set and adds to the other one only, so that in whatever order blocks come, a sweep looks one
    ply ahead. `new` is the bit set of the boards added; returns how many they are.
    """
    total = 0
    count = 1 << high_bits(chart.pawns)
    for block in range(first, last):
        part = new[(block - first) * count : (block - first + 1) * count]
        if closed[block] != 0:
            part[:] = 0
            continue
        scratch.winning[:count] = 0
        add_moves(chart, scratch, folds, block, words, which)
        nobody = scratch.winning[:0]
        total += settle(chart.pawns, scratch.winning, nobody, block, words, which, closed, part)
    return total
