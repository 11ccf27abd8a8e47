"""Alpha-beta search in negamax form, with null windows.

A template (see `core.compiling`): `kernel` is the rules, `evaluation` the game's judgement, `endgame` its
tables.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import inlined, rule
from stratege.core.kernel import NO_MOVE, UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, UNTABLED, Evaluation, TableProbe
from stratege.core.scores import INFINITE, MAX_PLY, SETTLED, final_score, table_score
from stratege.core.words import pointer_to
from stratege.engine.alphabeta_kernel.ordering import (
    SHALLOW,
    credit,
    enough,
    overlooked,
    picked_move,
    rank,
    reduction,
)
from stratege.engine.alphabeta_kernel.quiescence import judged, quiesce
from stratege.engine.alphabeta_kernel.repetition import (
    came_back,
    forbidden,
    step_in,
    step_out,
    value_of_return,
)
from stratege.engine.alphabeta_kernel.repetition import key_of_trace as key_of_trace
from stratege.engine.alphabeta_kernel.repetition import slot_of as slot_of
from stratege.engine.alphabeta_kernel.transpositions import (
    bound_of,
    key_of,
    move_in,
    outdated,
    recall,
    remember,
    settles,
    value_in,
)
from stratege.engine.alphabeta_kernel.work import (
    ARRAYS,
    MOVES,
    NO_MOVE_YET,
    USE_DEEPER,
    USE_EXCHANGES,
    USE_NULL_WINDOW,
    USE_PASSES,
    USE_PROBCUT,
    USE_PRUNING,
    USE_REDUCTIONS,
    USE_TABLE,
    USE_WINS,
    clear_line,
    counted_out,
    has_tables,
    keep_line,
    path_key,
    stopped,
    uses,
)

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED
endgame: TableProbe = UNTABLED

OPEN = INFINITE  # in place of a value: nothing is known yet
PASSED = 3  # plies: so much less far is looked at who has passed
DEEP_ENOUGH = 5  # plies: with fewer, a search of half the depth says too little or costs too much


@inlined
def known_at_sight(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    ply: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The value of a position that is over, has come back or stands in a table; else `OPEN`."""
    reason = kernel.finished(rules, state)
    if reason != 0:
        return final_score(kernel.result(rules, state, reason), ply)
    if came_back(rules, state, player, ply, base, work):
        return value_of_return(rules, state, ply, base, work)
    if has_tables(work) and ply > 0:
        margin = endgame.final_margin(rules, state, work, ARRAYS)
        if margin != endgame.UNKNOWN:
            return table_score(margin, ply)
    return OPEN


@inlined
def wins_at_once(
    rules: tuple[int, ...], state: tuple[int, ...], start: int, base: int, work: MutableSequence[int]
) -> bool:
    """Whether a move that the player sees ends the game well; then it is written at `start`."""
    end = evaluation.captures(rules, state, evaluation.prospects(rules, state), work, start)
    return end > start and not overlooked(state, work[start], base, work)


@inlined
def leaf(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    ply: int,
    start: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The value where the tree is cut."""
    if evaluation.EXCHANGES == 0 or not uses(USE_EXCHANGES, base, work):
        return judged(rules, state, ply, base, work)
    return quiesce(rules, state, player, alpha, beta, evaluation.EXCHANGES, ply, start, base, work)


@inlined
def asked_whether(ply: int, alpha: int, beta: int) -> bool:
    """Whether it is asked only if a value is reached, below the root, and one short of a known end: there
    what a position looks like may stand for it. Elsewhere a proof would rest on a guess."""
    return ply > 0 and beta - alpha == 1 and -SETTLED < beta < SETTLED


@inlined
def half_of(depth: int) -> int:
    """Somewhat less than half of a depth, even if it is even: who moves last looks better than they are."""
    return depth - 2 - (depth >> 1 & ~1)


@rule
def search(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    start: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The value of the position for the player to move, `depth` plies deep.

    If it lies between alpha and beta it is exact; at most alpha, it is an upper bound; at least beta, a lower
    bound. Once the search is `stopped` the answer means nothing. A selective search looks less deep at moves
    that are ranked low, or not at all, believes what was found deeper, and leaves a position that half the
    depth finds far from what is asked for, or that would do even without a move: a win or loss that it finds
    is one, an estimate is its own.
    """
    if counted_out(base, work):
        return 0
    clear_line(ply, base, work)
    value = known_at_sight(rules, state, player, ply, base, work)
    if value != OPEN:
        return value
    if evaluation.EXCHANGES == 0 and ply > 0 and uses(USE_WINS, base, work):
        if wins_at_once(rules, state, start, base, work):
            clear_line(ply + 1, base, work)
            keep_line(work[start], ply, base, work)
            return final_score(1, ply + 1)
    if depth == 0 or ply == MAX_PLY - 1:
        return leaf(rules, state, player, alpha, beta, ply, start, base, work)

    key, hint = 0, NO_MOVE_YET
    tabled = depth > 1 and uses(USE_TABLE, base, work)  # a leaf's parent costs less than a look-up
    if tabled:
        key = key_of(state, player) ^ path_key(base, work)
        data = recall(key, work)
        if data != 0:
            hint, value = move_in(data), value_in(data, ply)
            deeper = uses(USE_DEEPER, base, work)
            if ply > 0 and settles(data, value, depth, deeper, alpha, beta):
                if not (deeper and outdated(data, value, work)):
                    return value

    if evaluation.MARGIN != 0 and depth >= DEEP_ENOUGH and uses(USE_PROBCUT, base, work):
        if asked_whether(ply, alpha, beta):  # ProbCut (M. Buro, 1995)
            half, above, below = half_of(depth), beta + evaluation.MARGIN, alpha - evaluation.MARGIN
            if search(rules, state, player, above - 1, above, half, ply, start, base, work) >= above:
                return beta
            if search(rules, state, player, below, below + 1, half, ply, start, base, work) <= below:
                return alpha

    if (
        evaluation.PASSES != 0
        and uses(USE_PASSES, base, work)
        and depth > 1
        and asked_whether(ply, alpha, beta)
    ):
        if judged(rules, state, ply, base, work) >= beta:
            other, left = evaluation.passed(rules, state), max(0, depth - PASSED)
            if -search(rules, other, 3 - player, -beta, 1 - beta, left, ply + 1, start, base, work) >= beta:
                return beta  # good enough without a move, so all the more with one

    end = kernel.moves(rules, state, work, start)
    if end == start:
        return final_score(kernel.result(rules, state, NO_MOVE), ply)
    rank(rules, state, start, end, hint, ply, base, work)

    pruned = depth <= SHALLOW and uses(USE_PRUNING, base, work) and asked_whether(ply, alpha, beta)
    step_in(rules, state, player, base, work)
    best, best_move, floor = -INFINITE, NO_MOVE_YET, alpha
    for i in range(start, end):
        move = picked_move(i, start, end, work)
        if best_move != NO_MOVE_YET and overlooked(state, move, base, work):
            continue
        if pruned and i - start >= enough(depth) and best > -SETTLED:
            if not evaluation.matters(rules, state, move):
                continue
        after = kernel.play(rules, state, move)
        if forbidden(rules, after, 3 - player, base, work):
            continue
        if best_move == NO_MOVE_YET or not uses(USE_NULL_WINDOW, base, work):
            value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end, base, work)
        else:
            less = 0
            if uses(USE_REDUCTIONS, base, work) and not evaluation.matters(rules, state, move):
                less = reduction(i - start, depth)
            value = -search(
                rules, after, 3 - player, -floor - 1, -floor, depth - 1 - less, ply + 1, end, base, work
            )
            if less != 0 and value > floor and not stopped(work):  # better than it looked
                value = -search(
                    rules, after, 3 - player, -floor - 1, -floor, depth - 1, ply + 1, end, base, work
                )
            if floor < value < beta and not stopped(work):
                value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end, base, work)
        if stopped(work):
            break
        if value > best:
            best, best_move = value, move
            if value > floor:
                floor = value
                keep_line(move, ply, base, work)
                if value >= beta:
                    credit(move, depth, ply, base, work)
                    break
    step_out(rules, state, player, base, work)
    if best_move == NO_MOVE_YET:
        return final_score(kernel.result(rules, state, NO_MOVE), ply)
    if tabled and not stopped(work):
        remember(key, best, depth, bound_of(best, alpha, beta), best_move, ply, work)
    return best


@rule
def enter(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """`search` from ply 0, or from 1 for the position after one of the root's moves.

    `ply` is handed in because Numba would compile the recursion a second time for a constant, and cached
    code that calls itself under another signature crashes (numba issue 6061).
    """
    return search(rules, state, player, alpha, beta, depth, ply, base + MOVES, base, pointer_to(work))
