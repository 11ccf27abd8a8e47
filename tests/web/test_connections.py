"""Connections that keep us waiting, and too many of them."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.web.visitors import settings_in
from websockets.sync.client import connect

from stratege.web import connections, guard
from stratege.web.connections import FEWEST, SHARE, Connections
from stratege.web.serving import Server, listen
from stratege.web.settings import LOOPBACK
from stratege.web.visitor import network_of


@contextmanager
def serving(folder: Path, **chosen: Any) -> Iterator[int]:
    """A server; its port."""
    ready = threading.Event()
    server = Server(settings_in(folder, hosts=LOOPBACK, **chosen), ready.set)
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()


def knock(port: int, source: str = "127.0.0.1", said: bytes = b"") -> socket.socket:
    """A connection from that address."""
    opened = socket.create_connection(("127.0.0.1", port), 60, (source, 0))
    opened.sendall(said)
    return opened


def healthy(port: int, source: str = "127.0.0.1") -> bool:
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(transport=transport, timeout=PATIENCE) as client:
        return client.get(f"http://127.0.0.1:{port}/health").status_code == 200


def closed(opened: socket.socket) -> bool:
    """Whether the other end hangs up, whatever it says before."""
    try:
        while opened.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("said", [b"", b"GET /health HTTP/1.1\r\nHost: local", b"POST /play HTTP/1.1\r\nX: "])
def test_a_head_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    with serving(tmp_path) as port, closing(knock(port, said=said)) as slow:
        assert closed(slow)
        again = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with closing(knock(port, said=again)) as kept:
            assert kept.recv(1 << 16).startswith(b"HTTP/1.1 200")
            kept.sendall(b"GET /hea")  # the next one, on the same connection
            assert closed(kept)
        assert healthy(port)


ANNOUNCED = [
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
    b"POST /play HTTP/1.1\r\nHost: elsewhere\r\nContent-Length: 100\r\n\r\n",
]


@pytest.mark.parametrize("head", ANNOUNCED, ids=["GET", "chunked", "POST"])
def test_a_body_that_is_announced_is_not_waited_for_after_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    with serving(tmp_path) as port, closing(knock(port, said=head)) as slow:
        slow.settimeout(15)
        assert slow.recv(1 << 16).startswith(b"HTTP/1.1")
        slow.sendall(b"1")  # and nothing more, ever
        assert closed(slow)
        assert healthy(port)


def answer(caller: socket.socket) -> bytes:
    """A whole answer in JSON, in however many pieces it comes."""
    heard = b""
    while not heard.endswith(b"}"):
        heard += caller.recv(1 << 16)
    return heard


def test_the_next_request_may_follow_a_body_that_comes_late(tmp_path: Path) -> None:
    with serving(tmp_path) as port, closing(knock(port, said=ANNOUNCED[0])) as late:
        assert answer(late).startswith(b"HTTP/1.1 200")
        late.sendall(50 * b"x")
        late.sendall(50 * b"x" + b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer(late).startswith(b"HTTP/1.1 200")


def test_a_body_that_trickles_has_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    head = b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
    with serving(tmp_path) as port, closing(knock(port, said=head)) as slow:
        with pytest.raises(ConnectionError):
            trickle(slow)
        assert healthy(port)


def trickle(slow: socket.socket) -> None:
    """A byte now and then, for much longer than there is time."""
    for _ in range(300):
        slow.sendall(b"x")
        time.sleep(0.05)


def test_an_address_has_its_share_of_the_connections_and_others_theirs(tmp_path: Path) -> None:
    most = 4 * FEWEST
    with serving(tmp_path, most_connections=most) as port, ExitStack() as stack:
        crowd = [stack.enter_context(closing(knock(port, "127.0.0.2"))) for _ in range(most // SHARE)]
        with closing(knock(port, "127.0.0.2")) as surplus:
            assert closed(surplus)
        assert healthy(port, "127.0.0.3")
        crowd[0].close()
        stack.enter_context(closing(knock(port, "127.0.0.2")))
        assert healthy(port, "127.0.0.3")


def test_who_does_not_read_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALL_SECONDS", 0.5)
    with serving(tmp_path) as port:
        ask = b"GET /static/app.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port))
        deaf.settimeout(60)
        with closing(deaf), pytest.raises(ConnectionError):
            ask_for_ever(deaf, ask)
        assert healthy(port)


def ask_for_ever(deaf: socket.socket, ask: bytes) -> None:
    """Ask for more and read nothing: the answers pile up until somebody ends it."""
    while True:
        deaf.sendall(200 * ask)


def test_a_socket_that_becomes_a_conversation_is_counted_once(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        with connect(f"ws://127.0.0.1:{port}/api/v1/live/nothing/socket") as talk:
            assert "no such game" in str(talk.recv())
        assert healthy(port)


def test_a_proxy_of_ipv6_stands_for_many_too() -> None:
    there = Connections(8, proxies=("2001:db8::7",))
    assert all(there.enter(network_of("2001:db8::7")) for _ in range(6))


def test_counting() -> None:
    there = Connections(8, proxies=("192.0.2.1",))
    assert [there.enter("203.0.113.1") for _ in range(3)] == [True, True, False]
    assert all(there.enter("192.0.2.1") for _ in range(6))  # a proxy stands for many
    assert not there.enter("203.0.113.2")  # all are taken
    there.leave("203.0.113.1")
    assert there.enter("203.0.113.2")
    for network in ("203.0.113.1", "203.0.113.2", *["192.0.2.1"] * 6):
        there.leave(network)
    assert not there._there
