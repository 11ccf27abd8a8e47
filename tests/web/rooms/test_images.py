"""The room of pictures: the codec's own bytes and counts, and files that are wrong, too large or bombs."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image
from tests.web.visitors import House, Visitor, served, settings_in

from stratege.images import container, peers
from stratege.images.picture import Picture
from stratege.images.reading import picture_in
from stratege.images.rectangles import cover
from stratege.images.runs import runs_of
from stratege.web.app import create_app
from stratege.web.rooms.images import jobs


def saved(pixels: Any, form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.fromarray(numpy.asarray(pixels, numpy.uint8)).save(out, form)
    return out.getvalue()


NOISE = numpy.random.default_rng(7).integers(0, 256, (20, 30, 3))
PHOTO, FLAG = saved(NOISE), saved([[(0, 0, 255)] * 4 + [(255, 255, 255)] * 4 + [(255, 0, 0)] * 4] * 6)


def ask(visitor: Visitor, work: str, content: bytes, **fields: str) -> Any:
    files = {"picture": ("name", content, "image/png")}
    return visitor.post(f"/api/v1/images/{work}", files=files, data=fields)


def shown(address: str) -> Any:
    kind, data = address.split(",", 1)
    assert kind == "data:image/png;base64"
    return numpy.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA"))


@pytest.mark.parametrize("reduce", ["nb", "8"])
def test_a_picture_is_taken_apart_as_the_codecs_do(thinking_house: House, reduce: str) -> None:
    told = ask(thinking_house.visitor(), "look", PHOTO, reduce=reduce).json()
    picture = picture_in(io.BytesIO(PHOTO), reduce)
    assert (told["width"], told["height"], told["kept"]) == (30, 20, None)
    assert told["runs"] == len(runs_of(picture.pixels).lengths)
    assert told["rectangles"] == len(cover(picture.pixels))
    assert (shown(told["layers"]["picture"]) == picture.colours()).all()
    assert shown(told["layers"]["runs"]).shape == (20, 30, 4)
    assert shown(told["layers"]["rectangles"]).shape == (160, 240, 4)


def test_rectangles_and_runs_are_drawn_where_they_are(thinking_house: House) -> None:
    told = ask(thinking_house.visitor(), "look", FLAG).json()
    assert (told["runs"], told["rectangles"], told["colours"]) == (18, 3, 3)
    lines = shown(told["layers"]["rectangles"])[..., 3] > 0
    scale = jobs.LARGEST_PIXEL
    assert numpy.flatnonzero(lines[1]).tolist() == [0, 4 * scale, 8 * scale]
    assert lines[0].all()
    tints = shown(told["layers"]["runs"])
    assert (tints[0, 0] == tints[0, 3]).all()
    assert (tints[0, 3] != tints[0, 4]).any()


def test_the_lines_of_a_larger_picture_are_few_bytes(thinking_house: House) -> None:
    board = numpy.kron(numpy.indices((15, 20)).sum(0) % 2 * 255, numpy.ones((20, 20)))
    layers = ask(thinking_house.visitor(), "look", saved(board)).json()["layers"]
    assert shown(layers["rectangles"]).shape == (300 * 2, 400 * 2, 4)
    assert len(layers["rectangles"]) < 6_000


def test_what_contexts_foresee(thinking_house: House) -> None:
    told = ask(thinking_house.visitor(), "heat", PHOTO, reduce="nb").json()
    assert 0.5 < told["bits_per_pixel"] < 2  # noise
    for layer in ("probabilities", "bits"):
        assert shown(told["layers"][layer]).shape == (20, 30, 4)


@pytest.mark.parametrize("reduce", ["16", "8c", "256"])
def test_colours_are_chosen(thinking_house: House, reduce: str) -> None:
    told = ask(thinking_house.visitor(), "look", PHOTO, reduce=reduce).json()
    assert 2 <= told["colours"] <= int(reduce.removesuffix("c"))


@pytest.mark.parametrize("codec", ["runs", "rects", "context", "best"])
@pytest.mark.parametrize("reduce", ["nb", "8"])
def test_the_coded_file_is_the_codecs(thinking_house: House, reduce: str, codec: str) -> None:
    answer = ask(thinking_house.visitor(), "encode", PHOTO, reduce=reduce, codec=codec)
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.content == container.encode(picture_in(io.BytesIO(PHOTO), reduce), codec)


def test_a_coded_file_is_decoded_and_looked_at(thinking_house: House) -> None:
    visitor, picture = thinking_house.visitor(), picture_in(io.BytesIO(FLAG))
    coded = container.encode(picture, "rects")
    assert ask(visitor, "decode", coded).content == peers.png(picture)
    told = ask(visitor, "look", coded).json()
    bits = round(8 * len(coded) / 72, 4)
    assert told["kept"] == {"codec": "rects", "items": 3, "bytes": len(coded), "bits_per_pixel": bits}
    assert (shown(told["layers"]["picture"]) == picture.colours()).all()


def test_sizes_in_every_format(thinking_house: House) -> None:
    visitor, picture = thinking_house.visitor(), picture_in(io.BytesIO(FLAG))
    told = ask(visitor, "compare", FLAG).json()
    assert list(told) == list(peers.writers(with_rivals=False))
    assert told["PNG"]["bytes"] == len(peers.png(picture))
    assert told["best"]["bytes"] == len(container.encode(picture))
    assert told["G4"] is None
    assert ask(visitor, "compare", FLAG, reduce="nb").json()["G4"]["bytes"] > 0


def bomb(width: int, height: int) -> bytes:
    """A tiny PNG that claims, and holds, a great many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(min(width // 8 + 1, 1 << 16) * 100), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


CODED = container.encode(picture_in(io.BytesIO(FLAG)))
BAD = [
    ("look", b"", "not a picture"),
    ("look", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
    ("look", b"\x00" * 100, "not a picture"),
    ("look", PHOTO[:200], "damaged"),
    ("look", PHOTO, "more than 256 colours"),
    ("encode", PHOTO, "more than 256 colours"),
    ("look", bomb(50_000, 50_000), "pixels"),
    ("look", bomb(2049, 2048), "The picture has 2049 × 2048 pixels, and the limit is 4,194,304."),
    ("compare", bomb(2**31 - 1, 2**31 - 1), "pixels"),
    ("decode", PHOTO, "not a Stratège picture"),
    ("decode", CODED[:-1], "truncated"),
    ("look", CODED[:-1] + b"?", "checksum"),
    ("look", container.MAGIC + b"\x01\x01" + b"\xff" * 8 + b"\x01\x00", "pixels"),
]


@pytest.mark.parametrize(("work", "content", "words"), BAD, ids=range(len(BAD)))
def test_a_bad_file_is_one_sentence(thinking_house: House, work: str, content: bytes, words: str) -> None:
    visitor = thinking_house.visitor()
    answer = ask(visitor, work, content)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert "/" not in answer.json()["error"]  # no file of the server's is named


def test_a_wrong_question_is_one_sentence(house: House) -> None:
    visitor = house.visitor()
    assert ask(visitor, "look", FLAG, reduce="257").json()["error"].startswith("reduce: ")
    assert ask(visitor, "encode", FLAG, codec="zip").json()["error"].startswith("codec: ")
    assert visitor.post("/api/v1/images/look").json()["error"] == "picture: this is missing."
    assert visitor.post("/api/v1/images/look", data={"picture": "text"}).status_code == 400
    assert visitor.post("/api/v1/images/nothing").status_code == 404


def test_uploads_have_a_bound_of_their_own(thinking_house: House) -> None:
    visitor, settings = thinking_house.visitor(), thinking_house.app.state.settings
    small = FLAG + bytes(2 * settings.body_limit)  # what follows a PNG does not matter to it
    assert ask(visitor, "look", small).status_code == 200
    large = ask(visitor, "look", FLAG + bytes(settings.upload_limit))
    assert large.status_code == 413
    assert large.json()["error"] == f"That is too large; at most {settings.upload_limit} bytes."
    assert visitor.post("/api/v1/live", content=small).status_code == 413
    assert visitor.post("/images/", content=small).status_code == 413  # the page takes no files


def test_only_so_many_files_are_held_at_a_time(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, most_uploads=0))) as house:
        visitor = house.visitor()
        assert ask(visitor, "look", FLAG).status_code == 429
        assert visitor.get("/images").status_code == 200


def test_work_on_a_picture_ends_between_its_steps() -> None:
    class Left(Exception):
        pass

    def leave() -> None:
        raise Left

    for work in ("look", "compare"):
        with pytest.raises(Left):
            jobs.answer(work, FLAG, "none", "best", 1000, leave)


def test_a_large_picture_is_drawn_no_larger_than_it_may_be() -> None:
    told = jobs.answer("look", saved([[0] * 100] * 100), "none", "best", 10_000, lambda: None)
    assert shown(told["layers"]["rectangles"]).shape == (100, 100, 4)
    assert isinstance(picture_in(io.BytesIO(FLAG)), Picture)
