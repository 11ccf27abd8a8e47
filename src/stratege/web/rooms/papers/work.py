"""The papers' room, for work: a student's answers run and marked."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from stratege.web.engines import asking
from stratege.web.jobs import marking
from stratege.web.jobs.task import Job
from stratege.web.rooms.papers.calls import paper_of
from stratege.web.rooms.papers.routes import Number
from stratege.web.rooms.papers.schemas import ReportShape
from stratege.web.schemas import FAILURES

LONGEST_QUERY = 4_000

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix="/papers", responses=FAILURES, tags=["papers"])

Name = Annotated[str, Field(max_length=60, examples=["Q8"])]


class NewMark(BaseModel):
    """Answers in Python: one file, or one for each exercise; the questions to mark, all if none is named."""

    model_config = ConfigDict(extra="forbid")

    sources: Annotated[
        list[Annotated[str, Field(max_length=marking.LONGEST_SOURCE)]],
        Field(min_length=1, max_length=2, examples=[["def tablette(m, n):\n    return [m] * n\n"]]),
    ]
    questions: Annotated[list[Name] | None, Field(max_length=40, examples=[["Q3"]])] = None


class NewQuery(BaseModel):
    """An answer in SQL to one question."""

    model_config = ConfigDict(extra="forbid")

    question: Annotated[str, Field(max_length=60, examples=["Q22"])]
    query: Annotated[str, Field(max_length=LONGEST_QUERY, examples=["SELECT 1"])]


@api.post("/{number}/mark", response_model=ReportShape, summary="Mark answers to a paper")
async def mark(request: Request, number: Number, asked: NewMark) -> JSONResponse:
    """Each question part by part, with reasons and the smallest counter-examples; confined, on a deadline."""
    options = marking.asked_of(paper_of(number).number, asked.sources, asked.questions)
    return JSONResponse(await asking.answer(request, Job(marking.mark, options=options)))


@api.post("/{number}/mark-sql", response_model=ReportShape, summary="Mark a query that answers a paper")
async def mark_sql(request: Request, number: Number, asked: NewQuery) -> JSONResponse:
    """Compared with ours on many small databases; the smallest that tells them apart is shown."""
    options = {"paper": paper_of(number).number, **asked.model_dump()}
    return JSONResponse(await asking.answer(request, Job(marking.mark_sql, options=options)))
