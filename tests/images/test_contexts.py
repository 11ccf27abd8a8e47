"""Coding by context: exact both ways, the same bytes in both lives, a part at a time, no byte too many."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.images.pictures import images, random_pictures

from stratege.images import coder, contexts, mixing, twocolours
from stratege.images.codecs import CODECS
from stratege.images.container import encode
from stratege.images.contexts import FEW, MANY, TWO, WAYS, Way
from stratege.images.picture import BadPicture, Bytes, read_only

CHANCE = numpy.random.default_rng(1)
NOISE = read_only(CHANCE.integers(0, 256, (70, 90)))


def read_back(stream: bytes, pixels: Bytes, colours: int, way: Way) -> Bytes:
    height, width = pixels.shape
    blocks = contexts.read_image(height, width, colours, way, io.BytesIO(stream).read)
    return numpy.concatenate(list(blocks))


@pytest.mark.bounds
@given(images(largest=40), st.sampled_from(list(WAYS.values())))
def test_pixels_come_back(pixels: Bytes, way: Way) -> None:
    pixels = read_only(pixels % numpy.int64(way.most_colours))
    colours = int(pixels.max()) + 1
    stream = contexts.write_image(pixels, colours, way)
    assert numpy.array_equal(read_back(stream, pixels, colours, way), pixels)


@pytest.mark.bounds
@given(st.lists(st.lists(st.integers(0, 2**31 - 1), min_size=2, max_size=2), max_size=60))
def test_numbers_come_back(items: list[list[int]]) -> None:
    table = numpy.array(items, numpy.int64).reshape(-1, 2).T
    stream = io.BytesIO(contexts.write_items(table))
    blocks = list(contexts.read_items(2, len(items), stream.read))
    assert [item for block in blocks for item in block.T.tolist()] == items


PROGRAM = """
from tests.images.pictures import random_pictures
from stratege.images.container import decode, encode
for picture in random_pictures(8, seed=12, largest=12):
    for codec in ("runs", "rects", "context"):
        content = encode(picture, codec)
        assert decode(content) == picture
        print(content.hex())
"""


def test_the_interpreted_life_gives_the_same_bytes() -> None:
    """`NUMBA_DISABLE_JIT` has every rule run as the Python that it is written in."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    pictures = random_pictures(8, seed=12, largest=12)
    assert done.stdout.split() == [encode(one, codec).hex() for one in pictures for codec in CODECS]


@pytest.mark.bounds
@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_a_stream_is_read_as_it_comes(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of a row, bytes only as they are needed: the same pixels."""
    pixels = read_only(NOISE % numpy.int64(way.most_colours))
    stream = contexts.write_image(pixels, way.most_colours, way)
    monkeypatch.setattr(contexts, "BLOCK", 1)
    assert contexts.write_image(pixels, way.most_colours, way) == stream
    assert numpy.array_equal(read_back(stream, pixels, way.most_colours, way), pixels)


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_every_byte_is_needed(way: Way) -> None:
    pixels = read_only(NOISE % numpy.int64(way.most_colours))
    stream = contexts.write_image(pixels, way.most_colours, way)
    with pytest.raises(BadPicture, match="ends early"):
        read_back(stream[:-40], pixels, way.most_colours, way)
    with pytest.raises(BadPicture, match="longer than it should"):
        read_back(stream + bytes(coder.WORD_BYTES + 1), pixels, way.most_colours, way)


@pytest.mark.parametrize("way", [TWO, FEW])
def test_no_byte_holds_more_than_the_bound(way: Way) -> None:
    """What is refused as too short is shorter than the easiest picture there is."""
    pixels = read_only(numpy.zeros((2000, 2000)))
    stream = contexts.write_image(pixels, 2, way)
    assert not contexts.too_short(pixels.size, len(stream))
    assert len(stream) < pixels.size // 20_000
    assert contexts.too_short(pixels.size, 40)


@pytest.mark.bounds
def test_what_pixels_cost_is_what_the_file_takes() -> None:
    for way in WAYS.values():
        pixels = read_only(NOISE % numpy.int64(way.most_colours))
        spent = contexts.bits_spent(pixels, way.most_colours, way)
        assert spent.min() > 0
        stream = contexts.write_image(pixels, way.most_colours, way)
        assert spent.sum() / 8 == pytest.approx(len(stream), rel=0.01, abs=4)


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(coder.LEAST, coder.CERTAIN - coder.LEAST)), max_size=300
    )
)
def test_the_coder_alone(decisions: list[tuple[int, int]]) -> None:
    """Plain Python: any decisions with any chances, however unlikely."""
    registers, tape = [0, coder.WORD, 0, 0, 0], [0] * (4 * len(decisions) + 4)
    for bit, chance in decisions:
        coder.decided(registers, tape, coder.WRITE, chance, bit)
    content = [*tape[: registers[coder.AT]], *coder.last_bytes(registers[coder.LOW], registers[coder.HIGH])]
    registers = [0, coder.WORD, 0, 0, 0]
    coder.begin_reading(registers, content)
    read = [coder.decided(registers, content, coder.READ, chance, 0) for _bit, chance in decisions]
    assert read == [bit for bit, _chance in decisions]
    assert registers[coder.AT] <= len(content) + coder.WORD_BYTES


def test_a_view_is_forty_pixels() -> None:
    assert [twocolours.disc(furthest).bit_count() for furthest in (4, 5, 9, 13, 18, 25)] == [
        6,
        10,
        14,
        22,
        30,
        40,
    ]


def test_tables_are_symmetric_and_ascend() -> None:
    stretch, squash, rates = mixing.tables()
    assert (numpy.diff(squash) >= 0).all()
    assert (numpy.diff(stretch) >= 0).all()
    assert numpy.abs(stretch + stretch[::-1]).max() <= 1
    assert (numpy.diff(rates) <= 0).all()
    assert numpy.abs(squash + squash[::-1] - coder.CERTAIN).max() <= 1


@pytest.mark.parametrize(
    ("pixels", "way"), [(NOISE, MANY), (read_only(NOISE // 200), TWO), (NOISE // 128 * 9, FEW)]
)
def test_the_guess(pixels: Bytes, way: Way) -> None:
    colours = int(pixels.max()) + 1
    assert contexts.likely_way(pixels, colours) in contexts.ways_for(colours)
    assert contexts.likely_way(pixels, colours) is way
