"""The room of the papers: the functions they name, to read and, where nobody is asked, to call."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from stratege.core.language import N_
from stratege.exams.papers import Function, Paper, module_of, papers
from stratege.web.engines import asking
from stratege.web.jobs.task import Job
from stratege.web.pages import page
from stratege.web.rooms.papers import listing
from stratege.web.rooms.papers.calls import call as call_job
from stratege.web.rooms.papers.calls import callable_function, paper_of
from stratege.web.rooms.papers.questions import entries
from stratege.web.rooms.papers.schemas import CallShape, FunctionShape, PaperFunctions, PaperShape
from stratege.web.schemas import FAILURES
from stratege.web.settings import Settings

MOST_ARGUMENTS = 10
LONGEST_VALUE = 4_000
HELP: dict[str, Any] = {"listing": listing, "longest": LONGEST_VALUE, "zip": zip}
"""What the template needs besides the paper."""

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix="/papers", responses=FAILURES, tags=["papers"])

Number = Annotated[str, InPath(max_length=10, examples=["002"])]


class NewCall(BaseModel):
    """A function as `module.name`, and its values, each written as a Python literal."""

    model_config = ConfigDict(extra="forbid")

    function: Annotated[str, Field(max_length=60, examples=["chomp.joue"])]
    arguments: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_VALUE)]],
        Field(max_length=MOST_ARGUMENTS, examples=[["[5, 5, 5]", "(1, 3)"]]),
    ]


@pages.get("/papers")
def papers_page(request: Request) -> Response:
    """The papers there are."""
    asked = {number: len(entries(number)) for number in papers()}
    return page(request, "papers", papers=papers().values(), questions=asked)


@pages.get("/papers/{number}")
def paper_page(request: Request, number: str) -> Response:
    """One paper: its functions, each with a place to call it."""
    found = paper_of(number)
    about = {name: inspect.getdoc(module_of(name)) or "" for name in found.modules}
    answers = {one.full_name: one for one in entries(number)}
    more = {"answers": answers, **HELP}
    return page(request, "paper", paper=found, about=about, page="papers", **more)


@api.get("", response_model=list[PaperShape], summary=N_("The exam papers"))
def every_paper() -> JSONResponse:
    """Number, title, and how many functions each names."""
    return JSONResponse([_summary(one) for one in papers().values()])


@api.get("/{number}", response_model=PaperFunctions, summary=N_("The functions that a paper names"))
def one_paper(number: Number) -> JSONResponse:
    """In the paper's order, with documentation, source and values to begin with."""
    found = paper_of(number)
    return JSONResponse({**_summary(found), "functions": [_described(one) for one in found.functions]})


@api.post("/{number}/call", response_model=CallShape, summary=N_("Call a function of a paper"))
async def call(request: Request, number: Number, asked: NewCall) -> JSONResponse:
    """In a process of its own, which is ended if it works too long or needs too much memory."""
    settings: Settings = request.app.state.settings
    callable_function(paper_of(number), asked.function)
    options = {"paper": number, **asked.model_dump(), "seconds": settings.call_seconds}
    return JSONResponse(await asking.answer(request, Job(call_job, options=options)))


def _summary(paper: Paper) -> PaperShape:
    return {
        "number": paper.number,
        "title": paper.title,
        "source": paper.source,
        "year": paper.year,
        "functions": len(paper.functions),
        "callable": sum(one.callable for one in paper.functions),
    }


def _described(function: Function) -> FunctionShape:
    examples: tuple[str | None, ...] = function.arguments or (None,) * len(function.parameters)
    return {
        "function": function.full_name,
        "module": function.module,
        "question": function.question,
        "name": function.name,
        "signature": function.signature,
        "pure": function.pure,
        "parameters": [
            {"name": name, "example": example} for name, example in zip(function.parameters, examples)
        ],
        "documentation": function.documentation,
        "source": function.source,
    }
