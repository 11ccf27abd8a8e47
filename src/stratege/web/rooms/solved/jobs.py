"""What thinking processes work out about solved games."""

from __future__ import annotations

from stratege.games.chomp import maps
from stratege.games.chomp.refutations import JudgedMove, judged_moves
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task


@kind(30, quick=True)
def chomp(task: Task) -> tuple[JudgedMove, ...]:
    """Every first move of a bar judged."""
    return _judged(task)


@kind(60)
def large_chomp(task: Task) -> tuple[JudgedMove, ...]:
    """The same of a bar that takes a while."""
    return _judged(task)


def _judged(task: Task) -> tuple[JudgedMove, ...]:
    columns, rows = task.job.options["box"]
    return judged_moves((columns,) * rows, lambda fraction: task.check())


@kind(60)
def gallery(task: Task) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The winning first moves of every small bar of Chomp."""
    return maps.gallery()
