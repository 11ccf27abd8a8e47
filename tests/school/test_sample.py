"""The sample database: every stored question has an answer worth reading, and queries do no harm."""

from __future__ import annotations

import pytest

from stratege.school.sample import asked, sample
from stratege.school.sql import SCHEMAS, sensible, stored
from stratege.school.tables import table


@pytest.mark.parametrize("paper", SCHEMAS)
def test_every_stored_question_has_an_answer(paper: str) -> None:
    for question in table(paper).database:
        assert sensible(question, sample(paper))
        told = asked(paper, stored(paper, question))
        assert told["error"] is None
        assert told["rows"], question
        assert all(value not in (None, 0) for row in told["rows"] for value in row), question
        assert len(told["columns"]) == len(told["rows"][0])


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("SELECT x FROM Joueur", "OperationalError: no such column: x"),
        ("DELETE FROM Partie", "the query gives no table"),
        ("", "the query gives no table"),
        ("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT COUNT(*) FROM t", "stopped"),
        ("ATTACH DATABASE '/etc/passwd' AS p", "Error"),
    ],
)
def test_what_cannot_be_asked_is_said(query: str, words: str) -> None:
    told = asked("001", query)
    assert words in told["error"]
    assert told["rows"] == []


def test_long_answers_are_cut() -> None:
    told = asked("001", "SELECT * FROM Partie")
    assert told["more"]
    assert len(told["rows"]) == 200
