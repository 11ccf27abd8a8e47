"""The pictures of docs/images.md are today's."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy
from PIL import Image

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def drawer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("image_pictures", FOLDER / "images.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_template_and_the_maps() -> None:
    pictures, page = drawer(), (FOLDER.parent / "images.md").read_text(encoding="utf-8")
    assert (FOLDER / "images-template.svg").read_text(encoding="utf-8") == pictures.template()
    with Image.open(FOLDER / "images-codecs.png") as kept:
        assert numpy.array_equal(numpy.asarray(kept.convert("RGB")), numpy.asarray(pictures.side_by_side()))
    for name in ("images-template.svg", "images-codecs.png"):
        assert f"pictures/{name}" in page
