"""The room of play: the first page, a live game's page, and what belongs to no other room."""

from __future__ import annotations

import random
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from stratege.core import language
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.engine.adaptive import ABOUT
from stratege.web.errors import Missing
from stratege.web.live.game import WAITING
from stratege.web.live.routes import NewClock, NewLive, begun, hub_of, people_of
from stratege.web.live.routes import router as api
from stratege.web.openapi import forms
from stratege.web.pages import page
from stratege.web.rooms.play.invitation import invitation
from stratege.web.visitor import LANGUAGE, cookie, visitor_of

__all__ = ["api", "pages"]

SEE_OTHER = 303

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


MOST_MINE = 12  # games on the first page


@pages.get("/")
def home(request: Request) -> Response:
    """What there is, and the visitor's own games."""
    people, who = people_of(request), visitor_of(request).identity
    mine, name = people.games(who, MOST_MINE), people.name(who)
    prepared, follows = request.app.state.preparation.shape(), _(ABOUT)
    return page(request, "home", preparation=prepared, mine=mine, called=name, adaptive=follows)


@pages.get("/play")
def offer(request: Request) -> Response:
    """The form that begins a game; the query may say which."""
    return home(request)


@pages.post("/play")
async def begin(
    request: Request,
    game: Annotated[str, Form(max_length=20)],
    variant: Annotated[str, Form(max_length=20)] = "",
    size: Annotated[str, Form(max_length=20)] = "",
    position: Annotated[str, Form(max_length=20_000)] = "",
    opponent: Annotated[str, Form(max_length=20)] = "level:3",
    side: Annotated[str, Form(max_length=6)] = "1",
    minutes: Annotated[float | None, Form(gt=0, le=180, allow_inf_nan=False)] = None,
    increment: Annotated[float, Form(ge=0, le=180, allow_inf_nan=False)] = 0,
) -> Response:
    """Begin a game from a form: the opponent is `here`, `link` or a level, the side `1`, `2` or `random`."""
    other = {"here": "me", "link": "open"}.get(opponent, opponent)
    first = {"1": True, "2": False, "random": random.random() < 0.5}.get(side)
    if first is None:
        raise BadOption(_("A side is 1, 2 or random."))
    clock = None if minutes is None else NewClock(minutes=minutes, increment=increment)
    seats = ["me", other] if first else [other, "me"]
    asked = NewLive(game=game, variant=variant, size=size, position=position, seats=seats, clock=clock)
    live = await begun(request, asked)
    return RedirectResponse(f"/play/{live.id}", SEE_OTHER)


@pages.get("/play/{name}")
async def play(request: Request, name: str) -> Response:
    """A live game."""
    async with hub_of(request).visit(name) as session:
        live = session.live
        invited = invitation(request.url, request.app.state.settings) if live.status == WAITING else None
        return page(request, "play", label=live.position.game.label(), invitation=invited)


@pages.get("/api/docs")
def docs(request: Request) -> Response:
    """What the API offers."""
    return page(request, "docs", routes=forms(request.app.openapi()))


@pages.post("/language/{code}")
def choose_language(request: Request, code: str) -> Response:
    """Speak this language from now on, and go back to where the visitor was."""
    if code not in language.LANGUAGES:
        raise Missing(_("There is no such language."))
    came_from = urlsplit(request.headers.get("referer", ""))
    back = came_from.path if came_from.netloc == request.headers.get("host") else "/"
    query = f"?{came_from.query}" if came_from.query and back != "/" else ""
    answer = RedirectResponse("/" + back.lstrip("/") + query, SEE_OTHER)
    answer.headers.append("set-cookie", cookie(LANGUAGE, code, request.app.state.settings.secure))
    return answer
