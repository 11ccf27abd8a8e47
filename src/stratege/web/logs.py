"""Logs for programs: one JSON object a line, one line for each request, and what it led to by its id."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stratege.core.language import _
from stratege.web.guard import send_failure
from stratege.web.limits import Buckets
from stratege.web.metrics import REQUESTS, SECONDS

log = logging.getLogger("stratege.web")

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""That of the request, or of the socket, for which something is done."""

AN_ID = re.compile(r"[\w.-]{8,64}", re.ASCII)

REFUSALS = (403, 408, 413, 421, 429)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET")

ORDINARY = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as a line of JSON, with whatever extra fields it was given."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": os.getpid(),
            **({"request": request_id.get()} if request_id.get() else {}),
            **{name: value for name, value in vars(record).items() if name not in ORDINARY},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def write_logs(level: str) -> None:
    """Have everything from this level on written to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def id_of(headers: Headers) -> str:
    """The id that a proxy has given a request, if it looks like one, or a new one."""
    given = headers.get("x-request-id", "")
    return given if AN_ID.fullmatch(given) else secrets.token_hex(8)


def known_method(method: str) -> str:
    """A method as it is counted: strangers' words would each be a figure of its own."""
    return method if method in METHODS else "OTHER"


class LogRequests:
    """Middleware: notes each request, and answers with one sentence what nobody else has caught."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._seldom = Buckets(1, 20)
        self._unsaid = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0
        name = id_of(Headers(scope=scope))
        request_id.set(name)

        async def note(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault("x-request-id", name)
            if message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and not status:
                status = 403
            await send(message)

        try:
            await self.app(scope, receive, note)
        except Exception:
            log.exception("a request failed", extra={"path": scope["path"]})
            if scope["type"] == "http" and not status:
                await send_failure(note, 500, _("Something went wrong here; it has been noted."))
        finally:
            fields = {"method": scope.get("method", "WEBSOCKET"), "path": scope["path"], "status": status}
            seconds = time.perf_counter() - begun
            fields["ms"] = round(1000 * seconds, 1)
            REQUESTS.labels(known_method(fields["method"]), status).inc()
            if scope["type"] == "http":
                SECONDS.observe(seconds)
            fields["client"] = (scope.get("client") or ("?",))[0]
            self._write(fields)

    def _write(self, fields: dict[str, Any]) -> None:
        """What was refused is worth a warning, but not so often that the log becomes the harm."""
        if fields["status"] not in REFUSALS:
            log.info("request", extra=fields)
        elif self._seldom.take(""):
            log.warning("refused", extra={**fields, "unsaid": self._unsaid})
            self._unsaid = 0
        else:
            self._unsaid += 1
            log.info("refused", extra=fields)
