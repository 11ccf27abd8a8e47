"""Live games on disk: what comes back is what was saved, changes are all or nothing, one after the other."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.live.test_game import ANN, BOB, ME, act, game, played
from tests.web.visitors import served, settings_in

from stratege.core.errors import StrategeError
from stratege.web.app import create_app
from stratege.web.errors import Conflict, Failed, Missing
from stratege.web.live.game import Live, Seat
from stratege.web.live.opening import open_store
from stratege.web.live.sqlite_store import FILE, SqliteStore
from stratege.web.live.store import Store
from stratege.web.settings import Settings


def games() -> list[Live]:
    """Games in all the states that must come back."""
    timed = played(game(clock=(60_000, 500)), "e", "g", now=5)
    return [
        game("nimble"),
        game("mingmang", ME, Seat(), size="4"),
        act(played(game("awale", ME, ME), "e", "g", "a"), ANN, "undo"),
        act(act(timed, ANN, "offer-draw"), BOB, "undo"),
        act(timed, ANN, "resign"),
        act(act(timed, ANN, "resign"), ANN, "rematch"),
        timed.ticked(10**9),
        played(game("chomp", ME, Seat(level="level:4")), "2,2"),
    ]


def opened(folder: Path, live: str | None) -> Store:
    return open_store(Settings(folder, live=live))


def test_what_is_loaded_is_what_was_saved(tmp_path: Path, live: str | None) -> None:
    store = opened(tmp_path, live)
    saved = [replace(one, id=str(number)) for number, one in enumerate(games())]

    async def save() -> None:
        await asyncio.gather(*(store.save((None, one)) for one in saved))

    asyncio.run(save())
    store.close()
    again = opened(tmp_path, live)
    assert [again.load(one.id) for one in saved] == saved
    assert again.versions([one.id for one in saved]) == {one.id: one.version for one in saved}
    assert again.count() == len(saved)
    with pytest.raises(Missing):
        again.load("nothing")
    again.close()


def test_a_change_of_what_is_no_longer_so_is_refused_and_harms_nobody_else(
    tmp_path: Path, live: str | None
) -> None:
    store = opened(tmp_path, live)
    one, two = game(), replace(game(), id="two")
    later, other = played(one, "e"), played(one, "a")

    async def save() -> list[BaseException | None]:
        await store.save((None, one))
        await store.save((None, two))
        changes = [
            ((one, later),),
            ((None, replace(two, id="new")), (one, other)),
            ((two, played(two, "b")),),
        ]
        return await asyncio.gather(*(store.save(*change) for change in changes), return_exceptions=True)

    first, second, third = asyncio.run(save())
    assert (first, third) == (None, None)
    assert isinstance(second, Conflict)
    assert store.load("g") == store.load("g", known=one) == later
    assert store.load("two").version == 1
    with pytest.raises(Missing):  # all of a change or nothing of it
        store.load("new")
    store.close()


def test_a_disk_that_fails_is_one_sentence_and_the_writer_goes_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as raw:
        raw.execute("ALTER TABLE node RENAME TO gone")
    with pytest.raises(Failed, match="cannot be saved"):
        asyncio.run(store.save((None, played(game(), "e"))))
    with sqlite3.connect(tmp_path / FILE) as raw:
        raw.execute("ALTER TABLE gone RENAME TO node")
    asyncio.run(store.save((None, played(game(), "e"))))
    assert store.load("g").version == 1
    store.close()


def test_old_games_are_deleted_with_their_moves_but_not_those_that_are_in_use(
    tmp_path: Path, live: str | None
) -> None:
    store = opened(tmp_path, live)
    for name in ("old", "used", "new"):
        asyncio.run(store.save((None, replace(played(game(), "e", "g"), id=name))))
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE live SET touched = 1000 WHERE id <> 'new'")
    assert store.expire(1000, ()) == 0
    assert store.expire(1001, {"used"}) == 1
    with store.reading() as connection:
        for table, column in (("live", "id"), ("node", "live")):
            kept = connection.exec_driver_sql(f"SELECT DISTINCT {column} FROM {table} ORDER BY 1").all()
            assert [name for (name,) in kept] == ["new", "used"], table
    store.close()


def test_files_of_others_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as raw:
        raw.execute("PRAGMA user_version = 99")
    with pytest.raises(StrategeError, match="later version"):
        SqliteStore(tmp_path)
    (tmp_path / FILE).write_text("not a database, but longer than a header would be" * 50)
    with pytest.raises(StrategeError, match="Cannot open"):
        SqliteStore(tmp_path)


def test_the_secret_is_made_once_and_for_our_eyes_only(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    secret = settings.secret()
    assert settings.secret() == secret
    assert stat.S_IMODE(os.stat(tmp_path / "secret").st_mode) == 0o600
    (tmp_path / "secret").write_bytes(b"")
    with pytest.raises(StrategeError, match="damaged"):
        settings.secret()


def test_live_games_are_for_their_owners_eyes(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    store = SqliteStore(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    rights = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    store.close()
    assert rights[FILE] == 0o600
    assert set(rights.values()) == {0o600}
    (folder / FILE).chmod(0o644)  # as an earlier version left it
    SqliteStore(folder).close()
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    SqliteStore(tmp_path).close()  # a folder that was there stays as it was
    assert stat.S_IMODE(tmp_path.stat().st_mode) != 0o600


def test_games_deleted_while_serving_are_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = SqliteStore(tmp_path)
    asyncio.run(store.save((None, game())))
    for file in tmp_path.glob(FILE + "*"):
        file.unlink()
    with pytest.raises(Failed, match="gone from the disk"):
        asyncio.run(store.save((game(), played(game(), "e"))))
    with pytest.raises(Failed, match="gone from the disk"):
        store.load("g")
    store.close()
    assert sum(record.levelname == "CRITICAL" for record in caplog.records) == 1


def test_so_many_games_and_no_more(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, game_rate=0.001, game_burst=2))) as house:
        visitor, other = house.visitor(), house.visitor()
        asked = {"game": "awale", "seats": ["me", "me"]}
        codes = [visitor.post("/api/v1/live", json=asked).status_code for _game in range(3)]
        assert codes == [201, 201, 429]
        assert other.post("/api/v1/live", json=asked).status_code == 201
    with served(create_app(settings_in(tmp_path, most_games=4))) as house:
        codes = [house.visitor().post("/api/v1/live", json=asked).status_code for _game in range(2)]
        assert codes == [201, 429]
