"""How good a Ming Mang position looks: pawns, how hard they are to close in, and what could be at once.

A lead is worth less the more room there is that only the other side can come to.

The weights come from games of the engine against itself: `python -m tuning`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import Table, rule
from stratege.core.words import popcount, shift_right
from stratege.games.mingmang.kernel import closed_in, closing_cells, moves_to

# In hundredths of a pawn: a pawn, a pawn on the edge, a pawn beside another, how much the opponent is hemmed
# in, a cell where a move closes something in, and how near whoever is far ahead has come.
WEIGHTS = Table([100, 35, 15, 5, 20, 20])
UNIT = "pawn"
EXCHANGES = 4
CONTEMPT = 100
MARGIN = 70
PASSES = 1
OPTIMISM = 10

AHEAD = 6  # so many pawns more: home is safe, and the others will not come
SAFE = 400  # hundredths of a pawn of a lead that no refuge takes away: else pawns would be given up for one
REFUGE, DRAWN = 8, 12  # so many cells of a refuge are as good as more: a third is left of what is beyond
TIGHT = 12  # with so few empty cells around them, pawns begin to be hemmed in


@rule
def neighbours(n: int, first_column: int, everything: int, cells: int) -> int:
    """The cells next to any of these."""
    last_column = first_column << n - 1
    across = (cells & ~last_column) << 1 | shift_right(cells & ~first_column, 1)
    return (across | cells << n | shift_right(cells, n)) & everything


@rule
def hemmed_in(room: int) -> int:
    """How near pawns with so many empty cells around them are to having no move, which is the end."""
    return (TIGHT - room) * (TIGHT - room) if room < TIGHT else 0


@rule
def reached(rules: tuple[int, ...], mine: int, empty: int) -> int:
    """The empty cells that a pawn of mine can come to in a move."""
    n, first_column = rules[0], rules[2]
    last_column = first_column << n - 1
    right, left = (mine & ~last_column) << 1 & empty, shift_right(mine & ~first_column, 1) & empty
    down, up = mine << n & empty, shift_right(mine, n) & empty
    for _step in range(n - 2):
        right |= (right & ~last_column) << 1 & empty
        left |= shift_right(left & ~first_column, 1) & empty
        down |= down << n & empty
        up |= shift_right(up, n) & empty
    return right | left | down | up


@rule
def threats(rules: tuple[int, ...], mine: int, theirs: int, empty: int) -> int:
    """How many cells there are where a move of mine seems to close some of theirs in: the pawn that moves may
    be missing there."""
    return popcount(closing_cells(rules, mine, theirs) & reached(rules, mine, empty))


@rule
def besieging(rules: tuple[int, ...], leader: int, other: int) -> int:
    """How many of the leader's pawns are at most two steps from the other's, and how many at most three."""
    n, first_column, everything = rules[0], rules[2], rules[1] * rules[2]
    one = other | neighbours(n, first_column, everything, other)
    two = one | neighbours(n, first_column, everything, one)
    return popcount(leader & two) + popcount(leader & (two | neighbours(n, first_column, everything, two)))


@rule
def refuge(rules: tuple[int, ...], leader: int, other: int) -> int:
    """How many empty cells only the other can come to, as far as they count.

    A wall from edge to edge cannot be closed in from one side: with a pawn that goes to and fro behind it,
    who is far behind can hold a draw for ever.
    """
    n, first_column, everything = rules[0], rules[2], rules[1] * rules[2]
    empty = everything & ~(leader | other)
    reached, before = neighbours(n, first_column, everything, leader) & empty, 0
    while reached != before:
        before = reached
        reached |= neighbours(n, first_column, everything, reached) & empty
    return min(REFUGE, popcount(empty & ~reached))


@rule
def siege(rules: tuple[int, ...], mine: int, theirs: int, lead: int) -> int:
    """How far whoever is ahead by so many pawns has closed in; nothing while neither is far ahead."""
    if lead >= AHEAD:
        return besieging(rules, mine, theirs)
    return -besieging(rules, theirs, mine) if lead <= -AHEAD else 0


@rule
def held(ahead: int, cells: int) -> int:
    """What is left of being so much ahead where the other has a refuge of so many cells."""
    return ahead if ahead <= SAFE else SAFE + (ahead - SAFE) * (DRAWN - cells) // DRAWN


@rule
def features(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """What counts, mine less theirs, in the order of the weights."""
    n, first_row, first_column = rules[0], rules[1], rules[2]
    mine, theirs = state[0], state[1]
    everything = first_row * first_column
    empty = everything & ~(mine | theirs)
    around_mine = neighbours(n, first_column, everything, mine)
    around_theirs = neighbours(n, first_column, everything, theirs)
    edge = (first_row | first_row << n * (n - 1) | first_column | first_column << n - 1) & everything
    my_room, their_room = popcount(around_mine & empty), popcount(around_theirs & empty)
    lead = popcount(mine) - popcount(theirs)
    return (
        lead,
        popcount(mine & edge) - popcount(theirs & edge),
        popcount(mine & around_mine) - popcount(theirs & around_theirs),
        hemmed_in(their_room) - hemmed_in(my_room),
        threats(rules, mine, theirs, empty) - threats(rules, theirs, mine, empty),
        siege(rules, mine, theirs, lead),
    )


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a pawn."""
    pawns, edge, together, hemmed, threatened, near = features(rules, state)
    count = WEIGHTS[0] * pawns + WEIGHTS[1] * edge + WEIGHTS[2] * together
    count += WEIGHTS[3] * hemmed + WEIGHTS[4] * threatened + WEIGHTS[5] * near
    if pawns >= AHEAD:
        return held(count, refuge(rules, state[0], state[1]))
    if pawns <= -AHEAD:
        return -held(-count, refuge(rules, state[1], state[0]))
    return count


@rule
def matters(rules: tuple[int, ...], state: tuple[int, ...], move: int) -> bool:
    """Whether the pawn leaves or reaches a cell beside an enemy: elsewhere it only waits."""
    beside = neighbours(rules[0], rules[2], rules[1] * rules[2], state[1])
    cells = 1 << (move >> rules[3]) | 1 << (move & (1 << rules[3]) - 1)
    return beside & cells != 0


@rule
def liked(rules: tuple[int, ...], state: tuple[int, ...], turn: int) -> int:
    """The other's pawns that one of one's own is beside: who stays away from them waits."""
    mine, theirs = (state[1], state[0]) if turn else (state[0], state[1])
    return popcount(neighbours(rules[0], rules[2], rules[1] * rules[2], mine) & theirs)


@rule
def passed(rules: tuple[int, ...], state: tuple[int, ...]) -> tuple[int, ...]:
    """The same board for the other player: nearly always there is a move that only waits."""
    return state[1], state[0]


@rule
def prospects(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """The cells where something can be closed in; on most boards there is none."""
    return closing_cells(rules, state[0], state[1])


@rule
def captures(
    rules: tuple[int, ...], state: tuple[int, ...], prospects: int, out: MutableSequence[int], start: int
) -> int:
    """The moves to these cells."""
    return start if prospects == 0 else moves_to(rules, state, prospects, out, start)


@rule
def promise(rules: tuple[int, ...], state: tuple[int, ...], move: int, prospects: int) -> int:
    """How many pawns the move flips."""
    target = move & (1 << rules[3]) - 1
    if prospects & 1 << target == 0:
        return 0
    mine = state[0] & ~(1 << (move >> rules[3]))
    return popcount(closed_in(rules, target, mine, state[1]))
