"""A game reviewed: its positions valued side by side by all the processes there are for such work."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stratege.core.errors import StrategeError
from stratege.core.language import N_
from stratege.engine.review import accuracy
from stratege.web.engines.events import Events, EventStream
from stratege.web.engines.pool import EnginePool
from stratege.web.live import jobs
from stratege.web.live.game import Node
from stratege.web.live.lines import Line, job_of
from stratege.web.schemas import FAILURES
from stratege.web.visitor import Visitor, visitor_of

api = APIRouter(responses=FAILURES)

SECONDS = 4.5
"""For a whole game, however long, and for loading its code; but for each position at least and at most:"""
LEAST, MOST = 0.05, 0.5
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {}},
        "description": N_("Events: `position` …, then `done` or `error`."),
    }
}
LANES = 3  # positions at work at once, at the most: a visitor may have a few jobs only


@api.get(
    "/review",
    summary=N_("A whole game valued, as server-sent events"),
    response_class=Response,
    responses=EVENTS,
)
async def review(request: Request, line: Line) -> Response:
    """`position` for each ply, in any order, with why its best and its played move are what they are; then
    `done` with each player's accuracy; hanging up ends it."""
    engines: EnginePool = request.app.state.engines
    return EventStream(reviewed(engines, visitor_of(request), line))


async def reviewed(engines: EnginePool, visitor: Visitor, line: Sequence[Node]) -> Events:
    """The analyses of a line's positions as they are made, and what they say of the players."""
    plies = [ply for ply, node in enumerate(line) if node.position.outcome() is None]
    lanes, end = min(engines.lanes, LANES), monotonic() + SECONDS
    found: asyncio.Queue[tuple[int, dict[str, Any]] | StrategeError] = asyncio.Queue()
    left = plies[::-1]

    async def work() -> None:
        try:
            while left:
                share = (end - monotonic()) * lanes / (len(left) + lanes - 1)
                ply = left.pop()
                played = line[ply + 1].move if ply + 1 < len(line) else None
                options = {"seconds": max(LEAST, min(MOST, share)), "played": played}
                job = job_of(jobs.review, list(line[: ply + 1]), **options)
                found.put_nowait((ply, await engines.answer(visitor.client, job, visitor.network)))
        except StrategeError as error:
            found.put_nowait(error)

    losses: dict[int, list[float]] = {1: [], 2: []}
    workers = [asyncio.create_task(work()) for _lane in range(lanes)]
    try:
        for _position in plies:
            news = await found.get()
            if isinstance(news, StrategeError):
                raise news
            ply, analysis = news
            if ply + 1 < len(line):
                losses[line[ply].position.to_move].append(loss(analysis, line[ply + 1].move or ""))
            yield "position", {"ply": ply, **analysis}
        yield "done", {"accuracy": {str(player): accuracy(lost) for player, lost in losses.items()}}
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)


def loss(analysis: dict[str, Any], played: str) -> float:
    """How much of the expected result a move gave up."""
    worth = {valued["move"]: float(valued["expected"]) for valued in analysis["moves"]}
    return float(analysis["moves"][0]["expected"]) - worth[played]
