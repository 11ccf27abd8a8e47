"""What a job reports, as server-sent events."""

from __future__ import annotations

import json
from typing import Any

import anyio
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

from stratege.core.errors import StrategeError
from stratege.web.engines.asking import leaving
from stratege.web.engines.pool import Ticket
from stratege.web.jobs.task import DONE


class EventStream(Response):
    """Server-sent events of a job, which is cancelled as soon as the client leaves."""

    def __init__(self, ticket: Ticket) -> None:
        super().__init__(media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._ticket = ticket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._ticket:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with anyio.create_task_group() as work:
                work.start_soon(_end_when_left, receive, work.cancel_scope)
                await self._send_events(send)
                work.cancel_scope.cancel()

    async def _send_events(self, send: Send) -> None:
        try:
            async for kind, payload in self._ticket:
                # What was known in the end is a depth like the others, and the last word too.
                await send(_event("depth", payload, more=True))
                if kind == DONE:
                    await send(_event("done", payload, more=False))
        except StrategeError as error:
            await send(_event("error", {"error": str(error)}, more=False))


def _event(name: str, payload: object, more: bool) -> dict[str, Any]:
    text = f"event: {name}\ndata: {json.dumps(payload)}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": more}


async def _end_when_left(receive: Receive, work: anyio.CancelScope) -> None:
    await leaving(receive)
    work.cancel()
