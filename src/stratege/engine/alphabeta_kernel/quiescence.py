"""What a leaf is worth: a board in the middle of an exchange says little.

A template (see `core.compiling`): `kernel` is the rules, `evaluation` the game's judgement.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import inlined, rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, Evaluation
from stratege.core.scores import SETTLED, final_score
from stratege.engine.alphabeta_kernel.ordering import overlooked
from stratege.engine.alphabeta_kernel.repetition import forbidden, step_in, step_out
from stratege.engine.alphabeta_kernel.work import OPTIMISM, counted_out

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED


@inlined
def judged(
    rules: tuple[int, ...], state: tuple[int, ...], ply: int, base: int, work: MutableSequence[int]
) -> int:
    """The evaluation, which must never look like something known: on a huge board it may be huge.

    An optimistic player, who moves at the root, adds what it likes of the board.
    """
    value = evaluation.evaluate(rules, state)
    if evaluation.OPTIMISM != 0 and work[base + OPTIMISM] != 0:
        liked = work[base + OPTIMISM] * evaluation.liked(rules, state, ply & 1)
        value += liked if ply & 1 == 0 else -liked
    return max(1 - SETTLED, min(SETTLED - 1, value))


@rule
def quiesce(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    left: int,
    ply: int,
    start: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The evaluation after the captures that pay, up to `left` of them in turn; nobody has to capture."""
    best = judged(rules, state, ply, base, work)
    if left == 0 or best >= beta:
        return best
    prospects = evaluation.prospects(rules, state)
    end = evaluation.captures(rules, state, prospects, work, start)
    if end == start:
        return best
    step_in(rules, state, player, base, work)
    for i in range(start, end):
        move = work[i]
        if evaluation.promise(rules, state, move, prospects) == 0 or overlooked(state, move, base, work):
            continue
        after = kernel.play(rules, state, move)
        if forbidden(rules, after, 3 - player, base, work):
            continue
        if counted_out(base, work):
            break
        reason = kernel.finished(rules, after)
        if reason != 0:
            value = -final_score(kernel.result(rules, after, reason), ply + 1)
        else:
            floor = max(alpha, best)
            value = -quiesce(rules, after, 3 - player, -beta, -floor, left - 1, ply + 1, end, base, work)
        if value > best:
            best = value
            if best >= beta:
                break
    step_out(rules, state, player, base, work)
    return best
