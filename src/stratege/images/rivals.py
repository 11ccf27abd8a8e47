"""Formats that need programs or packages of their own: known where they are installed, never required.

JPEG XL (pillow-jxl-plugin from PyPI, or Debian's libjxl-tools), JBIG (jbigkit-bin), DjVu's JB2
(djvulibre-bin), and PNG as small as oxipng with Zopfli makes it (pyoxipng from PyPI, or the program).
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

SECONDS = 600
"""What a program may take for one picture."""

ITERATIONS = 5
"""Of Zopfli: more save a byte in a thousand."""

Writer = Callable[["Image"], bytes]


def jpeg_xl() -> Writer | None:
    """JPEG XL without loss, effort 9; the newer library first."""
    if _has("pillow_jxl"):

        def write(image: Image) -> bytes:
            importlib.import_module("pillow_jxl")
            out = io.BytesIO()
            image.convert("L" if image.mode == "1" else image.mode).save(out, "JXL", lossless=True, effort=9)
            return out.getvalue()

        return write
    return _program("cjxl", "PNG", lambda given, made: ["cjxl", "--quiet", "-d", "0", "-e", "9", given, made])


def jbig() -> Writer | None:
    """JBIG, the standard of 1993: an adaptive context of ten pixels. Black and white."""
    return _program("pbmtojbg", "PPM", lambda given, made: ["pbmtojbg", "-q", given, made])


def djvu() -> Writer | None:
    """DjVu's JB2 without loss. Black and white."""
    return _program("cjb2", "PPM", lambda given, made: ["cjb2", "-lossless", given, made])


def oxipng() -> Writer | None:
    """PNG with the filters and the deflate stream that a long search finds."""
    if _has("oxipng"):

        def write(image: Image) -> bytes:
            tool = importlib.import_module("oxipng")
            zopfli = tool.Deflaters.zopfli(ITERATIONS)
            return bytes(tool.optimize_from_memory(_saved(image, "PNG"), level=2, deflate=zopfli))

        return write
    options = ["-q", "-o", "2", "-Z", "--zi", str(ITERATIONS)]
    return _program("oxipng", "PNG", lambda given, made: ["oxipng", *options, "--out", made, given])


FOR_ALL: dict[str, Callable[[], Writer | None]] = {"JPEG XL": jpeg_xl}
WITH_PALETTE: dict[str, Callable[[], Writer | None]] = {"oxipng": oxipng}
FOR_BLACK_AND_WHITE: dict[str, Callable[[], Writer | None]] = {"JBIG": jbig, "JB2": djvu}


def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _program(name: str, form: str, words: Callable[[str, str], list[str]]) -> Writer | None:
    """A writer that runs a program on a file, if it is installed."""
    if shutil.which(name) is None:
        return None

    def write(image: Image) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder, "given"), Path(folder, "made")
            given.write_bytes(_saved(image, form))
            subprocess.run(words(str(given), str(made)), check=True, capture_output=True, timeout=SECONDS)
            return made.read_bytes()

    return write


def _saved(image: Image, form: str) -> bytes:
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()
