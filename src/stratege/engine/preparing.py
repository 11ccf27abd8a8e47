"""The engine of a game made ready: what levels and analyses need is compiled, once for all on a cache.

Compiling a game takes seconds. Whoever serves a person meanwhile works `at_once`, on the rules in plain
Python; what was missing is then wished for (`core.wanted`), and an `Attendant`, a process that nobody waits
for, grants it. Of those who would compile at the same time, one does and the others find its work.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from filelock import FileLock, Timeout

from stratege.core.compiling import bound, cache_root, code_stamp, on_compile
from stratege.core.errors import StrategeError
from stratege.core.extras import installed
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.readiness import ready_code_only
from stratege.core.registry import game
from stratege.core.sources import fingerprint
from stratege.core.wanted import Wish, granted, wanted
from stratege.engine.adviser import Adviser
from stratege.engine.alphabeta import KERNEL

LOCK, ATTENDED = "compiling.lock", "attended.lock"

Tell = Callable[[float], None]


class Attendant:
    """Who grants wishes, for as long as they are there, even if they die; one at a time is enough."""

    def __init__(self) -> None:
        self._lock = FileLock(cache_root() / ATTENDED, timeout=0, thread_local=False)

    def present(self) -> bool:
        """Say that wishes are granted; False if another one has said so."""
        try:
            cache_root().mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock.acquire()
        except (OSError, Timeout):
            return False
        return True

    def leave(self) -> None:
        """Say no longer so."""
        self._lock.release(force=True)


def attended() -> bool:
    """Whether somebody will compile what is missed."""
    try:
        with FileLock(cache_root() / ATTENDED, timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def at_once() -> AbstractContextManager[None]:
    """In here nobody waits for the compiler, if there is somebody who compiles meanwhile."""
    return ready_code_only() if attended() else nullcontext()


def prepare(chosen: Game, tell: Tell = lambda fraction: None) -> None:
    """Have the engine of a game compiled, or see that it is; `tell` hears the fraction done."""
    rules, done = _rules(chosen), 0

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(min(done / rules, 1.0))

    with _one_at_a_time():
        forget = on_compile(each=one_more)
        try:
            adviser = Adviser(chosen, table_mib=1)
            adviser.prepare()
            adviser.known(Line(chosen.start(seed=0)))
        finally:
            forget()
    granted(*wish_for(chosen))
    tell(1.0)


def prepared(chosen: Game) -> bool:
    """Whether there is machine code for the game; some of it might be missing all the same."""
    return code_stamp(*_modules(chosen)) > 0


def missing(chosen: Game) -> bool:
    """Whether the engine of the game could be compiled and kept, and is not there."""
    if not installed("numba") or not keeps_code() or not chosen.compilable:
        return False
    if not prepared(chosen):
        return True
    with ready_code_only():
        adviser = Adviser(chosen, table_mib=1)
        adviser.prepare()
    return adviser.interpreted


def code_of(chosen: Game) -> str:
    """A hash of all that the engine of a game is made of."""
    return fingerprint(*_modules(chosen))


def wishes() -> list[Game]:
    """The games whose engine somebody missed, who missed it first before the others."""
    found = {wish: _game_of(wish) for wish in wanted()}
    for wish, chosen in found.items():
        if chosen is None:
            granted(*wish)
    return [chosen for chosen in found.values() if chosen is not None]


def wish_for(chosen: Game) -> Wish:
    """What is wished for by who misses the engine of a game."""
    return ("game", chosen.name, chosen.variant.name, chosen.size)


def _game_of(wish: Wish) -> Game | None:
    try:
        kind, name, variant, size = wish
        chosen = game(name, variant, size) if kind == "game" else None
    except (ValueError, StrategeError):
        return None
    return chosen if chosen is not None and chosen.compilable else None


def _modules(chosen: Game) -> tuple[str, ...]:
    declared = chosen.declaration
    return (
        KERNEL,
        chosen.kernel.__name__,
        declared.evaluation.__name__,
        declared.table_probe.__name__,
    )


def _rules(chosen: Game) -> int:
    """How many functions there are to compile, more or less."""
    template, kernel, evaluation, endgame = _modules(chosen)
    code = bound(template, kernel, evaluation=evaluation, endgame=endgame)
    modules = (code, code.kernel, code.evaluation, code.endgame)
    found = [one for module in modules for one in vars(module).values() if hasattr(one, "__rule__")]
    return len({(one.__module__, one.__name__) for one in found})


@functools.cache
def keeps_code() -> bool:
    """Whether what is compiled can be kept for others."""
    try:
        cache_root().mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=cache_root()).close()
    except OSError:
        return False
    return True


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """While another process compiles for the same cache, wait: it may be making what is needed here."""
    if not keeps_code():
        yield
        return
    with FileLock(cache_root() / LOCK):
        yield
