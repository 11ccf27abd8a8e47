"""The papers' room, for work: a question, an editor, and a student's answer run and marked.

The page works without scripts too: its form is sent, and the page comes back with the outcome. With scripts
only the outcome is sent (`part`), and put where it belongs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from stratege.archive import exam_sql
from stratege.core.errors import StrategeError
from stratege.core.language import N_, _
from stratege.school.contract import contract, start_of
from stratege.school.solution import solution_of
from stratege.school.sql import SCHEMAS
from stratege.school.stages import stage_for
from stratege.web.engines import asking
from stratege.web.jobs import marking
from stratege.web.jobs.task import Job
from stratege.web.pages import page
from stratege.web.rooms.papers.calls import paper_of
from stratege.web.rooms.papers.questions import Entry, entries, entry_of
from stratege.web.rooms.papers.routes import HELP, LONGEST_VALUE, MOST_ARGUMENTS, Number
from stratege.web.rooms.papers.schemas import CallShape, ReportShape
from stratege.web.schemas import FAILURES, Played

LONGEST_QUERY = 4_000
MOST_TYPED = 200

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix="/papers", responses=FAILURES, tags=["papers"])

Name = Annotated[str, Field(max_length=60, examples=["Q3"])]
Source = Annotated[
    str, Field(max_length=marking.LONGEST_SOURCE, examples=["def tablette(m, n):\n    return [m] * n\n"])
]
Values = Annotated[
    list[Annotated[str, Field(max_length=LONGEST_VALUE)]],
    Field(max_length=MOST_ARGUMENTS, examples=[["5", "3"]]),
]


class NewMark(BaseModel):
    """Answers in Python: one file, or one for each exercise; the questions to mark, all if none is named."""

    model_config = ConfigDict(extra="forbid")

    sources: Annotated[list[Source], Field(min_length=1, max_length=2)]
    questions: Annotated[list[Name] | None, Field(max_length=40, examples=[["Q3"]])] = None


class NewQuery(BaseModel):
    """An answer in SQL to one question."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(max_length=60, examples=["Q22"])]
    query: Annotated[str, Field(max_length=LONGEST_QUERY, examples=["SELECT 1"])]


class NewRun(BaseModel):
    """A student's file, and one call of the function that a question asks for; `typed` is what is typed."""

    model_config = ConfigDict(extra="forbid")

    question: Name
    source: Source
    arguments: Values
    typed: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST_TYPED)] = []


@api.post("/{number}/mark", response_model=ReportShape, summary=N_("Mark answers to a paper"))
async def mark(request: Request, number: Number, asked: NewMark) -> JSONResponse:
    """Each question part by part, with reasons and the smallest counter-examples; confined, on a deadline."""
    options = marking.asked_of(paper_of(number).number, asked.sources, asked.questions, pictured=True)
    return JSONResponse(await asking.answer(request, Job(marking.mark, options=options)))


@api.post("/{number}/mark-sql", response_model=ReportShape, summary=N_("Mark a query that answers a paper"))
async def mark_sql(request: Request, number: Number, asked: NewQuery) -> JSONResponse:
    """Compared with ours on many small databases; the smallest that tells them apart is shown."""
    options = {"paper": paper_of(number).number, **asked.model_dump()}
    return JSONResponse(await asking.answer(request, Job(marking.mark_sql, options=options)))


@api.post("/{number}/run", response_model=CallShape, summary=N_("Call a student's function"))
async def run(request: Request, number: Number, asked: NewRun) -> JSONResponse:
    """In a confined process; what the file lacks of other questions is ours."""
    options = {"paper": paper_of(number).number, **asked.model_dump()}
    return JSONResponse(await asking.answer(request, Job(marking.run, options=options)))


@api.post("/{number}/trace", response_model=Played, summary=N_("Run a student's function line by line"))
async def trace(request: Request, number: Number, asked: NewRun) -> JSONResponse:
    """As frames to step through: the line marked, the variables, the boards; at most a thousand lines."""
    options = {"paper": paper_of(number).number, **asked.model_dump()}
    return JSONResponse({"frames": await asking.answer(request, Job(marking.trace, options=options))})


@pages.get("/papers/{number}/{name}")
def question_page(request: Request, number: str, name: str) -> Response:
    """A question with its editor."""
    return _shown(request, entry_of(paper_of(number).number, name))


@pages.post("/papers/{number}/{name}")
async def answered(
    request: Request,
    number: str,
    name: str,
    source: Annotated[str, Form(max_length=marking.LONGEST_SOURCE)],
    do: Annotated[Literal["run", "mark"], Form()] = "mark",
    value: Annotated[list[str] | None, Form(max_length=MOST_ARGUMENTS)] = None,
    typed: Annotated[str, Form(max_length=LONGEST_VALUE)] = "",
    part: Annotated[bool, Form()] = False,
) -> Response:
    """The answer run or marked: the page again with its outcome, or the outcome alone."""
    entry = entry_of(paper_of(number).number, name)
    source = source.replace("\r\n", "\n")
    outcome: dict[str, Any] = {"did": do, "values": value}
    try:
        job = _job(entry, source, do, value or [], typed.split())
        outcome["told"] = await asking.answer(request, job)
    except StrategeError as error:
        if part:
            raise
        outcome["refused"] = str(error)
    return _shown(request, entry, source, part, **outcome)


def _job(entry: Entry, source: str, do: str, values: list[str], typed: list[str]) -> Job:
    asked: dict[str, Any] = {"paper": entry.paper, "question": entry.name}
    if entry.question is None:
        return Job(marking.run_sql if do == "run" else marking.mark_sql, options={**asked, "query": source})
    if do == "run":
        return Job(marking.run, options={**asked, "source": source, "arguments": values, "typed": typed})
    return Job(marking.mark, options=marking.asked_of(entry.paper, [source], [entry.name], pictured=True))


def _shown(
    request: Request, entry: Entry, source: str | None = None, part: bool = False, **outcome: Any
) -> Response:
    """The page of a question, or only what came of an answer."""
    about = {"entry": entry, "paper": paper_of(entry.paper), "schema": SCHEMAS.get(entry.paper), **outcome}
    if part:
        return page(request, "outcome", **about)
    exercises = {one.exercise: list[Entry]() for one in entries(entry.paper)}
    for one in entries(entry.paper):
        exercises[one.exercise].append(one)
    about |= {"exercises": exercises, "longest_source": marking.LONGEST_SOURCE, "page": "papers", **HELP}
    if entry.question is None:
        ours, start = exam_sql.exams()[f"{entry.paper}:{entry.name}"].sql, "SELECT "
    else:
        ours, start = solution_of(entry.paper, entry.question), start_of(entry.question, entry.task)
        about |= {"contract": contract(entry.question), "stage": stage_for(entry.full_name)}
        about["parts"] = [(_(part.name), part.points) for part in entry.question.parts]
    return page(request, "question", start=start, source=source or start, solution=ours, **about)
