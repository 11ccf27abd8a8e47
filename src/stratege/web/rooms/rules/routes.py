"""Each game's page: its rules, examples to step through, a first lesson; and why a move is refused."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from stratege.core.language import N_, _
from stratege.core.lesson import Step, why_not
from stratege.core.line import Line as Played
from stratege.core.registry import game_class, position_of
from stratege.training.puzzle import puzzles
from stratege.web.errors import Missing
from stratege.web.live import views
from stratege.web.live.lines import Line, apart
from stratege.web.pages import page
from stratege.web.schemas import FAILURES, View

pages = APIRouter(include_in_schema=False)
api = APIRouter(responses=FAILURES)

Name = Annotated[str, Path(max_length=20, examples=["nimble"])]
MOST_STEPS = 100


class StepShape(TypedDict):
    """A page of a lesson: an example, with all its boards, or a question."""

    words: str
    question: bool
    views: list[View]


class Answered(TypedDict):
    """Whether a question of a lesson was answered, what is said to that, and the board after the move."""

    right: bool
    words: str
    view: View


class Reason(TypedDict):
    """Why a move cannot be made; empty if it can."""

    words: str


class Answer(BaseModel):
    """A move that answers a question of a lesson."""

    step: Annotated[int, Field(ge=0, lt=MOST_STEPS)]
    move: Annotated[str, Field(max_length=64)]


@pages.get("/games/{name}")
def game_page(request: Request, name: Name) -> Response:
    """A game: its rules and its lesson."""
    declared = game_class(name).declaration
    chosen = next(one for one in views.games() if one["name"] == name)
    steps, trained = len(declared.lesson), bool(puzzles(name))
    return page(request, "game", page="home", chosen=chosen, steps=steps, trained=trained)


@api.get("/games/{name}/lesson", response_model=list[StepShape], summary=N_("A game's first lesson"))
async def lesson(name: Name) -> JSONResponse:
    """Examples to step through and questions to answer; none for a game that declares no lesson."""
    steps = game_class(name).declaration.lesson
    return JSONResponse(await apart(lambda: [_shape(name, step) for step in steps]))


@api.post("/games/{name}/lesson", response_model=Answered, summary=N_("Answer a question of a lesson"))
async def answer(name: Name, asked: Answer) -> JSONResponse:
    """Whether the move is right; one that the rules forbid is refused with their reason."""
    steps = game_class(name).declaration.lesson
    if asked.step >= len(steps) or not steps[asked.step].right:
        raise Missing(_("The lesson asks nothing here."))
    return JSONResponse(await apart(_answered, name, steps[asked.step], asked.move))


@api.get("/why", response_model=Reason, summary=N_("Why a move cannot be made"))
async def why(
    line: Line,
    move: Annotated[str, Query(max_length=64, description=N_("a move, or a place that nothing moves from"))],
) -> JSONResponse:
    """The rules' own words for a move, or for a place that somebody chose, in the line's last position."""
    told: Reason = {"words": await apart(why_not, line[-1].position, move)}
    return JSONResponse(told)


def _shape(name: str, step: Step) -> StepShape:
    line = Played(position_of(name, step.position))
    lines = [line]
    for move in step.shown:
        lines.append(lines[-1].play(move))
    return {
        "words": _(step.words),
        "question": bool(step.right),
        "views": [views.view_of(one) for one in lines],
    }


def _answered(name: str, step: Step, move: str) -> Answered:
    after = Played(position_of(name, step.position)).play(move)
    right = after.move_text in step.right
    words = _(step.praise) or _("Right.") if right else _(step.hint) or _("Not that one. Try again.")
    return {"right": right, "words": words, "view": views.view_of(after)}
