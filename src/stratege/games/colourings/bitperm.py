"""A move as a permutation of index bits, done for 64 boards at once.

A move takes all colourings of one set of pieces to colourings of another, and each index bit of the parent to
one index bit of the child. A set of boards is bits of 64-bit words, so asking "which boards have a child in
the set?" is a fixed permutation of the index bits: high bits among themselves say where words are fetched, a
high bit and a low one change places between two words, low bits among themselves between the halves,
quarters, … of each word (delta swaps).

The mover's pieces are the same before and after the move, but stored indices have them clear before and set
after it. So parents are numbered here by the mover's pieces; a block read backwards, and each of its words
backwards, is in stored order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stratege.core.compiling import Table, rule
from stratege.core.words import shift_right, unsigned
from stratege.core.wordsize import as_words
from stratege.games.colourings.bitsets import WORD_BITS, address_step

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

OWN, BLANK = 0, 1  # what is moved: a piece of one's own, or one that becomes it

# The index bits within a word: where each of them is set.
SET = Table(as_words(tuple(sum(1 << i for i in range(64) if i >> bit & 1) for bit in range(WORD_BITS))))


class Scratch(NamedTuple):
    """What one thread needs to shuffle the blocks of a layer."""

    source: Numbers
    """By index bit of the parent: the child's."""
    step: Numbers
    """By bit of a word's number: how far apart the words lie that are fetched."""
    content: Numbers
    """By low bit of the child: the parent's bit that it becomes."""
    low: Numbers
    high: Numbers
    """Pairs of a low and a high bit that change places."""
    shift: Numbers
    mask: Numbers
    """Delta swaps."""
    start: Numbers
    """Where each run of words is fetched."""
    words: Numbers
    """The words fetched."""
    winning: Numbers
    """Boards with a move to a lost one."""
    spared: Numbers
    """Boards with a move to one that is not won."""


def scratch(cubes: int) -> Scratch:
    """Scratch for blocks of so many cubes."""
    import numpy

    words = 1 << max(0, cubes - WORD_BITS)
    sizes = (32, 32, *[WORD_BITS] * 5, 2 * words, 2 * words, words, words)
    return Scratch(*(numpy.zeros(size, numpy.int64) for size in sizes))


@rule
def pair_up(scratch: Scratch, bits: int, page: int) -> int:
    """Plan the fetching of words: fill `step`, and `low`, `high` with the exchanges to do after it.

    A high bit of the child that is to become low is first fetched in the place of a low one that is to become
    high. Afterwards `content` has only low bits. Returns the number of exchanges.
    """
    for bit in range(bits):
        source = scratch.source[bit]
        if source < WORD_BITS:
            scratch.content[source] = bit
        elif bit >= WORD_BITS:
            scratch.step[bit - WORD_BITS] = address_step(source, page)
    exchanges, incoming = 0, 0
    for low in range(WORD_BITS):
        bit = scratch.content[low]
        if bit >= WORD_BITS:
            while scratch.source[incoming] < WORD_BITS:
                incoming += 1
            scratch.step[bit - WORD_BITS] = address_step(scratch.source[incoming], page)
            scratch.low[exchanges], scratch.high[exchanges] = low, bit - WORD_BITS
            scratch.content[low] = incoming
            incoming += 1
            exchanges += 1
    return exchanges


@rule
def sort_low(scratch: Scratch) -> int:
    """Plan the delta swaps that bring each low bit to its place; return how many."""
    swaps = 0
    for low in range(WORD_BITS):
        while scratch.content[low] != low:
            target = scratch.content[low]
            near, far = min(low, target), max(low, target)
            scratch.shift[swaps] = (1 << far) - (1 << near)
            scratch.mask[swaps] = SET[near] & ~SET[far]
            scratch.content[low] = scratch.content[target]
            scratch.content[target] = target
            swaps += 1
    return swaps


@rule
def spread_starts(scratch: Scratch, bits: int, start: int) -> int:
    """Fill `start` with where runs of words are fetched; return the length of a run, in bits."""
    run = 0
    while run < bits and scratch.step[run] == 1 << run:
        run += 1
    scratch.start[0] = start
    known = 1
    for bit in range(run, bits):
        for i in range(known):
            scratch.start[known + i] = scratch.start[i] + scratch.step[bit]
        known *= 2
    return run


@rule
def fetch(scratch: Scratch, words: Numbers, bits: int, run: int, offset: int) -> None:
    """Bring together the words that `start` tells, `offset` further on."""
    for i in range(1 << bits - run):
        first, to = scratch.start[unsigned(i)] + offset, i << run
        for j in range(1 << run):
            scratch.words[unsigned(to + j)] = words[unsigned(first + j)]


@rule
def exchange(words: Numbers, count: int, low: int, high: int) -> None:
    """A low index bit and a high one change places."""
    upper = SET[low]
    lower, shift, apart = ~upper, 1 << low, 1 << high
    for first in range(0, count, 2 * apart):
        for i in range(first, first + apart):
            a, b = words[unsigned(i)], words[unsigned(i + apart)]
            words[unsigned(i)] = a & lower | (b & lower) << shift
            words[unsigned(i + apart)] = shift_right(a & upper, shift) | b & upper


@rule
def delta_swap(words: Numbers, count: int, shift: int, mask: int) -> None:
    """Two low index bits change places."""
    for i in range(count):
        word = words[unsigned(i)]
        differing = (shift_right(word, shift) ^ word) & mask
        words[unsigned(i)] = word ^ differing ^ differing << shift


@rule
def shuffle(
    scratch: Scratch, words: Numbers, bits: int, run: int, offset: int, exchanges: int, swaps: int
) -> None:
    """Leave in `scratch.words` the set as the parents see it."""
    fetch(scratch, words, bits, run, offset)
    for i in range(exchanges):
        exchange(scratch.words, 1 << bits, scratch.low[i], scratch.high[i])
    for i in range(swaps):
        delta_swap(scratch.words, 1 << bits, scratch.shift[i], scratch.mask[i])


@rule
def merge(scratch: Scratch, into: Numbers, count: int, taken: int, kind: int, half: bool, flip: int) -> None:
    """Add the boards that can make the move: those whose index bit `taken` is set.

    With `half` only these have been fetched. A blank is no bit of the parent: it is dropped.
    """
    if taken < WORD_BITS:
        mask = SET[taken]
        if kind == BLANK:
            word = (scratch.words[0] ^ flip) & mask
            into[0] |= word | shift_right(word, 1 << taken)
        else:
            for i in range(count):
                into[unsigned(i)] |= (scratch.words[unsigned(i)] ^ flip) & mask
        return
    apart = 1 << taken - WORD_BITS
    to, stride = (apart, 2 * apart) if kind == OWN else (0, count)
    first, step = (0, apart) if half else (apart, 2 * apart)
    while to < count:
        for i in range(apart):
            into[unsigned(to + i)] |= scratch.words[unsigned(first + i)] ^ flip
        to += stride
        first += step
