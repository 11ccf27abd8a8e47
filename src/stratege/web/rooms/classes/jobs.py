"""Marking what is handed in: the report in both languages, and what the table of marks needs of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stratege.core import language
from stratege.web.jobs.kind import kind
from stratege.web.jobs.marking import PATIENCE, SECONDS
from stratege.web.jobs.task import Task

Outcome = tuple[dict[str, Any], dict[str, Any]]


@kind(PATIENCE)
def mark_hand_in(task: Task) -> Outcome:
    """Summary and reports by language of a `source` that answers the `questions` of a `paper`."""
    from stratege.school import marking, report
    from stratege.school.tables import table

    asked = task.job.options
    marked = marking.mark(asked["paper"], [asked["source"]], asked["questions"], seconds=SECONDS)
    names = [f"{marked.paper}:{table(marked.paper).name_of(one.question)}" for one in marked.questions]

    def mistakes() -> list[list[str]]:
        return [
            [name, part.fault.reason, report.call_text(one, part.shown) if part.shown else ""]
            for name, one in zip(names, marked.questions)
            for part in one.parts
            if part.fault and part.fault.kind != "unearned"
        ]

    earned = {name: round(one.earned, 2) for name, one in zip(names, marked.questions)}
    return told(earned, mistakes, lambda: report.as_json(marked, report.to_draw))


@kind(PATIENCE)
def mark_queries(task: Task) -> Outcome:
    """The same of a file of queries."""
    from stratege.school import sql

    asked = task.job.options
    marked = sql.mark_queries(asked["paper"], asked["questions"], asked["source"])

    def mistakes() -> list[list[str]]:
        wrong = [(one, one.fault) for one in marked if one.fault]
        return [[f"{one.paper}:{one.question}", fault.reason, sql.shortly(one)] for one, fault in wrong]

    earned = {f"{one.paper}:{one.question}": one.earned for one in marked}
    return told(earned, mistakes, lambda: sql.sql_json(*marked))


def told(earned: dict[str, float], mistakes: Callable[[], Any], report: Callable[[], Any]) -> Outcome:
    """What was earned; mistakes and report in every language."""
    said, reports = dict[str, Any](), dict[str, Any]()
    for spoken in language.LANGUAGES:
        language.use(spoken)
        said[spoken], reports[spoken] = mistakes(), report()
    return {"earned": earned, "mistakes": said}, reports
