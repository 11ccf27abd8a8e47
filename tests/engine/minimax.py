"""Plain minimax, with no pruning and no memory: what every search must agree with. A template."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, Evaluation

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED

WIN = 30000


@rule
def final(margin: int, ply: int) -> int:
    if margin > 0:
        return WIN - ply
    return ply - WIN if margin < 0 else 0


@rule
def settled(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    left: int,
    ply: int,
    out: MutableSequence[int],
    start: int,
) -> int:
    """The best of capturing, `left` plies at most, and leaving it at that."""
    best = evaluation.evaluate(rules, state)
    if left == 0:
        return best
    end = kernel.moves(rules, state, out, start)
    for i in range(start, end):
        if evaluation.promise(rules, state, out[i], -1) > 0:  # -1: there may be captures anywhere
            after = kernel.play(rules, state, out[i])
            reason = kernel.finished(rules, after)
            if reason != 0:
                best = max(best, -final(kernel.result(rules, after, reason), ply + 1))
            else:
                best = max(best, -settled(rules, after, left - 1, ply + 1, out, end))
    return best


@rule
def minimax(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    root: tuple[int, ...],
    depth: int,
    ply: int,
    out: MutableSequence[int],
    start: int,
) -> int:
    """`root` is the trace of the root's board: where boards can come back, its return is a draw."""
    reason = kernel.finished(rules, state)
    if reason != 0:
        return final(kernel.result(rules, state, reason), ply)
    if ply > 0 and kernel.trace(rules, state, player) == root:
        return 0
    if depth == 0:
        return settled(rules, state, evaluation.EXCHANGES, ply, out, start)
    end = kernel.moves(rules, state, out, start)
    if end == start:
        return final(kernel.result(rules, state, 1), ply)
    best = -WIN
    for i in range(start, end):
        after = kernel.play(rules, state, out[i])
        best = max(best, -minimax(rules, after, 3 - player, root, depth - 1, ply + 1, out, end))
    return best
