"""What a first start makes: once, whatever is killed, by one server at a time, and for all to see."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import wait_until
from tests.web.visitors import served, settings_in

from stratege.archive.store import Archive
from stratege.core.errors import StrategeError
from stratege.core.registry import GAMES as ALL_GAMES
from stratege.tables.shelf import Shelf
from stratege.web.app import create_app
from stratege.web.engines.pool import EnginePool
from stratege.web.first_start import chores
from stratege.web.first_start.chores import HOUSE_GAMES, TABLE, Chore, Notes, all_chores, do_all
from stratege.web.jobs.task import Job
from stratege.web.live.jobs import hint

pytestmark = pytest.mark.usefixtures("own_wishes")

SOME_TABLE = Chore(TABLE, "awale", "standard", None, 3)
SOME_GAMES = Chore(HOUSE_GAMES, "nimble", None, "6x2", 7)
KIND = ("nimble", "standard", "6x2")


@pytest.fixture
def archive(tmp_path: Path) -> str:
    return str(tmp_path / "archive.sqlite")


@pytest.fixture
def notes(tmp_path: Path, archive: str) -> Notes:
    return Notes(tmp_path, archive)


def silent(chore: Chore, fraction: float) -> None:
    """Nobody listens."""


def moves_in(archive: str) -> list[list[str]]:
    with Archive.open(archive) as opened:
        return [list(entry.moves) for _number, entry in opened.entries()]


def test_every_game_has_house_games_and_every_chore_is_possible() -> None:
    assert {chore.name for chore in all_chores() if chore.kind == HOUSE_GAMES} == set(ALL_GAMES)
    assert all_chores()[0] == Chore(TABLE, "awale", "standard")
    assert len({chore.words for chore in all_chores()}) == len(all_chores())


def test_what_is_missing_is_made_and_told(notes: Notes, archive: str) -> None:
    told: list[tuple[Chore, float]] = []
    do_all([SOME_TABLE, SOME_GAMES], notes, archive, lambda chore, done: told.append((chore, done)))
    assert len(Shelf().layers(SOME_TABLE.game)) == 4
    assert len(moves_in(archive)) == 7
    assert [chore for chore, done in told if done == 0.0] == [SOME_TABLE, SOME_GAMES]
    assert told[-1] == (SOME_GAMES, 1.0)
    for chore in (SOME_TABLE, SOME_GAMES):
        fractions = [done for one, done in told if one == chore]
        assert fractions == sorted(fractions)


def test_what_was_made_once_is_never_made_again(notes: Notes, archive: str, tmp_path: Path) -> None:
    do_all([SOME_TABLE, SOME_GAMES], notes, archive, silent)
    made = {path: path.stat().st_mtime_ns for path in Shelf().files()}
    with Archive.open(archive) as opened:  # even if somebody does not want it
        opened.delete_player(1)
    kept = len(moves_in(archive))
    assert notes.left([SOME_TABLE, SOME_GAMES]) == []
    do_all([SOME_TABLE, SOME_GAMES], notes, archive, silent)
    assert len(moves_in(archive)) == kept
    (tmp_path / chores.NOTES).write_text("scribbled over")
    do_all([SOME_TABLE], notes, archive, silent)
    assert {path: path.stat().st_mtime_ns for path in Shelf().files()} == made


def test_games_of_others_count_too(archive: str, notes: Notes) -> None:
    chores.fill(SOME_GAMES.game, 5, archive, lambda fraction: None)
    before = moves_in(archive)
    do_all([Chore(HOUSE_GAMES, "nimble", None, "6x2", 4)], notes, archive, silent)
    assert moves_in(archive) == before


@pytest.mark.parametrize("stop", range(1, 7))
def test_a_kill_loses_little_and_doubles_nothing(
    stop: int, notes: Notes, archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "BATCH", 2)

    def die(chore: Chore, fraction: float) -> None:
        if fraction >= stop / 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        do_all([SOME_GAMES], notes, archive, die)
    assert len(moves_in(archive)) == stop // 2 * 2
    do_all([SOME_GAMES], notes, archive, silent)
    chores.fill(SOME_GAMES.game, 7, str(tmp_path / "other.sqlite"), lambda fraction: None)
    assert moves_in(archive) == moves_in(str(tmp_path / "other.sqlite"))


def test_a_chore_that_fails_is_tried_again_and_hinders_no_other(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "archive.sqlite")
    notes = Notes(tmp_path, nowhere)
    with pytest.raises(StrategeError):
        do_all([SOME_GAMES, SOME_TABLE], notes, nowhere, silent)
    assert notes.left([SOME_GAMES, SOME_TABLE]) == [SOME_GAMES]


def test_the_app_serves_while_it_prepares_and_says_how_far_it_is(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, chores=(SOME_TABLE, SOME_GAMES))
    with served(create_app(settings)) as house:
        visitor, french = house.visitor(), house.visitor(**{"accept-language": "fr"})
        first = visitor.get("/api/v1/preparation").json()
        assert (first["state"], first["part"], first["parts"]) == ("working", 1, 2)
        assert first["words"] == "Building the table of Awalé (standard)"
        assert french.get("/api/v1/preparation").json()["state"] == "working"
        assert first["words"] in visitor.get("/").text
        house.until_prepared()
        assert visitor.get("/api/v1/preparation").json()["state"] == "ready"
    assert len(moves_in(settings.archive)) == 7
    with served(create_app(settings)) as house:
        assert house.visitor().get("/api/v1/preparation").json()["state"] == "ready"
        assert 'data-state="ready" hidden' in house.visitor().get("/").text


def test_of_two_servers_on_a_folder_one_prepares(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, chores=(SOME_GAMES,))
    with Notes(tmp_path, settings.archive).alone() as first, served(create_app(settings)) as house:
        visitor = house.visitor()
        house.until_prepared()
        assert first
        assert visitor.get("/api/v1/preparation").json()["state"] == "elsewhere"
        assert visitor.get("/health").json()["status"] == "ok"
    assert not (tmp_path / chores.NOTES).exists()


def test_what_cannot_be_prepared_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = settings_in(tmp_path, chores=(SOME_GAMES,), database=str(tmp_path / "file" / "a.sqlite"))
    with served(create_app(settings)) as house:
        visitor = house.visitor()
        house.until_prepared()
        assert visitor.get("/api/v1/preparation").json()["state"] == "failed"
        words = visitor.get("/api/v1/preparation").json()["words"]
        assert "the log says why" in words  # to the owner, for it names a path
        assert str(tmp_path) not in words
        assert "Cannot write" in house.app.state.preparation.news.error


def test_a_database_that_is_not_there_is_said_without_its_password(tmp_path: Path) -> None:
    nowhere = "postgresql://me:secret@127.0.0.1:1/archive"
    with served(create_app(settings_in(tmp_path, chores=(SOME_GAMES,), database=nowhere))) as house:
        visitor = house.visitor()
        house.until_prepared()
        assert visitor.get("/api/v1/preparation").json()["state"] == "failed"
        words = visitor.get("/api/v1/preparation").json()["words"]
        told = house.app.state.preparation.news.error
    assert "127.0.0.1" not in words
    assert "127.0.0.1" in told
    assert "secret" not in told


DOOMED = """
import asyncio, sys, time
from pathlib import Path
from stratege.web.first_start.chores import Chore
from stratege.web.first_start.preparation import Preparation
from stratege.web.settings import Settings

if __name__ == "__main__":
    many = Chore("games", "nimble", None, "6x2", 10**6)
    preparation = Preparation(Settings(Path(sys.argv[1]), chores=(many,)))
    asyncio.run(preparation.start())
    print(preparation._process.pid, flush=True)
    time.sleep(600)
"""


def test_who_prepares_goes_with_the_server_and_another_goes_on(tmp_path: Path) -> None:
    (tmp_path / "doomed.py").write_text(DOOMED)
    archive = tmp_path / "archive.sqlite"
    words = [sys.executable, str(tmp_path / "doomed.py"), str(tmp_path)]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        wait_until(lambda: archive.exists() and len(moves_in(str(archive))) > 0)
    finally:
        server.send_signal(signal.SIGKILL)
        server.communicate()
    wait_until(lambda: not Path(f"/proc/{worker}").exists())
    notes = Notes(tmp_path, str(archive))
    with notes.alone() as alone:
        assert alone
    there = len(moves_in(str(archive)))
    do_all([Chore(HOUSE_GAMES, "nimble", None, "6x2", there + 3)], notes, str(archive), silent)
    assert len(moves_in(str(archive))) == there + 3
    assert os.path.exists(tmp_path / chores.NOTES)


def test_a_process_that_thinks_sees_a_table_built_after_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path / "tables"))
    position = "1,0,1,0,0,0,1,0,1,0,0,1:22,21:1:0"
    job = Job(hint, ("awale", "standard", "4"), position, options={"seconds": 1, "depth": 1})

    async def margins() -> tuple[list[object], list[object]]:
        engines = EnginePool(1, 4, 4)
        try:
            before = await engines.answer("me", job)
            await asyncio.to_thread(Chore(TABLE, "awale", None, None, 5).do, "", lambda fraction: None)
            after = await engines.answer("me", job)
        finally:
            await engines.close()
        return [one["margin"] for one in before["moves"]], [one["margin"] for one in after["moves"]]

    before, after = asyncio.run(margins())
    assert None in before
    assert None not in after
