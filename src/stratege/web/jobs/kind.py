"""Kinds of jobs: a function for thinking processes, made known by a decorator where it is written."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stratege.web.jobs.task import Task


class Kind:
    """What a thinking process can do, and how it is treated.

    After so many `seconds`, beside those that a job asks for, its process is killed: they are what the work
    takes on a slow and busy machine, with compiling what has never been needed before. A quick one is waited
    for by somebody at the board: long ones never take the last process. A brief one is long but
    soon over, so a client may have all the processes for long ones at work on such. A kind travels to a
    process by its name, so that the process loads only the modules whose work it does.
    """

    __module__: str
    __qualname__: str

    def __init__(self, work: Callable[[Task], Any], seconds: float, quick: bool, brief: bool) -> None:
        self._work, self.seconds, self.quick, self.brief = work, seconds, quick, brief
        functools.update_wrapper(self, work)
        KINDS.append(self)

    def __call__(self, task: Task) -> Any:
        return self._work(task)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __str__(self) -> str:
        return self.__qualname__


KINDS: list[Kind] = []
"""Those of the modules that are loaded."""


def kind(
    seconds: float, *, quick: bool = False, brief: bool = False
) -> Callable[[Callable[[Task], Any]], Kind]:
    """Make a function a kind of job."""
    return lambda work: Kind(work, seconds, quick, brief)
