"""Lines of play that visitors ask about: read from a request, and made into jobs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query

from stratege.web.jobs.kind import Kind
from stratege.web.jobs.task import Job
from stratege.web.live import views
from stratege.web.live.game import Node

LONGEST_TEXT = 20_000  # of a position or a list of moves


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


def job_of(kind: Kind, line: list[Node], **options: Any) -> Job:
    """A job about the last position of a line."""
    start = line[0].position
    names = (start.game.name, start.game.variant.name, start.game.size)
    moves = tuple(node.move or "" for node in line[1:])
    return Job(kind, names, start.text(), moves, options)
