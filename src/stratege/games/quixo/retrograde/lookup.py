"""Many probes at once, into a 5 × 5 layer that is not compressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import popcount
from stratege.games.colourings.bitsets import LOST, WON, bit_at
from stratege.games.quixo.retrograde.indexing import IndexTables, locate

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers


@rule
def look_up(chart: IndexTables, words: Numbers, mine: Numbers, theirs: Numbers, out: Numbers) -> None:
    """1, 0 or -1 for each board (mine, theirs) of the layer, won, drawn or lost by the player to move."""
    for i in range(len(mine)):
        cubes, entry = popcount(mine[i] | theirs[i]), locate(chart, mine[i], theirs[i])
        out[i] = bit_at(words, cubes, entry, WON) - bit_at(words, cubes, entry, LOST)
