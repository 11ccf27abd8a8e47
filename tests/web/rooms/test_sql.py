"""The SQL room over HTTP: the stored questions, limits, and nothing that could be changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.responses import JSONResponse
from tests.archive.made import some_games
from tests.web.visitors import House, served, settings_in

from stratege.archive.exam_sql import ask, exams
from stratege.archive.sql_process import LARGEST_ANSWER
from stratege.archive.store import Archive
from stratege.web.app import create_app


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of some games."""
    folder = tmp_path_factory.mktemp("asked")
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        archive.add(some_games())
    return folder


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[House]:
    """The app on that archive."""
    with served(create_app(settings_in(folder))) as house:
        yield house


def test_the_six_questions_are_answered_as_the_library_does(library: House, folder: Path) -> None:
    visitor = library.visitor()
    questions = visitor.get("/api/v1/sql/questions").json()
    assert [one["name"] for one in questions] == list(exams())
    assert questions[0]["words"].startswith("Q22. The identifiers of the players")
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        for one in questions:
            told = visitor.get("/api/v1/sql", params={"game": one["game"], "sql": one["sql"]}).json()
            answer = ask(archive, one["game"], one["sql"])
            assert told["columns"] == list(answer.columns)
            assert told["rows"] == [list(row) for row in answer.rows], one["name"]


REFUSED = [
    ("DELETE FROM Partie", "can only read"),
    ("SELECT * FROM game", "no such table"),
    ("ATTACH 'x' AS y", "can only read"),
    ("PRAGMA user_version = 7", "can only read"),
    ("SELECT 1; SELECT 2", "one statement"),
    ("SELEKT", "syntax error"),
    ("SELECT '\x00'", "null"),
    ("", ""),
    ("SELECT 1 --" + "x" * 4000, "sql"),
]


@pytest.mark.parametrize(("sql", "words"), REFUSED, ids=[sql[:20] for sql, _words in REFUSED])
def test_what_is_not_one_question_is_refused_in_one_sentence(
    library: House, folder: Path, sql: str, words: str
) -> None:
    before = hashlib.sha256((folder / "archive.sqlite").read_bytes()).hexdigest()
    answer = library.visitor().get("/api/v1/sql", params={"sql": sql})
    assert answer.status_code == 400, answer.text
    assert words in answer.json()["error"]
    assert hashlib.sha256((folder / "archive.sqlite").read_bytes()).hexdigest() == before


def test_every_value_can_be_told(library: House) -> None:
    sql = "SELECT 1, 0.5, 'é', NULL, x'00ff', 9e999"
    told = library.visitor().get("/api/v1/sql", params={"sql": sql}).json()
    assert told["rows"] == [[1, 0.5, "é", None, "x'00ff'", "inf"]]


def test_long_answers_are_cut(library: House) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    told = library.visitor().get("/api/v1/sql", params={"sql": endless}).json()
    assert (len(told["rows"]), told["cut"]) == (1000, True)
    wide = endless.replace("SELECT i FROM", "SELECT printf('%.1000000c', 'x') FROM")
    told = library.visitor().get("/api/v1/sql", params={"sql": wide}).json()
    assert (len(told["rows"]), told["cut"]) == (2, True)


def test_the_serving_process_writes_no_large_answer(library: House, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = library.visitor()
    monkeypatch.delattr(JSONResponse, "render")
    numbers = ", ".join(f"i / -3e300 AS c{column}" for column in range(100))
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    answer = visitor.get("/api/v1/sql", params={"sql": f"{endless} SELECT {numbers} FROM n"})
    assert answer.headers["content-type"] == "application/json"
    assert (len(answer.json()["columns"]), answer.json()["cut"]) == (100, True)
    assert len(answer.content) < LARGEST_ANSWER + 2000  # and the names of the columns


def test_the_page_belongs_to_the_papers(library: House) -> None:
    shown = library.visitor().get("/sql").text
    assert 'href="/papers" aria-current="page"' in shown
    assert "id_Joueur, nom, prenom, niveau, naissance" in shown
