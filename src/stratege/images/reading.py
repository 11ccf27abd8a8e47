"""Pictures from files: ours, and what Pillow reads of PNG, JPEG, GIF, BMP, WebP and TIFF."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy

from stratege.core.files import opened
from stratege.core.language import _
from stratege.images import container
from stratege.images.picture import (
    MOST_COLOURS,
    MOST_PIXELS,
    BadPicture,
    Bytes,
    Picture,
    check_size,
    greys,
    instalments,
    read_only,
)
from stratege.images.reduction import reduced

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF")
HEIF = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1", b"ftypavif")
"""How the pictures of some telephones begin, from the fifth byte on: nothing here reads them."""
MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr")
"""Eight bits a level: what Pillow turns into red, green, blue and opacity without a loss that anyone sees."""
NONE = "none"
MOST_SCANS = 100
"""Of a JPEG that is sharpened step by step: cameras and programs make about ten."""
SCAN = b"\xff\xda"  # JPEG's marker; in the data of a scan, 0xff never stands before 0xda


def read_picture(
    path: Path, reduce: str = NONE, most_pixels: int = MOST_PIXELS, dither: bool = False
) -> Picture:
    """The picture in a file, as it is or in fewer colours; the first one of a GIF that moves."""
    with blaming(path), opened(path) as file:
        return picture_in(file, reduce, most_pixels, dither)


def picture_in(
    file: BinaryIO, reduce: str = NONE, most_pixels: int = MOST_PIXELS, dither: bool = False
) -> Picture:
    """The same for a file that is open, or bytes in memory as if they were one."""
    if is_ours(file):
        picture = container.decode(container.read_file(file, most_pixels), most_pixels)
        return picture if reduce == NONE else reduced(picture.colours(), reduce, dither)
    image = _read_image(file, most_pixels)
    if reduce == NONE:
        return picture_of(image)
    return reduced(numpy.asarray(image.convert("RGBA")), reduce, dither)


def read_ours(path: Path, most_pixels: int = MOST_PIXELS) -> bytes:
    """What a file of ours holds."""
    with opened(path) as file:
        return container.read_file(file, most_pixels)


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Have a `BadPicture` say which file it is about."""
    try:
        yield
    except BadPicture as error:
        raise BadPicture(_("{path}: {what}", path=path, what=error)) from None


def is_ours(file: BinaryIO) -> bool:
    """Whether a file begins as ours do."""
    head = file.read(len(container.MAGIC))
    file.seek(0)
    return head == container.MAGIC


def picture_of(image: Image) -> Picture:
    """A Pillow image of at most 256 colours, as it is."""
    if image.mode in ("1", "L") and "transparency" not in image.info:
        return Picture(read_only(numpy.asarray(image.convert("L"))), read_only(greys(MOST_COLOURS))).canonical
    coloured = image.convert("RGBA")
    counted = coloured.getcolors(MOST_COLOURS)
    if counted is None:
        raise BadPicture(
            _(
                "The picture has more than 256 colours: reduce them to black and white (nb), to eight (8) or "
                "to any number up to 256."
            )
        )
    palette: Bytes = numpy.array(sorted(colour for _count, colour in counted), numpy.uint8)
    return Picture(_indices(numpy.asarray(coloured), palette), read_only(palette))


def _indices(colours: Bytes, palette: Bytes) -> Bytes:
    """Where the colour of each pixel is in the palette, which is sorted."""
    known, line = _as_numbers(palette), colours.reshape(-1, 4)
    pixels = numpy.empty(colours.shape[:2], numpy.uint8)
    for part in instalments(len(line)):
        pixels.reshape(-1)[part] = numpy.searchsorted(known, _as_numbers(line[part]))
    return read_only(pixels)


def _as_numbers(colours: Bytes) -> numpy.typing.NDArray[numpy.uint32]:
    """Colours as numbers in the same order."""
    return numpy.ascontiguousarray(colours).view(">u4")[..., 0].astype(numpy.uint32)


def _check_scans(file: BinaryIO) -> None:
    """Refuse a JPEG that goes over its pixels more often than anybody needs: each time takes as long."""
    place = file.tell()
    file.seek(0)
    content = file.read()
    file.seek(place)
    if content.startswith(b"\xff\xd8") and content.count(SCAN) > MOST_SCANS:
        raise BadPicture(_("The picture goes over its pixels too often: {n} times at most.", n=MOST_SCANS))


def _not_read(file: BinaryIO) -> str:
    """Why a file is not read."""
    file.seek(0)
    if file.read(12)[4:] in HEIF:
        return _("HEIF and AVIF pictures are not read here: save it as JPEG or PNG first.")
    return _("This is not a picture: PNG, JPEG, GIF, BMP, WebP, TIFF or .stgi.")


def _read_image(file: BinaryIO, most_pixels: int) -> Image:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about sizes, which are checked below
            image = Image.open(file, formats=FORMATS)
        check_size(image.height, image.width, most_pixels)
        _check_scans(file)
        image.load()
    except BadPicture:
        raise
    except UnidentifiedImageError:
        raise BadPicture(_not_read(file)) from None
    except Image.DecompressionBombError:
        raise BadPicture(_("The picture has too many pixels.")) from None
    except Exception:  # a damaged file can make Pillow raise anything
        raise BadPicture(_("The file is damaged.")) from None
    if image.mode not in MODES:
        raise BadPicture(_("The picture has more than eight bits a level."))
    return image
