"""Several processes on one socket: players who lose theirs go on at another, and the dead are replaced."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.web import processes
from tests.cli.stratege_command import stratege
from tests.web.conftest import fresh_database
from tests.web.live.test_finished import LINE
from tests.web.test_serving import command
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0


def serving(pid: int) -> set[int]:
    """The processes of a supervisor that serve."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    words = {int(child): Path(f"/proc/{child}/cmdline") for child in children}
    return {child for child, path in words.items() if b"multiprocessing.spawn" in path.read_bytes()}


class Player:
    """Somebody who comes back when the connection breaks, and sends again what was not acknowledged."""

    def __init__(self, address: str, name: str, cookie: str) -> None:
        self._where = f"{address.replace('http', 'ws', 1)}api/v1/live/{name}/socket"
        self._cookie = {"cookie": cookie}
        self._socket = self._opened()
        self.version = -1

    def _opened(self) -> ClientConnection:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return connect(self._where, additional_headers=self._cookie)
            except (OSError, TimeoutError, WebSocketException):
                assert time.monotonic() < deadline
                time.sleep(0.05)

    def until(self, version: int, frame: dict[str, Any] | None = None) -> None:
        """Until the game is at that version; the frame is to bring it there."""
        deadline = time.monotonic() + PATIENCE
        send = frame is not None
        while self.version < version:
            assert time.monotonic() < deadline
            try:
                if send and self.version == version - 1:
                    self._socket.send(json.dumps(frame))
                    send = False
                message = json.loads(self._socket.recv(PATIENCE))
                if message["type"] == "live":
                    self.version = message["live"]["version"]
            except WebSocketException:
                self._socket, send = self._opened(), frame is not None

    def close(self) -> None:
        self._socket.close()


@contextmanager
def player(web: httpx.Client, address: str, name: str) -> Iterator[Player]:
    sitting = Player(address, name, f"stratege={web.cookies['stratege']}")
    try:
        yield sitting
    finally:
        sitting.close()


@contextmanager
def supervised(folder: Path, *words: str) -> Iterator[tuple[int, str]]:
    """The command with several processes: the one that watches them, and their address."""
    process, address = command(folder, *words)
    try:
        yield process.pid, address
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def test_players_go_on_when_the_processes_die_one_after_the_other(tmp_path: Path, postgresql: str) -> None:
    database = fresh_database(postgresql)
    with (
        supervised(tmp_path, "--workers", "2", "--database", database) as (process, address),
        httpx.Client(base_url=address, timeout=PATIENCE) as ann,
        httpx.Client(base_url=address, timeout=PATIENCE) as bob,
    ):
        for web in (ann, bob):
            web.get("/api/v1/games")
        asked = {"game": "quixo", "seats": ["me", "open"], "size": "3"}
        name = ann.post("/api/v1/live", json=asked).json()["id"]
        assert bob.post(f"/api/v1/live/{name}/seat", json={"player": 2}).status_code == 200
        dead: set[int] = set()
        with player(ann, address, name) as one, player(bob, address, name) as two:
            for turn, move in enumerate(LINE[:-1]):
                one.until(1 + turn)
                two.until(1 + turn)
                if turn in (1, 2):
                    dead.add(kill_one(process, dead))
                (one, two)[turn % 2].until(2 + turn, {"type": "move", "move": move, "version": 1 + turn})
        live = httpx.get(f"{address}api/v1/live/{name}", timeout=PATIENCE).json()
        assert [step["move"] for step in live["view"]["history"]] == list(LINE[:-1])
        assert len(dead) == 2
        figures = httpx.get(f"{address}metrics", timeout=PATIENCE).text
        assert "stratege_save_seconds_count" in figures


def kill_one(supervisor: int, dead: set[int]) -> int:
    """Kill a process that was there from the beginning, once there are two again; which one."""
    deadline = time.monotonic() + PATIENCE
    while len(there := serving(supervisor) - dead) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    victim = min(there)
    os.kill(victim, signal.SIGKILL)
    return victim


def test_several_processes_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    done = stratege("web", "--workers", "2", "--port", "0", "--database", str(tmp_path / "a.sqlite"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "--database postgresql://" in done.stderr


@pytest.mark.soak
def test_a_hundred_players_lose_nothing_when_processes_are_killed(postgresql: str) -> None:
    crash = processes.killed(fresh_database(postgresql), games=50, seconds=60, every=10, pace=2)
    assert crash.kills >= 4
    assert crash.games >= 50
    assert (crash.lost, crash.doubled) == (0, 0)
    assert max(crash.away) <= 3
