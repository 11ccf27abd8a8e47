"""One source, two lives: the rules as plain Python, and the same rules compiled by Numba.

Kernels (`games/*/kernel.py`) and the searches over them (`engine/`) are written as functions on
integers and tuples of integers, marked with `@rule`. Imported normally they are ordinary Python:
exact for boards of any size, ready at once, steppable in a debugger. `compiled("…kernel")` executes
the same file a second time and hands every marked function to Numba, so the rule stays written once.

A *template* is such a module that leaves `kernel`, and perhaps other names, open: holes to be filled with
modules. `bound(template, kernel)` and `compiled(template, kernel)` give its functions over one game's rules.

Numba is imported only by `compiled`: a program that never asks for speed never loads it.

The on-disk cache of machine code lives in folders named after a hash of the sources that went into it
(`core/sources.py`): Numba's own check looks only at the file of the called function and would keep code
whose callee has changed.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from stratege.core.sources import fingerprint

F = TypeVar("F", bound=Callable[..., Any])

STALE_AFTER_DAYS = 30


class Table(tuple[int, ...]):
    """A constant lookup table of a kernel: a tuple when interpreted, an int64 array when compiled."""


def rule(function: F) -> F:
    """Mark a function as belonging to the compiled world. Interpreted, it stays what it is."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def twin_of(module: str) -> Callable[[F], F]:
    """Mark a function whose compiled life is the function of the same name in `module`."""

    def mark(function: F) -> F:
        function.__rule__ = True  # type: ignore[attr-defined]
        function.__twin__ = module  # type: ignore[attr-defined]
        return function

    return mark


@functools.cache
def bound(template: str, kernel: str, **holes: str) -> ModuleType:
    """The template's plain Python functions, over the modules of those names in plain Python."""
    name = _twin_name(template, "interpreted", kernel, *holes.values())
    return _execute(template, name, importlib.import_module, {"kernel": kernel, **holes})


@functools.cache
def compiled(module: str, kernel: str | None = None, **holes: str) -> ModuleType:
    """The compiled life of a module, a template's over the modules of those names, compiled too."""
    fillings = {"kernel": kernel, **holes} if kernel else {}
    folder = _cache_folder(fingerprint(module, *fillings.values()))
    name = _twin_name(module, "compiled", *fillings.values())
    twin = _execute(module, name, compiled, fillings)
    for key, value in list(vars(twin).items()):
        if isinstance(value, Table):
            setattr(twin, key, _as_array(value))
        elif isinstance(value, FunctionType) and hasattr(value, "__rule__"):
            if hasattr(value, "__twin__"):
                setattr(twin, key, getattr(importlib.import_module(value.__twin__), value.__name__))
            elif value.__module__ == name:
                # Numba names its cache files after the source file and this name: without the game's
                # own name in it, two games would load each other's code.
                value.__qualname__ = f"{name}.{value.__qualname__}"
                # Rules are small and called in the innermost loops of templates, which recurse.
                setattr(twin, key, _jitted(value, folder, forceinline=kernel is None))
            else:
                setattr(twin, key, getattr(compiled(value.__module__), value.__name__))
    return twin


def on_compile(started: Callable[[], None], ended: Callable[[], None]) -> Callable[[], None]:
    """Have `started()` and `ended()` called around each real compilation, until the answer is called.

    Code that comes from the cache raises neither. Nested compilations report as one.
    """
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


_choosing_the_cache = threading.Lock()


def _jitted(function: FunctionType, folder: Path | None, forceinline: bool) -> Any:
    """The function handed to Numba, which keeps its machine code in this folder."""
    import numba

    with _choosing_the_cache:
        if folder is not None:  # else Numba finds a place of its own
            setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010 - unknown to the type checker
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline)(function)


def _cache_folder(sources: str) -> Path | None:
    """Where machine code made from these sources is kept, none if the home is read-only."""
    folder = _caches() / sources
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        return None
    _drop_stale_caches()
    return folder


def _caches() -> Path:
    """The folder of all caches (`STRATEGE_CACHE` chooses its root)."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("STRATEGE_CACHE")
    return (Path(chosen) if chosen else user_cache_path("stratege")) / "compiled"


@functools.cache
def _drop_stale_caches() -> None:
    """Remove, once in a process, the folders that have served nobody for long."""
    oldest = time.time() - STALE_AFTER_DAYS * 86400
    for folder in _caches().iterdir():
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
