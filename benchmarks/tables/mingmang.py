"""Ming Mang's table: 4 × 4 whole, with one core and with two."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

import stratege
from benchmarks.report import Report, Table
from benchmarks.tables.quixo import timed, work
from stratege.games.mingmang import table_recipe

NAME = "tables-mingmang"

ROUNDS = 3

SUMMARY = (
    "Every board of the free game with its distance to the end, solved in memory, from nothing: one byte a "
    "board. Seconds are the clock's, the best of {rounds}."
)


def run() -> Report:
    solve(3, 1)  # compile it
    boards = len(solve(4, 1))
    one, two = (min(timed(lambda: solve(4, workers)) for _ in range(ROUNDS)) for workers in (1, 2))  # noqa: B023
    row = [f"{boards:,}", f"{one:.2f}", f"{two:.2f}", f"{one / two:.2f}", f"{one / boards * 1e9:.0f}"]
    columns = ("boards", "one core s", "two cores s", "ratio", "ns a board, one core")
    return Report(SUMMARY.format(rounds=ROUNDS), [Table("4 × 4", columns, [row])])


def solve(size: int, workers: int) -> NDArray[numpy.uint8]:
    """The whole table of a board of this size."""
    rules = stratege.game("mingmang", size=size).rules
    (layer,) = table_recipe.layers(rules, None)
    data = numpy.zeros(layer.size, numpy.uint8)
    table_recipe.solve(rules, layer, data, {}, work(workers))
    return data
