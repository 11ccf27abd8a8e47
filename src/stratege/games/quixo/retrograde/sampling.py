"""Some entries of a 5 × 5 layer against the rules, by the bytes at a few places: nothing is unpacked whole.

Nothing here shuffles bits. Only the place of a board (`indexing.locate`) is shared with the fast way.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import partial
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled, rule
from stratege.core.kernel import GOES_ON, Rules
from stratege.core.recipe import GatherBytes
from stratege.core.words import popcount
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, word_address
from stratege.games.quixo.kernel import MOST_MOVES, finished, moves, play, result
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate
from stratege.games.quixo.retrograde.replies import latest_replies
from stratege.games.quixo.table_probe import CONVERSIONS, LAYERS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from stratege.core.recipe import Entries
    from stratege.games.colourings.bitsets import Numbers

OPEN, CONTRADICTION = 2, 3
NEVER = 256
ENTRY, CUBES, PLACE, OVER = 0, 1, 2, 3
"""Columns of a move: the number of the entry it starts from, and of the board after it the cubes, the place
in their layer and whether the game is over."""


@rule
def after_moves(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    entries: Numbers,
    ends: Numbers,
    rows: Numbers,
    room: MutableSequence[int],
) -> int:
    """Write the moves from these entries, a row each, and return how many; where the game is over already
    there are none, and `ends` has the result (`OPEN` elsewhere)."""
    cubes, count = chart.cells - popcount(blocks[0]), 0
    for i in range(len(entries)):
        state = board(chart, blocks[entries[i] >> cubes], entries[i] & (1 << cubes) - 1)
        reason = finished(rules, state)
        ends[i] = OPEN if reason == GOES_ON else result(rules, state, reason)
        for j in range(moves(rules, state, room, 0) if reason == GOES_ON else 0):
            after = play(rules, state, room[j])
            rows[count, 0], rows[count, 1] = i, popcount(after[0] | after[1])
            rows[count, 2] = locate(chart, after[0], after[1])
            rows[count, 3] = finished(rules, after) != GOES_ON
            count += 1
    return count


class Sample:
    """Entries of the layer with so many blanks, their moves, and what tables say of the boards after them."""

    def __init__(self, rules: Rules, blanks: int, entries: Entries, gather: GatherBytes) -> None:
        import numpy

        self.rules, self.chart, self.gather = rules, indexing.index_tables(rules[0]), gather
        self.name, self.entries, self.cubes = CONVERSIONS[blanks], entries, self.chart.cells - blanks
        if blanks > 0:
            indexing.blocks(rules[0], blanks - 1)
        self.blocks, _weights = indexing.blocks(rules[0], blanks)
        self.ends = numpy.empty(len(entries), numpy.int64)
        rows = numpy.empty((len(entries) * MOST_MOVES, 4), numpy.int64)
        room, listed = numpy.zeros(MOST_MOVES, numpy.int64), compiled(__name__).after_moves
        self.rows = rows[: listed(rules, self.chart, self.blocks, entries, self.ends, rows, room)]

    def wrong_results(self) -> Entries:
        """Those of the entries whose result does not follow from its successors'."""
        import numpy

        best = numpy.where(self.ends == OPEN, -1, self.ends)
        numpy.maximum.at(best, self.rows[:, ENTRY], -self._after())
        return self._those(best != self._results(self.cubes, self.entries))

    def wrong_conversions(self) -> Entries:
        """Those of which how soon a won board leaves does not follow from the boards two plies on."""
        import numpy

        won = (self._results(self.cubes, self.entries) == 1) & (self.ends == OPEN)
        rows = self.rows[(self._after() == -1) & won[self.rows[:, ENTRY]]]
        leaves = (rows[:, CUBES] > self.cubes) | (rows[:, OVER] != 0)
        soonest = numpy.where(won, NEVER, 0)
        soonest[rows[leaves, ENTRY]] = 0
        stays = rows[soonest[rows[:, ENTRY]] == NEVER]
        latest = latest_replies(
            self.rules, self.chart, self.blocks, stays[:, PLACE].copy(), partial(self.gather, self.name)
        )
        assert latest is not None, "the layer is there"
        numpy.minimum.at(soonest, stays[:, ENTRY], latest + 2)
        return self._those(soonest != self.gather(self.name, self.entries))

    def _those(self, wrong: NDArray[numpy.bool_]) -> Entries:
        found: Entries = self.entries[wrong]
        return found

    def _after(self) -> Numbers:
        """By move: the result of the board after it."""
        import numpy

        found = numpy.empty(len(self.rows), numpy.int64)
        for cubes in (self.cubes, self.cubes + 1):
            there = self.rows[:, CUBES] == cubes
            if there.any():
                found[there] = self._results(cubes, self.rows[there, PLACE])
        return found

    def _results(self, cubes: int, entries: Entries) -> Numbers:
        """1, 0 or -1 for each of these entries, as their layer has it."""
        import numpy

        index = entries & (1 << cubes) - 1
        sets = []
        for which in (WON, LOST):
            at = word_address(cubes, entries >> cubes, index >> WORD_BITS, which)  # type: ignore[arg-type]
            bytes_ = self.gather(LAYERS[self.chart.cells - cubes], 8 * at + (index >> 3 & 7))
            sets.append(bytes_.astype(numpy.int64) >> (index & 7) & 1)
        won, lost = sets
        return numpy.where(won & lost != 0, CONTRADICTION, won - lost)
