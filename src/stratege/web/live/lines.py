"""Lines of play that visitors ask about: read from a request, checked by the rules, made into jobs.

The rules are plain Python here, and a long line on a large board takes seconds of them. What takes a few
milliseconds is done by two threads of the serving process; the rest by the thinking processes.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request

from stratege.core import registry
from stratege.core.game import Game
from stratege.core.language import N_
from stratege.core.position import Position
from stratege.core.variant import Repetition
from stratege.web.engines import asking
from stratege.web.jobs.kind import Kind
from stratege.web.jobs.task import Job
from stratege.web.live import jobs, views
from stratege.web.live.game import Node
from stratege.web.schemas import StudyNode, View

LONGEST_TEXT = 20_000  # of a position or a list of moves
HERE, SOON = 30_000, 300_000
"""What is looked at by the serving process, and what is quick for another; a thousand moves take 0.5 ms."""
LOOKING_BACK = 6  # times longer: a move that may not bring back a board is compared with the past
DRAWING = 10  # moves that can be checked while a board is drawn

T = TypeVar("T")

_threads = ThreadPoolExecutor(2, "rules")


async def apart(work: Callable[..., T], *arguments: Any) -> T:
    """What comes of a little work with the rules, done in a thread for such work."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, copy_context().run, functools.partial(work, *arguments))


def cost(rules: Game, moves: int) -> int:
    """About how many moves the rules look at to check so many, and to show the board after them."""
    each = LOOKING_BACK if rules.variant.repetition is Repetition.FORBIDDEN else 1
    return (moves + DRAWING) * rules.most_moves * each


@dataclass(frozen=True)
class Asked:
    """A line as it was asked for: a position and moves that nobody has looked at yet."""

    start: Position
    words: tuple[str, ...]

    @property
    def cost(self) -> int:
        """About how many moves the rules look at to check and to show it."""
        return cost(self.start.game, len(self.words))

    async def line(self, request: Request) -> list[Node]:
        """The line, checked."""
        if self.cost <= HERE:
            return await apart(views.line_from, self.start, self.words)
        kind = jobs.check if self.cost <= SOON else jobs.check_long
        legal = await asking.answer(request, self._job(kind))
        return await apart(views.replayed, self.start, legal)

    async def view(self, request: Request) -> View:
        """Its last position, shown."""
        if self.cost <= HERE:
            return await apart(lambda: views.view(views.line_from(self.start, self.words)))
        kind = jobs.show if self.cost <= SOON else jobs.show_long
        shown: View = await asking.answer(request, self._job(kind))
        return shown

    def _job(self, kind: Kind) -> Job:
        return Job(kind, _names(self.start), self.start.text(), self.words)


async def study(request: Request, start: Position, movetext: str) -> list[StudyNode]:
    """A tree of moves from a position, checked."""
    work = cost(start.game, len(movetext.split()))
    if work <= HERE:
        return await apart(views.study, start, movetext)
    kind = jobs.read_study if work <= SOON else jobs.read_long_study
    job = Job(kind, _names(start), start.text(), options={"moves": movetext})
    nodes: list[StudyNode] = await asking.answer(request, job)
    return nodes


async def asked(
    game: Annotated[str, Query(max_length=20, examples=["awale"])],
    variant: Annotated[str | None, Query(max_length=20)] = None,
    size: Annotated[str | None, Query(max_length=20)] = None,
    position: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
    moves: Annotated[
        str, Query(max_length=LONGEST_TEXT, description=N_("moves, with spaces between them"))
    ] = "",
) -> Asked:
    """The line that the query describes; without a position, from the start."""
    start = await apart(views.start_of, game, variant or None, size or None, position or None)
    return Asked(start, views.words_of(moves))


async def asked_line(request: Request, asked: Annotated[Asked, Depends(asked)]) -> list[Node]:
    """The line that the query describes, checked."""
    return await asked.line(request)


AskedLine = Annotated[Asked, Depends(asked)]
Line = Annotated[list[Node], Depends(asked_line)]


def job_of(kind: Kind, line: list[Node], **options: Any) -> Job:
    """A job about the last position of a line."""
    start = line[0].position
    moves = tuple(node.move or "" for node in line[1:])
    usual = len(start.state) == _usual_words(start.game.name)
    return Job(kind, _names(start), start.text(), moves, options, checked=True, usual=usual)


def _names(start: Position) -> tuple[str, str, str]:
    return start.game.name, start.game.variant.name, start.game.size


@functools.cache
def _usual_words(name: str) -> int:
    """How many numbers a state of the usual size has: machine code is made for each such length."""
    return len(registry.game(name).start(0).state)
