"""The moves between boards of one layer, for many boards at once."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, Rules
from stratege.core.words import popcount
from stratege.games.quixo.kernel import finished, moves, play
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers


@rule
def replies(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    entries: Numbers,
    out: Numbers,
    room: MutableSequence[int],
) -> int:
    """Write the moves from these entries that stay in the layer and do not end the game; how many.

    A move is a pair: the number of the entry in `entries`, and the entry after it.
    """
    cubes, count = chart.cells - popcount(blocks[0]), 0
    for i in range(len(entries)):
        state = board(chart, blocks[entries[i] >> cubes], entries[i] & (1 << cubes) - 1)
        for j in range(moves(rules, state, room, 0)):
            after = play(rules, state, room[j])
            if popcount(after[0] | after[1]) == cubes and finished(rules, after) == GOES_ON:
                out[count, 0], out[count, 1] = i, locate(chart, after[0], after[1])
                count += 1
    return count
