"""Files that users name: what is written appears whole, and what stands at the path is respected.

An output goes where its name leads. `-` is standard output; a device or a pipe is written to, never replaced;
a link is followed to the file behind it; a file is the old one until the new one is whole.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _

STANDARD_OUTPUT = Path("-")
MOST_LINKS = 40


def write_whole(path: Path, content: bytes) -> None:
    """Write this, and nothing else, where the path leads."""
    with writing(path) as file:
        file.write(content)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Where to write what shall stand at the path; what goes wrong is a `StrategeError`.

    If the body fails, a file keeps its old content. A pipe that nobody reads stays a `BrokenPipeError`.
    """
    try:
        with _opened_to_write(path) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None


def check_output(path: Path, *, begins: bytes = b"", source: Path | None = None, force: bool = False) -> None:
    """Refuse an output before the work for it is done; nothing is changed at the path.

    It must be possible to write there. Without `force`, a file that is there must begin with these bytes, as
    what will be written does, and must not be the `source` that the work is done from.
    """
    try:
        target = None if is_standard_output(path) else _target(path)
        if target is None:
            _standard_output()
        elif not target.exists() or target.is_file():
            _make_beside(target)[1].unlink()
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "")
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None
    if force or target is None or not target.is_file():
        return
    if source is not None and source.exists() and target.samefile(source):
        raise BadOption(_("{path} is the file to be read; --force replaces it.", path=path))
    with opened(target) as file:
        if file.read(len(begins)) != begins:
            raise BadOption(
                _("{path} exists and is something else; choose another name, or --force.", path=path)
            )


def is_standard_output(path: Path) -> bool:
    """Whether the path is `-`, or another name of our standard output, such as /dev/stdout."""
    if path == STANDARD_OUTPUT:
        return True
    with suppress(OSError, AttributeError):  # it may be closed, or a test's
        return os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
    return False


@contextmanager
def _opened_to_write(path: Path) -> Iterator[BinaryIO]:
    if is_standard_output(path):
        buffer = _standard_output()
        sys.stdout.flush()
        yield buffer
        buffer.flush()
        return
    target = _target(path)
    if target.exists() and not target.is_file():
        with open(os.open(target, os.O_WRONLY), "wb") as file:
            yield file
    elif _is_descriptor(target):
        with open(os.open(target, os.O_WRONLY | os.O_APPEND), "wb") as file:
            yield file
    else:
        with _replacing(target) as file:
            yield file


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A file under another name, put in place once it is whole, with the rights of the one that was there."""
    file, beside = _make_beside(path)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(beside, path)
    except BaseException:
        beside.unlink()
        raise


def _make_beside(path: Path) -> tuple[BinaryIO, Path]:
    beside = path.with_name(f".stratege-{os.urandom(6).hex()}")
    return beside.open("xb"), beside


def _target(path: Path) -> Path:
    """What the path leads to: links followed, up to a file, a device, a pipe or nothing yet."""
    for _link in range(MOST_LINKS):
        if _is_descriptor(path) or not path.is_symlink():
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, "")
            return path
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_descriptor(path: Path) -> bool:
    """Whether it names an open file of a process, such as /dev/stderr does: that is not ours to replace."""
    return os.path.realpath(path.parent).startswith("/proc/")


def _standard_output() -> BinaryIO:
    try:
        return sys.stdout.buffer
    except AttributeError:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF)) from None


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
