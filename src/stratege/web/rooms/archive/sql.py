"""The SQL room: the papers' questions to the archive, and one's own."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from stratege.archive import exam_sql
from stratege.archive.exam_views import PAPERS
from stratege.core.language import N_
from stratege.core.registry import game_class
from stratege.school.tasks import tasks
from stratege.web.engines.asking import while_here
from stratege.web.pages import page
from stratege.web.rooms.archive.explore import archive_of
from stratege.web.rooms.archive.schemas import Question, SqlAnswer
from stratege.web.schemas import FAILURES
from stratege.web.visitor import visitor_of

pages = APIRouter(include_in_schema=False)
api = APIRouter(responses=FAILURES)

LONGEST_QUESTION = 4000


@pages.get("/sql")
def console_page(request: Request) -> Response:
    """The console; the query may bring a question, or name a stored one."""
    papers = [
        {"game": game, "title": game_class(game).title, "paper": paper, "views": exam_sql.columns(game)}
        for game, paper in PAPERS.items()
    ]
    limits = {"seconds": exam_sql.SECONDS, "rows": exam_sql.ROWS}
    return page(request, "sql", page="papers", papers=papers, questions=_questions(), limits=limits)


@api.get("/sql", response_model=SqlAnswer, summary=N_("Ask the archive in SQL"))
async def ask(
    request: Request,
    sql: Annotated[
        str,
        Query(
            max_length=LONGEST_QUESTION,
            description=N_("one SELECT over Joueur and Partie"),
            examples=["SELECT COUNT(*) FROM Partie"],
        ),
    ],
    game: Annotated[
        Literal["awale", "quixo"], Query(description=N_("whose paper's columns, and whose games"))
    ] = "awale",
) -> Response:
    """Nothing but reading, within limits of time and rows; the columns are those of paper 001 or 004."""
    asked = archive_of(request).ask(visitor_of(request), game, sql)
    return Response(await while_here(request, asked), media_type="application/json")


@api.get("/sql/questions", response_model=list[Question], summary=N_("The papers' questions in SQL"))
def questions() -> JSONResponse:
    """Each with its stored answer."""
    return JSONResponse(_questions())


def _questions() -> list[Question]:
    """Each in our own words, in the language spoken."""
    return [
        {
            "name": name,
            "game": exam.game,
            "words": f"{exam.question}. {tasks(exam.paper)[exam.question].words}",
            "sql": exam.sql,
        }
        for name, exam in exam_sql.exams().items()
    ]
