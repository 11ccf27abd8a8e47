"""What thinking processes do with the archive: all that replays games or may take long."""

from __future__ import annotations

import json
from typing import Any

from stratege.archive import exam_sql, opening_tree
from stratege.archive.explorer import explore as explored
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError, Unavailable
from stratege.engine.adviser import Adviser
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task


@kind(60, quick=True)
def value(task: Task) -> dict[str, Any]:
    """What is certain of the moves without searching."""
    line = task.job.line()
    return Adviser(line.game).known(line).as_json()


@kind(60)
def explore(task: Task) -> dict[str, Any]:
    """What the archive's games that qualify did in the position."""
    options = task.job.options
    with Archive.open(options["database"]) as archive:
        return explored(archive, task.job.line().position, options["only"], task.check).as_json()


@kind(60)
def openings(task: Task) -> dict[str, Any]:
    """The openings from the position on, as rings."""
    with Archive.open(task.job.options["database"]) as archive:
        tree = opening_tree.openings(archive, task.job.line().position, between=task.check)
    return {"games": tree.games, "svg": opening_tree.openings_svg(tree) if tree.found else ""}


@kind(60)  # the question has its own, shorter deadline; a copy of a large archive may have to be made first
def sql(task: Task) -> bytes | str:
    """The answer to a question, as JSON, which takes a while to write; a sentence if it is not a good one."""
    options = task.job.options
    with Archive.open(options["database"]) as archive:
        try:
            answer = exam_sql.ask(archive, options["game"], options["sql"])
        except Unavailable:
            raise
        except StrategeError as error:
            return str(error)
    return json.dumps({"columns": answer.columns, "rows": answer.rows, "cut": answer.cut}).encode()
