"""The moves between boards of one layer, for many boards at once, and how soon they leave it."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import compiled, rule
from stratege.core.kernel import GOES_ON, Rules
from stratege.core.words import popcount
from stratege.games.quixo.kernel import MOST_MOVES, finished, moves, play
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
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


def latest_replies(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    lost: Numbers,
    bytes_of: Callable[[Numbers], Bytes | None],
) -> Numbers | None:
    """For each of these lost boards, the highest byte of the boards that a reply can lead to.

    `bytes_of` has the bytes of a layer's entries, or None if it is not there.
    """
    import numpy

    pairs, room = numpy.empty((len(lost) * MOST_MOVES, 2), numpy.int64), numpy.zeros(MOST_MOVES, numpy.int64)
    pairs = pairs[: compiled(__name__).replies(rules, chart, blocks, lost, pairs, room)]
    found, latest = bytes_of(pairs[:, 1]), numpy.zeros(len(lost), numpy.int64)
    if found is None:
        return None
    numpy.maximum.at(latest, pairs[:, 0], found)
    return latest
