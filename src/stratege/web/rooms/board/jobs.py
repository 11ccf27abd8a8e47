"""What thinking processes draw."""

from __future__ import annotations

from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task
from stratege.web.rooms.board import pictures


@kind(30, quick=True)
def png(task: Task) -> bytes:
    """The last board as a picture."""
    return pictures.png(task.job.line().position, task.job.options["width"])


@kind(60)
def gif(task: Task) -> bytes:
    """The game as an animated picture."""
    return pictures.gif([*task.job.line().positions()], task.job.options["width"], task.check)
