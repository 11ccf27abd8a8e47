"""Statistics in runs: whatever comes in, in whatever portions, the sums are those of all of it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.archive import runs
from stratege.archive.blocks import BLOCK, FIELDS, NONE, Sums, between, merged, packed, unpacked
from stratege.archive.database import reading, writing
from stratege.archive.schema import statistic_block
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1

EDGES = st.one_of(st.integers(LEAST, GREATEST), st.integers(-5, 5), st.sampled_from([LEAST, GREATEST]))
COUNTS = st.one_of(st.integers(0, 3), st.integers(0, 1 << 40))
COLUMNS = st.lists(st.tuples(EDGES, *[COUNTS] * 5, st.integers(0, 20300101), st.integers(0, 1 << 52)))


def sums_of(columns: list[tuple[int, ...]]) -> Sums:
    """The columns as sums, by hand."""
    found: dict[int, list[int]] = {}
    for edge, *counts, last, best in columns:
        *old, day, top = found.get(edge, [0] * (FIELDS - 1))
        found[edge] = [*(one + two for one, two in zip(old, counts)), max(day, last), max(top, best)]
    rows = [(edge, *found[edge]) for edge in sorted(found)]
    return numpy.array(rows, numpy.int64).reshape(-1, FIELDS).T


def made(seed: int, count: int) -> Sums:
    """So many sums, the small ones of an archive, their edges all over."""
    draw = numpy.random.default_rng(seed)
    edges = numpy.unique(draw.integers(LEAST, GREATEST, count, endpoint=True))
    counts = draw.integers(0, 3, (5, len(edges)))
    return numpy.concatenate([edges[None], counts, draw.integers(0, 1 << 50, (2, len(edges)))])


@given(COLUMNS, COLUMNS)
def test_sums_are_added_up_edge_by_edge(one: list[tuple[int, ...]], two: list[tuple[int, ...]]) -> None:
    assert merged([sums_of(one), sums_of(two)]).tolist() == sums_of([*one, *two]).tolist()


@given(COLUMNS, EDGES, EDGES)
def test_blocks_hold_what_was_packed(columns: list[tuple[int, ...]], low: int, high: int) -> None:
    sums = sums_of(columns)
    if sums.shape[1]:
        assert unpacked([data for _first, data in packed(sums)]).tolist() == sums.tolist()
    inside = [edge for edge in sums[0].tolist() if low <= edge <= high]
    assert between(sums, low, high)[0].tolist() == inside


def test_many_blocks_and_few_bytes() -> None:
    sums = made(1, 20 * BLOCK + 7)
    firsts, blocks = zip(*packed(sums))
    assert len(blocks) == 21
    assert list(firsts) == sums[0, ::BLOCK].tolist()
    assert unpacked(blocks).tolist() == sums.tolist()
    assert len(b"".join(blocks)) < 30 * sums.shape[1]


def test_a_damaged_block_is_one_sentence() -> None:
    ((_first, data),) = packed(made(1, 10))
    for damaged in (b"", data[:20], data[:-1], bytes([data[0] ^ 1]) + data[1:], data[:-1] + b"?"):
        with pytest.raises(StrategeError, match="--recompute"):
            unpacked([damaged])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test reaches."""
    monkeypatch.setattr(runs, "SMALL", 20)
    monkeypatch.setattr(runs, "FAN", 3)
    monkeypatch.setattr(runs, "SLICE", 150)


def test_portions_of_any_size_are_one_whole(archive: Archive, small: None) -> None:
    draw, whole = random.Random(1), NONE
    for seed in range(40):
        parts = [made(seed + 100 * part, draw.choice([0, 1, 5, 40, 300])) for part in range(2)]
        if whole.shape[1] and seed % 3 == 0:
            parts.append(whole[:, ::7].copy())  # edges that are known already
        with writing(archive.engine) as connection:
            runs.add(connection, parts)
        whole = merged([whole, *parts])
        with reading(archive.engine) as connection:
            low, high = sorted(draw.randrange(LEAST, GREATEST) for _end in range(2))
            assert runs.look_up(connection, low, high).tolist() == between(whole, low, high).tolist()
    with reading(archive.engine) as connection:
        assert runs.look_up(connection).tolist() == whole.tolist()
        some = whole[0, :: whole.shape[1] // 20].tolist()
        assert [runs.look_up(connection, edge, edge)[0].tolist() for edge in some] == [
            [edge] for edge in some
        ]


def test_there_are_few_runs_and_little_is_written_twice(tmp_path: Path, small: None) -> None:
    sizes = list[int]()
    written = 0
    for _portion in range(500):
        most = runs.largest_merged(10, sizes)
        total = 10 + sum(size for size in sizes if size <= most)
        sizes = [*(size for size in sizes if size > most), total]
        written += total
        assert len(sizes) <= 1 + (runs.FAN - 1) * (1 + runs.tier(5000))
    assert sum(sizes) == 5000
    assert written < 5000 * 2 * (1 + runs.tier(5000))


def test_forgotten_it_is_empty(archive: Archive) -> None:
    with writing(archive.engine) as connection:
        runs.add(connection, [made(1, 500)])
        runs.clear(connection)
        assert runs.look_up(connection).shape == (FIELDS, 0)
        assert connection.execute(statistic_block.select()).all() == []
