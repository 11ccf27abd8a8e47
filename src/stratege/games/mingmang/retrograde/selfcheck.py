"""Before a table is built: the fast ways through the rules against the kernel's, on random boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules, State
from stratege.core.wordsize import as_words
from stratege.games.colourings import bitperm
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, bit_at, high_bits
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.mingmang import kernel
from stratege.games.mingmang.retrograde import block_sweep, indexing, worklist

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

SWEPT, TAKEN_BACK = 4, 30
BOARDS = 40
MOST_BOARDS = 1 << 26  # of the boards with so many pawns, to be filled with random bits


def selfcheck(rules: Rules, seed: int) -> None:
    """Permutations of random sets, and moves taken back; `AssertionError` if they are not the kernel's."""
    chance = random.Random(seed)
    cells = rules[0] ** 2
    small = [k for k in range(1, cells) if block_count(rules[0], k) << k <= MOST_BOARDS]
    for _trial in range(SWEPT):
        _check_sweep(rules, chance.choice(small), chance)
    for _trial in range(TAKEN_BACK):
        mine = chance.getrandbits(cells)
        _check_taken_back(rules, (mine, chance.getrandbits(cells) & ~mine))


def successors(rules: Rules, state: State) -> list[State]:
    """The states that the kernel's moves lead to."""
    out = [0] * (4 * rules[0] ** 2)
    return [kernel.play(rules, state, move) for move in out[: kernel.moves(rules, state, out, 0)]]


def _check_sweep(rules: Rules, pawns: int, chance: random.Random) -> None:
    """Which boards of a random block lead into a random set, and which out of it."""
    import numpy

    chart, twin = indexing.index_tables(rules[0], pawns), compiled(block_sweep.__name__)
    draw = numpy.random.default_rng(chance.getrandbits(32))
    words = draw.integers(-(1 << 63), (1 << 63) - 1, 2 * len(chart.masks) << high_bits(pawns))
    if pawns < WORD_BITS:
        words[:] = -(words & 1)  # all copies of a board alike
    block, scratch, count = chance.randrange(len(chart.masks)), bitperm.scratch(pawns), high_bits(pawns)
    for which in (LOST, WON):
        scratch.winning[: 1 << count] = 0
        twin.add_moves(chart, scratch, block_sweep.folds(), block, words, which)
        for _trial in range(BOARDS):
            index = chance.randrange(1 << pawns)
            state = indexing.board(chart, block << pawns | index)
            places = [indexing.locate(chart, *after) for after in successors(rules, state)]
            expected = any((bit_at(words, pawns, place, which) == 1) == (which == LOST) for place in places)
            backwards = (1 << max(pawns, WORD_BITS)) - 1 - index
            found = int(scratch.winning[backwards >> WORD_BITS]) >> (backwards & 63) & 1
            assert expected == (found == 1), (state, which)


def _check_taken_back(rules: Rules, before: State) -> None:
    """Every move that the rules know must be among the moves taken back."""
    import numpy

    out: Numbers = numpy.zeros((worklist.MOST_SUSPECTS, 2), numpy.int64)
    for after in successors(rules, before):
        count = compiled(worklist.__name__).predecessors(as_words(rules), *after, out)
        found = {(int(mine), int(theirs)) for mine, theirs in out[:count]}
        assert before in found, (before, after)
        assert all(after in successors(rules, one) for one in found), after
