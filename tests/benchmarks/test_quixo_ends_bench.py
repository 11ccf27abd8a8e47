"""Boards counted ply by ply are counted right."""

from __future__ import annotations

import numpy
from benchmarks.tables.quixo_ends import counted

from stratege.games.colourings.bitsets import LOST, WON, word_address
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.retrograde.distances import Stratum


def test_every_board_counts_once_for_each_of_its_turns() -> None:
    layer = Stratum(5, 19)  # six cubes: a word for each block
    layer.new[:] = numpy.random.default_rng(1).integers(-(1 << 63), 1 << 63, size=len(layer.new))
    _blocks, weights = indexing.blocks(5, 19)
    expected = [0, 0]
    for block, weight in enumerate(weights.tolist()):
        for which in (WON, LOST):
            word = int(layer.new[word_address(6, block, 0, which)]) % (1 << 64)
            expected[which] += weight * word.bit_count()
    assert counted(layer) == tuple(expected)
