"""Arrays that lie in files: what is written into them outlives the program, however it ends."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

import numpy

from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

PIECE = 1 << 20


class MappedArray:
    """A file of a page of its owner's own and then `size` bytes, the latter as an array.

    Its room on the disk is taken at once, for a mapped page that finds the disk full would kill the program.
    """

    def __init__(self, path: Path, size: int, begins: int) -> None:
        self.path, self.begins = path, begins
        try:
            self.fresh = not path.exists()
            self.file: BinaryIO = path.open("w+b" if self.fresh else "r+b", buffering=0)
            try:
                _allocate(self.file, begins + size)
            except OSError:
                self.file.close()
                if self.fresh:
                    path.unlink()
                raise
        except OSError as error:
            raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None
        self._map = mmap.mmap(self.file.fileno(), begins + size)
        self.data: Bytes = numpy.frombuffer(self._map, numpy.uint8)[begins:]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. The map itself goes when the last array over it does."""
        self.file.close()

    def keep(self) -> None:
        """Have what was written reach the disk."""
        os.fsync(self.file.fileno())

    def release(self) -> None:
        """Give its memory back; the contents stay in the file and come back when they are asked for."""
        if hasattr(self._map, "madvise"):
            self._map.madvise(mmap.MADV_DONTNEED)


def _allocate(file: BinaryIO, size: int) -> None:
    file.truncate(min(size, os.fstat(file.fileno()).st_size))
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
        return
    for start in range(file.seek(0, os.SEEK_END), size, PIECE):
        file.write(bytes(min(PIECE, size - start)))
