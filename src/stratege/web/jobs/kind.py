"""Kinds of jobs: a function for thinking processes, made known by a decorator where it is written."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stratege.web.jobs.task import Task


class Kind:
    """What a thinking process can do, and how it is treated.

    A quick one is waited for by somebody at the board: long ones never take the last process. It travels
    to a process by its name, so that the process loads only the modules whose work it does.
    """

    __module__: str
    __qualname__: str

    def __init__(self, work: Callable[[Task], Any], quick: bool) -> None:
        self._work, self.quick = work, quick
        functools.update_wrapper(self, work)

    def __call__(self, task: Task) -> Any:
        return self._work(task)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<{self.__module__}.{self.__qualname__}>"


def kind(*, quick: bool = False) -> Callable[[Callable[[Task], Any]], Kind]:
    """Make a function a kind of job."""
    return lambda work: Kind(work, quick)
