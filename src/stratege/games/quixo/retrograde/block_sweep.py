"""Whole blocks at a time: what follows from the layer below, then from the other boards of the layer.

A layer is `words`, the won and the lost boards, and `spared`, the boards that cannot be lost because taking a
blank leads to one that is not won. Bits are only ever added to the won and the lost, each of them true, so
blocks may be swept in any order, by any number of threads, and again after a kill: the sets that nothing can
be added to are always the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stratege.core.compiling import rule
from stratege.core.kernel import Rules
from stratege.core.words import lowest_index, mirrored, popcount
from stratege.games.colourings.bitperm import BLANK, OWN, SET, Scratch
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, high_bits, real_boards, word_address
from stratege.games.quixo.kernel import play
from stratege.games.quixo.retrograde.indexing import IndexTables, moved
from stratege.games.quixo.retrograde.move_sweep import add_moves, place_bit

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers

NEWLY_WON, NEWLY_LOST = 1, 2


class Log(NamedTuple):
    """By block, which of its boards are worth looking at again. Times are the builder's own count."""

    won: Numbers
    lost: Numbers
    """When boards were last found won, lost."""
    winning: Numbers
    sparing: Numbers
    """When the block was last searched for moves to lost boards, to boards not won; 0 is never."""
    news: Numbers
    """What the last look found: NEWLY_WON, NEWLY_LOST."""
    closed: Numbers
    """Whether all its boards are won or lost."""


def log(blocks: int) -> Log:
    """Nothing has been looked at, and everything may have changed."""
    import numpy

    return Log(*(numpy.full(blocks, first, numpy.int64) for first in (1, 1, 0, 0, 0, 0)))


@rule
def mark_lines(chart: IndexTables, scratch: Scratch, blanks: int, count: int) -> None:
    """Leave in `scratch.words` the boards of a block where the player to move has a line, then the others'.

    `blanks` are places. The player not to move has one where all its bits are set.
    """
    scratch.words[: 2 * count] = 0
    for line in range(len(chart.lines)):
        high, all_set, none_set = 0, -1, -1
        for i in range(chart.lines.shape[1]):
            place = chart.lines[line, i]
            bit = place_bit(blanks, place)
            if blanks >> place & 1 != 0:
                all_set, none_set = 0, 0
            elif bit >= WORD_BITS:
                high |= 1 << bit - WORD_BITS
            else:
                all_set &= SET[bit]
                none_set &= ~SET[bit]
        if all_set | none_set != 0:
            for word in range(count):
                if word & high == 0:
                    scratch.words[word] |= none_set
                if word & high == high:
                    scratch.words[count + word] |= all_set


@rule
def begin(
    rules: Rules,
    chart: IndexTables,
    scratch: Scratch,
    blocks: Numbers,
    first: int,
    last: int,
    words: Numbers,
    below: Numbers,
    spared: Numbers,
) -> None:
    """Add the boards that are over and what taking a blank decides, for blocks from `first` to `last` - 1."""
    for block in range(first, last):
        blanks = moved(chart.out_of, 0, blocks[block])
        cubes = chart.cells - popcount(blanks)
        count = 1 << high_bits(cubes)
        scratch.winning[:count] = 0
        scratch.spared[:count] = 0
        add_moves(rules, chart, scratch, blanks, BLANK, below, True, True)
        mark_lines(chart, scratch, blocks[block], count)
        for word in range(count):
            won = scratch.words[word]
            lost = scratch.words[count + word] & ~won
            backwards = count - 1 - word
            won |= mirrored(scratch.winning[backwards]) & ~lost
            words[word_address(cubes, block, word, WON)] |= won
            words[word_address(cubes, block, word, LOST)] |= lost
            spared[block * count + word] = mirrored(scratch.spared[backwards])


@rule
def changed_since(rules: Rules, chart: IndexTables, blanks: int, changes: Numbers, time: int) -> bool:
    """Whether a block that moves of one's own cubes lead to has changed, or nobody has looked yet."""
    if time == 0:
        return True
    for move in range(len(chart.taken)):
        if blanks >> chart.taken[move] & 1 == 0:
            if changes[chart.entry[play(rules, (0, blanks), move)[0]] >> 3] > time:
                return True
    return False


@rule
def note(found: Numbers, count: int, entry: int, boards: int) -> int:
    """Write down the entries of a word's boards while there is room; return how many there are in all."""
    while boards != 0:
        if count < len(found):
            found[count] = entry + lowest_index(boards)
        count += 1
        boards &= boards - 1
    return count


@rule
def settle(
    scratch: Scratch,
    cubes: int,
    block: int,
    words: Numbers,
    spared: Numbers,
    losses: int,
    log: Log,
    found: Numbers,
    total: int,
) -> int:
    """Add to a block what `scratch` tells of it (`losses` is -1, or 0 if it tells of wins only)."""
    count = 1 << high_bits(cubes)
    news, still_open = 0, 0
    for word in range(count):
        at_won, at_lost = word_address(cubes, block, word, WON), word_address(cubes, block, word, LOST)
        won, lost = words[at_won], words[at_lost]
        unknown = ~(won | lost)
        if unknown == 0:
            continue
        backwards = count - 1 - word
        new_won = mirrored(scratch.winning[backwards]) & unknown
        safe = mirrored(scratch.spared[backwards]) | spared[block * count + word]
        new_lost = unknown & ~new_won & ~safe & losses
        still_open |= unknown & ~(new_won | new_lost)
        if new_won | new_lost != 0:
            words[at_won] = won | new_won
            words[at_lost] = lost | new_lost
            news |= (NEWLY_WON if new_won != 0 else 0) | (NEWLY_LOST if new_lost != 0 else 0)
            entry = block << cubes | word << WORD_BITS
            total = note(found, total, entry, (new_won | new_lost) & real_boards(cubes))
    log.news[block] = news
    log.closed[block] = still_open == 0
    return total


@rule
def sweep(
    rules: Rules,
    chart: IndexTables,
    scratch: Scratch,
    blocks: Numbers,
    first: int,
    last: int,
    words: Numbers,
    spared: Numbers,
    log: Log,
    time: int,
    found: Numbers,
) -> int:
    """Look at those blocks from `first` to `last` - 1 whose children have changed.

    The entries of boards newly won or lost are written into `found`, as far as it goes; returns how many
    there are.
    """
    total = 0
    for block in range(first, last):
        log.news[block] = 0
        if log.closed[block] != 0:
            continue
        blanks = moved(chart.out_of, 0, blocks[block])
        winning = changed_since(rules, chart, blanks, log.lost, log.winning[block])
        sparing = changed_since(rules, chart, blanks, log.won, log.sparing[block])
        if not winning and not sparing:
            continue
        cubes = chart.cells - popcount(blanks)
        count = 1 << high_bits(cubes)
        scratch.winning[:count] = 0
        scratch.spared[:count] = 0
        add_moves(rules, chart, scratch, blanks, OWN, words, winning, sparing)
        if winning:
            log.winning[block] = time
        if sparing:
            log.sparing[block] = time
        total = settle(scratch, cubes, block, words, spared, -1 if sparing else 0, log, found, total)
    return total
