"""The rules of Awalé on packed words (papers 000 and 001; `abapa`, the tournament rule; `awari`).

A state is (mine, theirs, turns), always seen by the player to move. One word a player:

    bit 55      48 47      40 39                    8 7       0
        ┌─────────┬──────────┬─────────── … ─────────┬──────────┐
        │  store  │  pit 5   │  pit 4    …    pit 1  │  pit 0   │
        └─────────┴──────────┴─────────── … ─────────┴──────────┘

    their 5 4 3 2 1 0        seeds are sown 0 → 5 along my row, then 0 → 5 along theirs,
    my    0 1 2 3 4 5        and round again, never into the pit they came from.

Eight bits a pit and a store: all the seeds of a game together are at most 255, so no lane can
overflow into the next. `turns` counts moves where the variant limits them, and stays 0 otherwise.

Rules are (famine, few, turn_limit):
    famine      FORBIDDEN: a move that leaves the opponent no seed is illegal;
                CANCELLED: such a capture takes nothing, and who can feed an empty row must;
                LAST_RESORT: such a move is legal where there is no other; and a position that comes
                back leaves the seeds on the board to both alike (`awari`, which has both rules)
    few         the game ends when at most this many seeds are on the board; -1 for never
    turn_limit  the game ends after this many turns; 0 for never
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import Table, rule
from stratege.core.repetition import REPEATED
from stratege.core.words import highest_index, unsigned

FORBIDDEN, CANCELLED, LAST_RESORT = 0, 1, 2

GOES_ON, NO_MOVE, MAJORITY, FEW_SEEDS, TURN_LIMIT = 0, 1, 2, 3, 4

MAX_SEEDS = 255
MOST_MOVES = 6

ROW = 0x0000_FFFF_FFFF_FFFF
ONES = 0x0000_0101_0101_0101
TWOS = 2 * ONES
TWO_OR_THREE = 0xFE * ONES  # the bits that 2 and 3 share, and no other number has
FOUR_OR_MORE = 0xFC * ONES
STORE = 48


def _sowing() -> tuple[Table, Table, Table]:
    """For pit p with s seeds, at [256 p + s]: what my row gains, what theirs gains, the last pit."""
    mine, theirs, last = [], [], []
    for pit in range(6):
        rows, at = [0, 0], pit
        for _seeds in range(256):
            mine.append(rows[0])
            theirs.append(rows[1])
            last.append(at)
            at = (at + 1) % 12
            if at == pit:
                at = (at + 1) % 12
            rows[at // 6] += 1 << 8 * (at % 6)
    return Table(mine), Table(theirs), Table(last)


SOWN_MINE, SOWN_THEIRS, LAST_PIT = _sowing()


@rule
def seeds_in(word: int) -> int:
    """The seeds in the six pits of a word."""
    return ((word & ROW) * ONES >> 40) & 255


@rule
def captured(theirs: int, last: int) -> int:
    """The bits of their pits that a sowing ending in pit `last` (6 … 11) takes.

    From the last pit backwards while a pit holds 2 or 3: below the last pit, the highest pit
    that holds something else stops the harvest.
    """
    reach = (1 << 8 * (last - 5)) - 1
    others = (theirs ^ TWOS) & TWO_OR_THREE & reach
    stop = highest_index(others) >> 3  # -1: nothing stops it
    return theirs & reach & ~((1 << 8 * (stop + 1)) - 1)


@rule
def sow(rules: tuple[int, ...], mine: int, theirs: int, pit: int) -> tuple[int, int]:
    """My word and theirs after sowing my pit and harvesting, not yet seen from the other side."""
    lane = 8 * pit
    entry = unsigned(pit << 8 | mine >> lane & 255)
    mine = (mine & ~(255 << lane)) + SOWN_MINE[entry]
    theirs = theirs + SOWN_THEIRS[entry]
    last = LAST_PIT[entry]
    if last >= 6:
        taken = captured(theirs, last)
        if taken != theirs & ROW or rules[0] != CANCELLED:
            mine += seeds_in(taken) << STORE
            theirs ^= taken
    return mine, theirs


@rule
def moves(rules: tuple[int, ...], state: tuple[int, ...], out: MutableSequence[int], start: int) -> int:
    """Write the legal pits into `out` from `start` on, ascending; return where they end."""
    mine = state[0]
    theirs = state[1]
    # A pit of four or more cannot be harvested: who has one cannot be starved.
    if rules[0] == CANCELLED:
        starvable = theirs & ROW == 0
    else:
        starvable = theirs & FOUR_OR_MORE == 0
    if not starvable:
        return filled_pits(mine, out, start)
    end = start
    for pit in range(6):
        if mine >> 8 * pit & 255 != 0 and sow(rules, mine, theirs, pit)[1] & ROW != 0:
            out[end] = pit
            end += 1
    if end == start and rules[0] == LAST_RESORT:
        return filled_pits(mine, out, start)
    return end


@rule
def filled_pits(mine: int, out: MutableSequence[int], start: int) -> int:
    """Write my pits that hold a seed into `out` from `start` on; return where they end."""
    for pit in range(6):  # write it down, keep it if it holds a seed: no branch to guess
        out[start] = pit
        start += mine >> 8 * pit & 255 != 0
    return start


@rule
def play(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> tuple[int, ...]:
    """The state after a legal move, seen by the other player."""
    mine, theirs = sow(rules, state[0], state[1], move)
    turns = state[2] + 1 if rules[2] != 0 else 0
    return theirs, mine, turns


@rule
def finished(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """Why the game is over, whatever moves are left; `GOES_ON` if it is not."""
    board = seeds_in(state[0]) + seeds_in(state[1])
    mine = state[0] >> STORE
    theirs = state[1] >> STORE
    if mine > theirs + board or theirs > mine + board:
        return MAJORITY
    if board <= rules[1]:
        return FEW_SEEDS
    if rules[2] != 0 and state[2] >= rules[2]:
        return TURN_LIMIT
    return GOES_ON


@rule
def result(rules: tuple[int, ...], state: tuple[int, ...], reason: int) -> int:
    """My seeds minus theirs once each has taken the seeds of their own row, or half of all."""
    if reason == REPEATED and rules[0] == LAST_RESORT:
        return (state[0] >> STORE) - (state[1] >> STORE)
    mine = (state[0] >> STORE) + seeds_in(state[0])
    theirs = (state[1] >> STORE) + seeds_in(state[1])
    return mine - theirs


@rule
def trace(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Boards repeat with the same player to move: rows, stores and player."""
    return state[0], state[1], player
