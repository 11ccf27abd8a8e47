"""Statistics in the database: sorted runs of blocks, to which every transaction adds one of its own.

Adding to sums in place would cost a page read and written for each of them, scattered all over the disk.
So what is new is written as a run of its own, in order, and runs are merged when there are several of about
one size, as log-structured merge trees do it (O'Neil and others, 1996): a sum is written once more whenever
its run grows `FAN` times larger, and there are few runs to look into. What the statistics say of an edge is
the sum of what all runs say. The moves in a position are neighbours (`position_keys.edge_of`), so that
looking them up reads one block a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy
from sqlalchemy import Connection, delete, select, text

from stratege.archive.blocks import EDGE, Sums, between, merged, packed, unpacked
from stratege.archive.database import insert
from stratege.archive.schema import statistic_block, statistic_run

SMALL = 2048  # sums of a run that is merged with the next one, whatever its size
FAN = 8  # runs of about one size that become one
LARGEST = 1 << 29  # sums of a run at most: merging more would keep other writers waiting for minutes
SLICE = 500_000  # sums merged at one time
LEAST, GREATEST = -(1 << 63), (1 << 63) - 1

# Of a run the block in which the first edge lies, or would, and those after it that begin in the range; run
# after run, whatever the database believes to know about the sizes of its tables: that is what SQLite takes
# CROSS JOIN for, and PostgreSQL OFFSET.
_BLOCK = """
    block.run_id = run.id AND block.first <= :high AND block.first >= COALESCE(
        (SELECT MAX(before.first) FROM statistic_block AS before
         WHERE before.run_id = run.id AND before.first <= :low), :low)
"""
_BLOCKS = {
    "sqlite": text(
        "SELECT block.data FROM statistic_run AS run CROSS JOIN statistic_block AS block "
        f"WHERE run.sums <= :most AND {_BLOCK} ORDER BY run.id, block.first"
    ),
    "postgresql": text(
        "SELECT block.data FROM statistic_run AS run CROSS JOIN LATERAL "
        f"(SELECT * FROM statistic_block AS block WHERE {_BLOCK} ORDER BY block.first OFFSET 0) AS block "
        "WHERE run.sums <= :most"
    ),
}


def add(connection: Connection, parts: Sequence[Sums]) -> None:
    """Add sums to the statistics."""
    fresh = sum(part.shape[1] for part in parts)
    if not fresh:
        return
    sizes: dict[int, int] = {row.id: row.sums for row in connection.execute(select(statistic_run))}
    most = largest_merged(fresh, list(sizes.values()))
    number, count = max(sizes, default=0) + 1, 0
    for low, high in _slices(fresh + sum(size for size in sizes.values() if size <= most)):
        old = [_columns(connection, low, high, most)] if most else []
        whole = merged([*old, *(between(part, low, high) for part in parts)])
        count += whole.shape[1]
        insert(connection, "statistic_block", [(number, first, data) for first, data in packed(whole)])
    if most:
        done = statistic_run.c.sums <= most
        small = select(statistic_run.c.id).where(done)
        connection.execute(delete(statistic_block).where(statistic_block.c.run_id.in_(small)))
        connection.execute(delete(statistic_run).where(done))
    insert(connection, "statistic_run", [(number, count)])
    if connection.dialect.name == "postgresql":  # which else takes a few runs for hundreds
        connection.exec_driver_sql("ANALYZE statistic_run")


def look_up(connection: Connection, low: int = LEAST, high: int = GREATEST) -> Sums:
    """The sums of the edges in that range, both ends included."""
    return merged([_columns(connection, low, high, GREATEST)])


def clear(connection: Connection) -> None:
    """Forget all of it."""
    connection.execute(delete(statistic_block))
    connection.execute(delete(statistic_run))


def largest_merged(fresh: int, sizes: Sequence[int]) -> int:
    """What comes in with so many sums is merged with all runs up to this size; 0 if with none."""
    most, total = 0, fresh
    while True:
        small = tier(total) == 0
        alike = [size for size in sizes if size > most and tier(size) <= tier(total)]
        total += sum(alike)
        if not alike or not (small or len(alike) + 1 >= FAN) or total > LARGEST:
            return most
        most = max(alike)


def tier(sums: int) -> int:
    """The class of sizes that a run of so many sums is in.

    >>> [tier(sums) for sums in (1, 2048, 2049, 16384, 16385)]
    [0, 0, 1, 1, 2]
    """
    grown = 0
    while sums > SMALL:
        sums, grown = -(-sums // FAN), grown + 1
    return grown


def _slices(sums: int) -> Iterator[tuple[int, int]]:
    """Ranges of edges, which are spread evenly, with about `SLICE` of so many sums each."""
    count = -(-sums // SLICE)
    bounds = [LEAST + (GREATEST - LEAST + 1) * number // count for number in range(count + 1)]
    for low, high in pairwise(bounds):
        yield low, high - 1


def _columns(connection: Connection, low: int, high: int, most: int) -> Sums:
    """What the runs of at most that size say of the edges in the range, run after run."""
    asked = _BLOCKS[connection.dialect.name]
    found = unpacked(connection.scalars(asked, {"low": low, "high": high, "most": most}).all())
    return numpy.compress((found[EDGE] >= low) & (found[EDGE] <= high), found, axis=1)
