"""Through the shapes of a box by the kernel's own moves: checking a table, and Grundy values.

A template (see `core.compiling`). It shares nothing with the sweep but the numbering of shapes, and so can
bear witness. A shape is a tuple of `MOST_ROWS` lengths whatever the box, so that this is compiled only once.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.words import lowest_index, shift_right
from stratege.games.chomp.numbering import number, shape_of

kernel: Kernel = UNBOUND

MOST_ROWS = 19
"""Those of the largest box of which there is a table."""
BLANK = (0,) * MOST_ROWS


@rule
def is_lost(lost: Sequence[int], index: int) -> bool:
    """The bit of a shape."""
    return shift_right(lost[index >> 6], index & 63) & 1 == 1


@rule
def first_wrong(
    below: Sequence[int],
    rules: tuple[int, int],
    lost: Sequence[int],
    entries: Sequence[int],
    out: MutableSequence[int],
) -> int:
    """The first of these shapes that is not lost exactly when no move leads to a lost one, or -1.

    A move that won from the shape before often wins again, so each search begins there.
    """
    columns, rows = rules
    last = 0
    for index in entries:
        shape = shape_of(below, columns, rows, index, BLANK)
        end = kernel.moves(rules, shape, out, 0)
        begin = 0
        while begin < end and out[begin] < last:
            begin += 1
        should_be = index > 0
        for i in range(end):
            move = out[(begin + i) % end]
            if is_lost(lost, number(below, columns, rows, kernel.play(rules, shape, move))):
                should_be, last = False, move
                break
        if is_lost(lost, index) != should_be:
            return index
    return -1


@rule
def fill_grundy(
    below: Sequence[int],
    rules: tuple[int, int],
    values: MutableSequence[int],
    reached: MutableSequence[int],
    out: MutableSequence[int],
) -> None:
    """The Grundy value of every shape, in order; `reached[v]` is the last shape that reaches value v."""
    for index in range(1, len(values)):
        shape = shape_of(below, rules[0], rules[1], index, BLANK)
        end = kernel.moves(rules, shape, out, 0)
        for i in range(end):
            after = kernel.play(rules, shape, out[i])
            reached[values[number(below, rules[0], rules[1], after)]] = index
        least = 0
        while reached[least] == index:
            least += 1
        values[index] = least


@rule
def count_by_squares(
    below: Sequence[int],
    rules: tuple[int, int],
    lost: Sequence[int],
    begin: int,
    end: int,
    counts: MutableSequence[int],
) -> None:
    """Add the lost shapes in the words from `begin` to `end` to the count of their number of squares."""
    for word in range(begin, end):
        left = lost[word]
        while left != 0:
            shape = shape_of(below, rules[0], rules[1], word * 64 + lowest_index(left), BLANK)
            squares = 0
            for row in range(rules[1]):
                squares += shape[row]
            counts[squares] += 1
            left &= left - 1
