"""Queries compared on many small databases; the smallest that tells them apart is shown."""

from __future__ import annotations

import json

import pytest

from stratege.core.errors import BadOption
from stratege.school.sql import PARTS, SCHEMAS, SqlMark, mark_sql, sql_json, sql_text, stored

QUESTIONS = [("001", "Q22"), ("001", "Q23"), ("001", "Q24"), ("001", "Q25"), ("004", "Q20"), ("004", "Q21")]
BEGAN = "FROM Partie JOIN Joueur ON Partie.id_joueur1 = Joueur.id"
WRONG = [
    ("001", "Q22", "SELECT id_Joueur FROM Joueur WHERE niveau >= 1900"),
    ("001", "Q22", "SELECT nom FROM Joueur WHERE niveau > 1900"),
    ("001", "Q22", "SELECT DISTINCT 1 FROM Joueur"),
    ("001", "Q23", "SELECT AVG(resultat) * 100 FROM Partie WHERE jeu LIKE 'a%'"),
    ("001", "Q23", "SELECT AVG(resultat = 1) * 100.0 FROM Partie WHERE jeu LIKE '%a%'"),
    ("001", "Q23", "SELECT AVG(resultat = 1) * 100.0 FROM Partie"),
    ("001", "Q24", "SELECT nom, prenom FROM Joueur ORDER BY niveau LIMIT 3"),
    ("001", "Q24", "SELECT DISTINCT nom, prenom FROM Joueur ORDER BY niveau DESC LIMIT 3"),
    (
        "001",
        "Q25",
        "SELECT nom, prenom, COUNT(*) AS v FROM Joueur JOIN Partie ON id_Joueur = id_joueur1 WHERE "
        "resultat = 1 GROUP BY id_Joueur HAVING v >= 100 ORDER BY v DESC",
    ),
    (
        "001",
        "Q25",
        "SELECT nom, prenom, COUNT(*) AS v FROM Joueur JOIN Partie ON id_Joueur = id_joueur1 WHERE "
        "resultat = 1 GROUP BY id_Joueur HAVING v > 100 ORDER BY v",
    ),
    (
        "001",
        "Q25",
        "SELECT nom, prenom, COUNT(*) AS v FROM Joueur JOIN Partie ON id_Joueur = id_joueur1 "
        "GROUP BY id_Joueur HAVING v > 100 ORDER BY v DESC",
    ),
    ("004", "Q20", f"SELECT COUNT(*), AVG(nbtours) {BEGAN} WHERE nom = 'Doe'"),
    ("004", "Q20", f"SELECT COUNT(*), SUM(nbtours) {BEGAN} WHERE nom = 'Doe' AND prenom = 'John'"),
    ("004", "Q21", "SELECT MIN(nbtours), 'a', 'b', 'c', 'd' FROM Partie"),
]
OTHERS = [
    ("001", "Q22", "select J.id_joueur as ident from JOUEUR as J where not (J.niveau <= 1900);"),
    ("001", "Q22", "WITH forts AS (SELECT * FROM Joueur WHERE niveau > 1900) SELECT id_Joueur FROM forts"),
    ("001", "Q23", "SELECT 100 * COUNT(*) / (SELECT COUNT(*) FROM Partie WHERE jeu LIKE 'a%') -- entiers\n"
     "FROM Partie WHERE jeu LIKE 'a%' AND resultat = 1"),
    ("001", "Q24", "SELECT nom, prenom FROM Joueur J WHERE (SELECT COUNT(*) FROM Joueur K WHERE K.niveau > "
     "J.niveau) < 3"),
    ("001", "Q25", "SELECT prenom, nom, v FROM Joueur, (SELECT id_joueur1 i, COUNT(*) v FROM Partie WHERE "
     "resultat = 1.0 GROUP BY id_joueur1) WHERE i = id_Joueur AND v >= 101 ORDER BY v DESC ;"),
    ("004", "Q20", "SELECT AVG(nbtours), COUNT(P.id) FROM Joueur J, Partie P WHERE J.id = P.id_joueur1 AND "
     "J.nom = \"Doe\" AND J.prenom = \"John\" GROUP BY J.id"),
    ("001", "Q23", "SELECT 100.0 * SUM(CASE WHEN resultat = 1 THEN 1 ELSE 0 END) / COUNT(*) FROM Partie "
     "WHERE SUBSTR(jeu, 1, 1) = 'a'"),
    ("001", "Q24", "SELECT prenom, nom FROM Joueur ORDER BY niveau DESC LIMIT 3"),
    ("004", "Q21", "SELECT P.nbtours, A.nom, B.nom, A.prenom, B.prenom FROM Partie P JOIN Joueur A ON A.id = "
     "P.id_joueur1 JOIN Joueur B ON B.id = P.id_joueur2 ORDER BY P.nbtours LIMIT 1"),
]  # fmt: skip


@pytest.mark.parametrize(("paper", "question"), QUESTIONS)
def test_our_own_query_is_right(paper: str, question: str) -> None:
    found = mark_sql(paper, question, stored(paper, question))
    assert (found.fault, found.earned) == (None, 2)


@pytest.mark.parametrize(("paper", "question", "query"), OTHERS)
def test_another_right_query_is_right(paper: str, question: str, query: str) -> None:
    assert mark_sql(paper, question, query).fault is None


@pytest.mark.parametrize(("paper", "question", "query"), WRONG)
def test_a_wrong_query_is_shown_a_small_database(paper: str, question: str, query: str) -> None:
    found = mark_sql(paper, question, query)
    assert found.earned == 0
    assert found.database is not None
    assert found.fault is not None
    assert found.fault.kind in ("value", "order")
    rows = sum(len(rows) for rows in found.database.values())
    assert rows <= (5 if question != "Q25" else 220)
    assert found.expected != found.got


def test_the_smallest_database_for_draws_is_one_game() -> None:
    found = mark_sql("001", "23", WRONG[3][2])
    assert found.database is not None
    assert [len(rows) for rows in found.database.values()] == [2, 1]
    assert found.database["Partie"][0][3] == 0.5
    assert "50.0" in sql_text(found)


@pytest.mark.parametrize(
    ("question", "query", "kind"),
    [
        ("Q22", "SELECT * FROM Joueur WHERE niveau > 1900", "columns"),
        ("Q22", "SELECT id_Joueur FROM Joueur, Partie WHERE niveau > 1900", "often"),
        ("Q25", "SELECT nom, prenom, COUNT(*) FROM Joueur JOIN Partie ON id_Joueur = id_joueur1 WHERE "
         "resultat = 1 GROUP BY id_Joueur HAVING COUNT(*) > 100", "order"),
        ("Q22", "SELECT id_Joueur FROM Joueur; SELECT 1", "raised"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_query_is_named(question: str, query: str, kind: str) -> None:
    found = mark_sql("001", question, query)
    assert found.fault is not None
    assert found.fault.kind == kind


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("SELEC nom FROM Joueur", "raised"),
        ("DROP TABLE Joueur", "raised"),
        ("SELECT nom FROM sqlite_master", "raised"),
        ("ATTACH '/tmp/stratege-was-here' AS x", "raised"),
        ("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT MAX(x) FROM n", "endless"),
        ("SELECT writefile('/tmp/stratege-was-here', 'x')", "raised"),
        ("", "raised"),
    ],
)
def test_a_bad_query_is_told_why(query: str, kind: str) -> None:
    found = mark_sql("001", "Q22", query)
    assert found.fault is not None
    assert found.fault.kind == kind
    assert found.fault.reason in sql_text(found)


def test_the_json_has_the_shape_of_a_papers() -> None:
    said = sql_json(SqlMark("001", "Q22"))
    assert list(said) == ["paper", "earned", "points", "questions"]
    assert list(said["questions"][0]["parts"][0]) == ["name", "earned", "points", "reason", "example"]


def test_only_questions_about_databases_are_marked() -> None:
    with pytest.raises(BadOption):
        mark_sql("001", "Q10", "SELECT 1")
    with pytest.raises(BadOption):
        mark_sql("002", "Q22", "SELECT 1")
    assert set(PARTS) == {question for _paper, question in QUESTIONS}
    assert set(SCHEMAS) == {"001", "004"}


@pytest.mark.parametrize("value", ["x'00'", "9e999", "CAST(x'eda080' AS TEXT)", "char(55296)", "char(27)"])
def test_any_value_can_be_written(value: str) -> None:
    found = mark_sql("001", "Q22", f"SELECT {value}")
    assert found.fault
    said = json.dumps(sql_json(found), allow_nan=False, ensure_ascii=False)
    assert "\\u001b" not in said
    said.encode()
    sql_text(found).encode()
