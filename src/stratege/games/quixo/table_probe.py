"""Asking the 5 × 5 tables from compiled code: boards with few blanks, whose layers are stored as they are.

A board's place is that of `indexing.locate`, found here by the addresses of the same arrays: a search hands
on one word for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import rule
from stratege.core.kernel import Rules, State
from stratege.core.words import popcount, shift_right, word_at
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, word_address
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.retrograde.indexing import squeezed

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNKNOWN = -128
"""In place of a result: the board has too many blanks, their layer is not there, or nobody wins by force.

A draw is not told, for most boards are drawn, and among them a search should still go for the better one.
"""

CELLS = 25
MOST_BLANKS = 3
"""Up to here layers are stored as they are, 470 MB together; a layer more would take 850 MB by itself."""

LAYERS = tuple(f"blanks-{blanks:02d}" for blanks in range(CELLS + 1))
"""What the layer of boards with so many blanks is called."""

CONVERSIONS = tuple(f"conversion-{blanks:02d}" for blanks in range(CELLS + 1))
"""What the layer is called that says how soon they leave it."""

# The arrays: `into` and `entry` of `IndexTables`, then the layers.
INTO, ENTRY, FIRST = 0, 1, 2


def arrays(rules: Rules, data: Callable[[str], NDArray[Any] | None]) -> list[NDArray[Any] | None]:
    """The geometry and the layers (`core.parts.TableProbe`). Small boards are looked up at the root only."""
    if rules[0] ** 2 != CELLS:
        return []
    layers = [data(LAYERS[blanks]) for blanks in range(MOST_BLANKS + 1)]
    if all(layer is None for layer in layers):
        return []
    for blanks in range(MOST_BLANKS + 1):
        indexing.blocks(rules[0], blanks)
    chart = indexing.index_tables(rules[0])
    return [chart.into, chart.entry, *layers]


@rule
def as_places(into: int, turn: int, cells: int) -> int:
    """`indexing.moved`, by address."""
    row = into + (turn * 3 * 512 << 3)
    low = word_at(row + ((cells & 511) << 3)) | word_at(row + (512 + (cells >> 9 & 511) << 3))
    return low | word_at(row + (1024 + (cells >> 18) << 3))


@rule
def located(into: int, entry: int, cells: int, mine: int, theirs: int) -> int:
    """`indexing.locate`, by address: called from Python, numbers are handed over sooner than arrays."""
    blanks = (1 << cells) - 1 & ~(mine | theirs)
    pair = word_at(entry + (blanks >> 1 << 3))
    block = shift_right(pair, (blanks & 1) << 5) & (1 << 32) - 1
    turn = block & 7
    index = squeezed(as_places(into, turn, theirs), as_places(into, turn, blanks))
    return (block >> 3) << popcount(mine | theirs) | index


@rule
def final_margin(rules: Rules, state: State, arrays: MutableSequence[int], start: int) -> int:
    """1 or -1: won or lost by the player to move; or `UNKNOWN`. See `core.parts.TableProbe`."""
    cubes = popcount(state[0] | state[1])
    if cubes < CELLS - MOST_BLANKS or arrays[start + FIRST + CELLS - cubes] == 0:
        return UNKNOWN
    layer = arrays[start + FIRST + CELLS - cubes]
    entry = located(arrays[start + INTO], arrays[start + ENTRY], CELLS, state[0], state[1])
    block, index = entry >> cubes, entry & (1 << cubes) - 1
    won = word_at(layer + (word_address(cubes, block, index >> WORD_BITS, WON) << 3))
    lost = word_at(layer + (word_address(cubes, block, index >> WORD_BITS, LOST) << 3))
    if shift_right(won, index & 63) & 1 != 0:
        return 1
    return -1 if shift_right(lost, index & 63) & 1 != 0 else UNKNOWN
