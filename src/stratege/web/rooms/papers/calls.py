"""Calling the papers' functions with a visitor's values: each call in a process of its own, on a leash."""

from __future__ import annotations

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.exams.papers import Function, Paper, papers
from stratege.web.errors import Missing
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task
from stratege.web.rooms.papers.schemas import CallShape


def paper_of(number: str) -> Paper:
    """The paper of that number."""
    try:
        return papers()[number]
    except KeyError:
        raise Missing(_("There is no such paper.")) from None


def callable_function(paper: Paper, name: str) -> Function:
    """The function `module.name` of the paper, once it is seen that it may be called."""
    function = paper.function(name)
    if function is None:
        raise Missing(_("The paper names no such function."))
    if not function.callable:
        raise BadOption(_("{name} asks at the keyboard: it cannot be called here.", name=name))
    return function


@kind(30)
def call(task: Task) -> CallShape:
    """A paper's function called with a visitor's values."""
    from stratege.school.trying import try_ours

    asked = task.job.options
    function = callable_function(paper_of(asked["paper"]), asked["function"])
    told: CallShape = try_ours(function, asked["arguments"], asked["seconds"])  # type: ignore[assignment]
    return told
