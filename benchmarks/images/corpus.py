"""The sample pictures that scikit-image ships in its wheel."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from stratege.images.picture import Picture
from stratege.images.reading import read_picture

SUFFIXES = (".png", ".jpg", ".gif", ".bmp")  # the 27 pictures that every figure is about


def files() -> list[Path]:
    """The pictures on the disk; none if scikit-image is not installed. Nothing is ever downloaded."""
    found = importlib.util.find_spec("skimage")
    if found is None or found.origin is None:
        return []
    folder = Path(found.origin).with_name("data")
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)


def read(path: Path, reduce: str) -> Picture:
    """One of them, in fewer colours."""
    return read_picture(path, reduce)


def picture(name: str, reduce: str) -> Picture:
    """The one of this name, in fewer colours."""
    (path,) = (path for path in files() if path.stem == name)
    return read_picture(path, reduce)
