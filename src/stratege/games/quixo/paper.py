"""Paper 004's machine, compiled: the move that `alphabeta` chooses, found on bits.

The paper judges a position for the player to move there, by lines of four, the middle and the number of
cubes, and keeps the first of equal moves. `tests/games/test_paper_machines.py` holds this to the paper's own
function.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount
from stratege.games.quixo.kernel import SIZES, THEIR_LINE, finished, lines_of, moves, play

DEPTH = 3
DECIDED = 100
INFINITE = 10_000
NOWHERE = 1 << 40  # a cell that no board has, for lines too short to hold four


def _fours(skipped: int) -> Table:
    """For each line, four of its cells in a row: those from `skipped` on."""
    found = []
    for n in SIZES:
        for line in lines_of(n):
            cells = [cell for cell in range(n * n) if line >> cell & 1][skipped : skipped + 4]
            found.append(sum(1 << cell for cell in cells) if len(cells) == 4 else NOWHERE)
    return Table(found)


FIRST_FOUR, LAST_FOUR = _fours(0), _fours(1)
FIRST_LINE = Table([0, 0, 0, 0, 8, 18])  # by n, where the lines of that size begin


@rule
def judge(rules: tuple[int, ...], state: tuple[int, ...], depth: int, reason: int) -> int:
    """The paper's `evaluation`, positive if it favours the player to move."""
    if reason != 0:
        return -DECIDED - depth if reason == THEIR_LINE else DECIDED + depth
    n, mine = rules[0], state[0]
    value = popcount(mine) - popcount(state[1]) + depth
    if mine >> (n // 2) * (n + 1) & 1 != 0:
        value += 20
    for i in range(FIRST_LINE[n], FIRST_LINE[n] + 2 * n + 2):
        if mine & FIRST_FOUR[i] == FIRST_FOUR[i] or mine & LAST_FOUR[i] == LAST_FOUR[i]:
            value += 5
    return value


@rule
def value(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    alpha: int,
    beta: int,
    depth: int,
    out: MutableSequence[int],
    start: int,
) -> int:
    """The paper's value for the player to move; between alpha and beta it is exact."""
    reason = finished(rules, state)
    if depth == 0 or reason != 0:
        return judge(rules, state, depth, reason)
    end = moves(rules, state, out, start)
    best = -INFINITE
    for i in range(start, end):
        after = play(rules, state, out[i])
        best = max(best, -value(rules, after, -beta, -max(alpha, best), depth - 1, out, end))
        if best >= beta:
            break
    return best


@rule
def choose(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """The first of the best moves, to that depth."""
    end = moves(rules, state, out, start)
    best, chosen, ceiling = -INFINITE, -1, INFINITE + depth
    for i in range(start, end):
        worth = -value(rules, play(rules, state, out[i]), -ceiling, -best, depth - 1, out, end)
        if worth > best:
            best, chosen = worth, out[i]
    return chosen
