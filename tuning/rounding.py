"""A network in floating point as rows of 16-bit integers, as finely as these allow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy
from numpy.typing import NDArray

from stratege.core.weights import OWN_ROWS
from tuning.descent import LINEAR, Floats

MOST, MOST_SUM = (1 << 15) - 1, (1 << 31) - 1
FINEST_SUM, FINEST_LINEAR, FINEST_FACTOR = 10, 3, 14  # bits behind the point that are tried first

Integers = NDArray[numpy.int64]


def rounded(
    matrix: Floats, factors: Floats, groups: Sequence[int], scale: int
) -> tuple[list[list[int]], int]:
    """The rows for `words.layer`, and how many bits behind the point its answer has, which is `scale` times
    the logarithm of the odds.

    Of each group of rows one is summed, so no sum is larger than that of the largest of all groups.
    """
    bits = _finest(matrix[:, :LINEAR], groups, FINEST_SUM)
    linear_bits = _finest(scale * matrix[:, LINEAR:], groups, FINEST_LINEAR)
    rows = numpy.rint(matrix * float(1 << bits)).astype(numpy.int64)
    rows[:, LINEAR] = numpy.rint(matrix[:, LINEAR] * float(scale << linear_bits))
    for shift in range(FINEST_FACTOR, linear_bits - 1, -1):
        times = numpy.rint(factors * (scale * 2.0 ** (shift - bits))).astype(numpy.int64)
        times[LINEAR] = 1 << shift - linear_bits
        largest = int(numpy.sum(abs(times[:LINEAR])) << bits) + MOST * int(times[LINEAR])
        if max(abs(times)) <= MOST and largest <= MOST_SUM:
            break
    else:
        raise SystemExit("The network's factors are too large for 16 bits.")
    rows[0], rows[1], rows[2] = 0, 1 << bits, times
    rows[0, LINEAR], rows[1, LINEAR] = -MOST, MOST
    return [list(map(int, row)) for row in rows], shift


def _finest(matrix: Floats, groups: Sequence[int], most: int) -> int:
    """With how many bits behind the point no sum leaves 16 bits."""
    assert len(matrix) == OWN_ROWS + sum(groups)
    ends = numpy.cumsum([OWN_ROWS, *groups])
    largest = sum(abs(matrix[start:end]).max(axis=0) for start, end in pairwise(ends))
    for bits in range(most, -1, -1):
        if numpy.max(largest) * 2**bits + len(groups) < MOST:
            return bits
    raise SystemExit("The network's weights are too large for 16 bits.")
