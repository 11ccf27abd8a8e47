"""Whether to wait for the compiler: who has promised an answer soon uses machine code that is there, or none.

    with ready_code_only():
        …   # code that was never compiled raises NotCompiled; who can do without, does

It holds for the thread that says so, until the block ends. Numba is not loaded for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from stratege.core.errors import StrategeError
from stratege.core.extras import extra_of
from stratege.core.language import _

T = TypeVar("T")

_only: ContextVar[bool] = ContextVar("ready code only", default=False)


class NotCompiled(StrategeError):
    """Machine code is needed that would have to be compiled first, or cannot be: then `why` says so."""

    def __init__(self, name: str, why: str | None = None) -> None:
        super().__init__(why or _("The engine is still being prepared; try again in a moment."))
        self.name = name


@contextmanager
def ready_code_only() -> Iterator[None]:
    """Nothing is compiled in here."""
    before = _only.set(True)
    try:
        yield
    finally:
        _only.reset(before)


def only_ready_code() -> bool:
    """Whether nothing may be compiled here."""
    return _only.get()


def ready_or(fast: Callable[[], T], plain: Callable[[], T]) -> T:
    """What machine code gives, or the same in plain Python if it is not there."""
    try:
        return fast()
    except NotCompiled:
        return plain()


def if_ready(ask: Callable[[], T | None]) -> T | None:
    """The answer, None too if the machine code for it is not there, or an extra that it takes."""
    try:
        return ask()
    except NotCompiled:
        return None
    except ImportError as error:
        if extra_of(error) is None:
            raise
        return None
