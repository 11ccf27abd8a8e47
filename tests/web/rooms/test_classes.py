"""Classes: two links, files that are kept before they are marked, a table that fills, nothing that stays."""

from __future__ import annotations

import asyncio
import csv
import io
import logging
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.patience import PATIENCE, wait_until
from tests.web.visitors import House, Visitor, served, settings_in

from stratege.archive.classes import Classes, Classroom, HandIn, days_later, instant
from stratege.archive.store import Archive
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.school.pictures import MARK
from stratege.web.app import create_app
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import Busy, Failed
from stratege.web.limits import Limits
from stratege.web.live.sqlite_store import SqliteStore
from stratege.web.live.store import Store
from stratege.web.rooms.classes import keys, table
from stratege.web.rooms.classes.examiners import Examiners
from stratege.web.rooms.classes.register import Register

RIGHT = "def tablette(m, n):\n    return [m] * n\n"
WRONG = "def tablette(m, n):\n    return [n] * m\n"


class Link:
    """Somebody with a link of a class."""

    def __init__(self, visitor: Visitor, link: str) -> None:
        self.visitor = visitor
        path, self.key = link.split("#")
        self.path = path.replace("/class/", "/api/v1/classes/")

    def ask(self, path: str = "", method: str = "GET", **more: Any) -> Any:
        headers = {"authorization": f"Bearer {self.key}", **more.pop("headers", {})}
        return self.visitor.client.request(method, self.path + path, headers=headers, **more)

    def hand_in(self, name: str, source: str, paper: str = "002", file: str = "chomp.py") -> Any:
        body = {"name": name, "paper": paper, "file": file, "source": source}
        return self.ask("/hand-ins", "POST", json=body)

    def marked(self, number: int) -> dict[str, Any]:
        wait_until(lambda: self.ask(f"/hand-ins/{number}").json()["state"] != "waiting", 0.05)
        return cast(dict[str, Any], self.ask(f"/hand-ins/{number}").json())


def opened(house: House, **more: Any) -> tuple[Link, Link]:
    """A teacher and a student of a new class."""
    asked = {"title": "Terminale 3", "questions": ["002:Q3", "001:Q8"], **more}
    answer = house.visitor().post("/api/v1/classes", json=asked)
    assert answer.status_code == 201, answer.text
    return Link(house.visitor(), answer.json()["teacher"]), Link(house.visitor(), answer.json()["student"])


def test_a_class_from_its_opening_to_its_end(thinking_house: House) -> None:
    teacher, ada = opened(thinking_house)
    assert teacher.ask().json()["student"].endswith(f"#{ada.key}")
    assert ada.ask().json()["role"] == "student"
    assert teacher.ask("/table").json()["students"] == []
    first = ada.hand_in("Ada", WRONG).json()
    report = ada.marked(first["number"])
    assert (report["state"], report["earned"]) == ("marked", 0)
    (question,) = report["report"]["questions"]
    assert question["parts"][0]["example"]["call"] == "tablette(1, 2)"
    bob = Link(thinking_house.visitor(), teacher.ask().json()["student"])
    bob.marked(bob.hand_in("Bob", WRONG).json()["number"])
    (mistake,) = teacher.ask("/table").json()["mistakes"]
    assert (mistake["key"], mistake["call"], mistake["names"]) == ("002:Q3", "tablette(1, 2)", ["Ada", "Bob"])
    second = ada.marked(ada.hand_in("Ada", RIGHT).json()["number"])
    assert second["earned"] > 0
    ada.marked(ada.hand_in("Ada", WRONG).json()["number"])  # the best counts
    seen = teacher.ask("/table").json()
    one, two = seen["students"]
    assert (one["name"], one["marks"]["002:Q3"], len(one["hand_ins"])) == ("Ada", second["earned"], 3)
    assert (two["name"], two["total"], two["waiting"]) == ("Bob", 0, False)
    assert teacher.ask(f"/table?seen={seen['version']}").json()["changed"] is False
    assert [one["state"] for one in ada.ask("/hand-ins").json()] == ["marked"] * 3
    assert teacher.ask(f"/hand-ins/{first['number']}").json()["source"] == WRONG
    lines = list(csv.reader(io.StringIO(teacher.ask("/table.csv").content.decode("utf-8-sig"))))
    assert [line[0] for line in lines] == ["Name", "Ada", "Bob"]
    packed = zipfile.ZipFile(io.BytesIO(teacher.ask("/files.zip").content))
    assert [packed.read(name).decode() for name in packed.namelist()] == [WRONG, WRONG, RIGHT, WRONG]
    assert packed.namelist()[0] == "001-Ada/0001-002-chomp.py"
    assert teacher.ask(method="DELETE").status_code == 204
    assert [who.ask().status_code for who in (teacher, ada)] == [404, 404]


def test_queries_are_handed_in_marked_and_grouped(thinking_house: House) -> None:
    teacher, ada = opened(thinking_house, questions=["001:Q22", "001:Q24", "002:Q3"])
    assert ada.hand_in("Ada", RIGHT, "001").status_code == 400  # the class asks for SQL there
    assert ada.hand_in("Ada", "SELECT 1", "002", "x.sql").status_code == 400
    queries = "-- Q22\nSELECT id_Joueur FROM Joueur WHERE niveau >= 1900;\n"
    first = ada.marked(ada.hand_in("Ada", queries, "001", "mine.sql").json()["number"])
    assert (first["earned"], first["points"]) == (0, 4)
    assert [one["question"] for one in first["report"]["questions"]] == ["Q22", "Q24"]
    wrong, unasked = (one["parts"][0] for one in first["report"]["questions"])
    assert wrong["example"]["got"] == [[3]]
    assert unasked["reason"] == "The file has no query for Q24: it stands under a line -- Q24."
    bob = Link(thinking_house.visitor(), teacher.ask().json()["student"])
    queries += "-- q24\nselect nom, prenom from joueur order by niveau desc limit 3"
    bob.marked(bob.hand_in("Bob", queries, "001", "bob.sql").json()["number"])
    bob.marked(bob.hand_in("Bob", RIGHT).json()["number"])
    seen = teacher.ask("/table").json()
    assert [one["marks"] for one in seen["students"]] == [
        {"001:Q22": 0, "001:Q24": 0},
        {"001:Q22": 0, "001:Q24": 2, "002:Q3": 1},
    ]
    mistake = seen["mistakes"][0]
    assert (mistake["key"], mistake["names"]) == ("001:Q22", ["Ada", "Bob"])
    assert mistake["call"] == "expected [], got [[3]]"


def test_a_report_in_both_languages(thinking_house: House) -> None:
    teacher, ada = opened(thinking_house)
    number = ada.hand_in("Ada", WRONG).json()["number"]
    ada.marked(number)
    french = {"accept-language": "fr"}
    part = ada.ask(f"/hand-ins/{number}", headers=french).json()["report"]["questions"][0]["parts"][0]
    said = part["reason"]
    language.use("fr")
    assert said == language._("The result is wrong.") != "The result is wrong."
    expected, got = part["example"][
        "pictures"
    ]  # the bar that should come and the one that came, two squares each
    assert (expected["title"], got["title"]) == ("attendu", "obtenu")
    assert got["svg"].count("<rect x=") == expected["svg"].count("<rect x=") == 2 != got["svg"].count(MARK)
    assert MARK in got["svg"]
    assert teacher.ask("/table", headers=french).json()["mistakes"][0]["reason"] == said


def test_a_link_opens_what_it_is_for_and_no_more(house: House) -> None:
    teacher, ada = opened(house)
    number = ada.hand_in("Ada", RIGHT).json()["number"]
    stranger, eve = (
        Link(house.visitor(), f"/class/{ada.path[16:]}#guess"),
        Link(house.visitor(), "/class/x#y"),
    )
    for path in ("", "/hand-ins", f"/hand-ins/{number}", "/table", "/table.csv", "/files.zip"):
        assert stranger.ask(path).status_code == 403
        assert eve.ask(path).status_code == 404
    assert stranger.ask(method="DELETE").status_code == 403
    for path in ("/table", "/table.csv", "/files.zip"):
        assert ada.ask(path).status_code == 403
    assert ada.ask(method="DELETE").status_code == 403
    other = Link(house.visitor(), f"{ada.path}#{ada.key}")
    assert other.ask(f"/hand-ins/{number}").status_code == 404  # another student's
    assert other.ask("/hand-ins").json() == []
    elsewhere, _nobody = opened(house)
    assert elsewhere.ask(f"/hand-ins/{number}").status_code == 404  # another teacher's
    assert teacher.ask(f"/hand-ins/{number}").status_code == 200


def test_another_sites_page_changes_nothing(house: House) -> None:
    teacher, ada = opened(house)
    evil = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
    assert teacher.ask(method="DELETE", headers=evil).status_code == 403
    body = {"name": "Ada", "paper": "002", "source": RIGHT}
    assert ada.ask("/hand-ins", "POST", json=body, headers=evil).status_code == 403
    assert teacher.ask().status_code == 200


def test_keys_are_in_no_log_and_not_in_the_archive(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        teacher, ada = opened(house)
        ada.hand_in("Ada", RIGHT)
        teacher.ask("/table")
        ada.ask("/table")
        assert house.visitor().get(teacher.path.replace("/api/v1/classes/", "/class/")).status_code == 200
    written = " ".join(str(vars(record)) for record in caplog.records)
    assert "/hand-ins" in written
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("archive.sqlite*"))
    for key in (teacher.key, ada.key):
        assert key not in written
        assert key.encode() not in kept
        assert len(key) >= 32


def test_keys_are_compared_whole_and_follow_from_each_other() -> None:
    teacher = keys.new_key()
    assert keys.fits(teacher, keys.digest(teacher))
    assert not keys.fits(teacher[:-1], keys.digest(teacher))
    assert keys.student_key(teacher) == keys.student_key(teacher) != keys.student_key(keys.new_key())
    assert keys.owner("visitor", "one") != keys.owner("visitor", "other")


def test_a_class_that_cannot_be_opened_is_one_sentence(house: House) -> None:
    for change, words in (
        ({"questions": ["002:Q99"]}, "There is no question '002:Q99' that asks for code or SQL."),
        ({"questions": []}, "questions"),
        ({"title": " \n"}, "A name is missing."),
        ({"closes": "2020-01-01T00:00:00Z"}, "A class closes later than now"),
        ({"closes": "9999-12-31T23:59:59-23:59"}, "A class closes later than now"),
        ({"closes": "2030-01-01T00:00:00"}, "closes"),
        ({"keep_days": 366}, "keep_days"),
    ):
        asked = {"title": "T", "questions": ["002:Q3"], **change}
        answer = house.visitor().post("/api/v1/classes", json=asked)
        assert answer.status_code == 400
        assert words in answer.json()["error"]


def test_what_cannot_be_handed_in_is_one_sentence(house: House) -> None:
    _teacher, ada = opened(house)
    for answer, status, words in (
        (ada.hand_in("Ada", RIGHT, "003"), 400, "The class has no question of paper 003."),
        (ada.hand_in("  ", RIGHT), 400, "A name is missing."),
        (ada.hand_in("Ada", "a\0b"), 400, "This file is no text."),
        (ada.hand_in("Ada", "x" * 40_001), 400, "source"),
        (ada.hand_in("Ada", "é" * 60_000), 413, "too large"),
    ):
        assert answer.status_code == status
        assert words in answer.json()["error"]


def test_nothing_is_taken_after_the_class_has_closed_or_been_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, ada = opened(house, closes=(datetime.now(UTC) + timedelta(days=1)).isoformat())
    assert ada.ask().json()["open"]
    monkeypatch.setattr("stratege.web.rooms.classes.routes.instant", lambda: days_later(instant(), 2))
    assert not ada.ask().json()["open"]
    assert ada.hand_in("Ada", RIGHT).status_code == 409
    assert teacher.ask("/table").status_code == 200
    monkeypatch.setattr("stratege.web.rooms.classes.routes.instant", lambda: days_later(instant(), 91))
    assert teacher.ask("/table").status_code == 404


def test_so_many_files_and_no_more(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path))) as house:
        _teacher, ada = opened(house)
        house.app.state.examiners._most = 0  # nobody marks
        statuses = [ada.hand_in("Ada", RIGHT).status_code for _ in range(5)]
        assert statuses == [201, 201, 201, 429, 429]
        many = [house.visitor().post("/api/v1/classes", json={}).status_code for _ in range(2)]
        assert many == [400, 400]
        asked = {"title": "T", "questions": ["002:Q3"]}
        answers = [house.visitor().post("/api/v1/classes", json=asked).status_code for _ in range(21)]
        assert answers[-1] == 429


@pytest.fixture
def left(tmp_path: Path) -> Iterator[int]:
    """An archive where a server that was killed left a file unmarked."""
    with Archive.open(str(tmp_path / "archive.sqlite")) as archive:
        classes, now = Classes(archive), instant()
        room = Classroom("room", "T", ("002:Q3",), "", "", now, "", days_later(now, 1))
        classes.open(room)
        classes.open(replace(room, id="old", kept_until=now))
        yield classes.hand_in(HandIn("room", "Ada", "o", "002", "a.py", RIGHT, now))


def test_what_a_killed_server_left_is_marked_and_what_is_over_deleted(left: int, tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path))), Archive.open(str(tmp_path / "archive.sqlite")) as archive:
        wait_until(lambda: not Classes(archive).waiting(), 0.05)
        found = Classes(archive).read(left)
        assert found is not None
        assert found.summary["earned"]["002:Q3"] > 0
        assert Classes(archive).find("old", "2000-01-01T00:00:00Z") is None


class Engines:
    """Engines that answer as a test says."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = list(answers), 0

    async def answer(self, *_asked: Any) -> Any:
        self.asked += 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.parametrize(
    ("answers", "asked", "summary"),
    [
        ([Failed("killed"), ({"earned": {}}, {})], 2, {"earned": {}}),
        ([Busy("line"), Busy("line"), ({"earned": {}}, {})], 3, {"earned": {}}),
        ([Failed("killed"), Failed("killed")], 2, None),
        ([StrategeError("nothing confines")], 1, None),
    ],
)
def test_a_marking_that_fails_is_tried_again_and_then_said_to_have_failed(
    left: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[Any],
    asked: int,
    summary: dict[str, Any] | None,
) -> None:
    monkeypatch.setattr("stratege.web.rooms.classes.examiners.PAUSE", 0.0)
    engines = Engines(*answers)
    with Archive.open(str(tmp_path / "archive.sqlite")) as archive:
        register, store = Register(lambda: archive, Limits()), SqliteStore(tmp_path)
        examiners = Examiners(register, cast(EnginePool, engines), settings_in(tmp_path), store)

        async def work() -> None:
            running = asyncio.create_task(examiners.run())
            async with asyncio.timeout(PATIENCE):
                while Classes(archive).waiting():
                    await asyncio.sleep(0.01)
            running.cancel()
            await examiners.close()

        asyncio.run(work())
        register.close()
        store.close()
        found = Classes(archive).read(left)
    assert found is not None
    assert engines.asked == asked
    if summary is None:
        assert found.summary["error"]["en"] == "This file could not be marked."
        assert table.shape_of(found, [])["state"] == "failed"
    else:
        assert found.summary == summary


def test_the_line_is_fair(tmp_path: Path) -> None:
    """A class with one file, and a browser with one, do not wait for those with many."""
    examiners = Examiners(
        cast(Register, None), cast(EnginePool, None), settings_in(tmp_path), cast(Store, None)
    )
    crowd = [HandIn("big", "", f"b{n % 3}", "002", "", "", number=n) for n in range(9)]
    small = [HandIn("small", "", "s", "002", "", "", number=100)]
    waiting, order = [*crowd, *small], list[int]()
    while (chosen := examiners._next(waiting)) is not None:
        examiners._served[chosen.classroom] = examiners._served[chosen.owner] = len(order) + 1
        waiting.remove(chosen)
        order.append(chosen.number)
    assert order == [0, 100, 1, 2, 3, 4, 5, 6, 7, 8]
    examiners._working[0] = crowd[0], cast(Any, SimpleNamespace())
    chosen = examiners._next(crowd)
    assert chosen is not None
    assert chosen.owner != "b0"  # one at a time


def test_a_table_is_safe_to_open() -> None:
    room = Classroom("r", "T", ("002:Q3",), "", "", "", "", "")
    entry = HandIn(
        "r", "=cmd()", "o", "002", "../../etc/passwd", "x", instant(), summary={"earned": {"002:Q3": 0.5}}
    )
    assert b"\n'=cmd(),0.5" in table.as_csv(room, [entry])
    language.use("fr")
    assert b"\n'=cmd();0,5" in table.as_csv(room, [entry])
    assert zipfile.ZipFile(io.BytesIO(table.as_zip([entry]))).namelist() == ["001-cmd/0001-002-etc-passwd"]
