"""Bit operations that kernels share, on non-negative integers.

Interpreted they work on Python integers of any size. Compiled they are the machine's instructions
on 64-bit words (`intrinsics.py`), where bit 63 is an ordinary bit: use `shift_right`, never `>>`,
and `!= 0`, never `> 0`, on a word that may have it set.
"""

from __future__ import annotations

import ctypes
from collections.abc import MutableSequence
from typing import TYPE_CHECKING

from stratege.core.compiling import twin_of

if TYPE_CHECKING:
    from stratege.core.weights import Rows

_INTRINSICS = "stratege.core.intrinsics"
WORD = (1 << 64) - 1


@twin_of(_INTRINSICS)
def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


@twin_of(_INTRINSICS)
def lowest_index(word: int) -> int:
    """The index of the lowest set bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


@twin_of(_INTRINSICS)
def highest_index(word: int) -> int:
    """The index of the highest set bit; -1 for 0."""
    return word.bit_length() - 1


@twin_of(_INTRINSICS)
def shift_right(word: int, count: int) -> int:
    """`word >> count` with zeros coming in from the left."""
    return word >> count


@twin_of(_INTRINSICS)
def mirrored(word: int) -> int:
    """The 64 bits of a word in reverse order."""
    return int(f"{word % (1 << 64):064b}"[::-1], 2)


@twin_of(_INTRINSICS)
def mix(seed: int, word: int) -> int:
    """A hash of the two, non-negative and below 2^63; every bit of the word counts. Of 64-bit words it is
    the same in both lives, so that what a player overlooks does not depend on when it was compiled."""
    if word > WORD:
        word = hash(word)
    blend = (seed ^ word) * 0x9E37_79B9_7F4A_7C15 & WORD
    blend = (blend ^ blend >> 32) * 0xBF58_476D_1CE4_E5B9 & WORD
    return (blend ^ blend >> 29) & 0x7FFF_FFFF_FFFF_FFFF


@twin_of(_INTRINSICS)
def pointer_to(numbers: MutableSequence[int]) -> MutableSequence[int]:
    """The same numbers, to be indexed from 0 on: compiled, a bare pointer, which is one word to pass on."""
    return numbers


@twin_of(_INTRINSICS)
def byte_at(address: int) -> int:
    """The signed byte at an address of memory, which the caller knows to be its own."""
    return ctypes.c_int8.from_address(address).value


@twin_of(_INTRINSICS)
def word_at(address: int) -> int:
    """The eight bytes from an address on, the first of them the lowest; compiled, as a signed word."""
    return int.from_bytes(ctypes.string_at(address, 8), "little")


@twin_of(_INTRINSICS)
def layer(weights: Rows, rows: tuple[int, ...]) -> int:
    """A network's only layer: these rows of weights summed lane by lane, each sum held between what rows 0
    and 1 allow, multiplied by row 2, and all lanes added up.

    Compiled, lanes have 16 bits, the answer 32: who makes weights sees to it that no sum needs more.
    """
    least, most, factors = weights.rows[:3]
    sums = map(sum, zip(*[weights.rows[row] for row in rows]))
    return sum(max(low, min(high, one)) * by for low, high, one, by in zip(least, most, sums, factors))


@twin_of(_INTRINSICS)
def unsigned(index: int) -> int:
    """An index that is never negative: compiled, a table needs no look at its sign."""
    return index


@twin_of(_INTRINSICS)
def put(state: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """A copy of the tuple with one item replaced."""
    return (*state[:index], value, *state[index + 1 :])
