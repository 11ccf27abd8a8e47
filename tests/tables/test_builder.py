"""Whatever happens to a build, the finished files are the same bytes, and never half there."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from tests.tables import toy

from stratege.core import recipe
from stratege.core.errors import StrategeError
from stratege.core.recipe import Layer
from stratege.tables import builder as builder_module
from stratege.tables import format as format_module
from stratege.tables import mapped, workshop
from stratege.tables.builder import TableBusy

pytestmark = pytest.mark.usefixtures("toy_recipe")

KILLS, KILLS_IN_SOAK = 25, 100


@pytest.fixture
def undisturbed(tmp_path: Path) -> dict[str, bytes]:
    return toy.build(tmp_path / "undisturbed")


def test_a_build_leaves_its_layers_and_nothing_else(tmp_path: Path) -> None:
    assert list(toy.build(tmp_path)) == ["first.stgt", "second.stgt", "third.stgt"]
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"first.stgt", "second.stgt", "third.stgt", "lock", "lock.scratch"}


def test_the_bytes_do_not_depend_on_workers_or_where_the_work_lies(
    tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    assert toy.build(tmp_path / "two", workers=2, scratch=tmp_path / "elsewhere") == undisturbed


def test_what_is_there_is_not_built_again(tmp_path: Path) -> None:
    toy.build(tmp_path)
    assert toy.builder(tmp_path).plan(None).missing == ()


def test_a_damaged_layer_is_built_again(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    toy.build(tmp_path)
    path = next(tmp_path.glob("*/first.stgt"))
    path.write_bytes(b"nonsense")
    assert toy.build(tmp_path) == undisturbed


@pytest.mark.parametrize("layer", ["first", "second", "third"])
def test_one_flipped_byte_is_found_and_only_that_layer_is_built_again(
    tmp_path: Path, undisturbed: dict[str, bytes], layer: str
) -> None:
    toy.build(tmp_path)
    path = next(tmp_path.glob(f"*/{layer}.stgt"))
    content = bytearray(path.read_bytes())
    content[5000] ^= 1
    path.write_bytes(content)
    builder = toy.builder(tmp_path)
    assert builder.plan(None).missing == ()  # who only looks at both ends sees nothing
    plan = builder.plan(None, check=True)
    assert [one.name for one in plan.missing] == [layer]
    builder.build(plan)
    assert toy.contents(tmp_path) == undisturbed


def test_what_a_kill_left_of_a_finished_layer_is_cleared(tmp_path: Path) -> None:
    """Between the file's last name and the end of the work: gigabytes that nobody would ask for again."""
    toy.build(tmp_path, scratch=tmp_path / "scratch")
    builder = toy.builder(tmp_path, scratch=tmp_path / "scratch")
    left = [
        builder.folder / "third.packing",
        builder.scratch / "second.building",
        builder.scratch / "first.scratch-x",
    ]
    for path in left:
        path.write_bytes(b"half")
    builder.build(builder.plan(None))
    assert not any(path.exists() for path in left)
    assert len(toy.contents(tmp_path)) == 3


def test_a_table_is_deleted_with_what_was_not_finished(tmp_path: Path) -> None:
    toy.build(tmp_path)
    builder = toy.builder(tmp_path)
    (builder.folder / "second.building").write_bytes(b"half")
    (builder.folder / "second.scratch-guide").write_bytes(b"half")
    size = sum(path.stat().st_size for path in builder.folder.iterdir() if path.is_file())
    assert builder.delete() == size
    assert not builder.folder.exists()
    assert builder.delete() == 0


def test_nothing_is_deleted_that_is_not_a_table_or_is_being_built(tmp_path: Path) -> None:
    toy.build(tmp_path)
    builder = toy.builder(tmp_path)
    (builder.folder / "notes.txt").write_text("mine")
    with FileLock(builder.folder / "lock"), pytest.raises(TableBusy):
        builder.delete()
    assert len(toy.contents(tmp_path)) == 3
    builder.delete()
    assert [path.name for path in builder.folder.iterdir()] == ["notes.txt"]


def _killed_builds(folder: Path, kills: int, chance: random.Random) -> int:
    """Build with a SIGKILL at random instants; how many fell into the work."""
    fell = 0
    for _kill in range(kills):
        child = toy.build_in_child(folder, seconds_a_piece=0.0004)
        time.sleep(chance.uniform(0, 0.12))
        os.kill(child, signal.SIGKILL)
        if os.waitpid(child, 0)[1] == signal.SIGKILL:
            fell += 1
        else:
            shutil.rmtree(folder)  # it was done: from the beginning
    return fell


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_IN_SOAK, marks=pytest.mark.soak)])
def test_killed_at_any_instant_it_goes_on_to_the_same_bytes(
    tmp_path: Path, undisturbed: dict[str, bytes], kills: int
) -> None:
    folder = tmp_path / "killed"
    assert _killed_builds(folder, kills, random.Random(kills)) >= kills // 2
    assert toy.build(folder) == undisturbed


def test_half_a_layer_of_another_version_is_thrown_away(
    tmp_path: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "VERSION", 7)
    monkeypatch.setattr(toy, "entries", lambda layer, below, numbers: numbers * 0 + 9)
    work = toy.builder(tmp_path)

    def stop(layer: Layer, fraction: float) -> None:
        if fraction > 0.5:
            raise KeyboardInterrupt

    work.progress = stop
    with pytest.raises(KeyboardInterrupt):
        work.build(work.plan(None))
    assert list(tmp_path.glob("*/first.building"))
    monkeypatch.undo()
    monkeypatch.setattr(builder_module, "recipe_for", lambda game: toy)
    monkeypatch.setattr("stratege.tables.shelf.recipe_for", lambda game: toy)
    assert toy.build(tmp_path) == undisturbed


def test_a_second_builder_refuses(tmp_path: Path) -> None:
    work = toy.builder(tmp_path)

    def another(layer: Layer, fraction: float) -> None:
        with pytest.raises(TableBusy):
            toy.build(tmp_path)
        raise KeyboardInterrupt

    work.progress = another
    with pytest.raises(KeyboardInterrupt):
        work.build(work.plan(None))


@pytest.mark.parametrize("point", range(10))
def test_a_full_disk_is_one_sentence_and_loses_nothing(
    tmp_path: Path, undisturbed: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, point: int
) -> None:
    calls = 0

    def failing(function: Any) -> Any:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > point * 2:
                raise OSError(errno.ENOSPC, "No space left on device")
            return function(*arguments, **options)

        return call

    with monkeypatch.context() as full:
        full.setattr(mapped, "_allocate", failing(mapped._allocate))
        for module in (format_module, workshop):
            full.setattr(module, "write_at", failing(format_module.write_at))
        with pytest.raises(StrategeError, match="the disk is full"):
            toy.build(tmp_path)
    finished = toy.contents(tmp_path)
    assert finished == {name: undisturbed[name] for name in finished}
    assert toy.build(tmp_path) == undisturbed


def test_too_little_space_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "WORKING_COPIES", 1 << 50)
    with pytest.raises(StrategeError, match="of disk space"):
        toy.build(tmp_path)


def test_keeping_to_little_memory_changes_nothing(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    work = toy.builder(tmp_path)
    work.memory = 1
    work.build(work.plan(None))
    assert toy.contents(tmp_path) == undisturbed
