"""A file is believed only where its checksums are right."""

from __future__ import annotations

import json
import random
import struct
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy
import pytest
import zstandard
from tests.tables import toy

from stratege.core.errors import BrokenTable
from stratege.tables.format import MAGIC, PREAMBLE, TableFile, seal, write_at

pytestmark = pytest.mark.usefixtures("toy_recipe")

FLIPS = 1000


@pytest.fixture(params=["first", "second", "third"])
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


def test_what_was_looked_at_does_not_stay_in_memory(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may be larger than memory: it is given back on the way, and comes back when it is asked for."""
    monkeypatch.setattr("stratege.tables.format.LOOK_AT_MOST", 100)
    file, given_back = TableFile(table), 0
    release = file.release

    def counted() -> None:
        nonlocal given_back
        given_back += 1
        release()

    monkeypatch.setattr(file, "release", counted)
    whole = file.whole().copy()
    assert given_back > 1
    assert file.fetch(0, len(whole)) == whole.tobytes() == TableFile(table).whole().tobytes()


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


def resealed(path: Path, header: bytes, directory: bytes | None = None, begins: int | None = None) -> None:
    """The file with another footer, its checksums right."""
    whole = path.read_bytes()
    _magic, _version, _crc, old, length, old_header = PREAMBLE.unpack_from(whole)
    footer = header + (whole[old + old_header : old + length] if directory is None else directory)
    page = PREAMBLE.pack(MAGIC, 1, zlib.crc32(footer), begins or old, len(footer), len(header)).ljust(
        4092, b"\0"
    )
    path.write_bytes(page + zlib.crc32(page).to_bytes(4, "little") + whole[4096:old] + footer)


def crafted_headers(good: dict[str, Any]) -> list[bytes]:
    """What a stranger may write where the header stands."""
    changes: list[dict[str, Any]] = [{"block": 0}, {"block": -1}, {"block": 1 << 40}, {"length": "long"}]
    changes += [{"length": -1}, {"length": 10**30}, {"length": good["length"] - 1}, {"length": 0}]
    changes += [{"coding": "none"}, {"needs": 7}, {"statistics": []}, {"entries": 1.5}, {"surplus": 1}]
    changes += [{"coding": "raw" if good["coding"] == "zstd" else "zstd"}]
    headers = [json.dumps({**good, **change}).encode() for change in changes]
    headers += [json.dumps({name: value for name, value in good.items() if name != "block"}).encode()]
    return [*headers, b"", b"{}", b"7", b"null", b"[" * 100_000, b"\xff\xfe", b'{"game":']


def test_a_crafted_header_is_one_sentence(table: Path) -> None:
    """However well its checksums fit: no traceback, no read beyond the file."""
    good = table.read_bytes()
    for header in crafted_headers(asdict(TableFile(table).header)):
        table.write_bytes(good)
        resealed(table, header)
        with pytest.raises(BrokenTable) as told:
            TableFile(table).whole()
        assert "\n" not in str(told.value)


def test_a_crafted_directory_is_one_sentence(table: Path) -> None:
    good = table.read_bytes()
    file = TableFile(table)
    entry = struct.Struct("<QI")
    count = file.header.blocks
    for lengths in (
        [0] * count,
        [1 << 63] * count,
        [2**64 - 1, 1] * count,
        [len(good)] * count,
        [5] * (count - 1),
    ):
        table.write_bytes(good)
        resealed(table, file.header.encoded(), b"".join(entry.pack(one, 0) for one in lengths[:count]))
        with pytest.raises(BrokenTable):
            TableFile(table).whole()


def test_a_packed_block_that_unpacks_to_more_is_refused(tmp_path: Path) -> None:
    """A frame may promise a terabyte: it is asked how much before room is made."""
    toy.build(tmp_path)
    path = next(tmp_path.glob("*/second.stgt"))
    header = TableFile(path).header
    for content in (bytes(header.block + 1), bytes(header.block - 1), None):
        stored = b"nonsense" if content is None else zstandard.ZstdCompressor().compress(content)
        lengths, crcs = [len(stored)] * header.blocks, [zlib.crc32(stored)] * header.blocks
        with path.open("w+b", buffering=0) as file:
            write_at(file, stored * header.blocks, 4096)
            seal(file, header, lengths, crcs)
        with pytest.raises(BrokenTable, match="block 0 is damaged"):
            TableFile(path).fetch(0, 1)
