"""Rows read and written a few at a time: the same file, the same pixels, the same errors, little memory."""

from __future__ import annotations

import io
from collections.abc import Iterator

import numpy
import pytest
from benchmarks.images import coding
from PIL import Image
from tests.images.pictures import random_pictures

from stratege.images import container, pngs
from stratege.images.codecs import CODECS
from stratege.images.picture import BadPicture, Bytes, Picture, greys, read_only
from stratege.images.scanning import read_rows, write_rows


def gathered(content: bytes, most_pixels: int = 1 << 26) -> Picture:
    header, rows = read_rows(io.BytesIO(content), most_pixels)
    return Picture(read_only(numpy.concatenate(list(rows))), header.palette)


def test_rows_are_those_of_the_picture() -> None:
    for picture in random_pictures(60, seed=21):
        for codec in CODECS:
            assert gathered(container.encode(picture, codec)) == picture


def test_a_file_written_by_rows_is_the_same_file() -> None:
    row, column = numpy.mgrid[:300, :170]
    picture = Picture.of((row * column // 50) % 3, greys(3)).canonical
    pieces: Iterator[Bytes] = (picture.pixels[k : k + 7] for k in range(0, 300, 7))
    content = write_rows(300, 170, picture.palette, pieces)
    assert container.decode(content) == picture
    assert content == container.encode(picture, "context")


def test_a_damaged_file_is_found_out() -> None:
    whole = container.encode(
        Picture.of(numpy.random.default_rng(1).integers(0, 2, (90, 90)), greys(2)), "context"
    )
    for content, message in (
        (whole[:-5], "truncated"),
        (whole[:-1], "truncated"),
        (whole[:400], "truncated"),
        (whole + b"?", "something follows"),
        (whole[:-1] + bytes([whole[-1] ^ 1]), "checksum"),
    ):
        with pytest.raises(BadPicture, match=message):
            gathered(content)
    with pytest.raises(BadPicture, match="90 × 90 pixels"):
        gathered(whole, most_pixels=100)


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5, 16, 17, 256])
def test_png_by_rows(colours: int) -> None:
    chance = numpy.random.default_rng(colours)
    picture = Picture.of(chance.integers(0, colours, (13, 21)), chance.integers(0, 256, (colours, 4)))
    out = io.BytesIO()
    pngs.write_png(out, 13, 21, picture.palette, [picture.pixels[:5], picture.pixels[5:]])
    with Image.open(io.BytesIO(out.getvalue())) as image:
        assert numpy.array_equal(numpy.asarray(image.convert("RGBA")), picture.colours())


def test_a_scan_takes_little_memory() -> None:
    """Nine million pixels here; `benchmarks.images.coding` does it with 20,000 × 20,000."""
    (row,) = coding.scan(3000).rows
    assert row[0] == "3000"
    assert float(row[-1]) < 40
