"""Packed layers are arrays too, as far as there is room for them."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from tests.tables import toy

from stratege.tables import unpacking
from stratege.tables.shelf import Shelf
from stratege.tables.unpacking import layers_within

pytestmark = pytest.mark.usefixtures("toy_recipe")


@pytest.mark.parametrize("in_memory", [0, 1 << 30])
def test_layers_are_unpacked_once_as_long_as_there_is_room(
    tmp_path: Path, in_memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory as in files."""
    monkeypatch.setattr(unpacking, "IN_MEMORY_AT_MOST", in_memory)
    toy.build(tmp_path)
    shelf = Shelf(tmp_path)
    assert shelf.mapped(toy.GAME, "second") is None
    assert shelf.mapped(toy.GAME, "second", 499_999) is None
    data = layers_within(shelf, toy.GAME, 1_000_000)
    first, second = data("first"), data("second")
    assert first is not None
    assert second is not None
    assert numpy.array_equal(second, first[numpy.arange(500_000) // 2] // 2 + 1)
    assert data("third") is None  # 400,000 bytes more
    assert data("second") is second
    assert layers_within(shelf, toy.GAME, 0)("first") is not None
    assert data("fourth") is None
    for path in tmp_path.glob("*/second.stgt"):
        content = bytearray(path.read_bytes())
        content[4100] ^= 1
        path.write_bytes(content)
    assert layers_within(Shelf(tmp_path), toy.GAME, 1 << 30)("second") is None
