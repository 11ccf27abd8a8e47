"""Every position of a tree made and asked whether the game is over, over any kernel.

A template (see `stratege.core.compiling`). `tree.count` counts the last moves without playing them;
here they are played, as in a search, and the answer depends on every board.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import inlined, rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.words import pointer_to

kernel: Kernel = UNBOUND


@rule
def digest(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """A sum over the boards `depth` plies from here and the reasons why the game ends there.

    `out` is room for moves, used from `start` on.
    """
    if depth == 0:
        return leaf(rules, state)
    return digest_below(rules, state, depth, pointer_to(out), start)


@inlined
def leaf(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """What a board adds to the sum."""
    return state[0] + 3 * state[1] + kernel.finished(rules, state)


@rule
def digest_below(
    rules: tuple[int, ...], state: tuple[int, ...], depth: int, out: MutableSequence[int], start: int
) -> int:
    """`digest` of a depth of at least 1, with the room as a pointer."""
    if kernel.finished(rules, state) != 0:
        return 0
    end = kernel.moves(rules, state, out, start)
    total = 0
    if depth == 1:  # calls for all the leaves would take as long as playing them
        for i in range(start, end):
            total += leaf(rules, kernel.play(rules, state, out[i]))
        return total
    for i in range(start, end):
        total += digest_below(rules, kernel.play(rules, state, out[i]), depth - 1, out, end)
    return total
