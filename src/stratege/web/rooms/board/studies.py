"""Trees of moves that visitors bring: a record with variations, or moves from a position that they name."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from stratege.core.language import N_
from stratege.core.movetext import Node, read_moves
from stratege.core.record import checked_result, every_tag, free_tags, read_tags
from stratege.core.sgf import write_sgf
from stratege.web.live import views
from stratege.web.live.lines import LONGEST_TEXT, apart, study
from stratege.web.schemas import FAILURES, StudyShape

api = APIRouter(responses=FAILURES)

LONGEST_STUDY = 60_000


class NewStudy(BaseModel):
    """A record, its tags first, or SGF; or moves with variations, from the start or the position given."""

    text: Annotated[str, Field(max_length=LONGEST_STUDY, examples=["1. e g (1... h {slower}) 2. a!"])] = ""
    game: Annotated[str, Field(max_length=20, examples=["awale"])] = ""
    variant: Annotated[str | None, Field(max_length=20)] = None
    size: Annotated[str | None, Field(max_length=20)] = None
    position: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None


@api.post("/study", response_model=StudyShape, summary=N_("A game with variations, read and checked"))
async def read(request: Request, asked: NewStudy) -> JSONResponse:
    """Every move of the tree, with comments and glyphs; what is written in tags goes before what is not."""
    tags, movetext = read_tags(asked.text)
    game, variant = tags.get("Game", asked.game), tags.get("Variant", asked.variant)
    size, position = tags.get("Size", asked.size), tags.get("Start", asked.position)
    start = await apart(views.start_of, game, variant or None, size or None, position or None)
    result = checked_result(read_moves(movetext)[1] or tags.get("Result", "*"))
    nodes = await study(request, start, movetext)
    tree = [Node(one["move"] or "", one["parent"], one["comment"], one["glyph"]) for one in nodes]
    shape: StudyShape = {
        "game": start.game.name,
        "variant": start.game.variant.name,
        "size": start.game.size,
        "start": start.text(),
        "result": result,
        "tags": free_tags(tags),
        "nodes": nodes,
        "sgf": write_sgf(every_tag(start, free_tags(tags), result), tree, start.to_move),
    }
    return JSONResponse(shape)
