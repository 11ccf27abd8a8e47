"""Two sets of boards, won and lost, as the bits of one array of 64-bit words.

A block holds all colourings of one set of pieces; an index bit tells a piece's colour. The lowest six index
bits number the bits of a word, the others the words. The two sets lie in one array: a page of the one,
the same page of the other. A block of fewer than six pieces fills its word with copies of itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratege.core.compiling import rule
from stratege.core.words import shift_right, unsigned

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Numbers = NDArray[numpy.int64]

WORD_BITS = 6
PAGE_BITS = 9  # words of a page: 4096 bytes
WON, LOST = 0, 1


@rule
def high_bits(pieces: int) -> int:
    """How many index bits number the words of a block."""
    return max(0, pieces - WORD_BITS)


@rule
def real_boards(pieces: int) -> int:
    """The bits of a word that stand for boards, not for copies of them."""
    return (1 << (1 << pieces)) - 1 if pieces < WORD_BITS else -1


@rule
def word_address(pieces: int, block: int, word: int, which: int) -> int:
    """Where a word of a block's won or lost boards lies."""
    page = min(PAGE_BITS, high_bits(pieces))
    number = block << high_bits(pieces) | word
    return number >> page << page + 1 | which << page | number & (1 << page) - 1


@rule
def bit_at(words: Numbers, pieces: int, entry: int, which: int) -> int:
    """Whether an entry of a layer is in the set."""
    index = entry & (1 << pieces) - 1
    word = words[unsigned(word_address(pieces, entry >> pieces, index >> WORD_BITS, which))]
    return shift_right(word, index & 63) & 1


@rule
def address_step(bit: int, page: int) -> int:
    """How far apart words lie whose indices differ in this bit, in a layer with such pages."""
    number = bit - WORD_BITS
    return 1 << number if number < page else 2 << number


@rule
def decided(words: Numbers, pieces: int, entry: int) -> bool:
    """Whether a board is known to be won or lost."""
    return bit_at(words, pieces, entry, WON) | bit_at(words, pieces, entry, LOST) != 0


@rule
def add_bit(words: Numbers, pieces: int, entry: int, which: int) -> bool:
    """Add a board to a set; whether it is new there. A word of few pieces gets it in all its copies."""
    if bit_at(words, pieces, entry, which) != 0:
        return False
    index = entry & (1 << pieces) - 1
    address = word_address(pieces, entry >> pieces, index >> WORD_BITS, which)
    for bit in range(index & 63, 64, 1 << min(pieces, WORD_BITS)):
        words[address] |= 1 << bit
    return True
