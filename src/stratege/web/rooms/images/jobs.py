"""What visitors ask about a picture they bring: it is looked at, coded, decoded, compared, forgotten."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stratege.engine.preparing import at_once
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task
from stratege.web.rooms.images.schemas import HeatShape, ImageShape, KeptShape, WrittenShape

if TYPE_CHECKING:
    from stratege.images.picture import Picture

MOST_IN_PLAIN_PYTHON = 1 << 18
"""Pixels that take no second without machine code, which would have to be compiled first."""
MOST_OPTIMISED = 1 << 20
"""Pixels whose PNG is made as small as can be, which takes longer than all else for larger ones."""
LARGEST_PIXEL = 8
"""How large a pixel is drawn under the lines of rectangles, at most: thin lines show on small pictures. On
others less, so that the lines too are few bytes."""


@dataclass(frozen=True)
class Upload:
    """A file as it came, what becomes of its colours, and how large a picture may be."""

    content: bytes
    reduce: str
    most_pixels: int
    between: Callable[[], None]
    """Called between steps; raises if nobody waits any more."""

    def picture(self) -> Picture:
        """The picture in the file."""
        from stratege.images.reading import picture_in

        return picture_in(io.BytesIO(self.content), self.reduce, self.most_pixels)


def look(upload: Upload, **_nothing: Any) -> ImageShape:
    """The picture taken apart: its runs and its rectangles, counted and drawn."""
    from stratege.images import drawing
    from stratege.images.rectangles import cover
    from stratege.images.runs import runs_of

    picture = upload.picture().canonical
    size = picture.height, picture.width
    upload.between()
    with at_once() if picture.pixels.size <= MOST_IN_PLAIN_PYTHON else nullcontext():
        runs, rectangles = runs_of(picture.pixels), cover(picture.pixels)
    upload.between()
    room = min(MOST_OPTIMISED, upload.most_pixels)
    scale = max(1, min(LARGEST_PIXEL, math.isqrt(room // picture.pixels.size)))
    layers = [picture, drawing.tinted(*size, runs), drawing.outlines(*size, rectangles, scale)]
    shown = []
    for layer in layers:
        shown.append(_address(layer))
        upload.between()
    return {
        "width": picture.width,
        "height": picture.height,
        "colours": len(picture.palette),
        "runs": len(runs.lengths),
        "rectangles": len(rectangles),
        "kept": _kept(upload),
        "layers": {"picture": shown[0], "runs": shown[1], "rectangles": shown[2]},
    }


def foreseen(upload: Upload, **_nothing: Any) -> HeatShape:
    """How likely each pixel was by context, and what it costs."""
    from stratege.images import heat

    bits = heat.spent(upload.picture())
    upload.between()
    layers = [_address(draw(bits)) for draw in (heat.of_probabilities, heat.of_bits)]
    return {
        "bits_per_pixel": round(float(bits.mean()), 4),
        "layers": {"probabilities": layers[0], "bits": layers[1]},
    }


def encode(upload: Upload, codec: str) -> bytes:
    """The picture as a file of ours."""
    from stratege.images import container

    return container.encode(upload.picture(), codec)


def decode(upload: Upload, **_nothing: Any) -> bytes:
    """A file of ours as PNG."""
    from stratege.images import container, peers

    return peers.png(container.decode(upload.content, upload.most_pixels))


def compare(upload: Upload, **_nothing: Any) -> dict[str, WrittenShape | None]:
    """How large the picture is in each format, and how long that took; null where a format cannot have it."""
    from stratege.images import peers

    found = peers.written(upload.picture(), upload.between, with_rivals=False)
    return {
        name: None if one is None else {"bytes": one.size, "seconds": round(one.seconds, 6)}
        for name, one in found.items()
    }


WORKS: dict[str, Callable[..., Any]] = {
    "look": look,
    "heat": foreseen,
    "encode": encode,
    "decode": decode,
    "compare": compare,
}


def answer(
    work: str, content: bytes, reduce: str, codec: str, most_pixels: int, between: Callable[[], None]
) -> Any:
    """Do what is asked; `BadPicture` says what is wrong with the file."""
    return WORKS[work](Upload(content, reduce, most_pixels, between), codec=codec)


@kind(60)
def image(task: Task) -> Any:
    """What is asked about a visitor's picture."""
    return answer(**task.job.options, between=task.check)


def _kept(upload: Upload) -> KeptShape | None:
    from stratege.images.container import read_header
    from stratege.images.reading import is_ours

    if not is_ours(io.BytesIO(upload.content)):
        return None
    header = read_header(upload.content, upload.most_pixels)
    bits = 8 * len(upload.content) / (header.height * header.width)
    return {
        "codec": header.codec,
        "items": header.items,
        "bytes": len(upload.content),
        "bits_per_pixel": round(bits, 4),
    }


def _address(picture: Picture) -> str:
    """The picture as an address that holds it."""
    from stratege.images import peers

    write = peers.png if picture.pixels.size <= MOST_OPTIMISED else peers.quick_png
    return "data:image/png;base64," + base64.b64encode(write(picture)).decode()
