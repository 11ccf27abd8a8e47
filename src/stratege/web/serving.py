"""Listening: the app behind uvicorn, with an address that is told and a clean end."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
from collections.abc import Callable

import uvicorn

from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web.app import create_app
from stratege.web.connections import Config, Connections, report_seldom, room_for
from stratege.web.first_start.preparation import Preparation
from stratege.web.live.opening import open_store
from stratege.web.live.routes import LONGEST_FRAME
from stratege.web.settings import Settings

BACKLOG = 128  # connections taken in at once: the fewer, the sooner one too many is noticed
GRACE = 3  # seconds that open connections have to end
RARELY = (10_000, 10, 100)  # see `gc.set_threshold`: with hundreds connected, a whole search takes 0.1 s


class Server(uvicorn.Server):
    """A server that says when it has started, and ends the engines' work first when it is to stop."""

    def __init__(
        self,
        settings: Settings,
        started: Callable[[], None] = lambda: None,
        on_preparation: Callable[[Preparation], None] = lambda preparation: None,
    ) -> None:
        open_store(settings).close()  # what cannot be opened is better said now than in a log
        self.app = create_app(settings, on_preparation)
        self._tell = started
        super().__init__(
            Config(
                self.app,
                Connections(room_for(settings.most_connections), settings.proxies),
                backlog=BACKLOG,
                log_config=None,
                access_log=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=",".join(settings.proxies),
                server_header=False,
                ws_max_size=4 * LONGEST_FRAME,
                ws_per_message_deflate=False,  # it takes longer than sending, and 300 kB for each connection
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is loaded now stays: looking through it for garbage would hold everybody up
        gc.set_threshold(*RARELY)
        report_seldom(asyncio.get_running_loop())
        if self.started:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.engines.cancel_all()  # or streams of analyses would hold us up
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; one sentence if that is impossible. Port 0 is any free one."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            why = _("Port {port} is taken: choose another one with --port.", port=port)
        else:
            why = _("Cannot listen on {host}, port {port}: {why}.", host=host, port=port, why=error)
        raise StrategeError(why) from None
    return opened


def address_of(listening: socket.socket, host: str) -> str:
    """The address to type into a browser."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}/"
