"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from stratege.core.errors import StrategeError
from stratege.core.language import _


def write_whole(path: Path, content: bytes) -> None:
    """Write the file under another name, then put it in place: it is the old one or the new one."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None


def read_text(path: Path) -> str:
    """The file's text; a sentence instead of a traceback if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise StrategeError(_("Cannot read {path}: {why}.", path=path, why=reason_of(error))) from None
    except UnicodeDecodeError:
        raise StrategeError(_("Cannot read {path}: it is not text.", path=path)) from None


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file's bytes to read; a sentence instead of a traceback if they cannot be."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise StrategeError(_("Cannot read {path}: {why}.", path=path, why=reason_of(error))) from None


def reason_of(error: OSError) -> str:
    """What the system complains about, as the end of a sentence."""
    known = {
        errno.ENOENT: _("there is no such file or folder"),
        errno.EACCES: _("that is not allowed"),
        errno.EISDIR: _("it is a folder"),
        errno.ENOTDIR: _("its folder is a file"),
        errno.ENOSPC: _("the disk is full"),
        errno.EROFS: _("the disk cannot be written to"),
    }
    return known.get(error.errno or 0, str(error.strerror))


def people_bytes(size: int) -> str:
    """A size as people write it."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} B"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
