"""`stratege mark` and `stratege tree`: what they print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.stratege_command import stratege

from stratege.cli.mark import code_of, decoded
from stratege.core.errors import BadOption

RIGHT = "def tablette(m, n):\n    return [m] * n\n"
SWAPPED = "def tablette(m, n):\n    return [n] * m\n"


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    path = tmp_path / "answer.py"
    path.write_text(SWAPPED, encoding="utf-8")
    return path


def test_a_wrong_answer_is_shown_in_both_languages(answer: Path) -> None:
    english = stratege("mark", "002", str(answer), "--question", "3")
    assert english.returncode == 0, english.stderr
    assert english.stdout.startswith("Paper 002: 0 of 1 points.\n\nQ3 tablette: 0/1\n")
    assert "The result is wrong." in english.stdout
    assert "tablette(2, 1)" in english.stdout or "tablette(1, 2)" in english.stdout
    french = stratege("mark", "002", str(answer), "--question", "Q3", "--lang", "fr").stdout
    assert french.startswith("Sujet 002 : 0 sur 1.")
    assert "Le résultat est faux." in french


def test_json_and_a_page(answer: Path, tmp_path: Path) -> None:
    answer.write_text(RIGHT, encoding="utf-8")
    page = tmp_path / "report.html"
    done = stratege("mark", "002", str(answer), "--question", "3", "--json", "--html", str(page))
    said = json.loads(done.stdout)
    assert (said["paper"], said["earned"], said["points"]) == ("002", 1, 1)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<code>tablette</code>: 1/1" in text


def test_a_query() -> None:
    done = stratege(
        "mark", "001", "--sql", "Q22", "SELECT id_Joueur FROM Joueur WHERE niveau > 1900", "--json"
    )
    assert json.loads(done.stdout)["earned"] == 2


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["mark", "009", "FILE"], "There is no paper 009"),
        (["mark", "002", "/no/such/file.py"], "cannot be read"),
        (["mark", "002"], "Say which file"),
        (["mark", "001", "FILE", "--sql", "Q22", "SELECT 1"], "--sql takes the query only"),
        (["tree", "5 8 4 9", "--svg", "tree.png"], "must be called .svg, not 'tree.png'"),
        (["mark", "002", "FILE", "--question", "12"], "no question 12"),
        (["mark", "002", "--sql", "Q3", "SELECT 1"], "no question Q3 that asks for SQL"),
        (["tree"], "Say the leaves"),
        (["tree", "1 2 3"], "Leaves in a row number 2"),
        (["tree", "--awale", "1,2"], "twelve numbers"),
    ],
)
def test_misuse_is_one_sentence(words: list[str], part: str, answer: Path) -> None:
    done = stratege(*(str(answer) if word == "FILE" else word for word in words))
    assert done.returncode == 2
    assert part in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_text(answer: Path) -> None:
    answer.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in stratege("mark", "002", str(answer)).stderr
    answer.write_bytes(b"#" * 300_000)
    assert "larger than" in stratege("mark", "002", str(answer)).stderr


def test_a_file_that_is_not_python_gets_its_reason_in_text_json_and_a_page(answer: Path) -> None:
    answer.write_text("x = 1\ndef f(:\n", encoding="utf-8")
    words = "The file is not Python: line 2: invalid syntax."
    asked = ("mark", "002", str(answer), "--question", "3")
    text = stratege(*asked)
    assert (text.returncode, text.stderr) == (0, "")
    assert text.stdout == f"Paper 002: 0 of 1 points.\n\nQ3 tablette: 0/1\n  ✗ {words}\n"
    parts = json.loads(stratege(*asked, "--json").stdout)["questions"][0]["parts"]
    assert {part["reason"] for part in parts} == {words}
    assert words in stratege(*asked, "--html", "-").stdout


def test_a_file_too_deep_to_be_examined_gets_its_reason(answer: Path) -> None:
    answer.write_text("x = " + "-" * 60_000 + "1\n", encoding="utf-8")
    done = stratege("mark", "002", str(answer), "--question", "3")
    assert done.returncode == 0, done.stderr
    assert "  ✗ The file cannot be examined: " in done.stdout


def test_a_file_that_cannot_be_read_is_refused_in_our_own_words(tmp_path: Path) -> None:
    missing = stratege("mark", "002", "no.py", "--lang", "fr").stderr
    assert missing.strip() == "stratege: no.py ne peut pas être lu : ce fichier ou ce dossier n’existe pas."
    assert "it is a folder" in stratege("mark", "002", str(tmp_path)).stderr


def test_an_error_in_a_query_has_no_line_of_ours() -> None:
    done = stratege("mark", "001", "--sql", "Q22", "SELECT age FROM Joueur", "--lang", "fr")
    assert "no such column: age." in done.stdout
    assert "ligne" not in done.stdout
    assert done.stdout.startswith("Q22 : 0/2\n")


def test_french_has_a_space_before_the_colon(answer: Path) -> None:
    asked = ("mark", "002", str(answer), "--question", "3", "--lang", "fr")
    said = stratege(*asked).stdout
    assert "Q3 tablette : 0/1" in said
    assert " : Le résultat est faux." in said
    page = stratege(*asked, "--html", "-").stdout
    assert "<code>tablette</code> : 0/1" in page
    assert " : Le résultat est faux." in page


def test_what_is_written_to_a_file_is_said(answer: Path, tmp_path: Path) -> None:
    page, svg = tmp_path / "report.html", tmp_path / "tree.svg"
    done = stratege("mark", "002", str(answer), "--question", "3", "--html", str(page))
    assert done.stdout == f"Written: {page}\n"
    assert stratege("tree", "5 8 4 9", "--svg", str(svg)).stdout == f"Written: {svg}\n"
    alone = stratege("tree", "5 8 4 9", "--svg", "-")
    assert (alone.stdout[:4], alone.stderr) == ("<svg", "Written: -\n")


def test_a_tree_in_text_json_and_pictures(tmp_path: Path) -> None:
    assert "3 of 4 leaves looked at." in stratege("tree", "[[5, 8], [4, 9]]").stdout
    said = json.loads(stratege("tree", "5 8 4 9", "--json").stdout)
    assert said == {"value": 5, "method": "alphabeta", "leaves": [5, 8, 4], "alphabeta": 3, "minimax": 4}
    svg, png = tmp_path / "tree.svg", tmp_path / "tree.png"
    stratege("tree", "5 8 4 9", "--svg", str(svg), "--png", str(png))
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


def test_files_as_students_have_them() -> None:
    accents = 'def gagnant(jeu):\n    return "égalité"\n'
    assert decoded(accents.encode()) == decoded(accents.encode("utf-8-sig")) == accents
    assert decoded(accents.replace("\n", "\r\n").encode("cp1252")) == accents
    latin = f"# -*- coding: iso-8859-15 -*-\n{accents}# œ €\n"
    assert decoded(latin.encode("iso-8859-15")) == latin
    assert decoded(b"\xff\xfe\x00") is None
    assert decoded(b"# coding: no-such-code\nx = 1\n") == "# coding: no-such-code\nx = 1\n"


def test_a_notebook_is_its_code() -> None:
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "source": ["# Chomp"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "x = 1"]},
        {"cell_type": "code", "source": RIGHT},
    ]
    assert code_of(json.dumps({"cells": cells})) == f"# %matplotlib inline\nx = 1\n{RIGHT}\n"
    for bad in ("", "[]", "{}", '{"cells": [1]}', "[" * 100_000):
        with pytest.raises(BadOption):
            code_of(bad)
