"""A file is believed only where its checksums are right."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest
from tests.tables import toy

from stratege.tables.format import BrokenTable, TableFile

pytestmark = pytest.mark.usefixtures("toy_recipe")

FLIPS = 1000


@pytest.fixture(params=["first", "second"])
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    toy.build(tmp_path)
    return next(tmp_path.glob(f"*/{request.param}.stgt"))


def test_any_bytes_can_be_fetched(table: Path) -> None:
    file = TableFile(table)
    whole = bytes(file.whole())
    assert len(whole) == file.header.length
    for start, length in [
        (0, 1),
        (65_530, 20),
        (0, file.header.length),
        (file.header.length - 1, 1),
        (70_000, 0),
    ]:
        assert file.fetch(start, length) == whole[start : start + length]
    with pytest.raises(IndexError):
        file.fetch(file.header.length, 1)


def test_bytes_from_many_places_are_the_same(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, chance = TableFile(table).whole(), numpy.random.default_rng(0)
    for count, most in [(0, 0), (5, 0), (2000, 0), (2000, 1 << 30), (5, 1 << 30)]:
        monkeypatch.setattr("stratege.tables.format.UNPACK_AT_MOST", most)
        places = chance.integers(len(whole), size=count)
        assert (TableFile(table).gather(places) == whole[places]).all()


def test_a_flipped_bit_is_found_by_who_gathers_bytes(table: Path) -> None:
    bad = bytearray(table.read_bytes())
    bad[5000] ^= 1
    table.write_bytes(bad)
    file = TableFile(table)
    with pytest.raises(BrokenTable, match="is damaged"):
        file.gather(numpy.arange(file.header.length))


def test_every_flipped_bit_is_found_and_none_gives_a_wrong_value(table: Path) -> None:
    good = table.read_bytes()
    whole = bytes(TableFile(table).whole())
    chance = random.Random(0)
    for flip in range(FLIPS):
        # The first page and the footer are small beside the data: make sure that they are met.
        at = (
            chance.randrange(len(good))
            if flip % 2
            else chance.choice([*range(4096), *range(-2048, 0)]) % len(good)
        )
        bad = bytearray(good)
        bad[at] ^= 1 << chance.randrange(8)
        table.write_bytes(bad)
        with pytest.raises(BrokenTable):
            TableFile(table).whole()
        wrong = 0
        for start in chance.choices(range(len(whole)), k=5):
            try:
                wrong += TableFile(table).fetch(start, 1) != whole[start : start + 1]
            except BrokenTable:
                continue
        assert not wrong


def test_a_cut_file_is_refused(table: Path) -> None:
    good = table.read_bytes()
    for length in [0, 10, 4095, 4096, len(good) // 2, len(good) - 1]:
        table.write_bytes(good[:length])
        with pytest.raises(BrokenTable):
            TableFile(table)
    table.write_bytes(good + b"x")
    with pytest.raises(BrokenTable, match="its length"):
        TableFile(table)


def test_another_version_of_the_format_is_named(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stratege.tables.format.FORMAT", 2)
    with pytest.raises(BrokenTable, match="version 1, not 2"):
        TableFile(table)
