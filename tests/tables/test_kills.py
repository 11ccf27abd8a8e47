"""The real recipes killed at random instants: whatever is left, the finished files are the same bytes."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.tables.toy import contents

import stratege
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.games.awale import table_recipe as awale_recipe
from stratege.games.mingmang import table_recipe as mingmang_recipe
from stratege.games.quixo import table_recipe as quixo_recipe
from stratege.tables import format as format_module
from stratege.tables import mapped, unpacking, verifier, workshop
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

TABLES = {
    "awale": (stratege.game("awale", "abapa"), 9),
    "quixo": (stratege.game("quixo", size=4), 16),
    "chomp": (stratege.game("chomp", size="12x11"), None),
    "mingmang": (stratege.game("mingmang", size=3), None),
    "mingmang by pawns": (stratege.game("mingmang", size=4), None),
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


@pytest.fixture(autouse=True)
def small_layers_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quixo layer by layer, the last ones packed, and Ming Mang by number of pawns, 4 × 4 as 5 × 5 is; Awalé
    from 6 seeds on, as from 25 on."""
    monkeypatch.setattr(quixo_recipe, "FULL", 4)
    monkeypatch.setattr(awale_recipe, "MOST_RAW", 5)
    monkeypatch.setattr(mingmang_recipe, "WIDEST", 4)
    monkeypatch.setattr(mingmang_recipe, "PAWNS", 12)
    monkeypatch.setattr(mingmang_recipe, "BY_PAWNS", "pawns-12")
    monkeypatch.setattr(unpacking, "IN_MEMORY_AT_MOST", 0)


@pytest.mark.parametrize(
    ("name", "kills"),
    [
        ("awale", 3),
        ("mingmang by pawns", 3),
        *(pytest.param(name, 25, marks=pytest.mark.soak) for name in TABLES),
    ],
)
def test_killed_at_any_instant_real_tables_end_with_the_same_bytes(
    name: str, kills: int, tmp_path: Path
) -> None:
    game, limit = TABLES[name]
    build(tmp_path / "first", game, limit)  # compile
    begun = time.perf_counter()
    undisturbed = build(tmp_path / "undisturbed", game, limit)
    seconds = time.perf_counter() - begun
    killed_builds(tmp_path / "killed", game, limit, kills, seconds)
    assert build(tmp_path / "killed", game, limit) == undisturbed


@pytest.mark.parametrize("name", TABLES)
def test_full_disks_and_flipped_bits_do_real_tables_no_harm(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is one sentence, and the same command then makes the same bytes, of the damaged layer alone."""
    game, limit = TABLES[name]
    undisturbed = build(tmp_path / "undisturbed", game, limit)
    folder, chance = tmp_path / "disturbed", random.Random(4)
    for room in (0, 40_000, 400_000):
        with monkeypatch.context() as patch, suppress(StrategeError):
            fill_disk(patch, room)
            build(folder, game, limit)
    assert build(folder, game, limit) == undisturbed
    sampled = verifier.verify(Shelf(folder), game, 500, 1, 2)
    assert {verdict.layer: verdict.fault for verdict in sampled} == {
        Path(name).stem: "" for name in undisturbed
    }
    for path in chance.sample(sorted(folder.glob("*/*.stgt")), min(4, len(undisturbed))):
        content = bytearray(path.read_bytes())
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        plan = Builder(Shelf(folder), game, workers=2, memory=1 << 30).plan(limit, check=True)
        assert [layer.name for layer in plan.missing] == [path.stem]
        Builder(Shelf(folder), game, workers=2, memory=1 << 30).build(plan)
        assert contents(folder) == undisturbed


def fill_disk(patch: pytest.MonkeyPatch, room: int) -> None:
    """After so many bytes, whoever asks the disk for more is told that it is full."""
    left = room

    def take(size: int) -> None:
        nonlocal left
        left -= size
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def allocate(file: BinaryIO, size: int) -> None:
        take(size)
        really_allocate(file, size)

    def write_at(file: BinaryIO, content: bytes, offset: int) -> None:
        take(len(content))
        really_write(file, content, offset)

    really_allocate, really_write = mapped._allocate, format_module.write_at
    patch.setattr(mapped, "_allocate", allocate)
    for module in (format_module, workshop):
        patch.setattr(module, "write_at", write_at)
