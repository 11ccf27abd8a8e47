"""Several web processes on one PostgreSQL: what dies with a process, and how many moves a second they take.

*Killed*: five hundred games at once, their thousand players on two processes, one of which is killed every
twenty seconds and replaced. A player whose connection breaks comes back as the page does, and sends again a
move that nobody acknowledged. Every game is asked for at its end and compared with the moves acknowledged.

*Curve*: the same games without kills, moves ever faster, until a move in a hundred takes longer than 150 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.archive.server import fresh_database, postgresql_server
from benchmarks.report import Report, Table
from benchmarks.web.load import GAMES, Measured, visitor

NAME = "web processes"

SUMMARY = (
    "Two web processes and a real PostgreSQL; server, database and all players on one machine: what is lost "
    "when processes are killed, and milliseconds from sending a move to its acknowledgement."
)
PATIENCE = 120.0  # seconds in which a game must go on
FIRST_WAIT, LONGEST_WAIT = 0.3, 10.0  # seconds between attempts to come back, as the page has them
LIMIT = 0.150  # seconds
RATES = (50, 100, 150, 200, 300, 400, 500, 600, 800, 1000)  # moves a second


@dataclass
class Crash(Measured):
    """What happened, with how long players were away."""

    away: list[float] = field(default_factory=list)
    kills: int = 0


class Chair:
    """A player's connection to a game, which comes back by itself."""

    def __init__(self, server: str, name: str, web: httpx.AsyncClient, measured: Crash) -> None:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in web.cookies.jar)
        self._headers = {"cookie": cookies}
        self._where = f"{server.replace('http', 'ws', 1)}/api/v1/live/{name}/socket"
        self._measured = measured
        self.live: dict[str, Any] = {}
        self._socket: ClientConnection

    async def open(self) -> None:
        """Connect, however often it takes, and hear how the game stands."""
        wait = FIRST_WAIT
        while True:
            try:
                self._socket = await connect(
                    self._where, additional_headers=self._headers, max_size=None, open_timeout=PATIENCE / 4
                )
                await self._hear()
                return
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(wait * random.uniform(0.75, 1.25))
                wait = min(2 * wait, LONGEST_WAIT)

    async def close(self) -> None:
        """Leave."""
        with suppress(OSError, WebSocketException):
            await self._socket.close()

    async def move(self, move: str) -> None:
        """Make a move, and again if the connection broke before it was known; until it is acknowledged."""
        version = self.live["version"]
        frame = json.dumps({"type": "move", "move": move, "version": version})
        send = True
        async with asyncio.timeout(PATIENCE):
            while self.live["version"] == version:
                try:
                    if send:
                        await self._socket.send(frame)
                    await self._hear()
                    send = False
                except WebSocketException:
                    send = await self._back()

    async def until(self, version: int) -> None:
        """Listen until the game is at that version."""
        async with asyncio.timeout(PATIENCE):
            while self.live["version"] < version:
                try:
                    await self._hear()
                except WebSocketException:
                    await self._back()

    async def _back(self) -> bool:
        gone = time.perf_counter()
        await asyncio.sleep(FIRST_WAIT * random.uniform(0.75, 1.25))
        await self.open()
        self._measured.away.append(time.perf_counter() - gone)
        return True

    async def _hear(self) -> None:
        while True:
            message = json.loads(await self._socket.recv())
            if message["type"] == "live":
                self.live = message["live"]
                return


async def asked(web: httpx.AsyncClient, method: str, path: str, **more: Any) -> Any:
    """What the server answers, once it does."""
    for attempt in range(20):
        with suppress(httpx.HTTPError):
            return (await web.request(method, path, **more)).json()
        await asyncio.sleep(0.1 * (attempt + 1))
    raise TimeoutError(path)


@asynccontextmanager
async def seated(
    server: str, name: str, webs: Sequence[httpx.AsyncClient], measured: Crash
) -> AsyncIterator[list[Chair]]:
    """Both players, connected."""
    chairs = [Chair(server, name, web, measured) for web in webs]
    await asyncio.gather(*(chair.open() for chair in chairs))
    try:
        yield chairs
    finally:
        await asyncio.gather(*(chair.close() for chair in chairs))


async def play_on(server: str, pace: float, measured: Crash, draw: random.Random, arrival: float) -> None:
    """Two people come some time and play games one after the other until the end."""
    await asyncio.sleep(draw.uniform(0, arrival))
    async with visitor(server) as one, visitor(server) as two:
        for web in (one, two):
            await asked(web, "GET", "/api/v1/games")
        while time.perf_counter() < measured.end:
            new = {"game": draw.choice(GAMES), "seats": ["me", "open"]}
            name = (await asked(one, "POST", "/api/v1/live", json=new))["id"]
            await asked(two, "POST", f"/api/v1/live/{name}/seat", json={"player": 2})
            made = await play_game(server, name, (one, two), pace, measured, draw)
            measured.compare(made, await asked(one, "GET", f"/api/v1/live/{name}"))


async def play_game(
    server: str,
    name: str,
    webs: Sequence[httpx.AsyncClient],
    pace: float,
    measured: Crash,
    draw: random.Random,
) -> list[str]:
    """Random moves until the game or the time is over; those that were acknowledged."""
    made: list[str] = []
    async with seated(server, name, webs, measured) as (one, two):
        await asyncio.gather(one.until(1), two.until(1))  # both have sat down
        due = time.perf_counter() + draw.uniform(0, 2 * pace)
        while one.live["status"] == "playing" and time.perf_counter() < measured.end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            mover, other = (one, two) if one.live["view"]["to_move"] == 1 else (two, one)
            version, move = mover.live["version"], draw.choice(mover.live["view"]["moves"])
            sent = time.perf_counter()
            await mover.move(move)
            measured.note(sent, time.perf_counter())
            made.append(move)
            await other.until(version + 1)
            due = max(due + draw.uniform(0, 2 * pace), time.perf_counter())
    return made


async def kill_on(server: Served, every: float, measured: Crash) -> None:
    """Kill one process after the other."""
    while (left := measured.end - time.perf_counter()) > every:
        await asyncio.sleep(min(every, left))
        await asyncio.to_thread(server.kill)
        measured.kills += 1


async def load(
    server: Served, games: int, seconds: float, pace: float, kills: float | None = None, arrival: float = 10
) -> Crash:
    """So many games at once for so long, a move in each every `pace` seconds on average."""
    begin = time.perf_counter() + arrival
    measured = Crash(begin, begin + seconds)
    async with asyncio.TaskGroup() as group:
        for seed in range(games):
            group.create_task(play_on(server.address, pace, measured, random.Random(seed), arrival))
        if kills is not None:
            group.create_task(kill_on(server, kills, measured))
    return measured


@dataclass
class Served:
    """A server of several processes, in a process of its own."""

    address: str
    _process: subprocess.Popen[str]

    def kill(self) -> None:
        """Kill the one of its processes that has served longest."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("kill\n")
        self._process.stdin.flush()
        self._process.stdout.readline()


@contextmanager
def serving(processes: int, database: str | None) -> Iterator[Served]:
    """A server with so many processes; on a file, if there is no database."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.web.processes", "--serve", folder]
        words += ["--processes", str(processes), *(["--database", database] if database else [])]
        server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            yield Served(server.stdout.readline().strip(), server)
        finally:
            server.terminate()
            server.wait()


def serve(folder: Path, processes: int, database: str | None) -> None:
    """The server's own process; prints its address, and kills one of its processes for each line it reads."""
    from stratege.web.serving import Server, address_of, listen
    from stratege.web.settings import Settings
    from stratege.web.supervisor import Supervisor

    listening = listen("127.0.0.1", 0)
    address = address_of(listening, "127.0.0.1").rstrip("/")
    generous: dict[str, Any] = {"rate": 1e9, "burst": 10**9, "game_rate": 1e6, "game_burst": 10**6}
    settings = Settings(folder, workers=2, live=database, **generous)

    def started() -> None:
        print(address, flush=True)

    if processes == 1:
        Server(settings, started).run([listening])
    else:
        supervisor = Supervisor(settings, processes, listening, "error", started)
        threading.Thread(target=_obey, args=(supervisor,), daemon=True).start()
        supervisor.run()


def _obey(supervisor: Any) -> None:
    """Kill the process that has served longest, each time; the next time it is another one."""
    for _line in sys.stdin:
        longest = supervisor.pids[0]
        os.kill(longest, signal.SIGKILL)
        while longest in supervisor.pids:  # it has not been missed yet
            time.sleep(0.01)
        print("killed", flush=True)


def killed(
    database: str, games: int = 500, seconds: float = 120, every: float = 20, pace: float = 5
) -> Crash:
    """What happens when processes are killed."""
    with serving(2, database) as server:
        return asyncio.run(load(server, games, seconds, pace, every))


def curve(processes: int, database: str | None, games: int, seconds: float) -> list[list[str]]:
    """Rows of a table: ever more moves a second, until they take too long."""
    name = f"{processes}, {'PostgreSQL' if database else 'SQLite'}"
    rows = []
    with serving(processes, database) as server:
        asyncio.run(load(server, games, 3, 2.0))  # all has been in use once
        for rate in RATES:
            measured = asyncio.run(load(server, games, seconds, games / rate))
            times = sorted(measured.times)
            p50, p99 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.99))
            rows.append(
                [name, str(rate), f"{len(times) / seconds:.0f}", f"{1000 * p50:.1f}", f"{1000 * p99:.1f}"]
            )
            if p99 > LIMIT:
                break
    return rows


def run(games: int = 500, seconds: float = 120, step: float = 20) -> Report:
    """Processes killed, then the curves."""
    with postgresql_server() as server:
        crash = killed(fresh_database(server, "killed"), games, seconds)
        rows = [
            row
            for processes in (1, 2)
            for row in curve(processes, fresh_database(server, f"c{processes}"), games // 2, step)
        ]
    rows += curve(1, None, games // 2, step)
    away = sorted(crash.away)
    figures = [
        str(crash.kills),
        f"{len(crash.times):,}",
        str(crash.games),
        str(crash.lost),
        str(crash.doubled),
    ]
    figures += [str(len(away)), *(f"{away[int(share * (len(away) - 1))]:.2f}" for share in (0.5, 0.99, 1))]
    columns = [
        "",
        "kills",
        "moves",
        "games",
        "lost",
        "doubled",
        "reconnections",
        "p50 s",
        "p99 s",
        "longest s",
    ]
    title = f"{games} games, {2 * games} sockets, {seconds:g} s, two processes, one killed every 20 s"
    curves = ["processes, database", "asked moves/s", "moves/s", "p50 ms", "p99 ms"]
    return Report(
        SUMMARY,
        [
            Table(title, columns, [["two processes", *figures]]),
            Table(f"{games // 2} games, {games // 2 * 2} sockets, {step:g} s each", curves, rows),
        ],
    )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web.processes", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--step", type=float, default=20, help="seconds of each point of the curves")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--processes", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--database", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.serve is not None:
        serve(given.serve, given.processes, given.database)
        return
    for table in run(given.games, given.seconds, given.step).tables:
        print(table.title, *(" | ".join(row) for row in (table.columns, *table.rows)), sep="\n")


if __name__ == "__main__":
    main()
