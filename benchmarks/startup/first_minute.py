"""The first minute on a new machine: what a person waits for where nothing is compiled and no table built.

Each figure has a home of its own, new and empty, and a server or a command that has just started in it. A
reply is timed from sending the first move to hearing the machine's; an analysis or a picture from asking to
the first answer. `python -m benchmarks.startup.first_minute CHECKOUT` measures another version's source tree
and keeps its figures as the ones before; `--quick` measures a few of all, and `--prepared` how long it is
until the tables and 2,000 house games a game are there; neither keeps anything.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
from rich.console import Console
from websockets.asyncio.client import connect

from benchmarks.report import Report, Table

NAME = "first-minute"

GAMES = ("awale", "quixo", "mingmang", "chomp", "nimble")
LEVELS = (1, 5, 10)
BEFORE = Path(__file__).with_name("before.json")
ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds that anything may take but the whole preparation
LONGEST = 3600
ANALYSE = ["analyse", "awale", "--time", "1"]
PLAY = ["play", "quixo", "--player1", "level:5", "--seed", "1"]

SUMMARY = (
    "Seconds that a person waits on a fresh home: no machine code, no tables, no archive. Each is of a "
    "server that has just said its address, or of a command. A machine thinks up to 1 s of that. Before: "
    "{before}. Goal: 2 s for every first reply, analysis and picture."
)

Figures = dict[str, float]
Measure = Callable[[str], Awaitable[float]]


def run() -> Report:
    """The version at hand, beside the one that was measured before."""
    before = json.loads(BEFORE.read_text(encoding="utf-8")) if BEFORE.exists() else {}
    return report(measured(ROOT), before.get("figures", {}), before.get("version", "not measured"))


def report(figures: Figures, before: Figures, version: str) -> Report:
    """The figures beside those before."""
    rows = [[name, _seconds(before.get(name)), _seconds(figures[name])] for name in figures]
    table = Table("From asking to the first answer", ("what", "before s", "now s"), rows)
    return Report(SUMMARY.format(before=version), [table])


def measured(checkout: Path, quick: bool = False) -> Figures:
    """Everything, one after the other, each on a fresh home."""
    games, levels = (GAMES[:2], LEVELS[1:2]) if quick else (GAMES, LEVELS)
    figures: Figures = {}
    console = Console(stderr=True)

    def note(name: str, seconds: float) -> None:
        figures[name] = seconds
        console.print(f"{name}: {seconds:.2f} s", style="dim", highlight=False)

    for game in games:
        for level in levels:
            reply_of = functools.partial(first_reply, game=game, level=level)
            page, reply = asyncio.run(on_fresh_server(checkout, reply_of))
            figures.setdefault("the server's address", page)
            note(f"{game}, level {level}: first reply", reply)
        note(f"{game}: first analysis", _answer(checkout, functools.partial(first_analysis, game=game)))
    note("first picture", _answer(checkout, first_picture))
    for name, words in (("analyse awale", ANALYSE), ("play quixo, level 5 begins", PLAY)):
        first, whole = in_terminal(checkout, words)
        note(f"terminal, {name}: first words", first)
        note(f"terminal, {name}: all of it", whole)
    if not quick:
        note("everything prepared", _answer(checkout, everything_prepared))
    return figures


def _answer(checkout: Path, measure: Measure) -> float:
    return asyncio.run(on_fresh_server(checkout, measure))[1]


async def on_fresh_server(checkout: Path, measure: Measure) -> tuple[float, float]:
    """How long a new server takes to say its address, and what is measured there at once."""
    with tempfile.TemporaryDirectory() as home:
        begun = time.perf_counter()
        words = [sys.executable, "-m", "stratege.cli.main", "web", "--port", "0"]
        server = subprocess.Popen(
            words, env=fresh(checkout, home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            address = next(word for word in _words(server.stdout) if word.startswith("http")).rstrip("/")
            page = time.perf_counter() - begun
            return page, await measure(address)
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate()


def _words(lines: io.TextIOBase | Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield from line.split()


def fresh(checkout: Path, home: str) -> dict[str, str]:
    """The surroundings of somebody who has never used it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STRATEGE_", "XDG_"))}
    return {**kept, "HOME": home, "PYTHONPATH": str(checkout / "src"), "PYTHONUNBUFFERED": "1"}


@asynccontextmanager
async def visitor(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody with cookies and patience."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as web:
        await web.get("/api/v1/games")
        yield web


async def first_reply(address: str, game: str, level: int) -> float:
    """From the first move to the machine's answer."""
    async with visitor(address) as web:
        asked = {"game": game, "seats": ["me", f"level:{level}"]}
        name = (await web.post("/api/v1/live", json=asked)).raise_for_status().json()["id"]
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in web.cookies.jar)
        where = f"{address.replace('http', 'ws', 1)}/api/v1/live/{name}/socket"
        async with connect(where, additional_headers={"cookie": cookies}, max_size=None) as socket:
            live = json.loads(await socket.recv())["live"]
            move = {"type": "move", "move": live["view"]["moves"][0], "version": live["version"]}
            begun = time.perf_counter()
            await socket.send(json.dumps(move))
            while live["version"] < move["version"] + 2 and live["status"] == "playing":
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                live = message.get("live", live)
            return time.perf_counter() - begun


async def first_analysis(address: str, game: str) -> float:
    """From asking to the first values."""
    async with visitor(address) as web:
        begun = time.perf_counter()
        asked: dict[str, str | float] = {"game": game, "seconds": 1.0}
        async with web.stream("GET", "/api/v1/analysis", params=asked) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    break
        return time.perf_counter() - begun


async def first_picture(address: str) -> float:
    """From sending a picture to its runs and rectangles."""
    from PIL import Image

    file = io.BytesIO()
    Image.radial_gradient("L").quantize(16).save(file, "PNG")
    async with visitor(address) as web:
        begun = time.perf_counter()
        sent = {"picture": ("picture.png", file.getvalue(), "image/png")}
        (await web.post("/api/v1/images/look", files=sent)).raise_for_status()
        return time.perf_counter() - begun


async def everything_prepared(address: str) -> float:
    """Until engines, tables and house games are there."""
    async with visitor(address) as web:
        begun = time.perf_counter()
        while (told := (await web.get("/api/v1/preparation")).json())["state"] == "working":
            await asyncio.sleep(0.5)
            if time.perf_counter() - begun > LONGEST:
                raise RuntimeError("the preparation does not end")
        if told["state"] != "ready":
            raise RuntimeError(told["words"])
        return time.perf_counter() - begun


def in_terminal(checkout: Path, words: list[str]) -> tuple[float, float]:
    """Until a command says its first words, and until it has ended."""
    with tempfile.TemporaryDirectory() as home, _started(checkout, home, words) as command:
        begun = time.perf_counter()
        assert command.stdout is not None
        command.stdout.read(1)
        first = time.perf_counter() - begun
        command.communicate(timeout=PATIENCE)
        return first, time.perf_counter() - begun


@contextmanager
def _started(checkout: Path, home: str, words: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    together = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    command = [sys.executable, "-m", "stratege.cli.main", *words]
    with subprocess.Popen(command, env=fresh(checkout, home), **together) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def _seconds(figure: float | None) -> str:
    return "" if figure is None else f"{figure:.2f}"


def main() -> None:
    """Measure another version for comparison, or a few figures of this one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.startup.first_minute", description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, help="the source tree of another version")
    parser.add_argument("--quick", action="store_true", help="a few figures, printed only")
    parser.add_argument("--prepared", action="store_true", help="only how long the whole preparation takes")
    options = parser.parse_args()
    if options.prepared:
        print(f"everything prepared: {_answer(options.checkout or ROOT, everything_prepared):.1f} s")
        return
    figures = measured(options.checkout or ROOT, options.quick)
    if options.checkout is not None and not options.quick:
        asked = ["git", "-C", str(options.checkout), "rev-parse", "--short", "HEAD"]
        version = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        kept = {
            "version": f"version {version}",
            "figures": {name: round(s, 2) for name, s in figures.items()},
        }
        BEFORE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
