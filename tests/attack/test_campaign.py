"""All attacks at once, for a while, against one who plays, analyses and reads pages."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tests.attack import weapons
from tests.attack.target import EVIL, Target, attacked
from websockets.sync.client import connect

SECONDS = 60.0
SOON = 1.0  # within which 99 of 100 things that the victim does are done
MOST_GROWTH = 300  # MiB
PAGES = (
    "/",
    "/api/v1/position?game=quixo&moves=0,0-0,4",
    "/api/v1/analysis?game=awale&depth=4&seconds=0.2",
)


def positions(evil: httpx.Client) -> None:
    for asked in weapons.heavy_positions():
        evil.get("/api/v1/position", params=asked)


def crafted(evil: httpx.Client) -> None:
    for asked in weapons.CRAFTED:
        evil.get("/api/v1/analysis", params=asked)


def questions(evil: httpx.Client) -> None:
    for sql in weapons.SLOW_SQL:
        evil.get("/api/v1/sql", params={"sql": sql})


def pictures(evil: httpx.Client) -> None:
    asked = {"game": "mingmang", "variant": "free", "size": "16", "moves": weapons.to_and_fro("16", 210)}
    evil.get("/api/v1/picture.gif", params={**asked, "width": "2000"})
    for scans in (90, 60_000):
        evil.post(
            "/api/v1/images/look", files={"picture": ("x.jpg", weapons.many_scans(scans), "image/jpeg")}
        )


def analyses(evil: httpx.Client) -> None:
    evil.get("/api/v1/analysis?game=quixo&seconds=60", timeout=httpx.Timeout(60, read=3))


def games(evil: httpx.Client) -> None:
    evil.post("/api/v1/live", json={"game": "mingmang", "seats": ["me", "level:10"]})
    evil.get("/api/v1/solved/chomp?columns=16&rows=16")


WAYS: tuple[Callable[[httpx.Client], None], ...] = (positions, crafted, questions, pictures, analyses, games)


def attack(target: Target, way: Callable[[httpx.Client], None], source: str, end: threading.Event) -> None:
    """One way, again and again, each time as somebody new."""
    while not end.is_set():
        try:
            with target.caller(source) as evil:
                way(evil)
        except httpx.HTTPError:
            time.sleep(0.1)  # refused: once more


def heads(target: Target, end: threading.Event) -> None:
    """Hundreds of requests that never come to an end."""
    while not end.is_set():
        with weapons.hold_heads(target.port, EVIL, 300):
            end.wait(10)


def live_a_while(target: Target, seconds: float) -> list[float]:
    """What a victim does, and how long each thing took."""
    times = []
    deadline = time.monotonic() + seconds
    with target.caller() as victim:
        name = victim.post("/api/v1/live", json={"game": "awale", "seats": ["me", "me"]}).json()["id"]
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in victim.cookies.jar)
        where = f"ws://127.0.0.1:{target.port}/api/v1/live/{name}/socket"
        with connect(where, additional_headers={"cookie": cookies}) as talk:
            version = json.loads(talk.recv())["live"]["version"]
            while time.monotonic() < deadline:
                for path in PAGES:
                    begun = time.perf_counter()
                    assert victim.get(path).status_code == 200
                    times.append(time.perf_counter() - begun)
                for kind in ("move", "undo"):
                    begun = time.perf_counter()
                    talk.send(json.dumps({"type": kind, "move": "e", "version": version}))
                    version = json.loads(talk.recv())["live"]["version"]
                    times.append(time.perf_counter() - begun)
                time.sleep(0.2)
    return sorted(times)


@pytest.mark.soak
def test_a_victim_is_served_within_a_second_while_all_attacks_run(tmp_path: Path) -> None:
    with attacked(tmp_path) as target:
        live_a_while(target, 10)  # all has been compiled and in use once
        before, end = target.memory(), threading.Event()
        threads = [
            threading.Thread(target=attack, args=(target, way, f"127.0.0.{66 + number % 3}", end))
            for number, way in enumerate(2 * WAYS)
        ]
        threads.append(threading.Thread(target=heads, args=(target, end)))
        for thread in threads:
            thread.start()
        try:
            times = live_a_while(target, SECONDS)
        finally:
            end.set()
            for thread in threads:
                thread.join()
        assert times[int(0.99 * (len(times) - 1))] <= SOON, [round(one, 2) for one in times[-20:]]
        assert target.memory() - before < MOST_GROWTH
        target.wait_until_idle()
