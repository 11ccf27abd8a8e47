"""What the learned judgement sees of a board of 48 seeds: seventeen facts, each a row of weights.

PITS      pit p holds s seeds: my pits are 0 … 5, theirs 6 … 11, and more than 23 seeds count as 23
STORES    I hold s seeds, they hold s seeds: whoever has more than 24 has won
HARVESTS  which of their pits I could harvest by a sowing that ends there, one bit each, and which of
          mine they could; sowings that go round are not looked at
TURNS     how many turns are left; more than 60, or no limit, count as 60
"""

from __future__ import annotations

from stratege.core.compiling import Table, rule
from stratege.core.weights import OWN_ROWS
from stratege.core.words import unsigned
from stratege.games.awale.evaluate import LOWS, TOPS
from stratege.games.awale.kernel import ONES, ROW, STORE, TWO_OR_THREE, TWOS

SEEDS = 48
MOST_IN_PIT, MOST_IN_STORE, MOST_TURNS = 23, 24, 60
SCALE = 480  # hundredths of a seed by which the odds to win grow e-fold

GROUPS = (MOST_IN_PIT + 1,) * 12 + (MOST_IN_STORE + 1,) * 2 + (64,) * 2 + (MOST_TURNS + 1,)
CELLS = (0,) * 17
PITS = OWN_ROWS
STORES = PITS + sum(GROUPS[:12])
HARVESTS = STORES + sum(GROUPS[12:14])
TURNS = HARVESTS + sum(GROUPS[14:16])
ROWS = OWN_ROWS + sum(GROUPS)

GATHER = sum(1 << 40 - 7 * pit for pit in range(6))  # times bits 0, 8, … 40: they come together at 40 … 45


def _reached() -> Table:
    """At [32 p + s], the bit of their pit where the last of s seeds from my pit p falls; 0 if none."""
    bits = [0] * (6 * 32)
    for pit in range(6):
        for seeds in range(6 - pit, 12 - pit):
            bits[32 * pit + seeds] = 1 << pit + seeds - 6
    return Table(bits)


REACHED = _reached()


@rule
def held(word: int, pit: int) -> int:
    """The seeds of a pit, as far as they count."""
    return min(word >> 8 * pit & 255, MOST_IN_PIT)


@rule
def exposed_pits(word: int) -> int:
    """The bits of the pits with one or two seeds, so that one more makes them fit for harvest."""
    others = ((word & ROW) + ONES ^ TWOS) & TWO_OR_THREE
    safe = ((others & LOWS) + LOWS | others) & TOPS
    return ((safe ^ TOPS) >> 7) * GATHER >> 40 & 63


@rule
def reached_pits(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The bits of the opponent's pits where sowings from a row of these pits end."""
    near = REACHED[unsigned(a)] | REACHED[unsigned(32 + b)] | REACHED[unsigned(64 + c)]
    return near | REACHED[unsigned(96 + d)] | REACHED[unsigned(128 + e)] | REACHED[unsigned(160 + f)]


@rule
def turns_left(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """The turns until the limit, as far as they count."""
    return min(rules[2] - state[2], MOST_TURNS) if rules[2] != 0 else MOST_TURNS


@rule
def inputs(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of what is so, in a board that is not over."""
    mine, theirs = state[0], state[1]
    a, b, c = held(mine, 0), held(mine, 1), held(mine, 2)
    d, e, f = held(mine, 3), held(mine, 4), held(mine, 5)
    g, h, i = held(theirs, 0), held(theirs, 1), held(theirs, 2)
    j, k, m = held(theirs, 3), held(theirs, 4), held(theirs, 5)
    return (
        PITS + a,
        PITS + 24 + b,
        PITS + 48 + c,
        PITS + 72 + d,
        PITS + 96 + e,
        PITS + 120 + f,
        PITS + 144 + g,
        PITS + 168 + h,
        PITS + 192 + i,
        PITS + 216 + j,
        PITS + 240 + k,
        PITS + 264 + m,
        STORES + min(mine >> STORE, MOST_IN_STORE),
        STORES + 25 + min(theirs >> STORE, MOST_IN_STORE),
        HARVESTS + (reached_pits(a, b, c, d, e, f) & exposed_pits(theirs)),
        HARVESTS + 64 + (reached_pits(g, h, i, j, k, m) & exposed_pits(mine)),
        TURNS + turns_left(rules, state),
    )
