"""The pool of engines: answers, streams, limits, cancellation, and processes that die."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.engines import stubborn

import stratege
from stratege.core.errors import StrategeError
from stratege.core.line import Line
from stratege.engine.adviser import analyse
from stratege.web.engines import pool as pool_module
from stratege.web.engines.pool import EXTRA, EnginePool
from stratege.web.errors import Busy, Failed, status_of
from stratege.web.jobs.kind import KINDS, Kind
from stratege.web.jobs.task import Job
from stratege.web.live.game import Node
from stratege.web.live.jobs import analyse as analyse_job
from stratege.web.live.jobs import choose
from stratege.web.live.lines import job_of
from stratege.web.rooms.board.jobs import png
from stratege.web.rooms.images.jobs import image


def job(kind: Kind, game: str = "quixo", **options: Any) -> Job:
    return job_of(kind, [Node(Line(stratege.game(game).start(seed=0)))], **options)


ENDLESS = job(analyse_job, seconds=3600.0)
START = stratege.game("awale").start().text()
IMAGE = {"work": "look", "reduce": "none", "codec": "best", "most_pixels": 1000}


def within(pool: EnginePool, test: Callable[[EnginePool], Awaitable[None]]) -> None:
    """Run the test with the pool, which is closed whatever happens."""

    async def run() -> None:
        try:
            async with asyncio.timeout(120):
                await test(pool)
        finally:
            await pool.close()
        assert all(gone(pid) for pid in pool.pids)

    asyncio.run(run())


def gone(pid: int) -> bool:
    """Whether it runs no longer: of a grandchild of ours, what is left is for others to clear away."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_an_analysis_is_streamed_and_a_client_who_leaves_ends_it() -> None:
    async def test(pool: EnginePool) -> None:
        with pool.submit("ann", ENDLESS) as ticket:
            depths = []
            async for _kind, payload in ticket:
                depths.append(payload["depth"])
                if len(depths) == 3:
                    break
        assert depths == [1, 2, 3]
        await until(lambda: pool.load[1] == 0)  # the process is free again, long before its time is up
        pids = pool.pids
        fixed = await pool.answer("ann", job(analyse_job, seconds=60.0, depth=3))
        assert pool.pids == pids
        expected = analyse(stratege.game("quixo").start(), depth=3).as_json()
        assert {**fixed, "seconds": 0} == {**expected, "seconds": 0}

    within(EnginePool(1, 8, 4), test)


def test_where_no_process_can_be_started_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    async def test(one: EnginePool) -> None:
        monkeypatch.setattr("stratege.web.engines.pool.Worker", refuse)
        with pytest.raises(Failed, match="could not be started"):
            await one.answer("ann", job(choose, level="level:3", seconds=0.1))
        monkeypatch.undo()
        move = await one.answer("ann", job(choose, level="level:3", seconds=0.1))
        assert move in stratege.game("quixo").start().moves()

    within(EnginePool(1, 8, 4), test)


def test_too_much_is_refused_at_once_and_levels_do_not_wait_for_analyses() -> None:
    async def test(pool: EnginePool) -> None:
        mine = [pool.submit("ann", ENDLESS) for _job in range(2)]
        with pytest.raises(Busy, match="too much at once"):
            pool.submit("ann", ENDLESS)
        await until(lambda: pool.load == (2, 1, 1))  # one at work for each client
        others = [pool.submit(client, ENDLESS) for client in ("bob", "cid")]
        assert pool.load == (2, 1, 3)  # one process is kept for what is quick
        with pytest.raises(Busy, match="all busy"):
            pool.submit("dan", ENDLESS)
        pool.withdraw(others.pop())
        move = await pool.answer("game", job(choose, level="level:3", seconds=0.1))
        assert move in stratege.game("quixo").start().moves()
        for ticket in (*mine, *others):
            pool.withdraw(ticket)
        await until(lambda: pool.load[1:] == (0, 0))

    within(EnginePool(2, 3, 2), test)


def test_a_process_that_dies_is_replaced_and_its_job_reported() -> None:
    async def test(pool: EnginePool) -> None:
        ticket = pool.submit("ann", ENDLESS)
        await anext(aiter(ticket))
        os.kill(pool.pids[0], signal.SIGKILL)
        with pytest.raises(Failed, match="stopped unexpectedly"):
            [event async for event in ticket]
        answer = await pool.answer("ann", job(analyse_job, "nimble", seconds=1.0))
        assert answer["moves"]

    within(EnginePool(1, 8, 4), test)


def test_an_error_in_a_job_is_a_sentence_and_the_process_lives() -> None:
    async def test(pool: EnginePool) -> None:
        bad = Job(choose, ("chomp", "standard", "7x5"), "1", (), {"level": "level:1", "seconds": 0.1})
        with pytest.raises(StrategeError, match="game is over"):
            await pool.answer("ann", bad)
        pids = pool.pids
        with pytest.raises(StrategeError, match="is not legal") as refused:
            await pool.answer("ann", Job(png, ("awale", "standard", "4"), "4,4,4,4,4,4,4,4,4,4,4,4", ("g",)))
        assert status_of(refused.value) == 400  # who asked is wrong, not the engine
        assert pool.pids == pids

    within(EnginePool(1, 8, 4), test)


def test_a_large_job_for_a_process_that_has_not_begun_holds_nobody_up() -> None:
    """A pipe takes a few hundred KiB, then only what the other side reads; the event loop must not wait."""

    async def test(pool: EnginePool) -> None:
        large = Job(image, options={**IMAGE, "content": bytes(8 << 20)})
        with pytest.raises(StrategeError, match="not a picture"):
            await pool.answer("ann", large)
        os.kill(pool.pids[0], signal.SIGSTOP)  # as if it were still starting
        try:
            with pool.submit("ann", large):
                await asyncio.sleep(0.05)  # would never return if the event loop were waiting for the pipe
        finally:
            os.kill(pool.pids[0], signal.SIGCONT)

    within(EnginePool(1, 8, 4), test)


def test_a_job_past_its_deadline_is_ended_with_its_process() -> None:
    async def test(pool: EnginePool) -> None:
        assert await pool.answer("ann", Job(stubborn.quick)) == "done"
        (pid,) = pool.pids
        with pytest.raises(Failed, match="too long"):
            await pool.answer("ann", Job(stubborn.deaf))
        await until(lambda: gone(pid) and pool.load[1:] == (0, 0))
        assert await pool.answer("ann", Job(stubborn.quick)) == "done"

    within(EnginePool(2, 8, 4), test)


def test_who_leaves_frees_a_process_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stratege.web.engines.pool.GRACE", 0.2)

    async def test(pool: EnginePool) -> None:
        with pool.submit("ann", Job(stubborn.patient)):
            await until(lambda: pool.load[1] == 1)
            (pid,) = pool.pids
        await until(lambda: gone(pid) and pool.load[1] == 0)
        with pool.submit("ann", Job(stubborn.parent)) as ticket:
            _kind, child = await anext(aiter(ticket))
        await until(lambda: gone(child))

    within(EnginePool(2, 8, 4), test)


@pytest.mark.parametrize("how", ["memory", "exit", "deep", "system"])
def test_a_process_survives_whatever_a_job_raises(how: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: EnginePool) -> None:
        with pytest.raises(Failed, match="has been noted"):
            await pool.answer("ann", Job(stubborn.raising, options={"how": how}))
        pids = pool.pids
        with pytest.raises(Failed, match="has been noted"):
            await pool.answer("ann", Job(stubborn.unsendable))
        assert await pool.answer("ann", Job(stubborn.quick)) == "done"
        assert pool.pids == pids

    within(EnginePool(2, 8, 4), test)
    assert any("not for visitors" in getattr(record, "trace", "") for record in caplog.records)


def test_slow_jobs_never_take_the_last_process_and_one_address_never_all() -> None:
    async def test(pool: EnginePool) -> None:
        crowd = [pool.submit(f"client {n}", Job(stubborn.slow), "203.0.113.1") for n in range(8)]
        with pytest.raises(Busy, match="from your address"):
            pool.submit("one more", Job(stubborn.slow), "203.0.113.1")
        await until(lambda: pool.load[1] == 1)  # of two processes for long jobs, one address has one
        other = pool.submit("bob", Job(stubborn.slow), "198.51.100.7")
        await until(lambda: pool.load[1] == 2)
        assert await pool.answer("cid", Job(stubborn.quick), "203.0.113.1") == "done"
        for ticket in (*crowd, other):
            pool.withdraw(ticket)

    within(EnginePool(3, 16, 4), test)


def test_brief_jobs_of_one_client_work_side_by_side_and_leave_a_process_for_quick_ones() -> None:
    async def test(pool: EnginePool) -> None:
        many = [pool.submit("ann", Job(stubborn.one_of_many), "203.0.113.1") for _n in range(3)]
        await until(lambda: pool.load[1] == pool.lanes == 2)
        assert await pool.answer("bob", Job(stubborn.quick), "203.0.113.1") == "done"
        assert pool.load[1:] == (2, 1)
        for ticket in many:
            pool.withdraw(ticket)

    within(EnginePool(3, 16, 4), test)


def test_who_has_no_process_gets_one_and_it_goes_when_nobody_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool_module, "IDLE", 0.1)

    async def test(pool: EnginePool) -> None:
        crowd = [pool.submit(f"client {n}", Job(stubborn.slow), f"address {n}") for n in range(1 + EXTRA)]
        await until(lambda: pool.load[1] == 1 + EXTRA)  # all at once, though there is one process for them
        waits = pool.submit("one more", Job(stubborn.slow), "another address")
        assert await pool.answer("cid", Job(stubborn.quick), "address 0") == "done"
        assert pool.load == (2 + EXTRA, 1 + EXTRA, 1)
        for ticket in (*crowd, waits):
            pool.withdraw(ticket)
        await until(lambda: pool.load == (2, 0, 0))
        assert await pool.answer("cid", Job(stubborn.quick), "address 0") == "done"

    within(EnginePool(2, 16, 4), test)


def test_a_quick_job_on_an_unusual_board_is_quick_once_its_code_is_compiled() -> None:
    async def test(pool: EnginePool) -> None:
        with pool.submit("ann", Job(stubborn.slow), "here"):
            await until(lambda: pool.load[1] == 1)
            odd = Job(stubborn.quick, ("chomp", "standard", "3x9"), usual=False)
            with pool.submit("bob", odd, "here") as waiting:
                assert await pool.answer("cid", Job(stubborn.quick), "here") == "done"
                assert waiting.open  # for a process that quick jobs do not need
        assert await pool.answer("bob", odd, "here") == "done"
        with pool.submit("ann", Job(stubborn.slow), "here"):
            assert await pool.answer("bob", odd, "here") == "done"

    within(EnginePool(2, 8, 4), test)


def test_every_kind_of_job_has_a_deadline() -> None:
    kinds = [kind for kind in KINDS if kind.__module__.startswith("stratege.")]
    assert {str(kind) for kind in kinds} >= {"choose", "hint", "analyse", "check", "show", "png", "image"}
    assert all(0 < kind.seconds <= 1800 for kind in kinds)
    assert all(kind.seconds <= 120 for kind in kinds if kind.quick)
    for kind in kinds:
        assert pickle.loads(pickle.dumps(kind)) is kind
