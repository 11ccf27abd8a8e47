"""One ply at a time: what follows from the boards known so far, kept apart until the ply is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.kernel import Rules
from stratege.core.words import lowest_index, mirrored, popcount
from stratege.games.colourings.bitperm import BLANK, OWN, Scratch
from stratege.games.colourings.bitsets import LOST, WON, WORD_BITS, high_bits, real_boards, word_address
from stratege.games.quixo.kernel import play
from stratege.games.quixo.retrograde.block_sweep import NEWLY_LOST, NEWLY_WON, mark_lines
from stratege.games.quixo.retrograde.indexing import IndexTables, moved
from stratege.games.quixo.retrograde.move_sweep import add_moves

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes
    from stratege.games.colourings.bitsets import Numbers


@rule
def find_lines(chart: IndexTables, scratch: Scratch, blocks: Numbers, new: Numbers, found: Numbers) -> int:
    """Put the boards that are over among the new; of both kinds, for all one knows."""
    cubes = chart.cells - popcount(blocks[0])
    count = 1 << high_bits(cubes)
    found[:] = NEWLY_WON | NEWLY_LOST
    for block in range(len(blocks)):
        mark_lines(chart, scratch, blocks[block], count)
        for word in range(count):
            won = scratch.words[word]
            new[word_address(cubes, block, word, WON)] = won
            new[word_address(cubes, block, word, LOST)] = scratch.words[count + word] & ~won
    return NEWLY_WON | NEWLY_LOST


@rule
def next_ply(
    rules: Rules,
    chart: IndexTables,
    scratch: Scratch,
    blocks: Numbers,
    known: Numbers,
    below: Numbers,
    new: Numbers,
    news: Numbers,
    news_below: Numbers,
    found: Numbers,
) -> int:
    """Put what follows from the known boards of this layer and the one below among the new.

    `news` and `news_below` tell by block what the ply before found, as NEWLY_WON and NEWLY_LOST, and `found`
    is to tell what this one does: losses follow only from new wins, wins only from new losses. Returns the
    news of all blocks.
    """
    cubes, any_found = chart.cells - popcount(blocks[0]), 0
    count = 1 << high_bits(cubes)
    for block in range(len(blocks)):
        start = word_address(cubes, block, 0, WON)
        new[start : start + 2 * count] = 0
        found[block] = 0
        blanks = moved(chart.out_of, 0, blocks[block])
        heard = news_of_children(rules, chart, blanks, news, news_below)
        winning, sparing = heard & NEWLY_LOST != 0, heard & NEWLY_WON != 0
        if heard == 0 or not is_open(known, cubes, block):
            continue
        scratch.winning[:count] = 0
        scratch.spared[:count] = 0 if sparing else -1
        for kind in (OWN, BLANK):  # in a loop, for it is long and would be compiled twice
            children = known if kind == OWN else below
            add_moves(rules, chart, scratch, blanks, kind, children, winning, sparing)
        for word in range(count):
            at_won, at_lost = word_address(cubes, block, word, WON), word_address(cubes, block, word, LOST)
            unknown = ~(known[at_won] | known[at_lost])
            backwards = count - 1 - word
            new[at_won] = unknown & mirrored(scratch.winning[backwards])
            new[at_lost] = unknown & ~mirrored(scratch.winning[backwards] | scratch.spared[backwards])
            found[block] |= NEWLY_WON if new[at_won] != 0 else 0
            found[block] |= NEWLY_LOST if new[at_lost] != 0 else 0
        any_found |= found[block]
    return any_found


@rule
def news_of_children(
    rules: Rules, chart: IndexTables, blanks: int, news: Numbers, news_below: Numbers
) -> int:
    """What the last ply found in the blocks that moves from these blank cells lead to."""
    heard = 0
    for move in range(len(chart.taken)):
        block = chart.entry[play(rules, (0, blanks), move)[0]] >> 3
        heard |= news[block] if blanks >> chart.taken[move] & 1 == 0 else news_below[block]
    return heard


@rule
def is_open(known: Numbers, cubes: int, block: int) -> bool:
    """Whether some board of a block is neither known to be won nor known to be lost."""
    for word in range(1 << high_bits(cubes)):
        won, lost = word_address(cubes, block, word, WON), word_address(cubes, block, word, LOST)
        if known[won] | known[lost] != -1:
            return True
    return False


@rule
def keep(cubes: int, known: Numbers, new: Numbers, data: Bytes, won: int, lost: int) -> None:
    """Add the new boards to the known and write their bytes."""
    for number in range(len(known) >> 1):
        block, word = number >> high_bits(cubes), number & (1 << high_bits(cubes)) - 1
        for which in (WON, LOST):
            address = word_address(cubes, block, word, which)
            known[address] |= new[address]
            boards = new[address] & real_boards(cubes)
            while boards != 0:
                entry = block << cubes | word << WORD_BITS | lowest_index(boards)
                data[entry] = won if which == WON else lost
                boards &= boards - 1
