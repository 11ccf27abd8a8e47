"""The real recipes killed at random instants: whatever is left, the finished files are the same bytes."""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest
from tests.tables.toy import contents

import stratege
from stratege.core.game import Game
from stratege.games.quixo import table_recipe
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

TABLES = {
    "awale": (stratege.game("awale", "abapa"), 9),
    "quixo": (stratege.game("quixo", size=4), 16),
    "chomp": (stratege.game("chomp", size="12x11"), None),
    "mingmang": (stratege.game("mingmang", size=3), None),
}
"""The game, and how far its table goes."""


def build(folder: Path, game: Game, limit: int | None) -> dict[str, bytes]:
    work = Builder(Shelf(folder), game, workers=2, memory=1 << 30)
    work.build(work.plan(limit))
    return contents(folder)


def build_in_child(folder: Path, game: Game, limit: int | None) -> int:
    """Begin to build in a process of its own, which has all compiled code from its parent; its number."""
    child = os.fork()
    if child:
        return child
    try:
        build(folder, game, limit)
        os._exit(0)
    finally:
        os._exit(1)


def killed_builds(folder: Path, game: Game, limit: int | None, kills: int, seconds: float) -> None:
    """Begin again and again, killed at instants within so many seconds, until so many fell into the work."""
    chance, fell = random.Random(kills), 0
    while fell < kills:
        child = build_in_child(folder, game, limit)
        time.sleep(chance.uniform(0, seconds))
        os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
        if status == signal.SIGKILL:
            fell += 1
        else:
            assert status == 0, "the build failed by itself"
            shutil.rmtree(folder)  # it was done: from the beginning, and sooner
            seconds *= 0.8


@pytest.mark.parametrize("kills", [3, pytest.param(25, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", TABLES)
def test_killed_at_any_instant_real_tables_end_with_the_same_bytes(
    name: str, kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_recipe, "FULL", 4)  # Quixo layer by layer, the last ones packed, as on 5 × 5
    game, limit = TABLES[name]
    build(tmp_path / "first", game, limit)  # compile
    begun = time.perf_counter()
    undisturbed = build(tmp_path / "undisturbed", game, limit)
    seconds = time.perf_counter() - begun
    killed_builds(tmp_path / "killed", game, limit, kills, seconds)
    assert build(tmp_path / "killed", game, limit) == undisturbed
