"""The recipe for the table of a Chomp box: one bit for each shape, set if it is lost.

The only layer is all shapes of the box, lying down, in the order of their numbers (`numbering.py`). A sweep
is quick for what it does and works in the bits themselves (`box_sweep.py`), so a build that was killed is not
gone on with but done again from the beginning: nothing that lies in the array is trusted, and the
bytes at the end are the same. For the same reason one worker does it all; `wrong`, which plays every
move, uses all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.recipe import Exact, Layer, Work
from stratege.games.chomp import kernel
from stratege.games.chomp.numbering import (
    Box,
    below_list,
    below_table,
    count,
    laid,
    laid_shape,
    number,
    shape_of,
    turned,
)
from stratege.games.chomp.solver import KERNEL, WALK, box_of, check_size, fill, solved
from stratege.games.chomp.sweep_tables import shadow_words, words_for
from stratege.games.chomp.verify import MOST_ROWS

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes, Entries
    from stratege.games.chomp.numbering import Words

VERSION = 1
WIDEST = MOST_ROWS
"""The side of the largest box: 3.5e10 shapes, 4.4 GB, and nearly as much while it is swept."""

NAME = "shapes"
CHUNK = 1 << 18
"""Shapes checked, or words counted, between two looks at the clock."""
CHECKED_SHAPES = 200


def layers(rules: Rules, limit: int | None) -> tuple[Layer, ...]:
    """One layer: every shape of the box. There is nothing to limit but the box."""
    if limit is not None:
        raise BadOption(_("A table of Chomp has no limit but its box."))
    box = _box(rules)
    check_size(box, WIDEST)
    size, scratch = 8 * words_for(count(box)), 8 * shadow_words(laid(box))
    return (Layer(NAME, count(box), size, scratch=scratch, parallel=False),)


def every_layer(rules: Rules) -> tuple[Layer, ...]:
    """The one layer."""
    return layers(rules, None)


def at_once(rules: Rules, state: State) -> bool:
    """No: what is quickly solved, the solver solves on the spot."""
    return False


def selfcheck(rules: Rules, seed: int) -> None:
    """Numbers lead back to shapes, moves to smaller numbers, and a small box is swept as it is played."""
    columns, rows = laid(_box(rules))
    below = below_list((columns, rows))
    draw = random.Random(seed)
    out = [0] * (columns * rows)
    for _round in range(CHECKED_SHAPES):
        index = draw.randrange(count((columns, rows)))
        shape = shape_of(below, columns, rows, index, (0,) * rows)
        assert number(below, columns, rows, shape) == index
        for move in out[: kernel.moves((columns, rows), shape, out, 0)]:
            after = kernel.play((columns, rows), shape, move)
            assert number(below, columns, rows, after) < index
    small = (min(columns, 9), min(rows, 6))
    entries = _range(0, count(small))
    assert _first_wrong(small, solved(small).bits, entries) == -1


def solve(rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
    """Sweep the box, from the beginning."""
    fill(laid(_box(rules)), _words(data), work.tell, lambda room: _words(work.scratch("shadows", 8 * room)))


def wrong(
    rules: Rules,
    layer: Layer,
    data: Bytes,
    below: Mapping[str, Bytes],
    entries: Entries | None,
    work: Work,
) -> int:
    """Play every move of these shapes with the kernel; the first whose bit is not what follows, or -1."""
    box, bits = laid(_box(rules)), _words(data)
    total = layer.entries if entries is None else len(entries)

    def check(begin: int) -> int:
        end = min(begin + CHUNK, total)
        return _first_wrong(box, bits, _range(begin, end) if entries is None else entries[begin:end])

    pool, begins = ThreadPoolExecutor(work.workers), range(0, total, CHUNK)
    try:
        for begin, found in zip(begins, pool.map(check, begins)):
            if found >= 0:
                return found
            work.tell(min(1.0, (begin + CHUNK) / total))
        return -1
    finally:
        pool.shutdown(cancel_futures=True)


def statistics(rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
    """How many shapes there are, how many are lost, and how many of those have how many squares."""
    import numpy

    box, bits = laid(_box(rules)), _words(data)
    table = below_table(box)
    counts = numpy.zeros(box[0] * box[1] + 1, numpy.int64)
    for begin in range(0, len(bits), CHUNK):
        end = min(begin + CHUNK, len(bits))
        compiled(WALK, KERNEL).count_by_squares(table, box, bits, begin, end, counts)
        work.tell(end / len(bits))
    by_squares = {str(squares): int(lost) for squares, lost in enumerate(counts) if lost}
    return {"shapes": layer.entries - 1, "lost": sum(by_squares.values()), "lost_by_squares": by_squares}


def probe(rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]) -> Exact | None:
    """Won or lost; the table does not know in how many plies."""
    box = _box(rules)
    columns, rows = laid(box)
    index = number(below_list((columns, rows)), columns, rows, laid_shape(state, box))
    byte = fetch(NAME, index >> 3, 1)
    if byte is None:
        return None
    return Exact(-1 if byte[0] >> (index & 7) & 1 else 1)


def fitted(rules: Rules, state: State) -> State | None:
    """The shape as it lies in the box, turned over its diagonal if it fits no other way.

    >>> fitted((4, 3), (2, 2, 2, 1, 0)), fitted((4, 3), (3, 3, 3, 3, 3))
    ((4, 3, 0), None)
    """
    (columns, rows), (longest, height) = rules, box_of(state)
    if longest <= columns and height <= rows:
        shape = state[:height]
    elif longest <= rows and height <= columns:
        shape = turned(state)
    else:
        return None
    return (*shape, *[0] * (rows - len(shape)))


def _box(rules: Rules) -> Box:
    columns, rows = rules
    return columns, rows


def _words(data: Bytes) -> Words:
    return data.view("<i8")


def _range(begin: int, end: int) -> Entries:
    import numpy

    return numpy.arange(begin, end)


def _first_wrong(box: Box, bits: Words, entries: Entries) -> int:
    import numpy

    out = numpy.zeros(box[0] * box[1], numpy.int64)
    return int(compiled(WALK, KERNEL).first_wrong(below_table(box), box, bits, entries, out))
