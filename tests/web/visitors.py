"""Visitors of the web app: browsers without a screen, each with cookies of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from tests.patience import wait_until

from stratege.web.settings import Settings

HOST = "stratege.test"


def settings_in(folder: Path, **chosen: Any) -> Settings:
    """Settings for tests: no limits on rates but where a test asks for them, short thinking."""
    generous = {"rate": 1e9, "burst": 10**9, "frame_rate": 1e9, "frame_burst": 10**9, "game_burst": 10**9}
    quick = {"level_seconds": 0.1, "hint_seconds": 0.1, "call_seconds": 1}
    few = {"workers": 2, "archive_pause": 60.0, "hosts": (HOST,)}
    return Settings(folder, **{**generous, **quick, **few, **chosen})


@dataclass
class House:
    """An app that runs."""

    app: FastAPI
    _door: TestClient

    def visitor(self, **headers: str) -> Visitor:
        """Somebody new, with an identity."""
        client = TestClient(self.app, base_url=f"http://{HOST}", headers=headers)
        client.portal = self._door.portal  # one event loop for all
        visitor = Visitor(client)
        assert visitor.get("/api/v1/games").status_code == 200
        return visitor

    def until_prepared(self) -> None:
        """Wait for who prepares, and have them not give way: on a busy machine that would take minutes."""
        preparation = self.app.state.preparation

        def ended() -> bool:
            with suppress(OSError):  # root may do so
                os.setpriority(os.PRIO_PROCESS, preparation._process.pid, 0)
            return not preparation.running

        wait_until(ended, 0.1)


@contextmanager
def served(app: FastAPI) -> Iterator[House]:
    """The app, running."""
    with TestClient(app, base_url=f"http://{HOST}") as door:
        yield House(app, door)


@dataclass
class Visitor:
    """Somebody with cookies."""

    client: TestClient

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def post(self, path: str, **more: Any) -> Any:
        return self.client.post(path, **more)

    def begin(self, game: str, *seats: str, **more: Any) -> str:
        """Begin a live game; its name."""
        answer = self.post("/api/v1/live", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def sit(self, name: str, player: int) -> Any:
        return self.post(f"/api/v1/live/{name}/seat", json={"player": player})

    def live(self, name: str) -> dict[str, Any]:
        return dict(self.get(f"/api/v1/live/{name}").json())

    @contextmanager
    def at(self, name: str) -> Iterator[Talk]:
        """Connected to a live game."""
        opened: AbstractContextManager[WebSocketTestSession] = self.client.websocket_connect(
            f"ws://{HOST}/api/v1/live/{name}/socket"
        )
        with opened as socket:
            yield Talk(socket)


class Talk:
    """A conversation with a live game."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.live: dict[str, Any] = {}

    def send(self, kind: str, **more: Any) -> None:
        self.socket.send_text(json.dumps({"type": kind, **more}))

    def hear(self, kind: str = "live") -> dict[str, Any]:
        """The next message of that kind; what comes before it is skipped."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            if message["type"] == "live":
                self._complete(message["live"]["tree"])
                self.live = message["live"]
            if message["type"] == kind:
                return message

    def _complete(self, tree: dict[str, Any]) -> None:
        """The server sends the moves that it has not sent before."""
        known = self.live["tree"]["nodes"] if self.live else []
        there = tree.pop("known")
        assert there <= len(known)
        tree["nodes"] = known[:there] + tree["nodes"]

    def until(self, version: int) -> dict[str, Any]:
        """The game at that version or later."""
        while not self.live or self.live["version"] < version:
            self.hear()
        return self.live

    def settle(self) -> dict[str, Any]:
        """The game as it is now, everything sent before being heard."""
        self.send("ping")
        self.hear("pong")
        return self.live

    def play(self, move: str) -> dict[str, Any]:
        """Make a move and wait until it is confirmed."""
        version = self.live["version"]
        self.send("move", move=move, version=version)
        return self.until(version + 1)

    def refused(self, kind: str, **more: Any) -> str:
        """Ask for something that is refused; why."""
        self.send(kind, **more)
        return str(self.hear("error")["error"])
