"""Jobs that no engine should be given: they take too long, end badly, or do not let go."""

from __future__ import annotations

import subprocess
import sys
import time

from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task


@kind(1)
def deaf(task: Task) -> None:
    """Holds its process, heeding nobody."""
    time.sleep(3600)


@kind(3600)
def patient(task: Task) -> None:
    """The same, without a deadline that would end it soon."""
    time.sleep(3600)


@kind(60)
def parent(task: Task) -> None:
    """Has a process of its own, tells which, and waits for it."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"]) as child:
        task.report(child.pid)


@kind(60)
def raising(task: Task) -> None:
    """Ends in a way that nobody has thought of."""
    errors = {"memory": MemoryError, "exit": SystemExit, "deep": RecursionError, "system": SystemError}
    raise errors[task.job.options["how"]]("the trace is for the log, not for visitors")


@kind(60)
def unsendable(task: Task) -> object:
    """Answers with something that cannot travel."""
    return lambda: None


@kind(60, quick=True)
def quick(task: Task) -> str:
    """Is done at once."""
    return "done"


@kind(3600)
def slow(task: Task) -> None:
    """Works until nobody wants it to."""
    while True:
        task.check()
        time.sleep(0.01)


@kind(3600, brief=True)
def one_of_many(task: Task) -> None:
    """The same, of a kind that a client may have several of at work."""
    slow(task)
