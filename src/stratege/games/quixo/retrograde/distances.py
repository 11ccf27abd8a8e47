"""Small boards to the last ply: who wins, and in how many plies.

Ply by ply: a board is won in d plies if a move leads to one lost in d - 1 (and it is not won sooner), lost
in d if all moves lead to boards won in at most d - 1. Each ply is one look at all blocks of all layers, 64
boards at a time (`ply_sweep`).

A board takes one byte, block after block, layer after layer from 0 blanks on: 0 is not yet known, 1 a draw,
2 + 2 * plies won, 3 + 2 * plies lost.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled
from stratege.core.kernel import Rules
from stratege.core.recipe import Exact, Work
from stratege.games.colourings import bitperm, bitsets
from stratege.games.colourings.symmetric_sets import block_count
from stratege.games.colourings.thread_pool import ThreadPool
from stratege.games.quixo.retrograde import indexing, ply_sweep

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

UNKNOWN, DRAW, WIN, LOSS = 0, 1, 2, 3
TYPICAL_PLIES = 30  # a guess, for telling how far along the work is


@functools.cache
def offsets(n: int) -> tuple[int, ...]:
    """Where the boards with 0, 1, … blanks begin, and where the last end."""
    sizes = (block_count(n, blanks) << n * n - blanks for blanks in range(n * n + 1))
    return (0, *itertools.accumulate(sizes))


def meaning(byte: int) -> Exact:
    """What a byte says of a board."""
    if byte == DRAW:
        return Exact(0)
    return Exact(1 if byte & 1 == WIN & 1 else -1, (byte - WIN) // 2)


class Stratum:
    """The boards with as many blanks, while they are solved: sets of won and lost boards, known and new."""

    def __init__(self, n: int, blanks: int) -> None:
        import numpy

        self.blanks, self.cubes = blanks, n * n - blanks
        self.blocks, _weights = indexing.blocks(n, blanks)
        self.known = numpy.zeros(2 * len(self.blocks) << max(0, self.cubes - bitsets.WORD_BITS), numpy.int64)
        self.new = numpy.zeros_like(self.known)
        self.news, self.found = numpy.zeros_like(self.blocks), numpy.zeros_like(self.blocks)
        self.scratch = bitperm.scratch(self.cubes)


def ply_by_ply(rules: Rules, most_blanks: int, work: Work) -> Iterator[tuple[int, list[Stratum]]]:
    """0, 1, … plies from the end, as long as boards are found: `new` has those of each stratum.

    Whoever takes them adds them to the `known` before asking for the next ply.
    """
    twin, chart = compiled(ply_sweep.__name__), indexing.index_tables(rules[0])
    strata = [Stratum(rules[0], blanks) for blanks in range(most_blanks + 1)]
    ply = 0

    def look(layer: Stratum) -> int:
        if ply == 0:
            return int(twin.find_lines(chart, layer.scratch, layer.blocks, layer.new, layer.found))
        below = strata[max(0, layer.blanks - 1)]
        sets = (layer.known, below.known, layer.new, layer.news, below.news, layer.found)
        return int(twin.next_ply(rules, chart, layer.scratch, layer.blocks, *sets))

    with ThreadPool[int](work.workers, lambda: work.tell(min(0.99, ply / TYPICAL_PLIES))) as pool:
        while any(list(pool.results(partial(look, layer) for layer in strata))):
            yield ply, strata
            for layer in strata:
                layer.news, layer.found = layer.found, layer.news
            ply += 1


def solve(rules: Rules, data: Bytes, work: Work) -> None:
    """Fill the bytes of a whole small board. It takes seconds: a build that was killed begins again."""
    n, keep = rules[0], compiled(ply_sweep.__name__).keep
    for ply, strata in ply_by_ply(rules, n * n, work):
        for layer in strata:
            part = data[offsets(n)[layer.blanks] : offsets(n)[layer.blanks + 1]]
            keep(layer.cubes, layer.known, layer.new, part, WIN + 2 * ply, LOSS + 2 * ply)
    data[data == UNKNOWN] = DRAW
