"""The transposition table: what was found of positions before, whichever way they were reached.

Each bucket has two entries of two words, (key ^ data, data), so that an entry torn by two threads writing at
once does not match its key. Data, from the lowest bit: value + 2^15 (16 bits), depth (8), bound (2),
move (24), age (6). A win or loss is kept as seen from the position, not from the root.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.repetition import may_end
from stratege.core.scores import SETTLED, seen_from_above, seen_from_here
from stratege.core.words import mix
from stratege.engine.alphabeta_kernel.work import AGE, NO_MOVE_YET, REPETITION, TABLE, TABLE_MASK

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # bounds
ZERO = 1 << 15  # what stands for a value of 0


@rule
def key_of(state: tuple[int, ...], player: int) -> int:
    """The table's key of a position."""
    key = mix(player, 0)
    for i in range(len(state)):
        key = mix(key, state[i])
    return key


@rule
def remember(
    key: int, value: int, depth: int, bound: int, move: int, ply: int, work: MutableSequence[int]
) -> None:
    """Put a result into the table: of its two places the first keeps the deeper search of this age, the
    second whatever came last."""
    data = (seen_from_here(value, ply) + ZERO) | depth << 16 | bound << 24 | move << 26 | work[AGE] << 50
    first = work[TABLE] + 4 * (key & work[TABLE_MASK])
    there = work[first + 1]
    place = first if there >> 16 & 255 <= depth or there >> 50 != work[AGE] else first + 2
    work[place] = key ^ data
    work[place + 1] = data


@rule
def recall(key: int, work: MutableSequence[int]) -> int:
    """The data of a position in the table; 0 if it is not there."""
    first = work[TABLE] + 4 * (key & work[TABLE_MASK])
    if work[first] ^ work[first + 1] == key:
        return work[first + 1]
    if work[first + 2] ^ work[first + 3] == key:
        return work[first + 3]
    return 0


@rule
def move_in(data: int) -> int:
    """The move that was best."""
    return data >> 26 & NO_MOVE_YET


@rule
def value_in(data: int, ply: int) -> int:
    """The value, as seen `ply` plies above."""
    return seen_from_above((data & 0xFFFF) - ZERO, ply)


@rule
def settles(data: int, value: int, depth: int, deeper: bool, alpha: int, beta: int) -> bool:
    """Whether data, whose value that is, answers a search of that depth, or if `deeper` less, with that
    window."""
    searched = data >> 16 & 255
    if searched != depth and not (deeper and searched > depth):
        return False
    bound = data >> 24 & 3
    return bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)


@rule
def outdated(data: int, value: int, work: MutableSequence[int]) -> bool:
    """Whether a proof is of an earlier search, and boards that have stood since, which may end the game where
    that rule holds, could refute it."""
    return may_end(work[REPETITION]) and not -SETTLED < value < SETTLED and data >> 50 != work[AGE]


@rule
def bound_of(best: int, alpha: int, beta: int) -> int:
    """What a search with that window has shown of a value."""
    return AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
