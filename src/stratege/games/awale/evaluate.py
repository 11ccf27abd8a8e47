"""How good an Awalé position looks: seeds held, and what the rows promise."""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.words import popcount
from stratege.games.awale.kernel import (
    LAST_PIT,
    ONES,
    ROW,
    SOWN_THEIRS,
    STORE,
    TWO_OR_THREE,
    TWOS,
    captured,
    seeds_in,
)

TOPS = 0x80 * ONES
LOWS = 0x7F * ONES


@rule
def filled(word: int) -> int:
    """How many of the six pits are not empty."""
    return popcount(((word & LOWS) + LOWS | word) & TOPS)


@rule
def exposed(word: int) -> int:
    """How many pits hold one or two seeds, so that one more makes them fit for harvest."""
    return 6 - filled(((word & ROW) + ONES ^ TWOS) & TWO_OR_THREE)


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a seed."""
    mine, theirs = state[0], state[1]
    value = 100 * ((mine >> STORE) - (theirs >> STORE))
    value += 20 * (filled(mine) - filled(theirs))
    value += 5 * (seeds_in(mine) - seeds_in(theirs))
    return value - 15 * (exposed(mine) - exposed(theirs))


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> int:
    """What the move harvests."""
    entry = move << 8 | state[0] >> 8 * move & 255
    last = LAST_PIT[entry]
    if last < 6:
        return 0
    theirs = state[1] + SOWN_THEIRS[entry]
    return seeds_in(captured(theirs, last))
