"""What is refused before anybody looks at it, and the headers that every answer carries.

A page of another site can make a browser send us requests with our cookies. Browsers say where a request
comes from (`Origin`, `Sec-Fetch-Site`), so every method that changes something and every WebSocket must
come from our own pages, or from a program that is no browser and says nothing. And they must call us by a
name of ours, or a site could point its own name at this machine and be "the same origin".
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stratege.core.language import _
from stratege.web.limits import Limits
from stratege.web.settings import Settings
from stratege.web.visitor import Visitor

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
BODY_SECONDS = 20
POLICY_VIOLATION = 1008
SMALL, PACKING = 1000, 6  # bytes that are not worth it, and zlib's level

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

ONLY_HTTPS = {"strict-transport-security": "max-age=31536000; includeSubDomains"}

Refusal = tuple[int, str]


def foreign(headers: Headers) -> bool:
    """Whether a browser says that a page of another site sent this."""
    host = headers.get("host", "").lower()
    if any(_site(origin) != host for origin in headers.getlist("origin")):
        return True
    return any(site not in ("same-origin", "none") for site in headers.getlist("sec-fetch-site"))


def cross_site(headers: Headers) -> bool:
    """Whether a browser says so of what only reads: our API works for pages of ours, and for programs."""
    return "cross-site" in headers.getlist("sec-fetch-site")


def _site(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def known_host(headers: Headers, hosts: Sequence[str]) -> bool:
    """Whether we are called by a name of ours."""
    host = headers.get("host", "").lower()
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in hosts


class Guard:
    """Middleware: refuses strange hosts, other sites' requests, too many requests and too large bodies.

    Bodies are small, but for the paths that begin as one of `uploads`.
    """

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, uploads: tuple[str, ...] = ()
    ) -> None:
        self.app, self._settings = app, settings
        self._uploads, self._uploading = uploads, Counter[str]()
        share = settings.per_address
        self._visitors = limits.limit("requests", settings.rate, settings.burst)
        self._addresses = limits.limit(
            "requests of an address", share * settings.rate, share * settings.burst
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = await self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            await _refuse(scope, send, *refusal)
        elif scope["type"] == "websocket" or scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
        elif scope["path"].startswith(self._uploads):
            await self._upload(scope, receive, send)
        else:
            await self._with_body(scope, receive, send, self._settings.body_limit)

    async def _upload(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request whose body may be large; only a few are held at a time, half of them for an address."""
        most, network = self._settings.most_uploads, scope["visitor"].network
        if self._uploading.total() >= most or self._uploading[network] >= max(1, most // 2):
            await _refuse(scope, send, 429, _("Too many files are being sent; wait a moment."))
            return
        self._uploading[network] += 1
        try:
            await self._with_body(scope, receive, send, self._settings.upload_limit)
        finally:
            self._uploading -= Counter([network])

    async def _with_body(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        body = await self._body(receive, limit)
        if isinstance(body, bytes):
            await self.app(scope, _replayed(body, receive), send)
        else:
            await _refuse(scope, send, *body)

    async def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        if not known_host(headers, self._settings.hosts):
            return 421, _("This server is not known by that name.")
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if (changes and foreign(headers)) or (scope["path"].startswith("/api/") and cross_site(headers)):
            return 403, _("This came from another site's page.")
        visitor: Visitor = scope["visitor"]
        if not (await self._visitors.take(visitor.client) and await self._addresses.take(visitor.network)):
            return 429, _("Too many requests; wait a moment.")
        return None

    async def _body(self, receive: Receive, limit: int) -> bytes | Refusal:
        """The whole body, read before anybody works on it, or why not."""
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > limit:
                        return 413, _("That is too large; at most {n} bytes.", n=limit)
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return 408, _("The request did not arrive in time.")


class AnswerHead:
    """Middleware: whoever asks for the head of something that can be had gets it, without its body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, without_body)


class Packed:
    """Middleware: answers are compressed but for those to uploads, whose pictures already are."""

    def __init__(self, app: ASGIApp, uploads: tuple[str, ...]) -> None:
        self.app, self._uploads = app, uploads
        self._packing = GZipMiddleware(app, minimum_size=SMALL, compresslevel=PACKING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        large = scope["type"] == "http" and scope["path"].startswith(self._uploads)
        await (self.app if large else self._packing)(scope, receive, send)


class SecureHeaders:
    """Middleware: what every answer says about how it may be used."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self._headers = {**SECURITY_HEADERS, **(ONLY_HTTPS if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def dress(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, dress)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body that was read already, then what comes."""
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def replay() -> Message:
        for message in messages:
            return message
        return await receive()

    return replay


async def _refuse(scope: Scope, send: Send, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": sentence})
    else:
        await send_failure(send, status, sentence)


async def send_failure(send: Send, status: int, sentence: str) -> None:
    """Answer a request with one sentence of what is wrong."""
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
