"""The room of the board: games, positions, analyses, pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from stratege.core.language import N_, _
from stratege.core.places import edited, with_other_player
from stratege.core.svg import without_caption, without_paper
from stratege.engine.review import BLUNDER, INACCURACY, MISTAKE, NAMES
from stratege.web.engines import asking
from stratege.web.engines.events import EventStream, deepening
from stratege.web.engines.pool import EnginePool
from stratege.web.first_start.preparation import Preparation
from stratege.web.live import views
from stratege.web.live.jobs import analyse
from stratege.web.live.lines import AskedLine, Line, apart, job_of
from stratege.web.pages import page
from stratege.web.rooms.board import jobs, review, studies
from stratege.web.schemas import FAILURES, GameShape, PreparationShape, View
from stratege.web.settings import Settings
from stratege.web.visitor import visitor_of

CALLED = {BLUNDER: N_("Blunder"), MISTAKE: N_("Mistake"), INACCURACY: N_("Inaccuracy")}

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(responses=FAILURES)

api.include_router(studies.api)
api.include_router(review.api)

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}


@pages.get("/analyse")
def analyse_page(request: Request) -> Response:
    """The analysis of the position that the query gives."""
    judgements = [(name, least, _(CALLED[name])) for name, least in NAMES]
    return page(request, "analyse", judgements=judgements)


@api.get("/games", response_model=list[GameShape], summary=N_("The games there are"))
def games() -> JSONResponse:
    """Names, variants, sizes and levels."""
    return JSONResponse(views.games())


@api.get("/preparation", response_model=PreparationShape, summary=N_("What the first start is making"))
def preparation(request: Request) -> JSONResponse:
    """How far the tables and house games are that are made in the background, once and for all."""
    prepared: Preparation = request.app.state.preparation
    return JSONResponse(prepared.shape())


@api.get("/position", response_model=View, summary=N_("A position, drawn, with its legal moves"))
async def position(
    request: Request,
    asked: AskedLine,
    edit: Annotated[str, Query(max_length=20, description=N_("a place that the editor changes"))] = "",
    step: Annotated[int, Query(ge=-1, le=1, description=N_("to what comes next there, or before"))] = 1,
    turn: Annotated[bool, Query(description=N_("the other player is to move"))] = False,
) -> JSONResponse:
    """Everything needed to show a position and to move in it; its start may be edited first."""
    start = await apart(edited, asked.start, edit, step) if edit else asked.start
    start = await apart(with_other_player, start) if turn else start
    return JSONResponse(await replace(asked, start=start).view(request))


@api.get(
    "/analysis",
    summary=N_("Every move valued, as server-sent events"),
    response_class=Response,
    responses={
        200: {
            "content": {"text/event-stream": {}},
            "description": N_("Events: `depth` …, then `done` or `error`."),
        }
    },
)
async def analysis(
    request: Request,
    line: Line,
    seconds: Annotated[float, Query(gt=0, allow_inf_nan=False)] = 5.0,
    depth: Annotated[int | None, Query(ge=1, le=100)] = None,
) -> Response:
    """`depth` for each completed depth, then `done` with all that is known; hanging up ends it."""
    settings: Settings = request.app.state.settings
    engines: EnginePool = request.app.state.engines
    options = {"seconds": min(seconds, settings.longest_analysis), "depth": depth}
    visitor = visitor_of(request)
    ticket = engines.submit(visitor.client, job_of(analyse, line, **options), visitor.network)
    return EventStream(deepening(ticket))


@api.get(
    "/picture.{kind}",
    summary=N_("A board as SVG or PNG, a game as animated GIF"),
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in PICTURES.values()}, "description": N_("The picture.")}},
)
async def picture(
    request: Request,
    kind: Literal["svg", "png", "gif"],
    line: Line,
    width: Annotated[int, Query(ge=64, le=2000, description=N_("of PNG and GIF, in pixels"))] = 600,
    caption: Annotated[bool, Query(description=N_("of SVG: whose turn it is, below the board"))] = True,
    paper: Annotated[bool, Query(description=N_("of SVG: the light ground behind the board"))] = True,
) -> Response:
    """The last position of the line, or with GIF the whole line."""
    if kind == "svg":
        svg = await apart(line[-1].position.svg)
        svg = svg if caption else without_caption(svg)
        return Response(svg if paper else without_paper(svg), media_type=PICTURES[kind])
    drawn = jobs.png if kind == "png" else jobs.gif
    answer = await asking.answer(request, job_of(drawn, line, width=width))
    return Response(answer, media_type=PICTURES[kind])
