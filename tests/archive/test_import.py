"""Importing files: batch by batch, killed and resumed, twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.archive.made import computed, made
from tests.cli.stratege_command import plain_environment

from stratege.archive import importer
from stratege.archive.formats import written
from stratege.archive.importer import Counted, Gathered, add_lines
from stratege.archive.store import Archive
from stratege.archive.validate import Validated, validate
from stratege.core.registry import game

GAMES, BATCH = 240, 20

IMPORT = """
import sys
from stratege.archive import importer
from stratege.archive.importer import add_lines
from stratege.archive.store import Archive

importer.SOON, importer.COSTS, importer.TOGETHER = 0.0, 0.0, 1  # batch by batch, however quick the machine

if __name__ == "__main__":
    with Archive.open(sys.argv[2]) as archive, open(sys.argv[1], encoding="utf-8") as file:
        for added in add_lines(archive, file, batch=int(sys.argv[3])):
            print(added.new, added.known, flush=True)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of several kinds, and three that are wrong."""
    kinds = [game("awale"), game("quixo", size=3), game("nimble")]
    path = tmp_path_factory.mktemp("import") / "games.jsonl"
    lines = [written(made(kinds[seed % 3], seed), "json") for seed in range(GAMES)]
    for place in (20, 100, 200):
        lines[place] = '{"game": "awale", "moves": "eee", "result": "1-0"}\n'
    path.write_text("".join(lines), encoding="utf-8")
    return path


def whole(file: Path, folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """What an import that nobody disturbs gives."""
    with Archive.open(str(folder / "whole.sqlite")) as archive:
        added = list(add_lines(archive, file.open(encoding="utf-8"), batch=1000))
        assert [one.line for one in added[0].refused] == [21, 101, 201]
        return computed(archive)


def test_in_batches_by_another_process_it_is_the_same(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive.open(str(tmp_path / "batches.sqlite")) as archive:
        monkeypatch.setattr(importer, "TOGETHER", 3)
        monkeypatch.setattr(importer, "SOON", 1e9)
        added = list(add_lines(archive, file.open(encoding="utf-8"), batch=BATCH))
        assert [one.games for one in added] == [3 * BATCH] * 4
        assert [one.line for part in added for one in part.refused] == [21, 101, 201]
        assert computed(archive) == whole(file, tmp_path)
        again = list(add_lines(archive, file.open(encoding="utf-8"), batch=1000))
        assert (again[0].new, again[0].known) == (0, GAMES - 3)


def test_what_comes_within_seconds_is_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow import commits batch by batch; where writing itself is slow, it gathers more."""
    clock = 0.0

    def batches() -> Iterator[Validated]:
        nonlocal clock
        for _batch in range(12):
            clock += 1.0  # what it takes to read and validate one
            yield validate([])

    monkeypatch.setattr("time.monotonic", lambda: clock)
    waiting = batches()
    assert len(list(Gathered(waiting, 2.0))) == 2
    assert len(list(Gathered(waiting, 0.0))) == 1
    assert len(list(Gathered(waiting, 60.0))) == 9


def test_a_small_file_is_committed_in_parts_too(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "FIRST", 30)
    monkeypatch.setattr(importer, "SOON", 0.0)
    monkeypatch.setattr(importer, "COSTS", 0.0)
    with Archive.open(str(tmp_path / "a.sqlite")) as archive:
        sizes = [one.games for one in add_lines(archive, file.open(encoding="utf-8"))]
    assert sizes == [30, 60, 120, 30]


HOSTILE = {
    '{"game": "awale", "moves": "e", "result": "1-0", "player1": "\\ud800"}': "cannot be kept",
    '{"game": "awale", "moves": "e", "result": "1-0", "tags": {"a": "\\udfff"}}': "cannot be kept",
    '{"game": "awale", "moves": "e", "result": "1-0", "player1": "a\\u0000b"}': "cannot be kept",
    '{"game": "awale", "moves": "e", "result": "1-0", "date": ' + "[" * 100_000: "not JSON",
    '{"game": "awale", "moves": "e", "tags": ' * 10_000: "not JSON",
    '{"game": "chomp", "size": "100000x100000", "moves": "0,1", "result": "1-0"}': "too large",
    '{"game": "awale", "moves": "' + "eg" * 100_000 + '", "result": "1-0"}': "too large",
    '{"game": "awale", "moves": "' + "e" * 2_000_000 + '", "result": "1-0"}': "too long",
    '{"game": "awale", "moves": "e", "result": "1-0", "comments": {"' + "9" * 5000 + '": "x"}}': "not JSON",
    '[Game "awale"]\n[Result "1-0"]\n\n' + "e g \n" * 500_000: "too long",
    '[Game "awale"]\n[Player1 "a\0b"]\n[Result "1-0"]\n\ne': "cannot be kept",
}


def test_a_hostile_record_is_refused_and_the_others_go_in(place: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.txt"
    with path.open("w", encoding="utf-8") as file:
        for seed, hostile in enumerate(HOSTILE):
            form = "json" if hostile.startswith("{") else "record"
            file.write(written(made(game("awale"), seed), form) + hostile + "\n")
    with Archive.open(place) as archive, path.open("rb") as lines:
        (added,) = add_lines(archive, Counted(lines))
        assert added.new == len(HOSTILE)
        told = [one.reason for one in added.refused]
    assert len(told) == len(HOSTILE)
    for words, reason in zip(HOSTILE.values(), told):
        assert words in reason
        assert len(reason) < 200


@pytest.mark.parametrize("after", [1, 3], ids=["early", "late"])
def test_killed_in_the_middle_it_resumes(file: Path, tmp_path: Path, after: int) -> None:
    script = tmp_path / "import.py"
    script.write_text(IMPORT, encoding="utf-8")
    place = str(tmp_path / "killed.sqlite")
    words = [sys.executable, str(script), str(file), place, str(BATCH)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=plain_environment())
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline().split()[0]) for _batch in range(after)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with Archive.open(place) as archive:
        survived = sum(games for games, _plies in archive.counts().values())
        assert survived >= sum(acknowledged) > 0
        assert survived < GAMES - 3 or after > 1
        added = list(add_lines(archive, file.open(encoding="utf-8"), batch=1000))
        assert added[0].known == survived
        assert computed(archive) == whole(file, tmp_path)


def test_progress_is_told_in_bytes(file: Path, tmp_path: Path) -> None:
    told: list[int] = []
    with Archive.open(str(tmp_path / "a.sqlite")) as archive, file.open("rb") as lines:
        list(add_lines(archive, Counted(lines, told.append), batch=1000))
    assert sum(told) == file.stat().st_size


def test_bytes_that_are_no_text_are_refused_where_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    good = written(made(game("awale"), 1), "json").encode()
    path.write_bytes(b'{"game": "awal\xff"}\n' + good)
    with Archive.open(str(tmp_path / "a.sqlite")) as archive, path.open("rb") as lines:
        (added,) = add_lines(archive, Counted(lines))
        assert (added.new, [one.line for one in added.refused]) == (1, [1])
