"""Paper 001's machine, compiled: the pit that `NegaAwale` chooses, found on the packed board.

The paper values a position by the seeds still to be gained within the depth, ±500 where the game is over, and
keeps the first of equal moves. `tests/games/test_paper_machines.py` holds this to the paper's own function.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.games.awale.kernel import STORE, finished, moves, play, result

DEPTH = 6
DECIDED = 500


@rule
def gained(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    """The seeds that a move gathered."""
    return (after[1] >> STORE) - (before[0] >> STORE)


@rule
def value(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """The paper's value of a position for the player to move."""
    over = finished(rules, state) != 0
    end = start if over else moves(rules, state, out, start)
    if end == start:
        margin = result(rules, state, 0)
        return DECIDED if margin > 0 else -DECIDED if margin < 0 else 0
    if depth == 0:
        return 0
    best = -2 * DECIDED
    for i in range(start, end):
        after = play(rules, state, out[i])
        best = max(best, gained(state, after) - value(rules, after, depth - 1, out, end))
    return best


@rule
def choose(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """The first of the best moves, to that depth."""
    end = moves(rules, state, out, start)
    best, chosen = -4 * DECIDED, -1
    for i in range(start, end):
        after = play(rules, state, out[i])
        worth = gained(state, after) - value(rules, after, depth - 1, out, end)
        if worth > best:
            best, chosen = worth, out[i]
    return chosen
