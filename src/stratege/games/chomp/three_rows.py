"""Chomp on long ribbons of up to three rows, by a method of their own.

A shape of rows a ≥ b ≥ c is lost for at most one a, given b and c: from a longer one, shorten the first row.
So go through c = 0, 1, 2, … and, for each, b = c, c + 1, …, and take the least a ≥ b that no lost shape
already found forbids. (a, b, c) reaches

- (a, b, c′): a stands in `used[b]`, the a of (b, c′) for all c′ < c;
- (a, b′, c) with c ≤ b′ < b, and (a, b′, b′) with b′ < c: a stands in `taken`;
- (a′, a′, c) with c ≤ a′ < b: then no b > a′ has any a at all, and c is done;
- (a′, a′, a′): a rectangle of three rows is never lost.

After Zeilberger, *Three-rowed Chomp* (2001), who goes through the shapes by c as well; here the used and the
taken a are sets of bits, so that 10,000 columns take a second.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from stratege.core.compiling import compiled, rule
from stratege.core.words import lowest_index

ROWS = 3
LONGEST = 20_000
"""That takes some ten seconds; the time grows with the cube of the length."""

Numbers = MutableSequence[int]


def winning_moves(shape: Sequence[int]) -> list[tuple[int, int]] | None:
    """Every move (row, column) that wins, of a shape of at most three rows; None for a ribbon too long.

    >>> winning_moves((7, 7, 7)), winning_moves((3, 1, 1))
    ([(2, 4)], [])
    """
    if len(shape) > ROWS or shape[0] > LONGEST:
        return None
    import numpy

    a, b, c = (*shape, 0, 0)[:ROWS]
    words = a // 64 + 1
    at_b, corner, square = (numpy.zeros(c + 1, numpy.int64) for _ in range(3))
    at_c = numpy.zeros(b + 1, numpy.int64)
    used, taken, corners = (numpy.zeros(size * words, numpy.int64) for size in (b + 1, 1, 1))
    corners[0] = 1  # no a is 0: the poison is always there
    compiled(__name__).sweep(a, b, c, at_b, at_c, corner, square, used, taken, corners)
    first = {int(at_b[c]), int(square[c])} - {0}
    second = [*corner[:c].tolist(), *at_c[c:b].tolist()]
    return [
        *((0, column) for column in sorted(first) if column < a),
        *((1, column) for column in range(b) if second[column] == a),
        *((2, column) for column in range(c) if at_b[column] == a),
    ]


@rule
def sweep(
    longest: int,
    last_b: int,
    last_c: int,
    at_b: Numbers,
    at_c: Numbers,
    corner: Numbers,
    square: Numbers,
    used: Numbers,
    taken: Numbers,
    corners: Numbers,
) -> None:
    """Find the a ≤ `longest` of all b and c up to the last ones; 0 stands for none.

    What is kept: `at_b[c]` is the a of (last_b, c), `at_c[b]` that of (b, last_c), `corner[c]` that of
    (c, c), and `square[c]` the b for which (b, b, c) is lost. The others are room to work in: sets of 64
    numbers a word, `used` one after the other for each b.
    """
    words = longest // 64 + 1
    for c in range(last_c + 1):
        for i in range(words):
            taken[i] = corners[i]
        for b in range(c, last_b + 1):
            a = least_free(used, b * words, taken, words, b)
            if a > longest:
                continue
            add(taken, 0, a)
            if c < last_c:
                add(used, b * words, a)
            else:
                at_c[b] = a
            if b == last_b:
                at_b[c] = a
            if b == c:
                corner[c] = a
                add(corners, 0, a)
            if a == b:
                square[c] = b
                break


@rule
def least_free(used: Numbers, begin: int, taken: Numbers, words: int, least: int) -> int:
    """The least number from `least` on in neither set; one past the sets if there is none."""
    mask = -1 << (least & 63)
    for word in range(least >> 6, words):
        free = ~(used[begin + word] | taken[word]) & mask
        if free != 0:
            return word * 64 + lowest_index(free)
        mask = -1
    return words * 64


@rule
def add(numbers: Numbers, begin: int, number: int) -> None:
    """Put a number into a set."""
    numbers[begin + (number >> 6)] |= 1 << (number & 63)
