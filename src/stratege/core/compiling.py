"""One source, two lives: the rules as plain Python, and the same rules compiled by Numba.

Kernels (`games/*/kernel.py`) and the searches over them (`engine/`) are written as functions on
integers and tuples of integers, marked with `@rule`. Imported normally they are ordinary Python:
exact for boards of any size, ready at once, steppable in a debugger. `compiled("…kernel")` executes
the same file a second time and hands every marked function to Numba, so the rule stays written once.

A *template* is such a module that leaves `kernel`, or other names, open: annotated variables, holes to be
filled with modules. `bound(template, kernel)` and `compiled(template, kernel)` give its functions over one
game's rules. The rules that a template imports from another template get the same fillings.

Numba is imported only by `compiled`: a program that never asks for speed never loads it.

Machine code is kept on disk (`core/machinecode.py`) in folders named after a hash of the sources that went
into it (`core/sources.py`), so that code whose callee has changed is never used. Where nobody may wait for
the compiler (`core/readiness.py`), `compiled` gives only what can be had from there.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from stratege.core.extras import MissingExtra, installed
from stratege.core.files import reason_of
from stratege.core.readiness import NotCompiled, only_ready_code
from stratege.core.sources import fingerprint

F = TypeVar("F", bound=Callable[..., Any])

STALE_AFTER_DAYS = 30
SUFFIX = ".code"
UNFINISHED = ".unfinished-"


class Table(tuple[int, ...]):
    """A constant lookup table of a kernel: a tuple when interpreted, an int64 array when compiled."""


def rule(function: F) -> F:
    """Mark a function as belonging to the compiled world. Interpreted, it stays what it is."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a rule of a template that is compiled into its callers: it stands alone for its readers only."""
    function.__inlined__ = True  # type: ignore[attr-defined]
    return rule(function)


def twin_of(module: str) -> Callable[[F], F]:
    """Mark a function whose compiled life is the function of the same name in `module`."""

    def mark(function: F) -> F:
        function.__rule__ = True  # type: ignore[attr-defined]
        function.__twin__ = module  # type: ignore[attr-defined]
        return function

    return mark


def bound(template: str, kernel: str, **holes: str) -> ModuleType:
    """The template's plain Python functions, over the modules of those names in plain Python."""
    return _bound(template, tuple({"kernel": kernel, **holes}.items()))


@functools.cache
def _bound(template: str, fillings: tuple[tuple[str, str], ...]) -> ModuleType:
    name = _twin_name(template, "interpreted", *(filling for _hole, filling in fillings))
    twin = _execute(template, name, importlib.import_module, dict(fillings))
    for key, value in list(vars(twin).items()):
        if isinstance(value, FunctionType) and hasattr(value, "__rule__") and value.__module__ != name:
            shared = _fillings_of(value.__module__, fillings)
            if shared:
                setattr(twin, key, getattr(_bound(value.__module__, shared), value.__name__))
    return twin


def compiled(module: str, kernel: str | None = None, **holes: str) -> ModuleType:
    """The compiled life of a module, a template's over the modules of those names, compiled too.

    Each function is compiled when it is first called. `NotCompiled` where only code that is there may be
    used, and there is none, or where there is no compiler.
    """
    fillings = {"kernel": kernel, **holes} if kernel else {}
    if only_ready_code() and not code_stamp(module, *fillings.values()):
        raise NotCompiled(module)
    return _compiled(module, tuple(fillings.items()))


def code_stamp(*modules: str) -> int:
    """A number that changes when machine code made of these modules has come; 0 if there is none."""
    try:
        return sum(path.suffix == SUFFIX for path in _folder_of(*modules).iterdir())
    except OSError:
        return 0


@functools.cache
def _compiled(module: str, fillings: tuple[tuple[str, str], ...]) -> ModuleType:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":  # to step through what is compiled otherwise
        return bound(module, **dict(fillings)) if fillings else importlib.import_module(module)
    if not installed("numba"):
        raise NotCompiled(module, str(MissingExtra("engine", "numba")))
    names = [filling for _hole, filling in fillings]
    folder = _cache_folder(module, *names)
    name = _twin_name(module, "compiled", *names)
    twin = _execute(module, name, _filling, dict(fillings))
    for key, value in list(vars(twin).items()):
        if isinstance(value, Table):
            setattr(twin, key, _as_array(value))
        elif isinstance(value, FunctionType) and hasattr(value, "__rule__"):
            if hasattr(value, "__twin__"):
                setattr(twin, key, getattr(importlib.import_module(value.__twin__), value.__name__))
            elif value.__module__ == name:
                # Machine code is known by this name: without the game's own name in it, two games would
                # load each other's code.
                value.__qualname__ = f"{name}.{value.__qualname__}"
                # Rules are small and called in the innermost loops of templates, which recurse.
                inline = not fillings or hasattr(value, "__inlined__")
                setattr(twin, key, _jitted(value, folder, forceinline=inline))
            else:
                shared = _fillings_of(value.__module__, fillings)
                setattr(twin, key, getattr(_compiled(value.__module__, shared), value.__name__))
    return twin


def _fillings_of(module: str, fillings: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """What of this fills the holes of a module that a template has rules from; nothing if it has none."""
    holes = vars(importlib.import_module(module)).get("__annotations__", {})
    return tuple((hole, filling) for hole, filling in fillings if hole in holes)


def _nothing() -> None:
    pass


def on_compile(
    started: Callable[[], None] = _nothing,
    ended: Callable[[], None] = _nothing,
    each: Callable[[], None] = _nothing,
) -> Callable[[], None]:
    """Have `started()` and `ended()` called around each real compilation, until the answer is called.

    Code that comes from the cache raises neither. Nested compilations report as one, but to `each`, which is
    called after every function.
    """
    if not installed("numba"):
        return _nothing
    from numba.core import event

    depth = 0

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            nonlocal depth
            depth += 1
            if depth == 1:
                started()

        def on_end(self, event: Any) -> None:
            nonlocal depth
            depth -= 1
            each()
            if depth == 0:
                ended()

    listener = Listener()
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    return lambda: event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


def _twin_name(*parts: str) -> str:
    """The name of a module's second life, told apart by all that it is bound to."""
    return "__".join(part.replace(".", "_") for part in parts)


def _execute(
    module: str, name: str, load: Callable[[str], ModuleType], holes: Mapping[str, str]
) -> ModuleType:
    """Run the module's code once more under another name, its holes filled with loaded modules."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.loader is not None
    assert spec.origin is not None
    fresh = ModuleType(name, doc=None)
    fresh.__file__ = spec.origin
    code = spec.loader.get_code(module)  # type: ignore[attr-defined]
    exec(code, vars(fresh))
    for hole, filling in holes.items():
        setattr(fresh, hole, load(filling))
    sys.modules[name] = fresh
    return fresh


def _as_array(table: Table) -> Any:
    import numpy

    return numpy.array(table, dtype=numpy.int64)


def _filling(module: str) -> ModuleType:
    return _compiled(module, ())


def _jitted(function: FunctionType, folder: Path | None, forceinline: bool) -> Any:
    """The function handed to Numba, its machine code kept in this folder."""
    import numba

    from stratege.core.machinecode import KeptCode

    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    dispatcher._cache = KeptCode(function, folder)
    return dispatcher


def _cache_folder(*modules: str) -> Path | None:
    """Where machine code made from these modules is kept, none if that cannot be."""
    folder = _folder_of(*modules)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        from stratege.core.machinecode import complain

        complain(reason_of(error))
        return None
    with contextlib.suppress(OSError):  # what can be read only is used too
        os.utime(folder)
        _drop_stale_caches()
    return folder


def _folder_of(*modules: str) -> Path:
    return _caches() / _fingerprint(*modules)


@functools.cache
def _fingerprint(*modules: str) -> str:
    return fingerprint(*modules)


def cache_root() -> Path:
    """The folder of all that can be made again: `STRATEGE_CACHE`, or the user's cache folder."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("STRATEGE_CACHE")
    return Path(chosen) if chosen else user_cache_path("stratege")


def _caches() -> Path:
    return cache_root() / "compiled"


@functools.cache
def _drop_stale_caches() -> None:
    """Remove, once in a process, what has served nobody for long, and what killed writers left."""
    now = time.time()
    for path in (*_caches().iterdir(), *_caches().glob(f"*/{UNFINISHED}*")):
        days = 1 if path.name.startswith(UNFINISHED) else STALE_AFTER_DAYS
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < now - days * 86400:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
