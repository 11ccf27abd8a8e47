"""The files of a layer under construction: whatever a kill leaves of them is a checkpoint.

The data is a file `NAME.building` in the layout of the finished one, which it becomes by being sealed and
renamed unless the layer is packed. Its first page says what it will be; one that would become something else
is thrown away. Recipes write final entries only (`core.recipe`), so any half of it is worth keeping.
"""

from __future__ import annotations

import threading
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from stratege.tables.elsewhere import Place
from stratege.tables.format import DATA_BEGINS, Header, checksums_of, seal, write_at
from stratege.tables.mapped import MappedArray

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

KEEP_EVERY = 45.0


class Workshop:
    """The files of one layer under construction; the data of a `streamed` one is empty."""

    def __init__(self, path: Path, folder: Path, header: Header, streamed: bool = False) -> None:
        self.path, self.folder, self.header = path, folder, header
        self._length = 0 if streamed else header.length
        self._arrays: list[MappedArray] = []
        self._closing = threading.Event()

    def __enter__(self) -> Workshop:
        identity = b"BUILDING" + zlib.crc32(self.header.encoded()).to_bytes(4, "little")
        if not _begins_with(self.path, identity):
            for path in [self.path, *self._scratch_files()]:
                path.unlink(missing_ok=True)
        main = self._mapped(self.path, self._length, DATA_BEGINS)
        write_at(main.file, identity, 0)
        self.data = main.data
        self._keeper = threading.Thread(target=self._keep_now_and_then, daemon=True)
        self._keeper.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._closing.set()
        self._keeper.join()
        for array in self._arrays:
            array.close()
        if kind is None:
            for path in self._scratch_files():
                path.unlink()
            self.path.unlink(missing_ok=True)

    def scratch(self, name: str, size: int) -> Bytes:
        """An array beside the data, in a file of its own."""
        return self._mapped(self.folder / f"{self.header.layer}.scratch-{name}", size, 0).data

    def places(self) -> dict[str, Place]:
        """Where the data and all scratch arrays lie."""
        first, *others = self._arrays
        named = {"data": first, **{array.path.name.partition(".scratch-")[2]: array for array in others}}
        return {
            name: Place(str(array.path.absolute()), array.begins, len(array.data), True)
            for name, array in named.items()
        }

    def release(self) -> None:
        """Give back the memory of all arrays; what they hold stays in their files."""
        for array in self._arrays:
            array.release()

    def seal(self, header: Header) -> None:
        """Make the file of the data the finished one."""
        seal(self._arrays[0].file, header, header.block_lengths, checksums_of(self.data, header.block))

    def _mapped(self, path: Path, size: int, begins: int) -> MappedArray:
        array = MappedArray(path, size, begins)
        self._arrays.append(array)
        return array

    def _scratch_files(self) -> list[Path]:
        return list(self.folder.glob(f"{self.header.layer}.scratch-*"))

    def _keep_now_and_then(self) -> None:
        """A kill loses nothing; so that a power cut loses little, have the disk follow."""
        while not self._closing.wait(KEEP_EVERY):
            for array in list(self._arrays):
                array.keep()


def _begins_with(path: Path, identity: bytes) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as file:
        return file.read(len(identity)) == identity
