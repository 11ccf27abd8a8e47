"""The file format: exact round trips, stable bytes, and one clear error for everything else."""

from __future__ import annotations

import functools
import io
import struct
from collections.abc import Callable

import numpy
import pytest
from hypothesis import given
from tests.images.pictures import images, random_pictures

from stratege.images import container
from stratege.images.codecs import CODECS
from stratege.images.container import decode, encode, read_file, read_header, sealed
from stratege.images.contexts import FEW, TWO, write_image
from stratege.images.headers import number_bytes
from stratege.images.picture import BadPicture, Bytes, Picture, greys, read_only
from stratege.images.streams import pack, pack_numbers

FLAG = Picture.of([[0, 1, 2]] * 2, [(0, 0, 255, 255), (255, 255, 255, 255), (255, 0, 0, 255)])

# The flag, byte by byte as docs/images.md says.
GOLDEN = {
    "rects": bytes.fromhex(
        "89535447 02 02 02 03 01"  # magic, version, codec, height, width, decisions instead of LZMA
        "00 92"  # of the eight colours blue, red and white
        "03 06 f80b25cc86c5"  # three rectangles, in six bytes
        "a8ae6d9b"  # checksum
    ),
    "context": bytes.fromhex(
        "89535447 02 03 02 03 02"  # magic, version, codec, height, width, the way for few colours
        "00 92"
        "02 795e"  # two bytes
        "db4c4eed"
    ),
}


def file_of(height: int, width: int, codec: int, items: int, *streams: bytes, colours: int = 2) -> bytes:
    """A file of version 1 in greys, well formed, whatever its streams say."""
    head = struct.pack("<4sBBIIBB", b"\x89STG", 1, codec, height, width, 1, colours - 1)
    lengths = struct.pack(f"<{1 + len(streams)}I", items, *map(len, streams))
    return sealed(head + greys(max(2, colours))[:colours, 0].tobytes() + lengths + b"".join(streams))


def numbers(*values: int) -> bytes:
    return pack_numbers(numpy.array(values, numpy.int32))


@pytest.mark.parametrize("count", [400, pytest.param(3334, marks=pytest.mark.soak)])
@pytest.mark.parametrize("codec", CODECS)
def test_many_pictures_come_back(codec: str, count: int) -> None:
    """Ten thousand in all in soak, a third of them with each codec."""
    for picture in random_pictures(count, seed=len(codec)):
        again = decode(encode(picture, codec))
        assert numpy.array_equal(again.colours(), picture.colours())


def test_encoding_again_gives_the_same_bytes() -> None:
    for picture in random_pictures(150, seed=3):
        for codec in CODECS:
            content = encode(picture, codec)
            assert encode(decode(content), codec) == content


@given(images())
def test_indices_and_greys_come_back(pixels: Bytes) -> None:
    picture = Picture.of(pixels, greys(256))
    for codec in CODECS:
        again = decode(encode(picture, codec))
        assert again == picture
        assert again.palette[:, 0][again.pixels].tolist() == pixels.tolist()


def test_best_is_the_smaller() -> None:
    for picture in random_pictures(50, seed=9):
        assert len(encode(picture)) == min(len(encode(picture, codec)) for codec in CODECS)
        assert decode(encode(picture, "fast")) == picture


def test_how_the_palette_is_written_does_not_matter() -> None:
    other = Picture.of(
        [[3, 0, 1]] * 2, [(255, 255, 255, 255), (255, 0, 0, 255), (9, 9, 9, 9), (0, 0, 255, 255)]
    )
    assert other == FLAG
    assert hash(other) == hash(FLAG)
    assert encode(other) == encode(FLAG)
    assert other != Picture.of([[3, 0, 0]] * 2, other.palette)
    assert FLAG != "a flag"


def test_the_bytes_are_as_documented() -> None:
    for codec, expected in GOLDEN.items():
        assert encode(FLAG, codec).hex() == expected.hex()


def test_numbers_are_seven_bits_a_byte() -> None:
    assert pack_numbers(numpy.array([60_000], numpy.int32)) == pack(bytes([0xE0, 0xD4, 0x03]))
    wide = Picture.of(numpy.zeros((1, 300)), greys(1))
    assert encode(wide)[6:9] == bytes([1, 0xAC, 0x02])


def test_an_old_file_is_still_read() -> None:
    """Written by the first version of the format, LZMA included: no later version may fail on it."""
    old = bytes.fromhex(OLD_FILE)
    assert decode(old) == FLAG


OLD_FILE = (
    "895354470102020000000300000003020000ffff0000ffffff030000000c0000000c0000000d000000000168fbefffff"
    "ffe10000000000e8fc4af7ffffe1008000000000a40daa1e36fff32780002ed8800c"
)


def claims(height: int, width: int) -> bytes:
    return file_of(height, width, 1, 1, numbers(5))


def context_file(height: int, width: int, way: int, stream: bytes, palette: bytes = b"\x00\x81") -> bytes:
    """A file of pixels by context, well formed, whatever its stream says."""
    head = b"\x89STG\x02\x03" + number_bytes(height) + number_bytes(width) + bytes([way]) + palette
    return sealed(head + number_bytes(len(stream)) + stream)


@functools.cache
def bad_files() -> dict[str, tuple[bytes, str]]:
    """Each with what is said of it."""
    flag = encode(FLAG)
    noise = write_image(read_only(numpy.random.default_rng(4).integers(0, 2, (64, 64))), 2, TWO)
    fourth_colour = write_image(read_only([[0, 1], [2, 3]]), 4, FEW)
    return {
        "nothing": (b"", "not a Stratège picture"),
        "another format": (b"\x89PNG\r\n\x1a\n" + bytes(40), "not a Stratège picture"),
        "a cut header": (flag[:10], "truncated"),
        "a cut palette": (flag[:10], "truncated"),
        "a cut stream": (flag[:-9], "truncated"),
        "a cut checksum": (flag[:-1], "truncated"),
        "more than the picture": (flag + b"x", "something follows"),
        "one bit": (flag[:-6] + bytes([flag[-6] ^ 1]) + flag[-5:], "checksum"),
        "version 3": (sealed(b"\x89STG\x03" + flag[5:-4]), "version 3, not 1 or 2"),
        "codec 9": (sealed(b"\x89STG\x02\x09" + flag[6:-4]), "makes no sense"),
        "contexts in version 1": (sealed(b"\x89STG\x01\x03" + file_of(1, 1, 1, 1)[6:-4]), "makes no sense"),
        "way 9": (sealed(flag[:8] + b"\x09" + flag[9:-4]), "makes no sense"),
        "two levels": (sealed(flag[:9] + b"\x02" + flag[10:-4]), "makes no sense"),
        "no colours": (sealed(flag[:10] + b"\x00" + flag[11:-4]), "makes no sense"),
        "a height without end": (sealed(flag[:6] + b"\xff" * 9), "makes no sense"),
        "three colours in two": (context_file(2, 3, 1, b"", palette=b"\x00\x83"), "makes no sense"),
        "pixels for nothing": (context_file(1 << 12, 1 << 12, 1, b"\x00" * 200), "too short for the picture"),
        "rectangles for nothing": (
            sealed(
                b"\x89STG\x02\x02"
                + number_bytes(1 << 12) * 2
                + b"\x01\x00\x81"
                + number_bytes(1 << 23)
                + b"\x01a"
            ),
            "too short for the picture",
        ),
        "a stream of pixels cut": (context_file(64, 64, 1, noise[:-20]), "ends early"),
        "a stream of pixels and more": (context_file(64, 64, 1, noise + b"more"), "longer than it should"),
        "a colour beyond the palette": (
            context_file(2, 2, 2, fourth_colour, palette=b"\x00\x07"),
            "not in its palette",
        ),
        "no rows": (claims(0, 3), "without pixels"),
        "no columns": (claims(3, 0), "without pixels"),
        "2^31 × 2^31 pixels": (claims(2**31, 2**31), "2147483648 × 2147483648 pixels, and the limit is"),
        "2^32-1 columns": (claims(1, 2**32 - 1), "the limit is"),
        "more items than pixels": (file_of(2, 3, 1, 2**32 - 1, numbers(6)), "makes no sense"),
        "runs too short": (file_of(2, 3, 1, 2, numbers(3, 2)), "nothing for row 1, column 2"),
        "runs too long": (file_of(2, 3, 1, 2, numbers(3, 4)), "Run 1 goes on after"),
        "no runs": (file_of(2, 3, 1, 0, numbers()), "nothing for row 0, column 0"),
        "fewer runs than said": (file_of(2, 3, 1, 3, numbers(3, 3)), "ends early"),
        "more runs than said": (file_of(2, 3, 1, 2, numbers(3, 3, 3)), "longer than it should"),
        "a colour that is implied": (file_of(2, 3, 1, 2, numbers(3, 3), colours=1), "not in its palette"),
        "a colour too high": (
            file_of(1, 2, 1, 2, numbers(1, 1), pack(b"\x00\x03"), colours=3),
            "not in its palette",
        ),
        "overlapping rectangles": (
            file_of(2, 3, 2, 4, numbers(1, 2, 1, 1), numbers(1, 1, 1, 2), pack(bytes(4))),
            "Rectangle 3 overlaps one before it at row 1, column 1",
        ),
        "a rectangle outside": (file_of(2, 3, 2, 1, numbers(3), numbers(3), pack(bytes(1))), "not inside"),
        "missing rectangles": (
            file_of(2, 3, 2, 1, numbers(1), numbers(3), pack(bytes(1))),
            "at row 1, column 0",
        ),
        "a rectangle too many": (
            file_of(1, 3, 2, 2, numbers(1, 1), numbers(3, 1), pack(bytes(2))),
            "Rectangle 1 comes when",
        ),
        "a stream that is not one": (file_of(2, 3, 1, 1, b"\xff" * 30), "damaged: a stream"),
        "an empty stream": (file_of(2, 3, 1, 1, b""), "ends early"),
        "a stream and more": (file_of(2, 3, 1, 1, numbers(6) + b"more"), "longer than it should"),
        "an endless number": (file_of(2, 3, 1, 1, pack(b"\xff" * 9)), "too long"),
        "half a number": (file_of(2, 3, 1, 1, pack(b"\x86")), "ends early"),
    }


@pytest.mark.parametrize("read", [decode, lambda content: decode(read_file(io.BytesIO(content)))])
def test_a_bad_file_is_one_clear_error(read: Callable[[bytes], Picture]) -> None:
    for name, (content, message) in bad_files().items():
        print(name)  # seen if it fails
        with pytest.raises(BadPicture, match=message):
            read(content)


def test_the_limit_on_pixels_is_the_callers() -> None:
    content = encode(FLAG)
    assert decode(content, most_pixels=6) == FLAG
    with pytest.raises(BadPicture, match="3 × 2 pixels, and the limit is 5"):
        decode(content, most_pixels=5)


def test_a_file_is_not_read_further_than_its_picture_goes() -> None:
    file = io.BytesIO(encode(FLAG) + bytes(100_000))
    with pytest.raises(BadPicture, match="too long for the picture"):
        read_file(file)
    assert file.tell() < 10_000


def test_noise_fits_into_what_a_file_may_have() -> None:
    """The bound that `read_file` sets holds for the pictures that are hardest to squeeze."""
    chance = numpy.random.default_rng(5)
    for size in (1, 7, 300):
        picture = Picture.of(chance.integers(0, 256, (size, size)), chance.integers(0, 256, (256, 4)))
        for codec in CODECS:
            content = encode(picture, codec)
            assert read_file(io.BytesIO(content)) == content


@pytest.mark.parametrize(
    ("pixels", "palette", "message"),
    [
        ([0, 1], [(0, 0, 0, 0)], "rows of indices"),
        ([[0]], [(0, 0, 0)], "four levels"),
        (numpy.zeros((0, 2)), [(0, 0, 0, 0)], "without pixels"),
        ([[1]], [(0, 0, 0, 0)], "every pixel one of them"),
        ([[0]], numpy.zeros((0, 4)), "1 to 256 colours"),
        ([[0]], numpy.zeros((257, 4)), "1 to 256 colours"),
    ],
)
def test_what_is_no_picture(pixels: object, palette: object, message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        Picture.of(pixels, palette)


def test_blocks_and_instalments_join() -> None:
    """More items than are painted at once, more bytes than are unpacked at once."""
    noise = numpy.random.default_rng(6).integers(0, 200, (400, 400))
    for codec in CODECS:
        picture = Picture.of(noise, greys(256))
        content = encode(picture, codec)
        assert read_header(content).items > 2 * container.BLOCK
        assert decode(content) == picture
