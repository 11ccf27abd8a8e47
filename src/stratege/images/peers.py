"""The same picture in other formats, each as small as its writer makes it, to compare with."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy

from stratege.images import rivals
from stratege.images.codecs import CODECS
from stratege.images.container import BEST, encode
from stratege.images.picture import Picture, greys, looked_up

if TYPE_CHECKING:
    from PIL.Image import Image


WEBP_SIDE = 16383
"""The most rows or columns that WebP can have."""


@dataclass(frozen=True)
class Written:
    """How large a picture became, and how long that took."""

    size: int
    seconds: float


def png(picture: Picture) -> bytes:
    """PNG, optimised: the shorter one of a palette and, if the picture is grey, levels."""
    images = [_with_palette(picture.canonical)]
    if picture.canonical.channels == 1:
        images.append(_grey(picture.canonical))
    return min((_saved(image, format="PNG", optimize=True) for image in images), key=len)


def quick_png(picture: Picture) -> bytes:
    """PNG, sooner there than small: for pictures that somebody waits for."""
    return _saved(_with_palette(picture), format="PNG", compress_level=1)


def webp(picture: Picture) -> bytes | None:
    """WebP without loss, with all the effort it can make; None if the picture is too large for it."""
    if max(picture.height, picture.width) > WEBP_SIDE:
        return None
    image = _coloured(picture)
    return _saved(image, format="WEBP", lossless=True, quality=100, method=6, exact=True)


def group4(picture: Picture) -> bytes | None:
    """CCITT group 4, as in fax machines, in a TIFF; None unless the picture is in black and white."""
    if not is_black_and_white(picture):
        return None
    return _saved(_grey(picture.canonical), format="TIFF", compression="group4")


def is_black_and_white(picture: Picture) -> bool:
    """Whether it has no other colours."""
    palette = picture.canonical.palette
    return picture.canonical.channels == 1 and bool(numpy.isin(palette[:, 0], (0, 255)).all())


Writer = Callable[[Picture], bytes | None]

OURS: dict[str, Writer] = {name: partial(encode, codec=name) for name in (*CODECS, BEST)}
ALWAYS: dict[str, Writer] = {"PNG": png, "WebP": webp, "G4": group4}


def writers(with_rivals: bool = True) -> dict[str, Writer]:
    """Ours first, then what Pillow writes, then what happens to be installed."""
    found = {**OURS, **ALWAYS}
    if with_rivals:
        for known, give in (
            (rivals.FOR_ALL, _by_rival),
            (rivals.WITH_PALETTE, _from_palette),
            (rivals.FOR_BLACK_AND_WHITE, _in_black_and_white),
        ):
            installed = {name: write for name, find in known.items() if (write := find()) is not None}
            found |= {name: partial(give, write) for name, write in installed.items()}
    return found


def _by_rival(write: rivals.Writer, picture: Picture) -> bytes:
    return write(_image(picture))


def _from_palette(write: rivals.Writer, picture: Picture) -> bytes:
    return write(_with_palette(picture.canonical))


def _in_black_and_white(write: rivals.Writer, picture: Picture) -> bytes | None:
    return write(_grey(picture.canonical)) if is_black_and_white(picture) else None


def written(
    picture: Picture, between: Callable[[], None] = lambda: None, with_rivals: bool = True
) -> dict[str, Written | None]:
    """The picture in every format that can have it.

    `between` is called before each of them, and may raise to end the work.
    """
    found: dict[str, Written | None] = {}
    for name, writer in writers(with_rivals).items():
        between()
        found[name] = _best_of(found) if name == BEST else _timed(writer, picture)
    return found


def _best_of(found: dict[str, Written | None]) -> Written:
    """The smallest of ours, which come first, and the time to try them all."""
    ours = [one for name in CODECS if (one := found[name])]
    return Written(min(one.size for one in ours), sum(one.seconds for one in ours))


def rehearse() -> None:
    """Have all code loaded, and compiled if it must be, before anything is timed."""
    for colours in (2, 3):
        written(Picture.of(numpy.arange(colours).reshape(1, -1), greys(colours)), with_rivals=False)


def _timed(writer: Callable[[Picture], bytes | None], picture: Picture) -> Written | None:
    begun = time.perf_counter()
    content = writer(picture)
    return None if content is None else Written(len(content), time.perf_counter() - begun)


def _image(picture: Picture) -> Image:
    """The picture with no more than its colours need: bits, greys, three levels or four."""
    return _grey(picture.canonical) if picture.canonical.channels == 1 else _coloured(picture)


def _coloured(picture: Picture) -> Image:
    from PIL import Image

    image = Image.fromarray(picture.colours())
    return image if picture.canonical.channels == 4 else image.convert("RGB")


def _grey(picture: Picture) -> Image:
    """The levels of a picture that is all grey; bits if black and white are enough."""
    from PIL import Image

    image = Image.fromarray(looked_up(picture.palette[:, 0], picture.pixels))
    return image.convert("1", dither=Image.Dither.NONE) if is_black_and_white(picture) else image


def _with_palette(picture: Picture) -> Image:
    from PIL import Image

    image = Image.fromarray(picture.pixels)
    image.putpalette(picture.palette[:, :3].tobytes())
    if picture.channels == 4:
        image.info["transparency"] = picture.palette[:, 3].tobytes()
    return image


def _saved(image: Image, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, **options)  # type: ignore[arg-type]
    return out.getvalue()
