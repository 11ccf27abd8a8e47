"""The moves between boards of one layer, and how soon they leave it: compiled parts of `conversion`."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, Rules
from stratege.core.words import mix, popcount
from stratege.games.colourings.bitsets import LOST, WORD_BITS, word_address
from stratege.games.quixo.kernel import finished, moves, play, result
from stratege.games.quixo.retrograde.indexing import IndexTables, board, locate

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers


@rule
def expand(
    rules: Rules,
    chart: IndexTables,
    blocks: Numbers,
    entries: Numbers,
    ends: Bytes,
    own: Numbers,
    blank: Numbers,
    room: MutableSequence[int],
) -> tuple[int, int]:
    """Write the moves from these entries as pairs (number in `entries`, entry after): `own` those that stay
    in the layer and do not end the game, `blank` those that take a blank; how many there are of each.

    `ends` tells which boards have a move of the mover's own cubes that wins at once.
    """
    cubes, stay, leave = chart.cells - popcount(blocks[0]), 0, 0
    for i in range(len(entries)):
        state = board(chart, blocks[entries[i] >> cubes], entries[i] & (1 << cubes) - 1)
        for j in range(moves(rules, state, room, 0)):
            after = play(rules, state, room[j])
            if popcount(after[0] | after[1]) > cubes:
                blank[leave, 0], blank[leave, 1] = i, locate(chart, after[0], after[1])
                leave += 1
                continue
            reason = finished(rules, after)
            if reason == GOES_ON:
                own[stay, 0], own[stay, 1] = i, locate(chart, after[0], after[1])
                stay += 1
            elif result(rules, after, reason) < 0:
                ends[i] = 1
    return stay, leave


@rule
def lost_bits(cubes: int, entries: Numbers, places: Numbers) -> None:
    """The byte of a layer's data that says of each entry whether it is lost (bit `entry & 7`)."""
    for i in range(len(entries)):
        index = entries[i] & (1 << cubes) - 1
        address = word_address(cubes, entries[i] >> cubes, index >> WORD_BITS, LOST)
        places[i] = 8 * address + (index >> 3 & 7)


@rule
def slot(table: Numbers, entries: Numbers, key: int) -> int:
    """Where the number of an entry stands in the table, or the free place where it would."""
    at = mix(0, key) & len(table) - 1
    while table[at] >= 0 and entries[table[at]] != key:
        at = at + 1 & len(table) - 1
    return at


@rule
def number(keys: Numbers, table: Numbers, entries: Numbers, count: int, numbers: Numbers) -> int:
    """The number of each of these entries, new ones from `count` on; how many there are then."""
    for i in range(len(keys)):
        at = slot(table, entries, keys[i])
        if table[at] < 0:
            table[at], entries[count] = count, keys[i]
            count += 1
        numbers[i] = table[at]
    return count


@rule
def sort(numbers: Numbers, keys: Numbers, firsts: Numbers, out: Numbers) -> None:
    """The numbers of key k into `out[firsts[k]:firsts[k + 1]]`; `firsts`, all 0, has two more than keys."""
    for i in range(len(keys)):
        firsts[keys[i] + 2] += 1
    for key in range(2, len(firsts)):
        firsts[key] += firsts[key - 1]
    for i in range(len(keys)):
        out[firsts[keys[i] + 1]] = numbers[i]
        firsts[keys[i] + 1] += 1


@rule
def count_plies(
    parents: Numbers, firsts: Numbers, left: Numbers, plies: Numbers, queue: Numbers, end: int
) -> None:
    """How many plies it takes to leave the layer, for nodes 0, 1, …; stays 0 where no moves here force it.

    The parents of a node are `parents[firsts[node]:firsts[node + 1]]`. `left` is of how many of its children
    the plies must be known: for the winner's nodes of one, for the loser's of all. The first `end` nodes of
    the queue have theirs. Going backwards from them, as in any retrograde analysis, finds the nodes in the
    order of their plies: the winner's soonest way out, the loser's latest.
    """
    at = 0
    while at < end:
        node = queue[at]
        at += 1
        for i in range(firsts[node], firsts[node + 1]):
            parent = parents[i]
            left[parent] -= 1
            if left[parent] == 0 and plies[parent] == 0:
                plies[parent] = plies[node] + 1
                queue[end] = parent
                end += 1


@rule
def unsolved(
    root: int, children: Numbers, firsts: Numbers, plies: Numbers, seen: Bytes, queue: Numbers
) -> int:
    """Write into `queue` the nodes reached from the root through nodes without plies only; how many."""
    queue[0], seen[root] = root, 1
    at, end = 0, 1 if plies[root] == 0 else 0
    while at < end:
        node = queue[at]
        at += 1
        for i in range(firsts[node], firsts[node + 1]):
            child = children[i]
            if plies[child] == 0 and seen[child] == 0:
                seen[child] = 1
                queue[end] = child
                end += 1
    return end
