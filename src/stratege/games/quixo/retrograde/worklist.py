"""The long tail, board by board: who could have moved to a board just found won or lost?

After a few sweeps little changes, but it changes for long. From then on each board found is taken up once:
the boards from which a move of one's own cube leads to it are looked at (`suspects`), and those that turn out
decided are added (`add`) and taken up in their turn. Looking only reads and may be done by many threads while
one adds: a board added too late for a look will itself be taken up, and looked back from, later.

Blanks that some turn leaves as they are make a block hold a board several times over. All its images are
added together, and a board counts as known when all of them are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import Rules, State
from stratege.core.words import popcount, shift_right, unsigned
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, add_bit, bit_at, decided, high_bits
from stratege.games.quixo.kernel import DOWN, INSERTED, SLIDING, TAKEN, UP, play
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate, moved, squeezed, stretched
from stratege.games.square_symmetry import TURNS

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

MOST_SUSPECTS = 44
"""How many boards can at most have led to one."""


@rule
def unplay(rules: Rules, state: State, move: int) -> State:
    """The state before a move with one's own cube, which left the cube where the move inserts it."""
    entry = unsigned(rules[1] + move)
    slid = SLIDING[entry] >> DOWN[entry] << UP[entry]
    still = ~(slid | INSERTED[entry])
    theirs = state[0] & still | (state[0] & slid) << DOWN[entry] >> UP[entry]
    mine = state[1] & still | (state[1] & slid) << DOWN[entry] >> UP[entry] | TAKEN[entry]
    return mine, theirs


@rule
def image(chart: IndexTables, cubes: int, entry: int, blanks: int, turn: int) -> int:
    """The entry of the same board turned, in the same block; -1 if the blanks do not stay as they are.

    `blanks` are the block's, as places.
    """
    if moved(chart.into, turn, moved(chart.out_of, 0, blanks)) != blanks:
        return -1
    index = stretched(entry & (1 << cubes) - 1, blanks)
    turned = squeezed(moved(chart.into, turn, moved(chart.out_of, 0, index)), blanks)
    return entry >> cubes << cubes | turned


@rule
def all_decided(
    chart: IndexTables, blocks: Numbers, weights: Numbers, words: Numbers, cubes: int, entry: int
) -> bool:
    """Whether a board and all its images are known to be won or lost."""
    if not decided(words, cubes, entry):
        return False
    if weights[entry >> cubes] < TURNS:
        for turn in range(1, TURNS):
            other = image(chart, cubes, entry, blocks[entry >> cubes], turn)
            if other >= 0 and not decided(words, cubes, other):
                return False
    return True


@rule
def is_spared(spared: Numbers, cubes: int, entry: int) -> bool:
    """Whether taking a blank keeps the board from being lost."""
    index = entry & (1 << cubes) - 1
    word = spared[unsigned((entry >> cubes << high_bits(cubes)) + (index >> WORD_BITS))]
    return shift_right(word, index & 63) & 1 != 0


@rule
def only_to_won(rules: Rules, chart: IndexTables, words: Numbers, cubes: int, state: State) -> bool:
    """Whether all moves with one's own cubes lead to boards known to be won by the other."""
    for move in range(len(chart.taken)):
        if state[0] & TAKEN[unsigned(rules[1] + move)] != 0:
            after = play(rules, state, move)
            if bit_at(words, cubes, locate(chart, after[0], after[1]), WON) == 0:
                return False
    return True


@rule
def suspects(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    weights: Numbers,
    words: Numbers,
    spared: Numbers,
    known: Numbers,
    out: Numbers,
) -> int:
    """Write into `out` what follows from these entries: entry * 2 + 1 for a won board, entry * 2 for a lost.

    `out` has room for `MOST_SUSPECTS` of each. Returns how many are written.
    """
    count, cubes = 0, chart.cells - popcount(blocks[0])
    for entry in known:
        state = board(chart, blocks[entry >> cubes], entry & (1 << cubes) - 1)
        lost = bit_at(words, cubes, entry, LOST)
        for move in range(len(chart.taken)):
            if state[1] & INSERTED[unsigned(rules[1] + move)] == 0:
                continue
            before = unplay(rules, state, move)
            parent = locate(chart, before[0], before[1])
            if all_decided(chart, blocks, weights, words, cubes, parent):
                continue
            if lost == 0:
                if is_spared(spared, cubes, parent) or not only_to_won(rules, chart, words, cubes, before):
                    continue
            out[count] = parent << 1 | lost
            count += 1
    return count


@rule
def add(
    chart: IndexTables, blocks: Numbers, weights: Numbers, words: Numbers, found: Numbers, out: Numbers
) -> int:
    """Add what `suspects` found, images too; write into `out` all entries that were new, return how many.

    `out` has room for all images of each.
    """
    count, cubes = 0, chart.cells - popcount(blocks[0])
    for item in found:
        entry, which = item >> 1, WON if item & 1 != 0 else LOST
        turns = TURNS if weights[entry >> cubes] < TURNS else 1
        for turn in range(turns):
            other = image(chart, cubes, entry, blocks[entry >> cubes], turn)
            if other >= 0 and add_bit(words, cubes, other, which):
                out[count] = other
                count += 1
    return count
