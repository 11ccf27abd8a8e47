"""The arithmetic of training: what is to be learned of games, a network's loss and its gradient over a batch,
and steps by Adam.

A network is a matrix of rows, LANES numbers each, and LANES factors, as `stratege.core.words.layer` has
them but in floating point: the last lane is left as it is and has the factor 1, the others are held between 0
and 1. What comes out is the logarithm of the odds to win. The loss is the cross-entropy with the target.

Where a row stands for a pattern of cells, it is in training a row of its own plus one for each of its cells,
which all patterns with that mark there have in common: what was learned of some patterns holds for others,
also for those never seen.
"""

# mypy: disable-error-code="untyped-decorator"

from __future__ import annotations

import math

import numba
import numpy
from numpy.typing import NDArray

from stratege.core.weights import LANES

Floats = NDArray[numpy.float32]
Indices = NDArray[numpy.int64]
Rows = NDArray[numpy.int16]
Marks = NDArray[numpy.bool_]

LINEAR = LANES - 1
MEAN_DECAY, SQUARE_DECAY, EPSILON = 0.9, 0.999, 1e-8


@numba.njit(cache=True)
def returns(
    searched: NDArray[numpy.float64],
    unplayed: Marks,
    games: NDArray[numpy.int32],
    random: Marks,
    decay: float,
    shown: NDArray[numpy.float64],
) -> None:
    """How each position's game went on (TD(λ): R. Sutton, 1988): the chances that searches found later in it,
    each counting `decay` times as much as the one before, and at last how it ended, which stands in `shown`
    before. What follows a random move tells nothing of before.
    """
    later, game = 0.5, -1
    for i in range(len(searched) - 1, -1, -1):
        if unplayed[i]:
            continue
        if games[i] != game:
            game, later = games[i], shown[i]
        else:
            later = 1 - later  # the other side's
        later = searched[i] if random[i] else (1 - decay) * searched[i] + decay * later
        shown[i] = later


@numba.njit(cache=True)
def outputs(rows: Rows, matrix: Floats, factors: Floats, out: Floats) -> None:
    """The logarithm of the odds of each position."""
    sums = numpy.zeros(LANES, numpy.float32)
    for i in range(len(rows)):
        out[i] = _forward(rows[i], matrix, factors, sums)


@numba.njit(cache=True)
def _forward(facts: Rows, matrix: Floats, factors: Floats, sums: Floats) -> float:
    sums[:] = 0.0
    for row in facts:
        for lane in range(LANES):
            sums[lane] += matrix[row, lane]
    total: float = sums[LINEAR]
    for lane in range(LINEAR):
        total += min(max(sums[lane], numpy.float32(0)), numpy.float32(1)) * factors[lane]
    return total


@numba.njit(cache=True)
def gradient(
    rows: Rows,
    targets: Floats,
    chosen: Indices,
    matrix: Floats,
    factors: Floats,
    of_matrix: Floats,
    of_factors: Floats,
) -> float:
    """The gradient of the mean loss over the chosen positions, into the last two; the sum of their losses.

    There may be rows of the positions turned, after those of all as they are: the targets are the same.
    """
    sums, back = numpy.zeros(LANES, numpy.float32), numpy.zeros(LANES, numpy.float32)
    of_matrix[:] = 0.0
    of_factors[:] = 0.0
    loss = 0.0
    for i in chosen:
        facts = rows[i]
        odds = _forward(facts, matrix, factors, sums)
        chance = 1.0 / (1.0 + math.exp(-odds))
        target = targets[i % len(targets)]
        loss += math.log1p(math.exp(-abs(odds))) + max(odds, 0.0) - target * odds
        slope = numpy.float32((chance - target) / len(chosen))
        for lane in range(LINEAR):
            inside = sums[lane] > 0 and sums[lane] < 1
            back[lane] = slope * factors[lane] if inside else numpy.float32(0)
            of_factors[lane] += slope * min(max(sums[lane], numpy.float32(0)), numpy.float32(1))
        back[LINEAR] = slope
        for row in facts:
            for lane in range(LANES):
                of_matrix[row, lane] += back[lane]
    return loss


@numba.njit(cache=True)
def spread(own: Floats, shared: Floats, parts: Rows, matrix: Floats) -> None:
    """What each row is in all: its own, and the shared rows of its parts, -1 for none."""
    for row in range(len(own)):
        for lane in range(LANES):
            matrix[row, lane] = own[row, lane]
        for part in parts[row]:
            if part >= 0:
                for lane in range(LANES):
                    matrix[row, lane] += shared[part, lane]


@numba.njit(cache=True)
def gathered(of_matrix: Floats, parts: Rows, of_shared: Floats) -> None:
    """The gradient of the shared rows from that of all rows."""
    of_shared[:] = 0.0
    for row in range(len(of_matrix)):
        for part in parts[row]:
            if part >= 0:
                for lane in range(LANES):
                    of_shared[part, lane] += of_matrix[row, lane]


@numba.njit(cache=True)
def step(weights: Floats, slopes: Floats, means: Floats, squares: Floats, count: int, rate: float) -> None:
    """One step of Adam (Kingma and Ba, 2015), the `count`-th; all arrays are flat."""
    scale = rate * math.sqrt(1 - SQUARE_DECAY**count) / (1 - MEAN_DECAY**count)
    for i in range(len(weights)):
        means[i] += (1 - MEAN_DECAY) * (slopes[i] - means[i])
        squares[i] += (1 - SQUARE_DECAY) * (slopes[i] * slopes[i] - squares[i])
        weights[i] -= scale * means[i] / (math.sqrt(squares[i]) + EPSILON)
