"""A second corpus, never tuned on: boards, pages of text, this project's icon and pages, drawn on demand."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFont

from stratege.core.registry import GAMES, game
from stratege.core.svg import png
from stratege.images.picture import BadPicture, Picture
from stratege.images.reading import picture_of
from stratege.images.reduction import reduced

ROOT = Path(__file__).parents[2]
TEXTS = ("README.md", "docs/images.md", "docs/engine.md")
PAGE, MARGIN, LETTERS, STEP = (1240, 1754), 110, 22, 32  # A4 at 150 dots an inch
SKEW, GRAIN = 0.3, 24
"""A page lies a little askew, in degrees, and its paper has a grain, in levels."""
ICON_SIZES = (16, 32, 64, 256)
WEB_PAGES = ("/", "/play?game=quixo", "/papers", "/images")
WINDOW = "1280,800"


def pictures() -> dict[str, dict[str, Picture]]:
    """All of them, by what became of their colours."""
    images = dict(_images())
    rgba = {name: numpy.asarray(image.convert("RGBA")) for name, image in images.items()}
    found = {
        words: {name: reduced(one, reduce) for name, one in rgba.items()}
        for reduce, words in (("nb", "black and white"), ("8", "eight colours"))
    }
    found["their own colours"] = {name: one for name, image in images.items() if (one := _as_it_is(image))}
    return found


def _as_it_is(image: Image.Image) -> Picture | None:
    try:
        return picture_of(image)
    except BadPicture:  # too many colours
        return None


def _images() -> Iterator[tuple[str, Image.Image]]:
    for name in GAMES:
        yield f"board {name}", _opened(png(game(name).start().svg()))
    for number, text in enumerate(TEXTS):
        yield f"page {number + 1}", page_of((ROOT / text).read_text(encoding="utf-8"), seed=number)
    icon = (ROOT / "src/stratege/web/static/icon.svg").read_text(encoding="utf-8")
    whole = _opened(png(icon)).convert("RGBA")
    for size in ICON_SIZES:
        yield f"icon {size}", whole.resize((size, size), Image.Resampling.LANCZOS)
    yield from _screenshots()


def page_of(text: str, seed: int) -> Image.Image:
    """A text as a scanner sees it: askew, on paper with a grain, in greys."""
    page = Image.new("L", PAGE, 255)
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(LETTERS)
    for number, line in enumerate(text.splitlines()[: (PAGE[1] - 2 * MARGIN) // STEP]):
        pen.text((MARGIN, MARGIN + STEP * number), line[:95], fill=0, font=font)
    askew = page.rotate(SKEW, Image.Resampling.BICUBIC, fillcolor=255)
    grain = numpy.random.default_rng(seed).normal(0, GRAIN, (PAGE[1], PAGE[0]))
    return Image.fromarray((numpy.asarray(askew) + grain).clip(0, 255).astype(numpy.uint8))


def _screenshots() -> Iterator[tuple[str, Image.Image]]:
    """The project's own pages, if there is a browser to show them."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.web.load", "--serve", folder]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            for number, path in enumerate(WEB_PAGES):
                if (shot := _screenshot(address + path, Path(folder, f"{number}.png"))) is not None:
                    yield f"screenshot {path}", shot
        finally:
            server.terminate()
            server.wait()


def _screenshot(address: str, target: Path) -> Image.Image | None:
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--window-size={WINDOW}",
        f"--screenshot={target}",
    ]
    try:
        subprocess.run(["chromium", *options, address], check=True, capture_output=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    return _opened(target.read_bytes())


def _opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image
