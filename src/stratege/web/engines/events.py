"""What is found while somebody waits, as server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import anyio
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from stratege.core.errors import StrategeError
from stratege.web.engines.asking import leaving
from stratege.web.engines.pool import Ticket
from stratege.web.jobs.task import DONE

Events = AsyncGenerator[tuple[str, Any], None]
"""Names and payloads; closing it ends the work behind it."""


async def deepening(ticket: Ticket) -> Events:
    """What a job reports: `depth` each time, what was known in the end too, and then `done`."""
    with ticket:
        async for kind, payload in ticket:
            yield "depth", payload
            if kind == DONE:
                yield "done", payload


class EventStream(Response):
    """Server-sent events, which end as soon as the client leaves."""

    def __init__(self, events: Events) -> None:
        super().__init__(media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with anyio.create_task_group() as work:
                work.start_soon(_end_when_left, receive, work.cancel_scope)
                await self._send_events(send)
                work.cancel_scope.cancel()

    async def _send_events(self, send: Send) -> None:
        try:
            async for name, payload in self._events:
                await send(_body(name, payload))
        except StrategeError as error:
            await send(_body("error", {"error": str(error)}))
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _body(name: str, payload: object) -> dict[str, Any]:
    text = f"event: {name}\ndata: {json.dumps(payload)}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


async def _end_when_left(receive: Receive, work: anyio.CancelScope) -> None:
    await leaving(receive)
    work.cancel()
