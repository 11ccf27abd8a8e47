"""Packed layers unpacked for a while; large ones in files, which are gone with whoever holds the arrays."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from stratege.tables.mapped import MappedArray

if TYPE_CHECKING:
    from stratege.core.game import Game
    from stratege.core.recipe import Bytes
    from stratege.tables.format import TableFile
    from stratege.tables.shelf import Shelf

IN_MEMORY_AT_MOST = 1 << 29
"""Bytes: a layer that is larger lies in a file while it is unpacked."""


def in_a_file(size: int) -> Bytes:
    """An array of zeros that need not lie in memory."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        MappedArray(Path(folder) / "array", size, 0) as array,
    ):
        return array.data


def unpacked(file: TableFile) -> Bytes:
    """A layer's data, every byte checked."""
    if not file.layer.packed or file.header.length <= IN_MEMORY_AT_MOST:
        return file.whole()
    data = in_a_file(file.header.length)
    file.inflate_into(data, workers=2)
    return data


def layers_within(shelf: Shelf, game: Game, room: int) -> Callable[[str], Bytes | None]:
    """A table's layers as arrays, by name, each read once; those that are packed as long as all take no more
    bytes than there is room for."""

    @cache
    def data(name: str) -> Bytes | None:
        nonlocal room
        layer = shelf.mapped(game, name, room)
        room -= 0 if layer is None else len(layer)
        return layer

    return data
