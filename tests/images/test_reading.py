"""Pictures from files of other formats, exactly as they are; and back as PNG."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image
from tests.images.pictures import random_pictures

import stratege
from stratege.core.errors import StrategeError
from stratege.core.svg import png as svg_to_png
from stratege.images import container, peers
from stratege.images.picture import BadPicture, Picture, greys
from stratege.images.reading import read_picture

CHANCE = numpy.random.default_rng(4)
NOISE = CHANCE.integers(0, 256, (20, 30, 3), numpy.uint8)


def saved(path: Path, image: Any, **options: Any) -> Path:
    image.save(path, **options)
    return path


def test_what_is_written_as_png_is_read_the_same(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    for picture in random_pictures(80, seed=7):
        path.write_bytes(peers.png(picture))
        again = read_picture(path)
        assert again == picture
        assert container.encode(again) == container.encode(picture)


@pytest.mark.parametrize("suffix", [".png", ".gif", ".bmp", ".webp", ".tiff"])
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_formats_without_loss_come_as_they_are(suffix: str, mode: str, tmp_path: Path) -> None:
    few = Image.fromarray(NOISE // 86 * 86).convert(mode, dither=Image.Dither.NONE)
    path = saved(tmp_path / f"picture{suffix}", few, **({"lossless": True} if suffix == ".webp" else {}))
    assert numpy.array_equal(read_picture(path).colours(), numpy.asarray(few.convert("RGBA")))


@pytest.mark.parametrize("mode", ["LA", "RGBA", "P", "L"])
def test_transparency_is_kept(mode: str, tmp_path: Path) -> None:
    image = Image.new(mode, (3, 2), 0)
    if mode == "P":
        image.putpalette([9, 8, 7, 6, 5, 4])
    image.putpixel((1, 1), {"LA": (9, 0), "RGBA": (1, 2, 3, 4)}.get(mode, 1))
    options = {} if "A" in mode else {"transparency": 1}
    path = saved(tmp_path / "picture.png", image, **options)
    picture = read_picture(path)
    assert picture.channels == 4
    with Image.open(path) as again:
        assert numpy.array_equal(picture.colours(), numpy.asarray(again.convert("RGBA")))


def test_photographs_are_reduced_and_else_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "photo.jpg", Image.fromarray(NOISE))
    rgb = numpy.asarray(Image.open(path))
    assert numpy.array_equal(read_picture(path, "nb").pixels, rgb.sum(axis=2) >= 384)
    assert numpy.array_equal(read_picture(path, "8").pixels, (rgb >= 128) @ [4, 2, 1])
    with pytest.raises(BadPicture, match=r"photo.jpg: The picture has more than 256 colours: reduce"):
        read_picture(path)


def test_our_own_files_can_be_reduced_too(tmp_path: Path) -> None:
    path = tmp_path / "grey.stgi"
    path.write_bytes(container.encode(Picture.of([[0, 127, 128, 255]], greys(256))))
    assert read_picture(path).palette[:, 0].tolist() == [0, 127, 128, 255]
    assert read_picture(path, "nb").pixels.tolist() == [[0, 0, 1, 1]]


@pytest.mark.parametrize("name", stratege.GAMES)
def test_boards_go_through(name: str, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    path.write_bytes(svg_to_png(stratege.game(name).start().svg()))
    picture = read_picture(path, "8")
    assert container.decode(container.encode(picture, "rects")) == picture
    assert len(container.encode(picture)) < len(peers.png(picture))


def png_that_claims(width: int, height: int) -> bytes:
    """The beginning of a PNG, well formed as far as it goes."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = b"IDAT" + zlib.compress(bytes(100))
    chunks = (
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (head, data)
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def encoded(format: str, mode: str = "L") -> bytes:
    out = io.BytesIO()
    Image.fromarray(NOISE).convert(mode).save(out, format)
    return out.getvalue()


BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "not a picture"),
    "text": (b"hello\n" * 20, "not a picture"),
    "another format": (encoded("PCX"), "not a picture"),
    "HEIF": (b"\0\0\0\x18ftypheic" + bytes(40), "HEIF and AVIF pictures are not read here"),
    "half a TIFF": (encoded("TIFF")[:400], "damaged"),
    "half a WebP": (encoded("WEBP")[:200], "damaged"),
    "2^31 columns": (png_that_claims(2**31 - 1, 2**31 - 1), "too many pixels"),
    "9000 × 9000": (png_that_claims(9000, 9000), "9000 × 9000 pixels, and the limit is"),
    "a PNG without its end": (png_that_claims(2000, 2000), "damaged"),
    "half a PNG": (encoded("PNG")[:200], "damaged"),
    "half a GIF": (encoded("GIF")[:900], "damaged"),
    "half a BMP": (encoded("BMP")[:1100], "damaged"),
    "half a JPEG": (encoded("JPEG")[:300], "not a picture|damaged"),
    "16 bits": (encoded("PNG", "I;16"), "more than eight bits"),
    "half of ours": (container.encode(Picture.of([[0]], greys(1)))[:12], "truncated"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_clear_error(name: str, tmp_path: Path) -> None:
    content, message = BAD[name]
    path = tmp_path / "picture"
    path.write_bytes(content)
    with pytest.raises(BadPicture, match=message) as caught:
        read_picture(path)
    assert str(path) in str(caught.value)


def test_the_limit_comes_before_the_work(tmp_path: Path) -> None:
    path = saved(tmp_path / "picture.png", Image.new("L", (30, 20)))
    assert read_picture(path, most_pixels=600).height == 20
    with pytest.raises(BadPicture, match="30 × 20 pixels, and the limit is 599"):
        read_picture(path, most_pixels=599)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(StrategeError, match="no such file"):
        read_picture(tmp_path / "nothing.png")
