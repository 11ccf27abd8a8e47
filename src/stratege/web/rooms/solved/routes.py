"""The room of solved games: Chomp's maps, Nimble in binary, and small boards that tables know by heart."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from stratege.core.language import N_
from stratege.core.registry import GAMES
from stratege.games.chomp import maps
from stratege.games.chomp.numbering import Box, count
from stratege.games.chomp.refutations import JudgedMove
from stratege.games.chomp.solver import MOST_AT_ONCE, Move
from stratege.web.engines import asking
from stratege.web.jobs.task import Job
from stratege.web.live import views
from stratege.web.live.game import Node
from stratege.web.live.lines import LONGEST_TEXT
from stratege.web.pages import page
from stratege.web.rooms.solved import jobs, solutions
from stratege.web.rooms.solved.schemas import ChompMap, Gallery, NimbleSolution, TableShape
from stratege.web.schemas import FAILURES

USUAL_BAR: Box = (10, 8)  # the bar of paper 002, which two moves win
USUAL_NIMBLE = "10x1"  # so many squares, each with one pawn or none
LONGEST_SIDE = 100_000  # beyond that, not even counting the shapes is cheap
MOST_REMEMBERED = 128

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(responses=FAILURES)

_judged: dict[Box, Sequence[JudgedMove]] = {}
"""Bars worked out already: what is true of a bar stays true."""
_gallery: dict[Box, list[Move]] = {}


@pages.get("/solved")
def hall(request: Request) -> Response:
    """What is solved: small boards, whether or not their tables are there, and whatever else has one."""
    known = {(one["game"], one["variant"], one["size"]): one for one in solutions.tables()}
    small = [one.game.create(None, size) for one in GAMES.values() for size in one.solved_sizes]
    shown = {(rules.name, rules.variant.name, rules.size): rules for rules in small}
    for key, table in known.items():
        if key not in shown and table["known"]:
            shown[key] = GAMES[key[0]].game.create(key[1], key[2])
    boards = [{"rules": rules, "table": known.get(key)} for key, rules in shown.items()]
    tables = [*known.values()]
    return _page(request, "solved", boards=boards, tables=tables, pictures=solutions.pictures(tables))


@pages.get("/solved/chomp")
def chomp_page(request: Request) -> Response:
    """The map of winning first moves; the query may say of which bar."""
    return _page(request, "solved_chomp", bar=USUAL_BAR, longest=maps.LONGEST_SIDE)


@pages.get("/solved/nimble")
def nimble_page(request: Request) -> Response:
    """A board of Nimble and its sums; the query may say which."""
    return _page(request, "solved_nimble")


def _page(request: Request, name: str, **more: Any) -> Response:
    """A page of this room, whichever it is."""
    return page(request, name, **{**more, "page": "solved"})


@api.get(
    "/solved/chomp", response_model=ChompMap, summary=N_("Every first move on a bar of Chomp, won or lost")
)
async def chomp(
    request: Request,
    columns: Annotated[int, Query(ge=1, le=LONGEST_SIDE)] = USUAL_BAR[0],
    rows: Annotated[int, Query(ge=1, le=LONGEST_SIDE)] = USUAL_BAR[1],
) -> JSONResponse:
    """The map of winning first moves, drawn; for each move what it leaves and what wins against it."""
    box = columns, rows
    maps.check_bar(box)
    if box not in _judged:
        kind = jobs.chomp if count(box) <= MOST_AT_ONCE else jobs.large_chomp
        judged = await asking.answer(request, Job(kind, options={"box": box}))
        if len(_judged) >= MOST_REMEMBERED:
            del _judged[next(iter(_judged))]
        _judged[box] = judged
    return JSONResponse(await asyncio.to_thread(solutions.chomp_map, box, _judged[box]))


@api.get(
    "/solved/chomp/gallery", response_model=Gallery, summary=N_("The winning first moves of all small bars")
)
async def gallery(request: Request) -> JSONResponse:
    """Every bar up to 14×14 in one picture."""
    if not _gallery:
        _gallery.update(await asking.answer(request, Job(jobs.gallery)))
    return JSONResponse(await asyncio.to_thread(solutions.chomp_gallery, _gallery))


def asked_board(
    variant: Annotated[str | None, Query(max_length=20, examples=["misere"])] = None,
    size: Annotated[
        str | None, Query(max_length=20, description=N_("squares×pawns, without a position"))
    ] = None,
    position: Annotated[str | None, Query(max_length=LONGEST_TEXT, examples=["0,0,1,2,0,2"])] = None,
    moves: Annotated[
        str, Query(max_length=LONGEST_TEXT, description=N_("moves, with spaces between them"))
    ] = "",
    seed: Annotated[int, Query(ge=0, lt=1 << 32, description=N_("of a random board"))] = 0,
) -> list[Node]:
    """The Nimble board that the query describes; without a position, a random one."""
    wanted = size or (None if position else USUAL_NIMBLE)
    start = views.start_of("nimble", variant or None, wanted, position or None, seed)
    return views.line_from(start, views.words_of(moves))


@api.get(
    "/solved/nimble", response_model=NimbleSolution, summary=N_("A Nimble board in binary, and what wins")
)
def nimble(line: Annotated[list[Node], Depends(asked_board)]) -> JSONResponse:
    """Every pawn's steps in binary, the nim-sum, the moves that win, and why."""
    return JSONResponse(solutions.nimble_solution(line))


@api.get(
    "/solved/tables", response_model=list[TableShape], summary=N_("The tables of exact values there are")
)
def tables() -> JSONResponse:
    """Each with its layers and what they say in numbers."""
    return JSONResponse(solutions.tables())
