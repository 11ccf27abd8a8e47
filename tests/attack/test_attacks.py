"""Attacks that once stopped the app for everybody: what they get now, and that others are served."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from tests.attack import weapons
from tests.attack.target import EVIL, Target, attacked
from tests.patience import wait_until
from websockets.sync.client import connect

from stratege.core.registry import game
from stratege.web.live.game import Live, Seat, begin
from stratege.web.live.sqlite_store import SqliteStore
from stratege.web.rooms.board.pictures import MOST_FRAMES, MOST_MOVING


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """One server for all small attacks; at the end nothing of it is left running."""
    with attacked(tmp_path_factory.mktemp("attacked")) as target:
        yield target


def served(target: Target) -> None:
    """A victim's page, position, and game are there, and what they ask for is answered."""
    with target.caller() as victim:
        assert victim.get("/").status_code == 200
        assert victim.get("/api/v1/position?game=awale&moves=e+g").json()["to_move"] == 1
        begun = victim.post("/api/v1/live", json={"game": "awale", "seats": ["me", "me"]})
        assert begun.status_code == 201
        assert victim.get(f"/api/v1/live/{begun.json()['id']}").json()["status"] == "playing"


def test_positions_that_take_long_are_checked_by_others_than_who_serves(target: Target) -> None:
    with target.caller(EVIL) as evil, ThreadPoolExecutor(8) as many:
        heavy = weapons.heavy_positions()
        answers = [many.submit(evil.get, "/api/v1/position", params=heavy[n % 2]) for n in range(8)]
        served(target)
        codes = [answer.result().status_code for answer in answers]
    assert set(codes) <= {200, 400, 429}
    target.wait_until_idle()


@pytest.mark.parametrize("number", range(len(weapons.CRAFTED)))
def test_crafted_texts_are_refused_with_a_sentence(target: Target, number: int) -> None:
    crafted = weapons.CRAFTED[number]
    with target.caller(EVIL) as evil:
        for path in ("position", "analysis", "moves", "picture.png"):
            try:
                answer = evil.get(f"/api/v1/{path}", params=crafted)
            except httpx.RemoteProtocolError:
                continue  # the head of the request was too large
            assert answer.status_code == 400, (path, answer.text)
            assert answer.json()["error"]
    assert not any("a worker died" in line for line in target.log())


def test_a_picture_of_sixty_thousand_scans_is_refused(target: Target) -> None:
    with target.caller(EVIL) as evil:
        for work in ("look", "compare", "encode"):
            file = {"picture": ("x.jpg", weapons.many_scans(60_000), "image/jpeg")}
            answer = evil.post(f"/api/v1/images/{work}", files=file)
            assert answer.status_code == 400
            assert "too often" in answer.json()["error"]
        few = {"picture": ("x.jpg", weapons.many_scans(20), "image/jpeg")}
        assert evil.post("/api/v1/images/encode", files=few).status_code == 200


def test_a_moving_picture_has_so_many_pixels_and_no_more(target: Target) -> None:
    moves = weapons.to_and_fro("4", 210)
    asked = {"game": "mingmang", "variant": "free", "size": "4", "moves": moves, "width": "2000"}
    with target.caller(EVIL) as evil:
        answer = evil.get("/api/v1/picture.gif", params=asked)
        assert answer.status_code == 200
        with Image.open(io.BytesIO(answer.content)) as picture:
            assert picture.width * picture.height * MOST_FRAMES <= MOST_MOVING


def test_who_hangs_up_leaves_no_work_behind(target: Target) -> None:
    moves = weapons.to_and_fro("16", 400)
    asked = {"game": "mingmang", "size": "16", "variant": "free", "moves": moves, "width": "2000"}
    with target.caller(EVIL) as evil:
        for path in ("picture.gif", "position", "moves"):
            with pytest.raises(httpx.TimeoutException):
                evil.get(f"/api/v1/{path}", params=asked, timeout=httpx.Timeout(60, read=0.01))
    target.wait_until_idle()
    served(target)


def test_twenty_identities_of_one_address_do_not_fill_the_line(target: Target) -> None:
    with ExitStack() as stack:
        crowd = [stack.enter_context(target.caller(EVIL)) for _identity in range(20)]
        streams = []
        for evil in crowd:
            asked = evil.build_request("GET", "/api/v1/analysis?game=quixo&seconds=50")
            streams += [evil.send(asked, stream=True) for _job in range(4)]
        codes = [stream.status_code for stream in streams]
        assert 429 in codes
        with (
            target.caller() as victim,
            victim.stream("GET", "/api/v1/analysis?game=nimble&seconds=0.1") as answer,
        ):
            assert answer.status_code == 200
            assert "event: done" in "".join(answer.iter_text())  # not after fifty seconds times eighty
        for stream in streams:
            stream.close()
    target.wait_until_idle()


def test_three_hundred_heads_that_never_end(target: Target) -> None:
    with weapons.hold_heads(target.port, EVIL, 300):
        served(target)


def test_at_the_limit_of_descriptors_others_are_served_and_the_log_stays_short(tmp_path: Path) -> None:
    with attacked(tmp_path, descriptors=160) as target:
        with ExitStack() as stack:
            for last in range(66, 72):
                stack.enter_context(weapons.hold_heads(target.port, f"127.0.0.{last}", 15))
            assert target.health()["status"] == "ok"
            for last in range(72, 80):  # now all connections there can be are taken
                stack.enter_context(weapons.hold_heads(target.port, f"127.0.0.{last}", 30))
        wait_until(lambda: _answers(target))
        assert len(target.log()) < 50


def _answers(target: Target) -> bool:
    try:
        return bool(target.health()["status"] == "ok")
    except httpx.HTTPError:
        return False


def test_silent_spectators_of_a_long_game_cost_little_memory(tmp_path: Path) -> None:
    live = _long_game(1500)
    store = SqliteStore(tmp_path)
    asyncio.run(store.save((None, live)))
    store.close()
    with attacked(tmp_path) as target, ExitStack() as stack:
        served(target)
        before = target.memory()
        for _spectator in range(40):
            where = f"ws://127.0.0.1:{target.port}/api/v1/live/{live.id}/socket"
            silent = connect(where, max_size=None, ping_interval=None)
            stack.callback(_hang_up, silent)
        served(target)
        assert target.memory() - before < 100


def _hang_up(silent: Any) -> None:
    silent.socket.close()


def _long_game(moves: int) -> Live:
    """A game with so many moves in its tree: many lines that somebody tried and took back."""
    live = begin("long-game-", game("mingmang", "free", "8").start(0), (Seat(owner="x"), Seat(owner="x")))
    draw = random.Random(1)
    while len(live.nodes) < moves:
        live = live._at(0, 0)
        for _ply in range(100):
            if live.outcome() is None:
                live = live._played(draw.choice(live.position.moves()), 0)
    return live


def test_nothing_that_was_tried_here_killed_a_process(target: Target) -> None:
    served(target)
    assert not any("a worker died" in line or "a job failed" in line for line in target.log())
    assert target.threads() < 50
