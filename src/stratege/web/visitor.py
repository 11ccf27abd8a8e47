"""Who is calling: an anonymous identity in a signed cookie, and the language to speak with them."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from http.cookies import SimpleCookie

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stratege.core import language

IDENTITY, LANGUAGE = "stratege", "language"
DAY = 24 * 3600
KEPT_FOR, RENEWED_AFTER = 365 * DAY, 30 * DAY
ANONYMOUS = ("/static/", "/health", "/ready", "/metrics")  # what needs no identity, and may be cached


@dataclass(frozen=True)
class Visitor:
    """A caller. `client` is by whom work is counted: the identity, or the address of one who brought none."""

    identity: str
    client: str
    address: str

    @property
    def network(self) -> str:
        """The address as it is counted."""
        return network_of(self.address)


def network_of(name: str) -> str:
    """An address as it is counted: of IPv6, the half that one household or machine is given whole."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who made this request or opened this socket."""
    visitor: Visitor = connection.scope["visitor"]
    return visitor


def preferred_language(headers: Headers, secure: bool = False) -> str:
    """The language chosen on our pages, else the first one we have that the browser asks for."""
    chosen = cookie_parser(headers.get("cookie", "")).get(cookie_name(LANGUAGE, secure))
    if chosen in language.LANGUAGES:
        return chosen
    wishes = [wish.split(";q=") for wish in headers.get("accept-language", "").replace(" ", "").split(",")]
    ranked = sorted(wishes, key=lambda wish: -_quality(wish[1:]))
    known = (wish[0][:2].lower() for wish in ranked)
    return next((name for name in known if name in language.LANGUAGES), language.LANGUAGES[0])


def _quality(words: list[str]) -> float:
    try:
        return float(words[0]) if words else 1.0
    except ValueError:
        return 0.0


def cookie_name(name: str, secure: bool) -> str:
    """The prefix has browsers refuse the cookie from other hosts of the domain and from plain connections."""
    return f"__Host-{name}" if secure else name


def cookie(name: str, value: str, secure: bool) -> str:
    """A cookie that scripts cannot read and other sites cannot have sent."""
    name = cookie_name(name, secure)
    crumbs: SimpleCookie = SimpleCookie({name: value})
    crumbs[name].update({"path": "/", "max-age": str(KEPT_FOR), "samesite": "Lax", "httponly": "yes"})
    if secure:
        crumbs[name]["secure"] = "yes"
    return crumbs[name].OutputString()


class KnowVisitor:
    """Middleware: puts the visitor into the scope, chooses the language, gives strangers an identity."""

    def __init__(self, app: ASGIApp, secret: bytes, secure: bool) -> None:
        self.app, self._secure = app, secure
        self._signer = TimestampSigner(secret, salt="visitor", digest_method=hashlib.sha256)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        language.use(preferred_language(headers, self._secure))
        address = scope["client"][0] if scope.get("client") else "?"
        known, fresh = self._identity(headers)
        identity = known or secrets.token_urlsafe(16)
        scope["visitor"] = Visitor(identity, known or address, address)
        named = fresh or scope["path"].startswith(ANONYMOUS)

        async def introduce(message: Message) -> None:
            if message["type"] == "http.response.start" and not named:
                signed = self._signer.sign(identity).decode()
                MutableHeaders(scope=message).append("set-cookie", cookie(IDENTITY, signed, self._secure))
            await send(message)

        await self.app(scope, receive, introduce)

    def _identity(self, headers: Headers) -> tuple[str | None, bool]:
        """Who it is, and whether the cookie that says so can be kept for a while."""
        signed = cookie_parser(headers.get("cookie", "")).get(cookie_name(IDENTITY, self._secure), "")
        try:
            identity, made = self._signer.unsign(signed, KEPT_FOR, return_timestamp=True)
            age = datetime.now(UTC) - made
            return identity.decode(), age.total_seconds() < RENEWED_AFTER
        except (BadSignature, UnicodeError):
            return None, False
