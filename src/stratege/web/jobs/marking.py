"""Students' answers marked and run: jobs of their own kinds, since they take seconds and run strangers' code.

The rooms hand it in through the engines, so that a visitor's share of the processes and its deadline hold for
it too: `Job(mark, options=asked_of(paper, sources, questions))` answers with the report (`school.report`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task

SECONDS = 60
"""What the examination of a file may take of its own time; ours take about three."""
SLACK = 30
"""What a call, a trace or a query may take by the clock, before the process is ended."""
PATIENCE = 4 * SECONDS + 2 * SLACK
"""What a file may take by the clock, on a machine however busy, before the process is ended."""
LONGEST_SOURCE = 40_000


def asked_of(
    paper: str, sources: Sequence[str], questions: Sequence[str] | None = None, pictured: bool = False
) -> dict[str, Any]:
    """The options of a job that marks these files: all questions, or those named; with pictures or not."""
    named = None if questions is None else list(questions)
    return {"paper": paper, "sources": list(sources), "questions": named, "pictured": pictured}


@kind(PATIENCE)
def mark(task: Task) -> dict[str, Any]:
    """The report on files of a paper, its words in the job's language."""
    from stratege.school import marking, report

    asked = task.job.options
    marked = marking.mark(asked["paper"], asked["sources"], asked["questions"], seconds=SECONDS)
    return report.as_json(marked, report.pictures if asked["pictured"] else None)


@kind(SLACK)
def mark_sql(task: Task) -> dict[str, Any]:
    """The report on a query that answers one of a paper's questions about databases."""
    from stratege.school import sql

    asked = task.job.options
    return sql.sql_json(sql.mark_sql(asked["paper"], asked["question"], asked["query"]))


@kind(SLACK)
def run(task: Task) -> dict[str, Any]:
    """What comes of one call of a student's function."""
    from stratege.school.marking import chosen_of
    from stratege.school.tables import table
    from stratege.school.trying import try_answer

    asked = task.job.options
    paper = table(asked["paper"])
    (question,) = chosen_of(paper, asked["question"])
    return try_answer(paper, question, asked["source"], asked["arguments"], asked["typed"])


@kind(SLACK)
def trace(task: Task) -> list[dict[str, Any]]:
    """The frames of one call of a student's function, line by line."""
    from stratege.school import frames, tracing
    from stratege.school.marking import chosen_of
    from stratege.school.tables import table

    asked = task.job.options
    paper = table(asked["paper"])
    (question,) = chosen_of(paper, asked["question"])
    run = tracing.traced(paper, question, asked["source"], asked["arguments"], asked["typed"])
    return frames.told(tracing.frames(run))


@kind(SLACK)
def run_sql(task: Task) -> dict[str, Any]:
    """What a query gives on a paper's sample database."""
    from stratege.school.sample import asked

    return asked(task.job.options["paper"], task.job.options["query"])
