"""The explorer's room: what was played in a position beside what its moves are worth."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from stratege.archive.shown_names import shown_name
from stratege.core.language import N_
from stratege.core.registry import game_class
from stratege.web.engines.asking import while_here
from stratege.web.live.lines import Line
from stratege.web.pages import page
from stratege.web.rooms.archive.reader import ArchiveReader
from stratege.web.rooms.archive.schemas import (
    ArchivedGame,
    ExplorationShape,
    KnownMoves,
    OpeningTree,
    PlayerShape,
)
from stratege.web.schemas import FAILURES
from stratege.web.visitor import visitor_of

pages = APIRouter(include_in_schema=False)
api = APIRouter(responses=FAILURES)

MOST_PLAYERS = 200
HIGHEST_NUMBER = 2**31 - 1


@pages.get("/explore")
def explorer_page(request: Request) -> Response:
    """The explorer at the position that the query gives."""
    return page(request, "explore")


@api.get("/explore", response_model=ExplorationShape, summary=N_("What was played in a position"))
async def explore(
    request: Request,
    line: Line,
    player: Annotated[str | None, Query(max_length=80, description=N_("only games of this player"))] = None,
    since: Annotated[
        str | None, Query(max_length=20, description=N_("only games since this day"), examples=["2020-01-31"])
    ] = None,
    rating: Annotated[
        int | None, Query(ge=0, le=10_000, description=N_("only games of this mean rating or more"))
    ] = None,
) -> JSONResponse:
    """The archive's games: each move's score and ratings, and the games of the strongest players."""
    archive = archive_of(request)
    asked = archive.explore(visitor_of(request), line, player or None, since, rating)
    found = await while_here(request, asked)
    top = [{**one, "players": [*map(shown_name, one["players"])]} for one in found["top"]]
    return JSONResponse({**found, "top": top})


@api.get("/explore/tree", response_model=OpeningTree, summary=N_("The openings from a position on, drawn"))
async def tree(request: Request, line: Line) -> JSONResponse:
    """What was played, what answered it, and so on, four moves deep: rings around the position."""
    asked = archive_of(request).openings(visitor_of(request), line)
    return JSONResponse(await while_here(request, asked))


@api.get("/moves", response_model=KnownMoves, summary=N_("The moves of a position, best first"))
async def moves(request: Request, line: Line) -> JSONResponse:
    """What is certain of each move without a search, and its statistics; `/analysis` searches the rest."""
    asked = archive_of(request).moves(visitor_of(request), line)
    known = await while_here(request, asked)
    return JSONResponse({name: known[name] for name in KnownMoves.__annotations__})


@api.get("/archive/games/{number}", response_model=ArchivedGame, summary=N_("A game of the archive"))
def game(request: Request, number: Annotated[int, Path(ge=1, le=HIGHEST_NUMBER)]) -> JSONResponse:
    """One game with all that is known of it."""
    return JSONResponse(_described(request, number))


@api.get("/archive/players", response_model=list[PlayerShape], summary=N_("The best players of a game"))
def players(request: Request, game: Annotated[str, Query(max_length=20)]) -> JSONResponse:
    """Those who have played it, the highest rated first."""
    game_class(game)
    found: list[PlayerShape] = [
        {
            "number": one.number,
            "name": shown_name(one.name),
            "rating": round(one.rating),
            "deviation": round(one.deviation),
            "highest": one.highest,
            "games": one.games,
        }
        for one in archive_of(request).players(game, MOST_PLAYERS)
    ]
    return JSONResponse(found)


def archive_of(request: Request) -> ArchiveReader:
    """The app's archive."""
    archive: ArchiveReader = request.app.state.archive
    return archive


def _described(request: Request, number: int) -> ArchivedGame:
    entry = archive_of(request).game(number)
    rules: Any = entry.game
    return {
        "number": number,
        "game": rules.name,
        "variant": rules.variant.name,
        "size": rules.size,
        "players": [shown_name(name) for name in entry.players],
        "date": entry.date or None,
        "result": entry.result,
        "ending": entry.ending,
        "start": entry.start.text(),
        "moves": list(entry.moves),
        "tags": dict(entry.tags),
        "comments": {str(ply): text for ply, text in entry.comments.items()},
    }
