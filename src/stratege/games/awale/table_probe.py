"""Asking the tables from compiled code: the value of a board in a few nanoseconds plus one look at memory.

The tables are handed over as the addresses of their layers, one for each number of seeds from 0 to `MOST`,
0 where there is none: they stay where they are, in files mapped into memory, and cost a search one word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import rule
from stratege.core.words import byte_at, unsigned
from stratege.games.awale.kernel import STORE, seeds_in
from stratege.games.awale.ranking import MOST, index_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

UNKNOWN = -128
"""In place of a value: there is no layer for that many seeds, or it is not finished."""

LAYERS = tuple(f"seeds-{seeds:02}" for seeds in range(MOST + 1))
"""What the layer of boards with so many seeds is called."""

TURNS_TO_SPARE = 80
"""With fewer turns left searching sees more than the tables, which leave the turn limit out.

Players who believed them with 24 turns left lost to those without tables (docs/tables.md); how far they
are right, by the turns that are left, `benchmarks.tables.turn_limit` counts.
"""


def arrays(rules: tuple[int, ...], data: Callable[[str], NDArray[Any] | None]) -> list[NDArray[Any] | None]:
    """The layers, by number of seeds; see `core.parts.TableProbe`."""
    return [data(name) for name in LAYERS]


def addresses(layers: Mapping[int, NDArray[Any]]) -> NDArray[numpy.int64]:
    """Where the layers lie, by number of seeds. They must outlive every use of the answer."""
    import numpy

    found = numpy.zeros(MOST + 1, numpy.int64)
    for seeds, layer in layers.items():
        found[seeds] = layer.ctypes.data
    return found


@rule
def value(state: tuple[int, ...], layers: MutableSequence[int], start: int) -> int:
    """The best difference of seeds from here on for the player to move, or `UNKNOWN`."""
    seeds = seeds_in(state[0]) + seeds_in(state[1])
    if seeds > MOST or layers[start + seeds] == 0:
        return UNKNOWN
    entry = byte_at(layers[start + seeds] + index_of(state[0], state[1]))
    return UNKNOWN if entry == 0 else entry >> 1


@rule
def likely(rules: tuple[int, ...], state: tuple[int, ...]) -> bool:
    """Whether the turn limit is far enough off; see `core.parts.Certainty`."""
    return rules[2] == 0 or state[2] + TURNS_TO_SPARE <= rules[2]


@rule
def final_margin(
    rules: tuple[int, ...], state: tuple[int, ...], layers: MutableSequence[int], start: int
) -> int:
    """The final difference of seeds for the player to move, or `UNKNOWN`; see `core.parts.TableProbe`."""
    if not likely(rules, state):
        return UNKNOWN
    gain = value(state, layers, start)
    return UNKNOWN if gain == UNKNOWN else (state[0] >> STORE) - (state[1] >> STORE) + gain


@rule
def values(
    mine: MutableSequence[int],
    theirs: MutableSequence[int],
    layers: MutableSequence[int],
    out: MutableSequence[int],
) -> None:
    """The value of each of many boards, given by the words of their rows."""
    for i in range(len(out)):
        out[unsigned(i)] = value((mine[unsigned(i)], theirs[unsigned(i)], 0), layers, 0)
