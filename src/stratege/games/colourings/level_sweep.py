"""Adding to a block what a sweep found of it: one level, whatever the order of blocks and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import mirrored, popcount
from stratege.games.colourings.bitsets import LOST, high_bits, real_boards, word_address

if TYPE_CHECKING:
    from stratege.games.colourings.bitsets import Numbers


@rule
def settle(
    pieces: int,
    moves: Numbers,
    spared: Numbers,
    block: int,
    words: Numbers,
    which: int,
    closed: Numbers,
    new: Numbers,
) -> int:
    """Add to a block new boards of the set that is not `which`, the one that was read; how many.

    `moves` are the boards with a move to a lost one (`which` is LOST), or to one that is not won (WON), as
    `bitperm` numbers them. `spared` are the boards of all blocks that are not lost in spite of having none
    of the latter; it may be empty. `new` is the bit set of the block's new boards.
    """
    count, still_open, total = 1 << high_bits(pieces), 0, 0
    flip = 0 if which == LOST else -1
    barred = which != LOST and len(spared) > 0
    for word in range(count):
        at, other = word_address(pieces, block, word, 1 - which), word_address(pieces, block, word, which)
        known = words[at]
        unknown = ~(known | words[other])
        if unknown == 0:
            new[word] = 0
            continue
        found = (mirrored(moves[count - 1 - word]) ^ flip) & unknown
        if barred:
            found &= ~spared[block * count + word]
        new[word] = found & real_boards(pieces)
        if found != 0:
            words[at] = known | found
            total += popcount(new[word])
        still_open |= unknown ^ found
    closed[block] = still_open == 0
    return total
