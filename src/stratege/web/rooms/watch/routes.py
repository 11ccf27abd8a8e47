"""The room where algorithms are watched."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, JSONResponse, Response

from stratege.core.language import N_, _
from stratege.school.stages import STAGES
from stratege.school.tree_games import DEEPEST
from stratege.web.engines import asking
from stratege.web.errors import Missing
from stratege.web.jobs.task import Job
from stratege.web.pages import page
from stratege.web.rooms.watch import jobs
from stratege.web.schemas import FAILURES, Played

LONGEST = 2_000
BEGINNINGS = {
    "leaves": "[[5, 8], [4, 9], [7, 6]]",
    "awale": "0,3,0,0,0,2,1,2,0,0,1,1",
    "quixo": ".oxox/oooxo/ox.xo/ooxxo/.xoox",
}
"""What each kind of tree begins with."""

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix="/watch", responses=FAILURES, tags=["watch"])


class PlayedTree(Played):
    """A searched tree: the board it grows from (SVG, or ""), its value, how many leaves alpha-beta looks at.

    `open` are the nodes that are open, `text` is the tree in lines.
    """

    board: str
    value: str
    looked: int
    every: int
    open: list[str]
    text: str


def wish(
    game: Annotated[
        Literal["leaves", "awale", "quixo"], Query(description=N_("over typed leaves, or a board's moves"))
    ] = "leaves",
    position: Annotated[
        str,
        Query(max_length=LONGEST, description=N_("the leaves, or the board"), examples=["[[5, 8], [4, 9]]"]),
    ] = BEGINNINGS["leaves"],
    method: Annotated[Literal["minimax", "negamax", "alphabeta"], Query()] = "alphabeta",
    depth: Annotated[int, Query(ge=1, le=4, description=N_("of a board's moves"))] = 2,
    branching: Annotated[int, Query(ge=2, le=10, description=N_("for leaves in a row"))] = 2,
    min_first: Annotated[bool, Query(description=N_("Min moves first"))] = False,
    open: Annotated[
        str, Query(max_length=LONGEST, pattern=r"^[0-9.,]*$", description=N_("paths of open nodes"))
    ] = "",
) -> dict[str, Any]:
    """The tree that is asked for."""
    return {
        "game": game,
        "position": position,
        "method": method,
        "depth": depth,
        "branching": branching,
        "min_first": min_first,
        "open": open,
    }


Wish = Annotated[dict[str, Any], Depends(wish)]


@pages.get("/watch")
def watch_page(request: Request) -> Response:
    """What there is to watch."""
    return page(request, "watch", page="papers", stages=STAGES)


@pages.get("/watch/tree")
def tree_page(request: Request) -> Response:
    """The tree, and the form that asks for another."""
    return page(request, "tree", page="papers", beginnings=BEGINNINGS, deepest=DEEPEST)


@pages.get("/watch/{name}")
def stage_page(request: Request, name: str) -> Response:
    """A stage."""
    if name not in STAGES:
        raise Missing(_("There is nothing here."))
    return page(request, "stage", page="papers", address=name, stage=STAGES[name])


@api.get("/tree", response_model=PlayedTree, summary=N_("A game tree searched, step by step"))
async def tree(request: Request, asked: Wish) -> JSONResponse:
    """Minimax, negamax or alpha-beta, over typed leaves or a board's moves."""
    return JSONResponse(await asking.answer(request, Job(jobs.tree, options=asked)))


@api.get(
    "/tree.{kind}",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}, "description": N_("The picture.")}},
    summary=N_("A searched game tree as a picture"),
)
async def tree_picture(
    request: Request, kind: Annotated[Literal["svg", "png"], InPath()], asked: Wish
) -> Response:
    """As SVG or PNG; what is closed is left out."""
    options = {**asked, "png": kind == "png"}
    drawn = await asking.answer(request, Job(jobs.tree_picture, options=options))
    names = {"content-disposition": f'attachment; filename="tree.{kind}"'}
    return Response(drawn, media_type="image/png" if kind == "png" else "image/svg+xml", headers=names)


@api.get("/{name}", response_model=Played, summary=N_("An algorithm of the papers, step by step"))
async def stage(
    request: Request,
    name: Annotated[str, InPath(max_length=20, examples=["runs"])],
    value: Annotated[
        list[str] | None, Query(max_length=4, description=N_("its values, each as a Python literal"))
    ] = None,
) -> JSONResponse:
    """Frames of a stage; without values those to begin with."""
    if name not in STAGES:
        raise Missing(_("There is nothing here."))
    values = value or list(STAGES[name].parameters.values())
    options = {"stage": name, "values": [one[:LONGEST] for one in values]}
    return JSONResponse(await asking.answer(request, Job(jobs.stage, options=options)))
