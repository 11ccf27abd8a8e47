"""Other formats hold the same picture, so that comparing sizes is fair; drawings show the rectangles."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import numpy
import pytest
from PIL import Image
from tests.images.pictures import random_pictures

from stratege.images import drawing, peers
from stratege.images.picture import BadPicture, Picture, greys
from stratege.images.rectangles import cover

CUT = Picture.of([[7, 7, 7, 1], [7, 7, 7, 1], [2, 2, 1, 1]], greys(8))


@pytest.mark.parametrize("name", peers.ALWAYS)
def test_every_format_holds_the_same_picture(name: str) -> None:
    for picture in random_pictures(40, seed=8, largest=20):
        content = peers.ALWAYS[name](picture)
        assert (content is None) == (name == "G4" and not peers.is_black_and_white(picture))
        if content is not None:
            with Image.open(io.BytesIO(content)) as image:
                assert numpy.array_equal(numpy.asarray(image.convert("RGBA")), picture.colours())


def test_group_4_is_for_black_and_white() -> None:
    assert peers.group4(Picture.of([[0, 1]], greys(2))) is not None
    assert peers.group4(Picture.of([[0, 1]], greys(3))) is None


def test_webp_has_a_largest_side() -> None:
    assert peers.webp(Picture.of(numpy.zeros((1, 16384)), greys(1))) is None


def test_what_is_compared_is_measured() -> None:
    found = peers.written(CUT, with_rivals=False)
    assert list(found) == ["runs", "rects", "context", "best", "PNG", "WebP", "G4"]
    assert found["G4"] is None
    assert found["PNG"] is not None
    assert found["PNG"].size == len(peers.png(CUT))
    assert found["PNG"].seconds > 0


def test_the_svg_has_each_rectangle_in_its_colour() -> None:
    found = cover(CUT.pixels)
    shapes = [one for one in ElementTree.fromstring(drawing.svg(CUT, found, 10)) if one.tag.endswith("rect")]
    drawn = [tuple(one.get(name) for name in ("x", "y", "width", "height", "fill")) for one in shapes[1:]]
    assert drawn == [
        ("0", "0", "30", "20", "#ffffff"),
        ("30", "0", "10", "30", "#242424"),
        ("0", "20", "20", "10", "#494949"),
        ("20", "20", "10", "10", "#242424"),
    ]


@pytest.mark.parametrize("colours", [8, 256])
def test_the_png_has_lines_where_rectangles_begin(colours: int) -> None:
    picture = Picture.of(CUT.pixels, greys(colours))
    with Image.open(io.BytesIO(drawing.png(picture, cover(picture.pixels), 4))) as image:
        pixels = numpy.asarray(image.convert("RGB"))
    assert pixels.shape == (12, 16, 3)
    line, inside = pixels[0, 0].tolist(), greys(colours)[7, :3].tolist()
    assert pixels[1, 1].tolist() == pixels[7, 11].tolist() == inside
    for row, column in ((0, 11), (7, 0), (11, 12), (8, 7), (9, 8)):
        assert pixels[row, column].tolist() == line != inside


def test_a_drawing_has_a_limit_too() -> None:
    with pytest.raises(BadPicture, match="40 × 30 pixels"):
        drawing.png(CUT, cover(CUT.pixels), 10, most_pixels=1000)
