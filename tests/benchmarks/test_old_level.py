"""Today's level against an earlier one: its sources come out of the history, and no game is played twice."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from benchmarks.search import old_level
from benchmarks.search.earlier import sources_of
from benchmarks.search.old_level import COLUMNS, Match, engine_of, row_of

import stratege
from stratege.arena.journal import FileJournal
from stratege.arena.workers import Job, play_all
from stratege.core.record import Record
from stratege.engine.limits import Limits

TODAY = Path(stratege.__file__).parents[1]


def test_the_sources_of_a_commit_are_taken_out_once(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    (repository / "src").mkdir(parents=True)
    (repository / "src" / "then.py").write_text("WHEN = 1")
    git = functools.partial(subprocess.run, check=True, cwd=repository, capture_output=True)
    git(["git", "init"])
    git(["git", "add", "."])
    git(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-m", "then"])
    place = sources_of("HEAD", tmp_path, repository)
    assert (place / "then.py").read_text() == "WHEN = 1"
    (repository / "src" / "then.py").write_text("WHEN = 2")
    git(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-am", "now"])
    assert sources_of("HEAD", tmp_path, repository) == place
    assert (place / "then.py").read_text() == "WHEN = 1"
    with pytest.raises(subprocess.CalledProcessError):
        sources_of("none", tmp_path, repository)
    assert [path.name for path in tmp_path.glob("commit-*")] == ["commit-HEAD"]


def test_a_match_is_played_once_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, source = Match("nimble", None, 0.5), tmp_path / "then"
    source.symlink_to(TODAY)
    limits = Limits(nodes=100)
    assert row_of(match, 2, limits, source, 0) == []
    row = row_of(match, 2, limits, source, 1)
    assert len(row) == len(COLUMNS)
    assert (sum(map(int, row[1:4])), row[0], row[4]) == (2, "2", "0")
    played: list[str] = []

    def noted(jobs: Iterable[Job | None], workers: int) -> Generator[tuple[int, Record]]:
        for number, record in play_all(jobs, workers):
            played.append(record.tags["Player1"])
            yield number, record

    monkeypatch.setattr(old_level, "play_all", noted)
    assert row_of(match, 2, limits, source, 1) == row
    assert row_of(match, 2, limits, source, 0) == row
    assert played == []
    assert sum(map(int, row_of(match, 4, limits, source, 1)[1:4])) == 4
    assert sorted(played) == sorted([old_level.NEW, engine_of(match.game, source)])


def test_only_today_s_player_has_tables(tmp_path: Path) -> None:
    match, source = Match("nimble", None, 0.5), tmp_path / "then"
    source.symlink_to(TODAY)
    limits = Limits(nodes=100)
    row_of(match, 2, limits, source, 1, tables=True)
    assert row_of(match, 2, limits, source, 0) == []
    (kept,) = tmp_path.glob("*with tables.tournament")
    with FileJournal(kept) as journal:
        names = {record.tags[f"Player{number}"] for record in journal.games().values() for number in (1, 2)}
    assert names == {old_level.NEW, engine_of(match.game, source, (old_level.NO_TABLES,))}
