"""Boards that come back in a search: what `core.repetition` says, over a hash table of boards.

A template (see `core.compiling`): `kernel` is the rules.

A board that stood in the game before, up to the root, is a draw when it comes back, or the end where the
variant says so; such a draw costs who is weary of going round the CONTEMPT that they have for it. Those
boards are the same for the whole tree, so a value does not depend on the way to the position; they are part
of the table's key, so it is never used with another past. Where coming back is forbidden the way matters:
the boards on it are part of the key too, and no forbidden move is ever searched.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import inlined, rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.repetition import REPEATED, may_end, may_forbid
from stratege.core.scores import final_score
from stratege.core.words import mix
from stratege.engine.alphabeta_kernel.work import BOARD_MASK, BOARDS, CONTEMPT, KNOWN, PATH, REPETITION

kernel: Kernel = UNBOUND


@rule
def key_of_trace(trace: tuple[int, ...]) -> int:
    """The key of what repetition rules compare; never 0."""
    key = 1
    for i in range(len(trace)):
        key = mix(key, trace[i])
    return key | 1


@rule
def trace_of(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> int:
    """The key of the board as repetition rules see it."""
    return key_of_trace(kernel.trace(rules, state, player))


@rule
def slot_of(trace: int, base: int, work: MutableSequence[int]) -> int:
    """Where a board stands in the set of boards seen, or the free place where it would."""
    at = trace >> 20 & BOARD_MASK
    while work[base + BOARDS + at] != 0 and work[base + BOARDS + at] != trace:
        at = at + 1 & BOARD_MASK
    return base + BOARDS + at


@rule
def step_in(
    rules: tuple[int, ...], state: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> None:
    """Where boards may not come back, add this one to those seen while its moves are searched."""
    if may_forbid(work[REPETITION]):
        trace = trace_of(rules, state, player)
        work[slot_of(trace, base, work)] = trace
        work[base + PATH] ^= trace


@rule
def step_out(
    rules: tuple[int, ...], state: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> None:
    """Undo `step_in`. Boards leave in the opposite order, so no gap opens before another one's place."""
    if may_forbid(work[REPETITION]):
        trace = trace_of(rules, state, player)
        work[slot_of(trace, base, work)] = 0
        work[base + PATH] ^= trace


@rule
def forbidden(
    rules: tuple[int, ...], after: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> bool:
    """Whether the move that leads here is illegal because the board has been seen."""
    return may_forbid(work[REPETITION]) and work[slot_of(trace_of(rules, after, player), base, work)] != 0


@inlined
def came_back(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    ply: int,
    base: int,
    work: MutableSequence[int],
) -> bool:
    """Whether a board of the game has come back below the root, where it may."""
    if ply == 0 or work[base + KNOWN] == 0 or may_forbid(work[REPETITION]):
        return False
    return work[slot_of(trace_of(rules, state, player), base, work)] != 0


@inlined
def value_of_return(
    rules: tuple[int, ...], state: tuple[int, ...], ply: int, base: int, work: MutableSequence[int]
) -> int:
    """What a board that came back is worth: the end, or a draw that nobody is glad of."""
    if may_end(work[REPETITION]):
        return final_score(kernel.result(rules, state, REPEATED), ply)
    return work[base + CONTEMPT] if ply & 1 != 0 else -work[base + CONTEMPT]
