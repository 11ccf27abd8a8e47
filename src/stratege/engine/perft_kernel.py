"""Counting the leaves of a game's tree, over any kernel.

A template (see `core.compiling`): `kernel` is the rules of the game it is bound to.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.repetition import may_end, may_forbid, remember, seen_before
from stratege.core.words import pointer_to

kernel: Kernel = UNBOUND

STOP = 0  # this word of the room is set from outside to end a count, whose result then means nothing
FIRST = 1  # the first word of the room that is for moves
HEEDED = 4  # from so many plies above the leaves on, a stop is looked for: often enough, and free


@rule
def count(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """The number of games of exactly `depth` ≥ 1 plies from here; a finished game has no next ply.

    `out` is room for moves, used from `start` ≥ `FIRST` on; before them lies the `STOP`.
    """
    return count_heeding(rules, state, depth, pointer_to(out), start)


@rule
def count_heeding(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """`count`, with the room as a pointer: near the leaves nobody looks for a stop, which costs a tenth."""
    if depth < HEEDED:
        return count_below(rules, state, depth, out, start)
    if out[STOP] != 0 or kernel.finished(rules, state) != 0:
        return 0
    end = kernel.moves(rules, state, out, start)
    leaves = 0
    for i in range(start, end):
        leaves += count_heeding(rules, kernel.play(rules, state, out[i]), depth - 1, out, end)
    return leaves


@rule
def count_below(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """The same to the end."""
    if kernel.finished(rules, state) != 0:
        return 0
    end = kernel.moves(rules, state, out, start)
    if depth == 1:
        return end - start
    leaves = 0
    for i in range(start, end):
        leaves += count_below(rules, kernel.play(rules, state, out[i]), depth - 1, out, end)
    return leaves


@rule
def count_remembering(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    depth: int,
    out: MutableSequence[int],
    start: int,
    repetition: int,
    seen: MutableSequence[int],
    known: int,
) -> int:
    """`count` for variants with a rule about repetition: `seen` holds the traces of the `known`
    boards before this one and has room for `depth` more."""
    return remembering_below(
        rules, state, player, depth, pointer_to(out), start, repetition, pointer_to(seen), known
    )


@rule
def remembering_below(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    depth: int,
    out: MutableSequence[int],
    start: int,
    repetition: int,
    seen: MutableSequence[int],
    known: int,
) -> int:
    """`count_remembering`, with the rooms as pointers."""
    if depth >= HEEDED and out[STOP] != 0:
        return 0
    trace = kernel.trace(rules, state, player)
    back = seen_before(trace, seen, known)
    if depth == 0:
        return 0 if back and may_forbid(repetition) else 1
    if back or kernel.finished(rules, state) != 0:
        return 0
    remember(trace, seen, known)
    end = kernel.moves(rules, state, out, start)
    if depth == 1 and may_end(repetition):
        return end - start
    leaves = 0
    for i in range(start, end):
        after = kernel.play(rules, state, out[i])
        leaves += remembering_below(
            rules, after, 3 - player, depth - 1, out, end, repetition, seen, known + 1
        )
    return leaves
