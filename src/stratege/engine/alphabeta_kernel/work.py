"""The array of 64-bit words that a search works on, and what its words mean.

Passing one array through the recursion is what makes it fast. It begins with words that all threads share,
then comes a private region for each thread, then the transposition table:

    ┌────────┬────────────────────────────────────────────────────┬──────────┬─────────────────────┐
    │ SHARED │ counters │ killers │ history │ lines │ boards │ moves │ (thread 2) │ table: pairs of words │
    └────────┴────────────────────────────────────────────────────┴──────────┴─────────────────────┘
             base

Who searches asks by name, which costs nothing when it is compiled; `engine.alphabeta` lays the array out.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.scores import MAX_PLY

# The shared words.
STOP, TABLE, TABLE_MASK, REPETITION, AGE, TABLED = 0, 1, 2, 3, 4, 5
ARRAYS = 16
MOST_ARRAYS = 64
SHARED = ARRAYS + MOST_ARRAYS

# A private region, from its base on.
NODES, NODE_LIMIT, BLINDNESS, SALT, FEATURES, KNOWN, PATH, CONTRARY, TASTE, CONTEMPT, OPTIMISM = range(11)
KILLERS = 16
HISTORY = KILLERS + 2 * MAX_PLY
HISTORY_MASK = (1 << 12) - 1
LINES = HISTORY + HISTORY_MASK + 1
BOARDS = LINES + MAX_PLY * MAX_PLY
BOARD_MASK = (1 << 12) - 1
MOVES = BOARDS + BOARD_MASK + 1

# The word FEATURES.
USE_TABLE, USE_KILLERS, USE_HISTORY, USE_PROMISE, USE_NULL_WINDOW, USE_EXCHANGES = 1, 2, 4, 8, 16, 32
USE_DEEPER, USE_REDUCTIONS, USE_PROBCUT, USE_WINS, USE_PASSES, USE_PRUNING = 64, 128, 256, 512, 1024, 2048
PARTS = {
    "deeper": USE_DEEPER,
    "reductions": USE_REDUCTIONS,
    "probcut": USE_PROBCUT,
    "wins": USE_WINS,
    "passes": USE_PASSES,
    "pruning": USE_PRUNING,
}
SELECTIVE = sum(PARTS.values())
"""What makes a search look further at some moves than at others: its values are no longer minimax's."""

NO_MOVE_YET = (1 << 24) - 1
MOVE_BITS = 24


@rule
def stopped(work: MutableSequence[int]) -> bool:
    """Whether the search is to end; what it gives from now on means nothing."""
    return work[STOP] != 0


@rule
def counted_out(base: int, work: MutableSequence[int]) -> bool:
    """Count one more node; whether that was the last one, or the search is to stop for another reason."""
    work[base + NODES] += 1
    if work[base + NODES] >= work[base + NODE_LIMIT]:
        work[STOP] = 1
    return work[STOP] != 0


@rule
def uses(feature: int, base: int, work: MutableSequence[int]) -> bool:
    """Whether the search has this feature."""
    return work[base + FEATURES] & feature != 0


@rule
def has_tables(work: MutableSequence[int]) -> bool:
    """Whether the game's tables can be asked."""
    return work[TABLED] != 0


@rule
def path_key(base: int, work: MutableSequence[int]) -> int:
    """The key of all that a value depends on beside the position: boards seen, sight, what a player likes."""
    return work[base + PATH]


@rule
def clear_line(ply: int, base: int, work: MutableSequence[int]) -> None:
    """There is no main line from this ply on yet."""
    work[base + LINES + ply * MAX_PLY + ply] = NO_MOVE_YET


@rule
def keep_line(move: int, ply: int, base: int, work: MutableSequence[int]) -> None:
    """Write the move and the line below it as the main line of this ply."""
    here = base + LINES + ply * MAX_PLY
    work[here + ply] = move
    i = ply + 1
    while i < MAX_PLY - 1 and work[here + MAX_PLY + i] != NO_MOVE_YET:
        work[here + i] = work[here + MAX_PLY + i]
        i += 1
    work[here + i] = NO_MOVE_YET
