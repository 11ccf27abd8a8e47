"""Compile what most tests use, each thing once: `pytest -p tests.warm`, while the tests are collected.

Else every process of a test run that finds the cache empty would compile the same code at the same time.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from stratege.archive.replay_batch import WORTH_COMPILING, Moves, replay
from stratege.core.line import Line
from stratege.core.registry import GAMES, game
from stratege.engine.adviser import Adviser
from stratege.engine.limits import Limits
from stratege.engine.perft import perft
from stratege.engine.players import player, player_names
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from stratege.web.first_start.chores import CODECS, PICTURES, Chore

TABLES: dict[str, tuple[str | None, int | None]] = {
    "awale": (None, 3),
    "quixo": (None, 0),
    "mingmang": ("3", None),
    "chomp": ("4x4", None),
}
"""The size and how far: as little as needs all the code."""


_compiler = pytest.StashKey[subprocess.Popen[bytes]]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin."""
    if not session.config.option.collectonly:
        session.stash[_compiler] = subprocess.Popen([sys.executable, "-m", "tests.warm"])


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let the tests begin when it has ended."""
    if _compiler in session.stash:
        assert session.stash[_compiler].wait() == 0


def warm(what: str) -> None:
    """Have all compiled that searches, counts and replays a game, fills its table, or codes pictures."""
    if what in GAMES:
        warm_game(what)
    elif what in (PICTURES, CODECS):
        Chore(what, "").do("", lambda fraction: None)
    else:
        name = what.removeprefix("table ")
        size, limit = TABLES[name]
        with tempfile.TemporaryDirectory() as folder:
            builder = Builder(Shelf(Path(folder)), game(name, size=size), workers=1, memory=1 << 30)
            builder.build(builder.plan(limit))


def warm_game(name: str) -> None:
    """The engines of one game."""
    rules = game(name)
    start = rules.start(seed=0)
    Adviser(rules).prepare()
    perft(start, 3)
    for machine in {"mcts", "exam"} & set(player_names(rules)):
        player(machine, rules).choose(Line(start), Limits(2, 100))
    moves = Moves(start, start.legal()[:1])
    replay(rules, [moves] * WORTH_COMPILING, 1)


def main() -> None:
    """All games, the slowest to compile first."""
    games = sorted(GAMES, key=lambda name: name != "awale")
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(warm, [*games, CODECS, PICTURES, *(f"table {name}" for name in TABLES)]))


if __name__ == "__main__":
    main()
