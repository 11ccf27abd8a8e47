"""Marking what is handed in: the report in both languages, and what the table of marks needs of it."""

from __future__ import annotations

from typing import Any

from stratege.core import language
from stratege.web.jobs.kind import kind
from stratege.web.jobs.marking import SECONDS, SLACK
from stratege.web.jobs.task import Task


@kind(SECONDS + SLACK)
def mark_hand_in(task: Task) -> tuple[dict[str, Any], dict[str, Any]]:
    """Summary and reports by language of a `source` that answers the `questions` of a `paper`."""
    from stratege.school import marking, report
    from stratege.school.tables import table

    asked = task.job.options
    marked = marking.mark(asked["paper"], [asked["source"]], asked["questions"], seconds=SECONDS)
    names = [f"{marked.paper}:{table(marked.paper).name_of(one.question)}" for one in marked.questions]
    reports: dict[str, Any] = {}
    mistakes: dict[str, Any] = {}
    for spoken in language.LANGUAGES:
        language.use(spoken)
        reports[spoken] = report.as_json(marked)
        mistakes[spoken] = [
            [name, part.fault.reason, report.call_text(one, part.shown) if part.shown else ""]
            for name, one in zip(names, marked.questions)
            for part in one.parts
            if part.fault and part.fault.kind != "unearned"
        ]
    earned = {name: round(one.earned, 2) for name, one in zip(names, marked.questions)}
    return {"earned": earned, "mistakes": mistakes}, reports
