"""Asking the engines on a visitor's behalf."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Request
from starlette.types import Receive

from stratege.core.language import _
from stratege.web.engines.room import EngineRoom
from stratege.web.engines.task import Job
from stratege.web.errors import Failed
from stratege.web.visitor import visitor_of


async def answer(request: Request, job: Job) -> Any:
    """The answer to a visitor's job; a visitor who leaves takes it along."""
    engines: EngineRoom = request.app.state.engines
    asked = asyncio.ensure_future(engines.answer(visitor_of(request).client, job))
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
