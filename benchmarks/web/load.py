"""Two hundred live games at once over four hundred sockets: how long a move takes, and whether any is lost.

The server runs in a process of its own, the players all in this one, over loopback. A move's time is from
sending it until its own player hears that it is on disk and played. The players come one after the other and
leave one after the other; moves are timed while all are there, and games that end are followed by new ones.
Every game is asked for once more when it is over and its moves compared with those that were acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.report import Report, Table

NAME = "web"

GAMES = ("awale", "chomp", "nimble", "mingmang", "quixo")
ANALYSES = 4
MOMENTS = 4  # of a load's time, at whose ends memory is looked at
ARRIVAL = 10  # seconds in which the players come, and in which they leave

SUMMARY = (
    "Live games between two people each, over loopback, server and all players on one machine: milliseconds "
    "from sending a move to its acknowledgement, which comes after it is on disk; without analyses and with."
)


@dataclass
class Player:
    """One of two people in a game, with a connection and cookies of their own."""

    web: httpx.AsyncClient
    socket: ClientConnection
    live: dict[str, Any] = field(default_factory=dict)

    async def until(self, version: int) -> None:
        """Listen until the game is at that version."""
        while not self.live or self.live["version"] < version:
            message = json.loads(await self.socket.recv())
            if message["type"] == "error":
                raise RuntimeError(message["error"])
            if message["type"] == "live":
                self.live = message["live"]


@dataclass
class Measured:
    """What happened under one load; moves are timed that were sent between `begin` and `end`."""

    begin: float
    end: float
    times: list[float] = field(default_factory=list)
    games: int = 0
    lost: int = 0
    doubled: int = 0
    memory: list[int] = field(default_factory=list)

    def note(self, sent: float, heard: float) -> None:
        """A move was acknowledged."""
        if self.begin <= sent <= self.end:
            self.times.append(heard - sent)

    def compare(self, made: Sequence[str], live: dict[str, Any]) -> None:
        """A game is over: what was acknowledged of it, and what is kept."""
        kept = [step["move"] for step in live["view"]["history"]]
        self.games += 1
        self.lost += max(0, len(made) - len(kept)) + sum(a != b for a, b in zip(made, kept))
        self.doubled += max(0, len(kept) - len(made))

    def row(self, name: str) -> list[str]:
        """Its row of the table."""
        times = sorted(self.times)
        milliseconds = [f"{1000 * times[int(share * (len(times) - 1))]:.1f}" for share in (0.5, 0.99, 1)]
        return [name, f"{len(times):,}", *milliseconds, str(self.games), str(self.lost), str(self.doubled)]


def visitor(server: str) -> httpx.AsyncClient:
    """Somebody with cookies, who lets go of a connection before the server does."""
    return httpx.AsyncClient(
        base_url=server, verify=False, timeout=120, limits=httpx.Limits(keepalive_expiry=1)
    )


async def play_on(server: str, pace: float, measured: Measured, draw: random.Random) -> None:
    """Two people come some time, play games one after the other, and leave some time."""
    await asyncio.sleep(draw.uniform(0, ARRIVAL))
    end = measured.end + draw.uniform(0, ARRIVAL)
    async with visitor(server) as one, visitor(server) as two:
        for web in (one, two):
            await web.get("/api/v1/games")
        while time.perf_counter() < end:
            asked = {"game": draw.choice(GAMES), "seats": ["me", "open"]}
            name = (await one.post("/api/v1/live", json=asked)).json()["id"]
            await two.post(f"/api/v1/live/{name}/seat", json={"player": 2})
            made = await play_game(server, name, (one, two), pace, end, measured, draw)
            measured.compare(made, (await one.get(f"/api/v1/live/{name}")).json())


async def play_game(
    server: str,
    name: str,
    webs: tuple[httpx.AsyncClient, httpx.AsyncClient],
    pace: float,
    end: float,
    measured: Measured,
    draw: random.Random,
) -> list[str]:
    """Random moves until the game or the time is over; those that were acknowledged."""
    made: list[str] = []
    async with seated(server, name, webs[0]) as one, seated(server, name, webs[1]) as two:
        while one.live["status"] == "playing" and time.perf_counter() < end:
            await asyncio.sleep(draw.uniform(0, 2 * pace))
            mover, other = (one, two) if one.live["view"]["to_move"] == 1 else (two, one)
            version, move = mover.live["version"], draw.choice(mover.live["view"]["moves"])
            sent = time.perf_counter()
            await mover.socket.send(json.dumps({"type": "move", "move": move, "version": version}))
            await mover.until(version + 1)
            measured.note(sent, time.perf_counter())
            made.append(move)
            await other.until(version + 1)
    return made


@asynccontextmanager
async def seated(server: str, name: str, web: httpx.AsyncClient) -> AsyncIterator[Player]:
    """A player connected to the game."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in web.cookies.jar)
    where = f"{server.replace('http', 'ws', 1)}/api/v1/live/{name}/socket"
    async with connect(where, additional_headers={"cookie": cookies}, max_size=None) as socket:
        player = Player(web, socket)
        await player.until(1)  # both have sat down
        yield player


async def analyse_on(server: str, end: float) -> None:
    """One client who has a position analysed all the time."""
    async with visitor(server) as web:
        await web.get("/api/v1/games")
        while (left := end - time.perf_counter()) > 0:
            asked: dict[str, str | float] = {"game": "quixo", "seconds": max(0.1, min(30.0, left))}
            async with web.stream("GET", "/api/v1/analysis", params=asked) as answer:
                async for _line in answer.aiter_lines():
                    if time.perf_counter() > end:
                        break


async def weigh_on(pid: int, measured: Measured) -> None:
    """Look at the server's memory now and then."""
    for moment in range(MOMENTS + 1):
        due = measured.begin + (measured.end - measured.begin) * moment / MOMENTS
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        measured.memory.append(memory(pid))


async def load(server: str, pid: int, games: int, seconds: float, pace: float, analyses: int) -> Measured:
    """So many games at once for so long, with so many analyses beside them."""
    begin = time.perf_counter() + ARRIVAL
    measured = Measured(begin, begin + seconds)
    players = (play_on(server, pace, measured, random.Random(seed)) for seed in range(games))
    analysts = (analyse_on(server, measured.end) for _client in range(analyses))
    await asyncio.gather(*players, *analysts, weigh_on(pid, measured))
    return measured


def memory(pid: int) -> int:
    """What the process has in memory, in MiB (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return 0


def serve(folder: Path) -> None:
    """The server's own process; prints its address."""
    from stratege.web.serving import Server, address_of, listen
    from stratege.web.settings import Settings

    listening = listen("127.0.0.1", 0)
    address = address_of(listening, "127.0.0.1").rstrip("/")
    generous = {"rate": 1e9, "burst": 10**9}
    settings = Settings(folder, workers=ANALYSES + 2, **generous)  # type: ignore[arg-type]
    Server(settings, lambda: print(address, flush=True)).run([listening])


def run(games: int = 200, seconds: float = 120, pace: float = 1.0) -> Report:
    """Both loads against a fresh server."""
    rows, memories = [], []
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "benchmarks.web.load", "--serve", folder]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            asyncio.run(load(address, server.pid, games, 1, pace, ANALYSES))  # all has been in use once
            for name, analyses in (("moves only", 0), (f"with {ANALYSES} analyses", ANALYSES)):
                measured = asyncio.run(load(address, server.pid, games, seconds, pace, analyses))
                rows.append(measured.row(name))
                memories.append([name, *map(str, measured.memory)])
        finally:
            server.terminate()
            server.wait()
    title = f"{games} games, {2 * games} sockets, {seconds:g} s each, a move every {pace:g} s"
    moments = [f"{seconds * moment / MOMENTS:g}" for moment in range(MOMENTS + 1)]
    columns = ["load", "moves", "p50 ms", "p99 ms", "longest ms", "games", "lost", "doubled"]
    return Report(
        SUMMARY,
        [
            Table(title, columns, rows),
            Table("The server's memory, MiB, after so many seconds", ["load", *moments], memories),
        ],
    )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web.load", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between a game's moves, on average")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.serve is not None:
        serve(asked.serve)
        return
    report = run(asked.games, asked.seconds, asked.pace)
    for table in report.tables:
        print(table.title, *(" | ".join(row) for row in (table.columns, *table.rows)), sep="\n")


if __name__ == "__main__":
    main()
