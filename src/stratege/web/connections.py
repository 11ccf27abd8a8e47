"""Connections: how many there may be, and how long one may keep us waiting.

Uvicorn waits for a request's head, and for somebody to read an answer, as long as it takes. Here each has its
time, and an address has its share of the connections. The descriptors that the system gives us are never all
taken by visitors: at the limit new connections are closed at once, and the app goes on serving the others.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
from collections import Counter
from collections.abc import Collection
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stratege.web.limits import Buckets
from stratege.web.visitor import network_of

log = logging.getLogger("stratege.web.connections")

HEAD_SECONDS = 15.0  # for a request's head to arrive, with what is left of the body before it
STALL_SECONDS = 30.0  # for somebody to read some of what is waiting for them
OUR_OWN = 4  # one in so many descriptors is for files, pipes and databases
FEWEST = 16
SHARE = 4  # one address may have one in so many connections
OUT_OF = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def room_for(most: int) -> int:
    """How many connections can be had of so many wanted: we ask the system for all that it allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + most // OUR_OWN + 256
    if hard == resource.RLIM_INFINITY or soft < min(hard, wanted):
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(most, max(FEWEST, soft - soft // OUR_OWN))


class Connections:
    """Who is connected; the addresses of `proxies` stand for many."""

    def __init__(self, most: int, proxies: Collection[str] = ()) -> None:
        self._most, self._each = most, max(1, most // SHARE)
        self._proxies = {network_of(proxy) for proxy in proxies}
        self._there: Counter[str] = Counter()
        self._seldom = Buckets(0.1, 3)
        self._refused = 0

    def enter(self, network: str, always: bool = False) -> bool:
        """Let one in, if there is room."""
        crowded = self._there[network] >= self._each and network not in self._proxies
        if not always and (crowded or self._there.total() >= self._most):
            self._note(network)
            return False
        self._there[network] += 1
        return True

    def leave(self, network: str) -> None:
        """One has gone."""
        self._there[network] -= 1
        if self._there[network] <= 0:
            del self._there[network]

    def _note(self, network: str) -> None:
        """Write it down, not so often that the log becomes the harm."""
        self._refused += 1
        if self._seldom.take(""):
            log.warning("connections refused", extra={"address": network, "times": self._refused})
            self._refused = 0


class Config(uvicorn.Config):
    """Uvicorn's settings, with our own kind of connections."""

    def __init__(self, app: Any, connections: Connections, **more: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=SocketConnection, **more)
        self.connections = connections


class Patience:
    """A timer that ends a connection unless it is stopped."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """From now on so long, if it does not run already."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._transport.abort)  # closing would wait for a reader

    def stop(self) -> None:
        """What was waited for has come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpConnection(H11Protocol):
    """Requests, whose heads come in time, and whose answers are read."""

    config: Config
    _inside = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "?")
        self._head, self._reader = Patience(transport), Patience(transport)
        self._inside = self.config.connections.enter(self._network)
        if self._inside:
            self._head.start(HEAD_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._inside and (self.conn.their_state is h11.IDLE or self._answered_early()):
            self._head.start(HEAD_SECONDS)  # a part of one is here, or what stands before it
        else:
            self._head.stop()

    def _answered_early(self) -> bool:
        """Whether the body of what is answered already still comes: then no other timer runs."""
        return self.conn.their_state is h11.SEND_BODY and self.cycle.response_complete

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._let_go()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start(STALL_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._reader.start(STALL_SECONDS)  # the end of an answer may still be unread

    def _let_go(self) -> None:
        self._head.stop()
        self._reader.stop()
        if self._inside:
            self.config.connections.leave(self._network)
        self._inside = False


class SocketConnection(WebSocketsSansIOProtocol):
    """WebSockets, whose other end answers pings and reads."""

    config: Config

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._network = network_of(self.client[0] if self.client else "?")
        self._reader = Patience(self.transport)
        self.config.connections.enter(self._network, always=True)  # it was inside as a request

    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.stop()
        self.config.connections.leave(self._network)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start(STALL_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def report_seldom(loop: asyncio.AbstractEventLoop) -> None:
    """Should the system have no descriptor left all the same, asyncio would say so for each connection."""
    seldom = Buckets(0.02, 1)

    def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if getattr(context.get("exception"), "errno", None) not in OUT_OF:
            loop.default_exception_handler(context)
        elif seldom.take(""):
            log.error("the system has no more descriptors or memory for connections")

    loop.set_exception_handler(report)
