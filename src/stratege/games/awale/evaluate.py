"""How good an Awalé position looks: seeds held, and what the rows promise.

The weights come from games of the engine against itself: `python -m tuning`.
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.neutral.evaluation import OPTIMISM as OPTIMISM
from stratege.core.neutral.evaluation import PASSES as PASSES
from stratege.core.neutral.evaluation import captures as captures
from stratege.core.neutral.evaluation import liked as liked
from stratege.core.neutral.evaluation import matters as matters
from stratege.core.neutral.evaluation import passed as passed
from stratege.core.neutral.evaluation import prospects as prospects
from stratege.core.words import popcount, unsigned
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

# In hundredths of a seed: a seed in store, in the row, a pit not empty, a pit exposed, a pit of 12 or more.
WEIGHTS = Table([100, -3, 172, -53, 164])
UNIT = "seed"
EXCHANGES = 0  # looking on at captures was tried: it costs as much as it finds
CONTEMPT = 0
MARGIN = 100


@rule
def filled(word: int) -> int:
    """How many of the six pits are not empty."""
    return popcount(((word & LOWS) + LOWS | word) & TOPS)


@rule
def exposed(word: int) -> int:
    """How many pits hold one or two seeds, so that one more makes them fit for harvest."""
    return 6 - filled(((word & ROW) + ONES ^ TWOS) & TWO_OR_THREE)


@rule
def heaps(word: int) -> int:
    """How many pits hold twelve seeds or more, enough to go round."""
    return popcount(((word & LOWS) + 116 * ONES | word) & TOPS)


@rule
def features(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """What counts, mine less theirs, in the order of the weights."""
    mine, theirs = state[0], state[1]
    return (
        (mine >> STORE) - (theirs >> STORE),
        seeds_in(mine) - seeds_in(theirs),
        filled(mine) - filled(theirs),
        exposed(mine) - exposed(theirs),
        heaps(mine) - heaps(theirs),
    )


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a seed."""
    held, row, open_pits, loose, big = features(rules, state)
    return (
        WEIGHTS[0] * held + WEIGHTS[1] * row + WEIGHTS[2] * open_pits + WEIGHTS[3] * loose + WEIGHTS[4] * big
    )


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int, prospects: int) -> int:
    """What the move harvests."""
    entry = unsigned(move << 8 | state[0] >> 8 * move & 255)
    last = LAST_PIT[entry]
    if last < 6:
        return 0
    theirs = state[1] + SOWN_THEIRS[entry]
    return seeds_in(captured(theirs, last))
