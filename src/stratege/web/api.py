"""The JSON API, version 1: games, positions, analyses, pictures."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import anyio
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _
from stratege.web import views
from stratege.web.engines import asking
from stratege.web.engines.room import EngineRoom, Ticket
from stratege.web.engines.task import DONE
from stratege.web.first_start.preparation import Preparation
from stratege.web.live.game import Node
from stratege.web.live.hub import job_of
from stratege.web.settings import Settings
from stratege.web.shapes import Failure, GameShape, PreparationShape, View
from stratege.web.visitor import visitor_of

LONGEST_TEXT = 20_000  # of a position or a list of moves

FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": "What is asked for is not possible; one sentence says why."},
    403: {"model": Failure, "description": "Asked for by another site's page, or not yours to do."},
    404: {"model": Failure, "description": "There is no such thing."},
    409: {"model": Failure, "description": "Not as things stand now."},
    413: {"model": Failure, "description": "Too large."},
    429: {"model": Failure, "description": "Too much at once."},
    503: {"model": Failure, "description": "An engine or the disk failed."},
}

router = APIRouter(responses=FAILURES)

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}


def asked_line(
    game: Annotated[str, Query(max_length=20, examples=["awale"])],
    variant: Annotated[str | None, Query(max_length=20)] = None,
    size: Annotated[str | None, Query(max_length=20)] = None,
    position: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
    moves: Annotated[str, Query(max_length=LONGEST_TEXT, description="moves, with spaces between them")] = "",
) -> list[Node]:
    """The line that the query describes; without a position, from the start."""
    return views.line_of(game, variant or None, size or None, position or None, moves)


Line = Annotated[list[Node], Depends(asked_line)]


@router.get("/games", response_model=list[GameShape], summary="The games there are")
def games() -> JSONResponse:
    """Names, variants, sizes and levels."""
    return JSONResponse(views.games())


@router.get("/preparation", response_model=PreparationShape, summary="What the first start is making")
def preparation(request: Request) -> JSONResponse:
    """How far the tables and house games are that are made in the background, once and for all."""
    prepared: Preparation = request.app.state.preparation
    return JSONResponse(prepared.shape())


@router.get("/position", response_model=View, summary="A position, drawn, with its legal moves")
def position(line: Line) -> JSONResponse:
    """Everything needed to show a position and to move in it."""
    return JSONResponse(views.view(line))


@router.get(
    "/analysis",
    summary="Every move valued, as server-sent events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "depth …, depth, done | error"}},
)
async def analysis(
    request: Request,
    line: Line,
    seconds: Annotated[float, Query(gt=0, allow_inf_nan=False)] = 5.0,
    depth: Annotated[int | None, Query(ge=1, le=100)] = None,
) -> Response:
    """`depth` for each completed depth, then `done` with all that is known; hanging up ends it."""
    settings: Settings = request.app.state.settings
    engines: EngineRoom = request.app.state.engines
    options = {"seconds": min(seconds, settings.longest_analysis), "depth": depth}
    return EventStream(engines.submit(visitor_of(request).client, job_of("analyse", line, **options)))


@router.get(
    "/picture.{kind}",
    summary="A board as SVG or PNG, a game as animated GIF",
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in PICTURES.values()}, "description": "The picture."}},
)
async def picture(
    request: Request,
    kind: Literal["svg", "png", "gif"],
    line: Line,
    width: Annotated[int, Query(ge=64, le=2000, description="of PNG and GIF, in pixels")] = 600,
) -> Response:
    """The last position of the line, or with GIF the whole line."""
    if kind == "svg":
        return Response(line[-1].position.svg(), media_type=PICTURES[kind])
    answer = await asking.answer(request, job_of(kind, line, width=width))
    return Response(answer, media_type=PICTURES[kind])


class EventStream(Response):
    """Server-sent events of a job, which is cancelled as soon as the client leaves."""

    def __init__(self, ticket: Ticket) -> None:
        super().__init__(media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._ticket:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with anyio.create_task_group() as work:
                work.start_soon(_end_when_left, receive, work.cancel_scope)
                await self._send_events(send)
                work.cancel_scope.cancel()

    async def _send_events(self, send: Send) -> None:
        try:
            async for kind, payload in self._ticket:
                # What was known in the end is a depth like the others, and the last word too.
                await send(_event("depth", payload, more=True))
                if kind == DONE:
                    await send(_event("done", payload, more=False))
        except StrategeError as error:
            await send(_event("error", {"error": str(error)}, more=False))


def _event(name: str, payload: object, more: bool) -> dict[str, Any]:
    text = f"event: {name}\ndata: {json.dumps(payload)}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": more}


async def _end_when_left(receive: Receive, work: anyio.CancelScope) -> None:
    await asking.leaving(receive)
    work.cancel()


def reason_in_words(errors: list[Any]) -> str:
    """What is wrong with a request that does not have the shape it must have, in one sentence."""
    first = errors[0] if errors else {"loc": (), "msg": ""}
    where = ".".join(str(part) for part in first["loc"] if part not in ("query", "body", "path"))
    return str(BadOption(_("{where}: {what}.", where=where or "?", what=first["msg"])))
