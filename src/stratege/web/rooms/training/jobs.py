"""What thinking processes do for training: a game looked through for mistakes."""

from __future__ import annotations

from stratege.engine.adviser import Adviser
from stratege.engine.preparing import at_once
from stratege.training.mistakes import Mistake, mistakes
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task


@kind(300)
def review(task: Task) -> list[Mistake]:
    """The mistakes of these players in the line."""
    line = task.job.line()
    adviser = Adviser(line.game)
    task.stopped_by(adviser.stop)
    found = []
    with at_once():
        for one in mistakes(line, set(task.job.options["players"]), adviser):
            task.check()
            if one is not None:
                found.append(one)
    return found
