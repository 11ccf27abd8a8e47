"""A picture of four megapixels brought to the room of pictures: how long until it is taken apart."""

from __future__ import annotations

import io
import time

import httpx
import numpy
from PIL import Image, ImageFilter

from benchmarks.report import Report, Table
from benchmarks.web.review import serving

NAME = "pictures"

SIDE = 2000  # pixels: four megapixels, and all that the page takes
REDUCTIONS = ("nb", "8", "64", "none")
SUMMARY = (
    f"PNGs of {SIDE} × {SIDE} pixels posted to `/api/v1/images/look` over loopback: seconds until all is "
    "answered; the first one also loads machine code. Goal: 3 s. Goes with `none` only what has few colours."
)


def photograph() -> Image.Image:
    """Smooth colours with some noise, as a camera sees them."""
    draw = numpy.random.default_rng(1)
    rough = Image.fromarray(draw.integers(0, 256, (40, 40, 3), numpy.uint8)).resize(
        (SIDE, SIDE), Image.Resampling.BICUBIC
    )
    noise = draw.normal(0, 6, (SIDE, SIDE, 3))
    return Image.fromarray(numpy.clip(numpy.asarray(rough) + noise, 0, 255).astype(numpy.uint8))


def page() -> Image.Image:
    """Black strokes on white, as a scanner sees them."""
    draw = numpy.random.default_rng(2)
    rough = Image.fromarray(draw.integers(0, 256, (SIDE // 8, SIDE // 8), numpy.uint8)).resize((SIDE, SIDE))
    return rough.filter(ImageFilter.GaussianBlur(3)).point(lambda level: 255 * (level > 118)).convert("1")


def seconds(web: httpx.Client, content: bytes, reduce: str) -> float:
    """How long the picture takes."""
    begun = time.perf_counter()
    answer = web.post("/api/v1/images/look", files={"picture": content}, data={"reduce": reduce}, timeout=300)
    assert answer.status_code == 200, answer.text[:300]
    return time.perf_counter() - begun


def run() -> Report:
    """Both pictures in every number of colours."""
    rows = []
    with serving() as address, httpx.Client(base_url=address) as web:
        for name, picture in {"a page": page(), "a photograph": photograph()}.items():
            file = io.BytesIO()
            picture.save(file, "PNG")
            chosen = REDUCTIONS if picture.mode == "1" else REDUCTIONS[:-1]
            times = {one: [seconds(web, file.getvalue(), one) for _time in range(2)] for one in chosen}
            rows += [[name, one, *(f"{took:.2f}" for took in taken)] for one, taken in times.items()]
    return Report(
        SUMMARY, [Table("Seconds for four megapixels", ["picture", "colours", "first", "then"], rows)]
    )
