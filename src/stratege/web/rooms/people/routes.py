"""Who plays here: one's own name, games and results, and the page of players and ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from stratege.core.language import N_
from stratege.web.live.lines import apart
from stratege.web.live.routes import people_of
from stratege.web.pages import page
from stratege.web.schemas import FAILURES, Me
from stratege.web.visitor import visitor_of

pages = APIRouter(include_in_schema=False)
api = APIRouter(responses=FAILURES)

MOST_GAMES = 100


class Called(BaseModel):
    """How one wants to be called; empty to be nobody again."""

    name: Annotated[str, Field(max_length=80, examples=["Ada"])]


@pages.get("/players")
def players_page(request: Request) -> Response:
    """Oneself, and the players of each game by rating."""
    return page(request, "players", me=_me(request))


@api.get("/me", response_model=Me, summary=N_("Oneself"))
def me(request: Request) -> JSONResponse:
    """One's name, the games that one has begun or joined, and what came of them."""
    return JSONResponse(_me(request))


@api.post("/me", response_model=Me, summary=N_("Give oneself a name"))
async def rename(request: Request, called: Called) -> JSONResponse:
    """Games begun or joined from now on are played under it; no two visitors have the same."""
    await people_of(request).rename(visitor_of(request).identity, called.name)
    return JSONResponse(await apart(_me, request))


def _me(request: Request) -> Me:
    people, who = people_of(request), visitor_of(request).identity
    return {"name": people.name(who), "games": people.games(who, MOST_GAMES), "tallies": people.tallies(who)}
