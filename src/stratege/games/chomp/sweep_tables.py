"""What the sweep of a box needs to know beforehand: counts, places, and the shapes that fit into a word."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, NamedTuple

from stratege.games.chomp import kernel
from stratege.games.chomp.box_sweep import WORD
from stratege.games.chomp.numbering import Box, below_table, count

if TYPE_CHECKING:
    from stratege.games.chomp.numbering import Words

SPARE_WORDS = 2
"""Words after the last bit: two words are read at a time, and a bit is carried on."""


class SweepTables(NamedTuple):
    """The first arguments of `box_sweep.sweep`."""

    below: Words
    lines: Words
    starts: Words
    places: Words
    beats: Words
    shades: Words


def words_for(shapes: int) -> int:
    """How many words hold a bit for each shape, and what a sweep may touch beyond."""
    return shapes // WORD + SPARE_WORDS


def _shadow_sizes(box: Box) -> list[int]:
    """For each number of rows, the words of its shadow."""
    columns, rows = box
    return [0, *(words_for(count((columns, k - 1))) for k in range(1, rows + 1))]


def shadow_words(box: Box) -> int:
    """How many words of shadows the sweep of a lying box takes."""
    return sum(_shadow_sizes(box))


def sweep_tables_of(box: Box) -> tuple[SweepTables, int]:
    """The plan of a lying box, and how many words of shadows it takes."""
    import numpy

    columns, rows = box
    leaves = [_word_of(k) for k in range(rows + 1)]
    sizes = _shadow_sizes(box)
    ends = numpy.cumsum(numpy.array(sizes, numpy.int64))
    plan = SweepTables(
        below_table(box),
        numpy.arange(rows + 1) * (columns + 2),
        numpy.array([columns, *(min(_last_plane(k), columns) for k in range(1, rows + 1))], numpy.int64),
        ends - sizes,
        numpy.concatenate([beats for beats, _shades in leaves]),
        numpy.concatenate([shades for _beats, shades in leaves]),
    )
    return plan, int(ends[-1])


def _last_plane(rows: int) -> int:
    """The widest that all shapes of so many rows may be and still fit into one word."""
    return max(c for c in range(WORD) if count((c, rows)) <= WORD)


@functools.cache
def _word_of(rows: int) -> tuple[Words, Words]:
    """For each shape of so many rows that fits into a word: what reaches it, and what it shades."""
    wide = _last_plane(rows)
    beats, shades = [0] * WORD, [0] * WORD
    numbers = {shape: index for index, shape in enumerate(_shapes(wide, rows))}
    for shape, index in numbers.items():
        for smaller in (shape, *_reached(wide, shape)):
            beats[numbers[smaller]] |= 1 << index
    for index, u in enumerate(_shapes(wide, rows - 1)) if rows else ():
        for d in range(wide + 1):
            shades[numbers[d, *(min(length, d) for length in u)]] |= 1 << index
    return _as_words(beats), _as_words(shades)


def _shapes(columns: int, rows: int) -> list[tuple[int, ...]]:
    """All shapes in the order of their numbers."""
    descending = itertools.combinations_with_replacement(range(columns, -1, -1), rows)
    return sorted(descending)


def _reached(columns: int, shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All shapes one move away, as the kernel plays, and the empty one: on upper rows, that is a move too."""
    rules, out = (columns, len(shape)), [0] * (columns * len(shape))
    end = kernel.moves(rules, shape, out, 0)
    after = [kernel.play(rules, shape, move) for move in out[:end]]
    return [*after, (0,) * len(shape)] if any(shape) else after


def _as_words(masks: list[int]) -> Words:
    import numpy

    return numpy.array(masks, numpy.uint64).view(numpy.int64)
