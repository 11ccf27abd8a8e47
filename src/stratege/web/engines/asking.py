"""Asking the engines on a visitor's behalf."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from fastapi import Request
from starlette.types import Receive

from stratege.core.language import _
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import Failed
from stratege.web.jobs.task import Job
from stratege.web.visitor import visitor_of

Answer = TypeVar("Answer")


async def answer(request: Request, job: Job) -> Any:
    """The answer to a visitor's job; a visitor who leaves takes it along."""
    engines: EnginePool = request.app.state.engines
    visitor = visitor_of(request)
    return await while_here(request, engines.answer(visitor.client, job, visitor.network))


async def while_here(request: Request, work: Awaitable[Answer]) -> Answer:
    """What comes of the work, which is cancelled if the visitor leaves."""
    asked = asyncio.ensure_future(work)
    left = asyncio.ensure_future(leaving(request.receive))
    try:
        await asyncio.wait((asked, left), return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise Failed(_("Nobody waits for the answer any more."))
        return asked.result()
    finally:
        asked.cancel()
        left.cancel()


async def leaving(receive: Receive) -> None:
    """Wait until the client has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass
