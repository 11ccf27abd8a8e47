"""Calling the papers' functions with a visitor's values: each call in a process of its own, on a leash."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.exams.papers import Function, Paper, papers
from stratege.web.errors import Failed, Missing
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task
from stratege.web.rooms.papers.schemas import CallShape

MEBIBYTES = 256
STARTING = 10
"""Seconds in which a process has begun, on a machine that has much other work."""
PATIENCE = 4
"""How much longer than its own work a call may take on a machine that has other work."""


def paper_of(number: str) -> Paper:
    """The paper of that number."""
    try:
        return papers()[number]
    except KeyError:
        raise Missing(_("There is no such paper.")) from None


def callable_function(paper: Paper, name: str, given: int) -> Function:
    """The function `module.name` of the paper, once it is seen that it may be called with so many values."""
    function = paper.function(name)
    if function is None:
        raise Missing(_("The paper names no such function."))
    if not function.pure:
        raise BadOption(_("{name} asks, prints or changes something: it cannot be called here.", name=name))
    if given != len(function.parameters):
        most = len(function.parameters)
        raise BadOption(_("{name} takes {most} values, not {given}.", name=name, most=most, given=given))
    return function


def made(
    paper: str,
    function: str,
    arguments: Sequence[str],
    seconds: int,
    stopped_by: Callable[[Callable[[], None]], None],
) -> CallShape:
    """The call made, in at most so many seconds of work; `stopped_by` is told how to end it before."""
    asked = {"paper": paper, "function": function, "arguments": list(arguments)}
    limits = {"seconds": seconds, "mebibytes": MEBIBYTES}
    command = [sys.executable, "-P", "-m", "stratege.web.rooms.papers.callee"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        try:
            stopped_by(process.kill)
            patience = STARTING + PATIENCE * seconds
            said, _nothing = process.communicate(json.dumps({**asked, **limits}).encode(), patience)
        except subprocess.TimeoutExpired:
            return _told(error=_too_long(patience))
        finally:
            process.kill()
    if process.returncode == -signal.SIGXCPU:
        return _told(error=_too_long(seconds))
    if process.returncode:
        raise Failed(_("The call ended unexpectedly; try again."))
    return _understood(json.loads(said), papers()[paper].function(function))


@kind(30)
def call(task: Task) -> CallShape:
    """A paper's function called with a visitor's values."""
    return made(**task.job.options, stopped_by=task.stopped_by)


def _understood(told: dict[str, Any], function: Function | None) -> CallShape:
    """What the process said, in words."""
    if told["unreadable"] is not None and function is not None:
        name = function.parameters[told["unreadable"]]
        raise BadOption(
            _("{name} is not a value: write a number, a text in quotes, a list, a tuple…", name=name)
        )
    error = None
    if told["full"]:
        error = _("The call was stopped: it needs more than {n} MiB of memory.", n=MEBIBYTES)
    elif told["raised"] is not None:
        error = _("The function raised {error}.", error=told["raised"].rstrip("."))
    return _told(told["value"], told["printed"], error)


def _too_long(seconds: int) -> str:
    return _("The call was stopped: it takes more than {n} seconds.", n=seconds)


def _told(value: str | None = None, printed: str = "", error: str | None = None) -> CallShape:
    return {"value": value, "printed": printed, "error": error}
