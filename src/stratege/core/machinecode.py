"""Machine code kept on disk: a file for each function and signature, checked before it is used.

Numba's own cache hands whatever it finds to LLVM, which ends the process at a damaged file, and gives up
where it cannot write. Here a file is

    "stratege code 1\n"    what it is
    32 bytes               the SHA-256 of its name, its folder's name, and the rest
    the rest               the compiled function as Numba serialises it

named after the function and a hash of all that its code depends on besides the sources, of which the folder
has a hash in its name (`core/compiling.py`). A file that is not so is deleted and made anew. Files are put in
place whole, so two processes may write the same one, and who is killed leaves nothing that is read.
"""

# mypy: disable-error-code="attr-defined,no-untyped-call"
# (Numba's inner interfaces are untyped.)

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import sys
import tempfile
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from stratege.core.compiling import SUFFIX, UNFINISHED
from stratege.core.files import reason_of
from stratege.core.language import _
from stratege.core.readiness import NotCompiled, only_ready_code

log = logging.getLogger(__name__)

MAGIC = b"stratege code 1\n"
HEAD = len(MAGIC) + hashlib.sha256().digest_size


class KeptCode(_Cache):
    """The machine code of one function, in a folder; nowhere if there is none."""

    def __init__(self, function: FunctionType, folder: Path | None) -> None:
        self._name, self._known_as, self._folder = function.__name__, function.__qualname__, folder

    @property
    def cache_path(self) -> str | None:
        return None if self._folder is None else str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """The function compiled for this signature; None if it has to be compiled."""
        target_context.refresh()
        found = None
        if self._folder is not None:
            path = self._path(sig, target_context.codegen())
            found = _rebuilt(path, target_context)
        if found is None and only_ready_code():
            raise NotCompiled(self._name)
        return found

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep what was compiled, where that is possible."""
        if self._folder is None or data.lifted or data.library.has_dynamic_globals:
            return
        try:
            write_checked(self._path(sig, data.codegen), dumps(data._reduce()))
        except OSError as error:
            complain(reason_of(error))

    def _path(self, sig: Any, codegen: Any) -> Path:
        assert self._folder is not None
        made_for = (
            self._known_as,
            str(sig),
            codegen.magic_tuple(),
            (numba.__version__, llvmlite.__version__, sys.version),
            (numba.config.OPT, numba.config.BOUNDSCHECK, numba.config.DEBUGINFO_DEFAULT),
        )
        known_by = hashlib.sha256(repr(made_for).encode()).hexdigest()[:24]
        return self._folder / f"{self._name}-{known_by}{SUFFIX}"

    def enable(self) -> None:
        """It is always in use."""

    def disable(self) -> None:
        """It is always in use."""

    def flush(self) -> None:
        """What is kept is right, and stays."""


def write_checked(path: Path, content: bytes) -> None:
    """Put the file in place whole, with its checksum."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_head(path, content) + content)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def read_checked(path: Path) -> bytes | None:
    """What was put into the file; None if it is not there, or is not what was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head, body = content[:HEAD], content[HEAD:]
    if head == _head(path, body):
        return body
    _drop(path)
    return None


def _head(path: Path, content: bytes) -> bytes:
    name = f"{path.parent.name}/{path.name}\n".encode()
    return MAGIC + hashlib.sha256(name + content).digest()


def _rebuilt(path: Path, target_context: Any) -> CompileResult | None:
    content = read_checked(path)
    if content is None:
        return None
    try:
        found: CompileResult = CompileResult._rebuild(target_context, *pickle.loads(content))
    except Exception:  # whole, but of another making: it need not be understood to be made anew
        _drop(path)
        return None
    return found


def _drop(path: Path) -> None:
    log.info("machine code is damaged and made anew", extra={"path": str(path)})
    with contextlib.suppress(OSError):
        path.unlink()


@functools.cache
def complain(why: str) -> None:
    """Say once that every start will compile again."""
    log.warning(_("Machine code cannot be kept: {why}. It is compiled at every start.", why=why))
