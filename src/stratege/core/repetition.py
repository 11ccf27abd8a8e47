"""What the rules say of a board that comes back, for both lives of the rules.

A variant says one of three things: it may (`ALLOWED`), the game ends there (`ENDS`), or the move that would
bring it back is illegal (`FORBIDDEN`). Two boards are the same if the kernel's `trace` of them is. How the
boards seen are kept is the affair of who asks: a set in `Position`, one trace after the other where games are
counted or replayed, a hash table in the search.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, NO_MOVE
from stratege.core.language import N_
from stratege.core.variant import Repetition

ALLOWED, ENDS, FORBIDDEN = 0, 1, 2
REPEATED = -1  # the one reason for an end that no kernel can see

MODES = {Repetition.ALLOWED: ALLOWED, Repetition.ENDS: ENDS, Repetition.FORBIDDEN: FORBIDDEN}
REPETITION_ENDS = ("repetition", N_("this position has been seen before"))


@rule
def remembers(repetition: int) -> bool:
    """Whether the boards seen matter at all."""
    return repetition != ALLOWED


@rule
def may_end(repetition: int) -> bool:
    """Whether a board that has been seen ends the game: one that has not ended otherwise, as `REPEATED`."""
    return repetition == ENDS


@rule
def may_forbid(repetition: int) -> bool:
    """Whether a move to a board that has been seen is illegal."""
    return repetition == FORBIDDEN


@rule
def reason_to_end(finished: int, back: bool, moves: bool) -> int:
    """Why a game is over: the kernel's reason comes first, then a board that is back where that ends games,
    then that no move is left which the rules allow; `GOES_ON` if nothing of this."""
    if finished != GOES_ON:
        return finished
    if back:
        return REPEATED
    return GOES_ON if moves else NO_MOVE


@rule
def seen_before(trace: tuple[int, ...], seen: MutableSequence[int], known: int) -> bool:
    """Whether a trace is among the first `known` that lie one after the other in `seen`."""
    width = len(trace)
    for board in range(known):
        same = True
        for i in range(width):
            same = same and seen[board * width + i] == trace[i]
        if same:
            return True
    return False


@rule
def remember(trace: tuple[int, ...], seen: MutableSequence[int], known: int) -> None:
    """Put a trace behind the `known` ones."""
    for i in range(len(trace)):
        seen[known * len(trace) + i] = trace[i]
