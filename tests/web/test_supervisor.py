"""Several processes on one socket: players who lose theirs go on at another, and the dead are replaced."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks.web import processes
from benchmarks.web.load import visitor
from tests.web.conftest import fresh_database
from tests.web.live.test_finished import LINE

from stratege.cli.web import LogLevel, web
from stratege.core.errors import BadOption
from stratege.web import logs, supervisor
from stratege.web.settings import Settings


def test_players_go_on_when_the_processes_die_one_after_the_other(postgresql: str) -> None:
    with processes.serving(2, fresh_database(postgresql)) as server:
        asyncio.run(play_with_kills(server))


async def play_with_kills(server: processes.Served) -> None:
    """Both processes that were there in the beginning are killed; in the end it is others who answer."""
    away = processes.Crash(0, 0)
    async with visitor(server.address) as ann, visitor(server.address) as bob:
        for one in (ann, bob):
            await processes.asked(one, "GET", "/api/v1/games")
        new = {"game": "quixo", "seats": ["me", "open"], "size": "3"}
        name = (await processes.asked(ann, "POST", "/api/v1/live", json=new))["id"]
        await processes.asked(bob, "POST", f"/api/v1/live/{name}/seat", json={"player": 2})
        async with processes.seated(server.address, name, (ann, bob), away) as chairs:
            for turn, move in enumerate(LINE[:-1]):
                await asyncio.gather(*(chair.until(1 + turn) for chair in chairs))
                if turn in (1, 2):
                    await asyncio.to_thread(server.kill)
                await chairs[turn % 2].move(move)
        live = await processes.asked(ann, "GET", f"/api/v1/live/{name}")
        assert [step["move"] for step in live["view"]["history"]] == list(LINE[:-1])
        assert len(away.away) >= 2  # each player was somewhere that was killed
        assert (await processes.asked(ann, "GET", "/ready")) == {"ready": True}
        figures = (await ann.get("/metrics")).text
        assert "stratege_save_seconds_count" in figures


class Watched:
    """What the command hands to a supervisor."""

    def __init__(
        self,
        settings: Settings,
        count: int,
        listening: socket.socket,
        level: str,
        started: Callable[[], None],
    ) -> None:
        self.about = settings, count, listening.getsockname()[0], level
        Watched.last = self

    last: Watched

    def run(self) -> None:
        """Nothing is served."""


def serve(workers: int, database: str) -> Any:
    return web(port=0, workers=workers, database=database, no_prepare=True, log=LogLevel.info)


def test_the_command_has_them_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "Supervisor", Watched)
    monkeypatch.setattr(logs, "write_logs", lambda level: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    place = "postgresql+psycopg://me@localhost/games"
    serve(3, "postgresql://me@localhost/games")
    settings, count, host, level = Watched.last.about
    assert (settings.database, settings.live, settings.folder) == (place, place, tmp_path / "stratege")
    assert (count, host, level) == (3, "127.0.0.1", "info")
    with pytest.raises(BadOption, match="--database postgresql://"):
        serve(2, str(tmp_path / "a.sqlite"))


@pytest.mark.soak
def test_a_hundred_players_lose_nothing_when_processes_are_killed(postgresql: str) -> None:
    crash = processes.killed(fresh_database(postgresql), games=50, seconds=60, every=10, pace=2)
    assert crash.kills >= 4
    assert crash.games >= 50
    assert (crash.lost, crash.doubled) == (0, 0)
    assert crash.away
