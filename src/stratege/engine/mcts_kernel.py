"""Monte-Carlo tree search (UCT) over any kernel.

A template (see `core.compiling`): `kernel` is the rules, `evaluation` the game's judgement, of which only the
sign counts, and only where a random game was cut short.

Everything lies in one array of 64-bit words, `work`:

    ┌────────┬──────┬────────────────┬────────────────────────────────────────────────┐
    │ SHARED │ PATH │ room for moves │ the tree: WIDTH words a node, the root first   │
    └────────┴──────┴────────────────┴────────────────────────────────────────────────┘
                    work[MOVES]      work[TREE]                                work[END]

A node is named by the index of its first word. Its children lie one after the other, in an order drawn at
random when they were made. Points are halves: 2 for a win, 1 for a draw, 0 for a loss. The REWARD of a node
counts for the player who moved into it, who is the one to choose it; its PROOF for the player to move there.

A visit walks down from the root by the rule UCB1, plays on at random from where the tree ends, and credits
the nodes on the way. A leaf gets children once it has been visited PATIENCE times. Where a node's result
follows from its children's, it is kept as its PROOF and nothing is left to explore (MCTS-Solver, Winands
et al. 2008).

Repetition. The tree does not know the game's past. Where a board may not come back, or ends the game by
coming back, only the root's moves are those of the rules, deeper ones may be illegal there, and nothing is
proved but by an end on the board (the word PROOFS is 0).

A random game may be endless, and long ones say little: from PLY_CAP plies on it ends as soon as the position
looks better for somebody, and at LAST_PLY in any case. A game without a judgement is thus played to its end.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, Evaluation
from stratege.core.words import pointer_to

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED

# The shared words.
STOP, PLAYOUTS, PLAYOUT_LIMIT, RANDOM, PROOFS = 0, 1, 2, 3, 4
MOVES, ROOT_MOVES, TREE, FREE, END = 5, 6, 7, 8, 9
PLY_CAP, LAST_PLY = 10, 11
PATIENCE = 12  # a leaf gets children once it has been visited so often
EXPLORATION = 13  # the square of UCB1's constant in hundredths, for rewards from 0 to 1
SHARED = 16
PATH = SHARED
DEEPEST = 256
SCRATCH = PATH + DEEPEST

# A node.
VISITS, REWARD, FIRST, CHILDREN, MOVE, PROOF = 0, 1, 2, 3, 4, 5
WIDTH = 6

UNKNOWN, LOST, DRAWN, WON = 0, 1, 2, 3  # a proof: the points, and 1


@rule
def drawn(count: int, work: MutableSequence[int]) -> int:
    """A random number below `count` < 2^31: xorshift on 32 bits, the same in both lives (Marsaglia 2003)."""
    word = work[RANDOM]
    word ^= word << 13 & 0xFFFF_FFFF
    word ^= word >> 17
    word ^= word << 5 & 0xFFFF_FFFF
    work[RANDOM] = word
    return word * count >> 32


@rule
def points_of(margin: int) -> int:
    """2 for a win, 1 for a draw, 0 for a loss."""
    if margin > 0:
        return 2
    return 0 if margin < 0 else 1


@rule
def goes_on(rules: tuple[int, ...], state: tuple[int, ...], plies: int, work: MutableSequence[int]) -> bool:
    """Whether a random game is to be continued after so many plies, its end not being reached."""
    if work[STOP] != 0 or plies >= work[LAST_PLY]:
        return False
    return plies < work[PLY_CAP] or evaluation.evaluate(rules, state) == 0


@rule
def playout(rules: tuple[int, ...], state: tuple[int, ...], work: MutableSequence[int]) -> int:
    """Play on at random: the points of the player to move. A game cut short goes to who looks better."""
    start, plies = work[MOVES], 0
    reason = kernel.finished(rules, state)
    while reason == 0 and goes_on(rules, state, plies, work):
        end = kernel.moves(rules, state, work, start)
        if end == start:
            reason = 1
        else:
            state = kernel.play(rules, state, work[start + drawn(end - start, work)])
            reason = kernel.finished(rules, state)
            plies += 1
    if reason != 0:
        points = points_of(kernel.result(rules, state, reason))
    else:
        points = points_of(evaluation.evaluate(rules, state))
    return points if plies & 1 == 0 else 2 - points


@rule
def expand(node: int, start: int, end: int, work: MutableSequence[int]) -> None:
    """Give a node a child for each of the moves `work[start:end]`, in random order, if there is room."""
    child = work[FREE]
    if child + WIDTH * (end - start) > work[END]:
        return
    work[node + FIRST] = child
    work[node + CHILDREN] = end - start
    for i in range(start, end):
        picked = i + drawn(end - i, work)
        move = work[picked]
        work[picked] = work[i]
        work[child + VISITS] = work[child + REWARD] = work[child + CHILDREN] = 0
        work[child + MOVE] = move
        work[child + PROOF] = UNKNOWN
        child += WIDTH
    work[FREE] = child


@rule
def best_child(node: int, work: MutableSequence[int]) -> int:
    """The child to visit next: one never visited, else the highest of UCB1 among those not proved to lose."""
    first = work[node + FIRST]
    spread = work[EXPLORATION] / 100 * math.log(work[node + VISITS] + 1)
    best, highest = first, -1.0
    for i in range(work[node + CHILDREN]):
        child = first + WIDTH * i
        visits = work[child + VISITS]
        if visits == 0:
            return child
        if work[child + PROOF] == WON and work[PROOFS] != 0:
            continue
        value = work[child + REWARD] / (2 * visits) + math.sqrt(spread / visits)
        if value > highest:
            best, highest = child, value
    return best


@rule
def open_leaf(rules: tuple[int, ...], state: tuple[int, ...], node: int, work: MutableSequence[int]) -> None:
    """Note it if the game is over at this leaf; else give it children if it has been visited enough."""
    start, end = work[MOVES], work[MOVES]
    reason = kernel.finished(rules, state)
    if reason == 0:
        end = kernel.moves(rules, state, work, start)
        if end == start:
            reason = 1
    if reason != 0:
        work[node + PROOF] = LOST + points_of(kernel.result(rules, state, reason))
    elif work[node + VISITS] >= work[PATIENCE]:
        expand(node, start, end, work)


@rule
def proof_of(node: int, work: MutableSequence[int]) -> int:
    """What the children's proofs say of a node for the player to move there; `UNKNOWN` if not enough."""
    least, unknown = WON, False
    for i in range(work[node + CHILDREN]):
        proof = work[work[node + FIRST] + WIDTH * i + PROOF]
        if proof == LOST:
            return WON
        if proof == UNKNOWN:
            unknown = True
        elif proof < least:
            least = proof
    return UNKNOWN if unknown else WON + LOST - least


@rule
def prove_above(depth: int, work: MutableSequence[int]) -> None:
    """The node at this depth of the path has just been proved: draw the conclusions above it."""
    for above in range(depth - 1, -1, -1):
        proof = proof_of(work[PATH + above], work)
        if proof == UNKNOWN:
            return
        work[work[PATH + above] + PROOF] = proof


@rule
def credit(depth: int, points: int, work: MutableSequence[int]) -> None:
    """Count a visit for each node of the path, whose last has these points for the player to move there."""
    for back in range(depth, -1, -1):
        points = 2 - points
        node = work[PATH + back]
        work[node + VISITS] += 1
        work[node + REWARD] += points
    work[PLAYOUTS] += 1


@rule
def visit(rules: tuple[int, ...], state: tuple[int, ...], work: MutableSequence[int]) -> None:
    """One walk down the tree and one random game; if STOP cuts it short, it does not count."""
    node, depth = work[TREE], 0
    work[PATH] = node
    while work[node + CHILDREN] != 0 and work[node + PROOF] == UNKNOWN and depth < DEEPEST - 1:
        node = best_child(node, work)
        state = kernel.play(rules, state, work[node + MOVE])
        depth += 1
        work[PATH + depth] = node
    if work[node + PROOF] == UNKNOWN and work[node + CHILDREN] == 0:
        open_leaf(rules, state, node, work)
        if work[node + PROOF] != UNKNOWN and work[PROOFS] != 0:
            prove_above(depth, work)
    if work[node + PROOF] != UNKNOWN:
        points = work[node + PROOF] - LOST
    else:
        points = playout(rules, state, work)
    if work[STOP] == 0:
        credit(depth, points, work)


@rule
def plant(work: MutableSequence[int]) -> None:
    """A tree of the root and its moves, which stand at MOVES."""
    root = work[TREE]
    for i in range(WIDTH):
        work[root + i] = 0
    work[FREE] = root + WIDTH
    expand(root, work[MOVES], work[MOVES] + work[ROOT_MOVES], work)


@rule
def grow(rules: tuple[int, ...], state: tuple[int, ...], work: MutableSequence[int]) -> None:
    """Visit until STOP is set, PLAYOUT_LIMIT is reached or the root is proved."""
    plant(work)
    while work[STOP] == 0 and work[PLAYOUTS] < work[PLAYOUT_LIMIT] and work[work[TREE] + PROOF] == UNKNOWN:
        visit(rules, state, work)


@rule
def enter(rules: tuple[int, ...], state: tuple[int, ...], work: MutableSequence[int]) -> None:
    """`grow`, the array handed on as a bare pointer."""
    grow(rules, state, pointer_to(work))
