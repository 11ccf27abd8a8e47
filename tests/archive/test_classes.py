"""Classes in the archive: the same on both databases."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from stratege.archive.backup import backup
from stratege.archive.classes import Classes, Classroom, Full, HandIn, Room, days_later
from stratege.archive.database import migrate
from stratege.archive.store import Archive

NOW = "2026-03-01T08:00:00Z"
ROOM = Classroom(
    "room", "Terminale 3", ("001:Q8", "002:Q3"), "t" * 64, "s" * 64, NOW, "", "2026-06-01T00:00:00Z"
)
FILE = HandIn("room", "Zoé", "browser", "002", "chomp.py", "def tablette(m, n): …\n", NOW)


@pytest.fixture
def classes(archive: Archive) -> Classes:
    made = Classes(archive, Room(rooms=2, names=2, hand_ins=4, characters=200, waiting=2, all_waiting=3))
    made.open(ROOM)
    return made


def test_a_class_is_found_until_its_time_is_over(classes: Classes) -> None:
    assert classes.find("room", NOW) == ROOM
    assert classes.find("moor", NOW) is None
    assert classes.find("room", ROOM.kept_until) is None
    assert ROOM.papers == ["001", "002"]
    assert ROOM.takes(NOW)
    assert not replace(ROOM, closes=NOW).takes(NOW)


def test_what_is_handed_in_waits_until_it_is_marked(classes: Classes) -> None:
    number = classes.hand_in(FILE)
    (waiting,) = classes.waiting()
    assert (waiting.number, waiting.name, waiting.source, waiting.marked) == (number, "Zoé", "", "")
    classes.mark(number, {"earned": {"002:Q3": 1.0}}, {"fr": {"reason": "à côté"}}, NOW)
    classes.mark(number, {"earned": {}}, {}, "later")  # a second examiner: the first counts
    assert classes.waiting() == []
    found = classes.read(number)
    assert found == replace(
        FILE,
        number=number,
        marked=NOW,
        summary={"earned": {"002:Q3": 1.0}},
        report={"fr": {"reason": "à côté"}},
    )
    assert [one.source for one in classes.of_class("room")] == [""]
    assert [one.source for one in classes.files("room")] == [FILE.source]


def test_it_is_there_for_who_opens_the_archive_again(classes: Classes, place: str) -> None:
    number = classes.hand_in(FILE)
    with Archive.open(place) as again:
        assert [one.number for one in Classes(again).waiting()] == [number]


def test_a_class_holds_so_much(classes: Classes) -> None:
    first = classes.hand_in(FILE)
    classes.hand_in(FILE)
    with pytest.raises(Full, match="not marked yet"):
        classes.hand_in(FILE)
    classes.hand_in(replace(FILE, owner="other", name="Bob"))
    with pytest.raises(Full, match="Too much waits"):
        classes.hand_in(replace(FILE, owner="third"))
    classes.mark(first, {}, {}, NOW)
    with pytest.raises(Full, match="no more names"):
        classes.hand_in(replace(FILE, owner="third", name="Eve"))
    with pytest.raises(Full, match="no more files"):
        classes.hand_in(replace(FILE, source="x" * 190))
    classes.open(replace(ROOM, id="second"))
    with pytest.raises(Full, match="too many classes"):
        classes.open(replace(ROOM, id="third"))


def test_deleting_takes_all_of_one_class_and_nothing_of_another(classes: Classes) -> None:
    classes.open(replace(ROOM, id="second", kept_until="2026-04-01T00:00:00Z"))
    gone, kept = classes.hand_in(FILE), classes.hand_in(replace(FILE, classroom="second"))
    classes.delete("room")
    assert (classes.find("room", NOW), classes.read(gone)) == (None, None)
    assert [one.number for one in classes.waiting()] == [kept]
    classes.mark(gone, {}, {}, NOW)  # it was being marked meanwhile
    assert classes.purge("2026-03-31T23:59:59Z") == 0
    assert classes.purge("2026-04-01T00:00:00Z") == 1
    assert classes.read(kept) is None
    classes.open(ROOM)
    assert classes.hand_in(FILE) > kept  # no number comes again


def test_forty_hand_in_at_once(archive: Archive) -> None:
    classes = Classes(archive)
    classes.open(ROOM)
    crowd = [
        threading.Thread(target=classes.hand_in, args=(replace(FILE, owner=f"{n}", name=f"{n}"),))
        for n in range(40)
    ]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    waiting = classes.waiting()
    assert len({one.number for one in waiting}) == 40
    assert {one.name for one in waiting} == {str(n) for n in range(40)}


def test_a_copy_of_the_archive_has_the_classes(classes: Classes, archive: Archive, tmp_path: Path) -> None:
    number = classes.hand_in(FILE)
    backup(archive, tmp_path / "copy.sqlite")
    with Archive.open(str(tmp_path / "copy.sqlite")) as copy:
        found = Classes(copy).read(number)
        assert found is not None
        assert found.source == FILE.source


def test_what_is_deleted_is_written_over(tmp_path: Path) -> None:
    """In SQLite a deleted row's bytes would stay in the file until something else needs the place."""
    path = tmp_path / "archive.sqlite"
    secret = "def nobody_may_read_this(): pass\n" * 20
    with Archive.open(str(path)) as archive:
        classes = Classes(archive)
        classes.open(ROOM)
        classes.hand_in(replace(FILE, source=secret))
        classes.delete("room")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"nobody_may_read_this" not in path.read_bytes()


def test_an_archive_of_before_gets_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stratege.archive import database

    with monkeypatch.context() as old:
        old.setattr(database, "migrate", lambda connection: migrate(connection, "0002"))
        old.setattr(database, "HEAD", "0002")
        Archive.open(str(tmp_path / "old.sqlite")).close()
    with Archive.open(str(tmp_path / "old.sqlite")) as archive:
        Classes(archive).open(ROOM)


def test_days() -> None:
    assert days_later(NOW, 90) == "2026-05-30T08:00:00Z"
