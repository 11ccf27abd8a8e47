"""What a search onto the tables proves of a board that they do not hold: bounds of the final difference.

The tree is cut after so many plies, and twice: once whoever asks loses every seed that is left where it is
cut, once they get all of them. No play from there can be worse, or better, so the two minimax values bound
the value that a table would have (see `table_recipe`: play that goes on, the turn limit and repetition left
aside). Every ply more can only bring them nearer to each other; where they meet the board is solved.

Each question is a yes or a no, whether more can be had than what is proven; what a search finds out of a
board that way holds however deep it looked, so later and deeper ones do not ask again.

A template (see `core.compiling`): `kernel` is the rules. Values are seeds gained from here on, so boards are
looked up whatever the stores; a board's key is its index, so no two boards are ever taken for each other.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled, rule
from stratege.core.kernel import UNBOUND, Kernel, Rules, State
from stratege.core.words import mix
from stratege.games.awale.kernel import MOST_MOVES, ROW, STORE, seeds_in
from stratege.games.awale.ranking import MOST, index_of
from stratege.games.awale.table_probe import LAYERS, UNKNOWN, addresses, value

if TYPE_CHECKING:
    from numpy.typing import NDArray

kernel: Kernel = UNBOUND

MAX_DEPTH = 60
NODES, LIMIT, STACK = 0, 1, 2
TABLE = STACK + MOST_MOVES * (MAX_DEPTH + 1)
"""What the array of a search holds: nodes so far and at most, moves, then two words for each place of a table
of boards searched: the board and who hopes, and what came of it."""
PLACES = 1 << 23
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SHIFT = 128  # values are stored as numbers from 0 on


@rule
def search(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    layers: MutableSequence[int],
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    hope: int,
    work: MutableSequence[int],
) -> int:
    """The best difference of seeds from here on where play is cut after `depth` plies, stores being empty.

    There the player to move gets all seeds that are left (`hope` is 1), or loses them (-1). At least beta
    or at most alpha is a bound; between them what the cut tree is worth, or nearer to the truth than that.
    Worthless once the nodes ran out.
    """
    work[NODES] += 1
    mine, theirs = seeds_in(state[0]), seeds_in(state[1])
    known = value(state, layers, 0)
    if known != UNKNOWN:
        return known
    start = STACK + MOST_MOVES * ply
    end = start if mine + theirs <= rules[1] else kernel.moves(rules, state, work, start)
    if end == start:
        return mine - theirs
    if depth == 0 or work[NODES] >= work[LIMIT]:
        return hope * (mine + theirs)
    key = ((mine + theirs) << 42 | index_of(state[0], state[1])) << 1
    key += hope > 0
    slot = TABLE + 2 * (mix(1, key) >> 8 & PLACES - 1)
    hint = -1
    if work[slot] == key:
        hint, entry = work[slot + 1] & 7, work[slot + 1] >> 3
        stored, kind = (entry >> 2 & 255) - SHIFT, entry & 3
        high, low = stored >= beta and kind != AT_MOST, stored <= alpha and kind != AT_LEAST
        # Who loses what is left has at least this for good, who gets it at most, however deep it was seen.
        if (high if hope < 0 else low) or (entry >> 10 >= depth and (high or low or kind == EXACT)):
            return stored
    rank(rules, state, start, end, hint, work)
    best, chosen, floor = -SHIFT, 0, alpha
    for i in range(start, end):
        move = work[i] & 7
        after = kernel.play(rules, state, move)
        taken = after[1] >> STORE
        bare = (after[0], after[1] & ROW, after[2])
        found = taken - search(
            rules, bare, layers, depth - 1, ply + 1, taken - beta, taken - floor, -hope, work
        )
        if found > best:
            best, chosen = found, move
            floor = max(floor, best)
            if best >= beta:
                break
    if work[NODES] < work[LIMIT]:
        kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        work[slot] = key
        work[slot + 1] = ((depth << 8 | best + SHIFT) << 2 | kind) << 3 | chosen
    return best


@rule
def rank(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    start: int,
    end: int,
    hint: int,
    work: MutableSequence[int],
) -> None:
    """Sort the moves: the best one of last time first, then by what they take."""
    for i in range(start, end):
        move = work[i]
        ranked = (kernel.play(rules, state, move)[1] >> STORE) << 3 | move
        if move == hint:
            ranked += 1 << 10
        at = i
        while at > start and work[at - 1] < ranked:
            work[at] = work[at - 1]
            at -= 1
        work[at] = ranked


def bounds(
    rules: Rules, state: State, data: Callable[[str], NDArray[Any] | None], nodes: int
) -> tuple[int, int]:
    """The least and the most that the player to move can end ahead by; see `core.parts.Bounds`."""
    import numpy

    arrays = [data(name) for name in LAYERS]
    layers = addresses({seeds: array for seeds, array in enumerate(arrays) if array is not None})
    held = (state[0] >> STORE) - (state[1] >> STORE)
    bare, rules = (state[0] & ROW, state[1] & ROW, 0), (*rules[:2], 0)
    most = seeds_in(bare[0]) + seeds_in(bare[1])
    least, work = -most, numpy.zeros(TABLE + 2 * PLACES, numpy.int64)
    if most > MOST:
        return held + least, held + most
    twin = compiled(__name__, "stratege.games.awale.kernel")
    work[LIMIT] = nodes
    for depth in range(1, MAX_DEPTH):
        for hope in (-1, 1):
            while least < most:
                asked = least if hope < 0 else most - 1
                found = int(twin.search(rules, bare, layers, depth, 0, asked, asked + 1, hope, work))
                if work[NODES] >= nodes:
                    return held + least, held + most
                if (found > asked) != (hope < 0):
                    break
                least, most = (found, most) if hope < 0 else (least, found)
    return held + least, held + most
