"""An address that plays: `http://HOST:PORT/PATH` gets the position as JSON and answers with a move.

Only this machine's own addresses are asked, and hosts that `STRATEGE_BOT_HOSTS` lists: a player's name must
not be a way to reach into a network. A host's name is looked up once, and the address found is the one asked.
The request is HTTP/1.0, so the answer is what comes until the connection closes. Redirections are not
followed.
"""

from __future__ import annotations

import http.client
import io
import ipaddress
import json
import os
import socket
import time
from urllib.parse import SplitResult, urlsplit

from stratege.arena.asking import PATIENCE, brief, move_of, told
from stratege.arena.match import FAILED, LATE, Fault, Terms
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.limits import Limits

HOSTS = "STRATEGE_BOT_HOSTS"
LONGEST = 1 << 16
START_SECONDS = 10.0


class HttpBot:
    """A player behind an address; it is asked for each move anew."""

    def __init__(self, name: str, game: Game, seed: int, terms: Terms) -> None:
        self.name = name
        self._url, self._terms = split(name), terms
        self._place: tuple[str, int] | None = None

    @classmethod
    def check(cls, name: str, game: Game) -> None:
        """Raise what is wrong with the name."""
        split(name)

    def prepare(self, position: Position) -> None:
        """Look its host up, and see that somebody listens there."""
        if self._place is None:
            self._place = resolved(self._url)
            with self._connected(time.monotonic() + START_SECONDS):
                pass

    def choose(self, line: Line, limits: Limits) -> int:
        """Its move; a `Fault` if it gives none."""
        self.prepare(line.start)
        seconds = PATIENCE if limits.seconds is None else limits.seconds + self._terms.margin
        question = {**told(line), "history": list(line.moves_text), "seconds": limits.seconds}
        raw = self._asked(json.dumps(question).encode(), seconds)
        return move_of(line, answer_of(raw))

    def close(self) -> None:
        """There is nothing of ours to end."""

    def _asked(self, body: bytes, seconds: float) -> bytes:
        """All that comes back within these seconds, however slowly it trickles in."""
        deadline = time.monotonic() + seconds
        url = self._url
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        head = f"POST {path} HTTP/1.0\r\nHost: {url.netloc}\r\nContent-Type: application/json\r\n"
        message = f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
        raw = b""
        try:
            with self._connected(deadline) as connection:
                connection.settimeout(left(deadline))
                connection.sendall(message)
                while len(raw) <= LONGEST:
                    connection.settimeout(left(deadline))
                    if not (data := connection.recv(LONGEST)):
                        return raw
                    raw += data
        except TimeoutError:
            raise Fault(LATE, _("it gave no move in {n} s", n=f"{seconds:.1f}")) from None
        except OSError as error:
            raise Fault(FAILED, _("it cannot be reached ({why})", why=brief(str(error)))) from None
        raise Fault(FAILED, _("its answer is too long, or cannot be read"))

    def _connected(self, deadline: float) -> socket.socket:
        assert self._place is not None
        try:
            return socket.create_connection(self._place, left(deadline))
        except OSError as error:
            raise Fault(FAILED, _("it cannot be reached ({why})", why=brief(str(error)))) from None


def left(deadline: float) -> float:
    """The seconds until then; `TimeoutError` if there are none."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds


def split(name: str) -> SplitResult:
    """The parts of the address; `BadOption` if it is none that may be asked."""
    try:
        url = urlsplit(name)
        host, port = url.hostname, url.port
    except ValueError:
        host = port = None
    if (
        not host
        or port == 0
        or url.scheme != "http"
        or not name.isascii()
        or not name.isprintable()
        or " " in name
    ):
        raise BadOption(_("{name!r} is not an address like http://127.0.0.1:8000/move.", name=name))
    if host not in allowed() and not loopback(host):
        words = {"host": host, "variable": HOSTS}
        raise BadOption(_("{host} is another machine; {variable} lists those that may be asked.", **words))
    return url


def allowed() -> set[str]:
    """The hosts that the user lists."""
    return {one.strip().lower() for one in os.environ.get(HOSTS, "").split(",") if one.strip()}


def loopback(host: str) -> bool:
    """Whether the host is this machine, by its name or its address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def resolved(url: SplitResult) -> tuple[str, int]:
    """The address to ask; of a host that is not listed, only one of this machine's own."""
    host, port = url.hostname or "", url.port or 80
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Fault(FAILED, _("it cannot be reached ({why})", why=brief(str(error)))) from None
    for *_kind, place in found:
        if host in allowed() or loopback(str(place[0])):
            return str(place[0]), port
    raise Fault(FAILED, _("it cannot be reached ({why})", why=host))


class _Raw:
    """Bytes in the place of a connection, as `http.client` reads from it."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def makefile(self, mode: str) -> io.BytesIO:
        return io.BytesIO(self._raw)


def answer_of(raw: bytes) -> object:
    """The move in an answer: JSON with "move", or the text alone; `Fault` for what is no answer."""
    try:
        response = http.client.HTTPResponse(_Raw(raw))  # type: ignore[arg-type]
        response.begin()
        text = response.read().decode(errors="replace").strip()
    except (http.client.HTTPException, ValueError, OSError):
        raise Fault(FAILED, _("it does not speak HTTP")) from None
    if response.status != 200:
        raise Fault(FAILED, _("it answers with status {status}", status=response.status))
    if not text.startswith("{"):
        return text
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise Fault(FAILED, _("its answer is too long, or cannot be read")) from None
    return fields.get("move")
