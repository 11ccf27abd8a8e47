"""The pages of tournaments."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from stratege.arena.report import facts, title
from stratege.core.language import _
from stratege.web.errors import Missing
from stratege.web.pages import page
from stratege.web.rooms.tournaments import reading
from stratege.web.schemas import FAILURES

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(responses=FAILURES)


@pages.get("/tournaments")
def hall(request: Request) -> Response:
    """Which tournaments there are."""
    found = [(one, title(one.tournament), facts(one.tournament, one.stand)) for one in reading.listed()]
    return page(request, "tournaments", tournaments=found)


@pages.get("/tournaments/{name}")
def tournament(
    request: Request,
    name: str,
    one: Annotated[int | None, Query(ge=1)] = None,
    two: Annotated[int | None, Query(ge=1)] = None,
) -> Response:
    """How one stands, and its games: all, or of the two players at these places."""
    seen = reading.seen(name)
    pair = None if one is None or two is None else (one, two)
    if pair is not None and max(pair) > len(seen.stand.rows):
        raise Missing(_("There is no player {name!r} here.", name=max(pair)))
    return page(
        request,
        "tournament",
        seen=seen,
        title=title(seen.tournament),
        facts=facts(seen.tournament, seen.stand),
        rows=[*seen.rows()],
        games_played=seen.games(pair),
    )
