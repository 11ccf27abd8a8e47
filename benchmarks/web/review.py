"""A whole game reviewed as the browser asks for it: how long until every position is valued."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

import stratege
from benchmarks.report import Report, Table
from stratege.core.line import Line

NAME = "review"

PLIES = 30
SUMMARY = (
    f"Games of {PLIES} random plies reviewed over loopback, as the page asks for it: seconds until "
    "the last position is valued; the first review of a game also loads its machine code."
)


def game_of(name: str, plies: int = PLIES) -> str:
    """The moves of a game that goes on for so long."""
    for seed in range(100):
        draw, line = random.Random(seed), Line(stratege.game(name).start(seed=0))
        while line.legal() and line.plies < plies:
            line = line.play(draw.choice(line.legal()))
        if line.plies == plies:
            return " ".join(line.moves_text)
    raise AssertionError(f"no game of {name} is that long")


def seconds(web: httpx.Client, game: str, moves: str) -> float:
    """How long a review takes."""
    begun = time.perf_counter()
    answer = web.get("/api/v1/review", params={"game": game, "moves": moves}, timeout=300)
    assert "event: done" in answer.text, answer.text[-300:]
    return time.perf_counter() - begun


@contextmanager
def serving() -> Iterator[str]:
    """The address of the app as people start it, on a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [
            sys.executable,
            "-m",
            "stratege.cli.main",
            "web",
            "--port",
            "0",
            "--no-prepare",
            "--lang",
            "en",
        ]
        words += ["--database", f"{folder}/archive.sqlite"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^\s/]+", server.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()
            server.wait()


def run() -> Report:
    """Review a game of each kind twice."""
    rows = []
    with serving() as address, httpx.Client(base_url=address) as web:
        for game in ("awale", "mingmang", "quixo"):
            moves = game_of(game)
            rows.append([game, *(f"{seconds(web, game, moves):.1f}" for _time in range(2))])
    return Report(SUMMARY, [Table(f"Seconds for {PLIES} plies", ["game", "first", "then"], rows)])
