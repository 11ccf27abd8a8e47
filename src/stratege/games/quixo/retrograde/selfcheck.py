"""Before a table is built: the fast ways through the rules against the kernel's, on random boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules, State
from stratege.games.colourings import bitperm, bitsets
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.quixo import kernel
from stratege.games.quixo.retrograde import indexing, move_sweep, worklist

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

ROUNDS = 4
BOARDS = 12
MOST_BOARDS = 1 << 26  # of a layer filled with random bits


def selfcheck(rules: Rules, seed: int) -> None:
    """Shuffles of random sets, and moves taken back; `AssertionError` if they are not the kernel's."""
    chance = random.Random(seed)
    n, cells = rules[0], rules[0] ** 2
    sizes = [block_count(n, blanks) << cells - blanks for blanks in range(cells + 1)]
    small = [blanks for blanks, size in enumerate(sizes) if size <= MOST_BOARDS]
    for _ in range(ROUNDS):
        for kind in (bitperm.OWN, bitperm.BLANK):
            blanks = chance.choice([after + kind for after in small if after + kind < len(sizes)])
            _check_shuffles(rules, blanks, kind, chance)


def _check_shuffles(rules: Rules, blanks: int, kind: int, chance: random.Random) -> None:
    """The moves of one kind from a random block, into a layer of random bits."""
    import numpy

    chart, twin = indexing.index_tables(rules[0]), compiled(move_sweep.__name__)
    cubes = chart.cells - blanks
    children, _weights = indexing.blocks(rules[0], blanks - kind)
    blocks, _weights = indexing.blocks(rules[0], blanks)
    words = 2 * len(children) << max(0, cubes + kind - bitsets.WORD_BITS)
    random_words = numpy.random.default_rng(chance.getrandbits(32)).integers(-(1 << 63), (1 << 63) - 1, words)
    if cubes + kind < bitsets.WORD_BITS:
        random_words[:] = -(random_words & 1)  # all copies of a board alike
    places_blank, scratch = int(blocks[chance.randrange(len(blocks))]), bitperm.scratch(cubes)
    there = compiled(indexing.__name__).moved(chart.out_of, 0, places_blank)
    twin.add_moves(rules, chart, scratch, there, kind, random_words, True, True)
    for _ in range(BOARDS):
        index = chance.randrange(1 << cubes)
        state = indexing.board(chart, places_blank, index)
        expected = _asked_of_the_kernel(rules, state, kind, random_words)
        seen = index ^ (1 << cubes) - 1  # before the move, bits are set for the player to move
        found = tuple(int(part[seen >> 6]) >> (seen & 63) & 1 for part in (scratch.winning, scratch.spared))
        assert found == expected, (rules, state, found, expected)


def _asked_of_the_kernel(rules: Rules, state: State, kind: int, words: Numbers) -> tuple[int, int]:
    """Whether a move of this kind leads to a board among the lost, and to one not among the won."""
    chart, twin = indexing.index_tables(rules[0]), compiled(bitsets.__name__)
    locate = compiled(indexing.__name__).locate
    winning = spared = 0
    moves = [0] * kernel.MOST_MOVES
    for move in moves[: kernel.moves(rules, state, moves, 0)]:
        if (kernel.TAKEN[rules[1] + move] & state[0] == 0) == (kind == bitperm.BLANK):
            after = kernel.play(rules, state, move)
            entry, cubes = locate(chart, *after), (after[0] | after[1]).bit_count()
            winning |= twin.bit_at(words, cubes, entry, bitsets.LOST)
            spared |= 1 - twin.bit_at(words, cubes, entry, bitsets.WON)
            assert kind == bitperm.BLANK or worklist.unplay(rules, after, move) == state, (rules, state, move)
    return winning, spared
