"""`stratege archive` as a user meets it."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.archive.made import made
from tests.cli.stratege_command import stratege

from stratege.archive.formats import written
from stratege.core.registry import game

GAMES = 12


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with a file of games."""
    text = "".join(written(made(game("awale"), seed), "record") for seed in range(GAMES))
    text += written(made(game("quixo"), 1), "record")
    (tmp_path / "games.txt").write_text(text, encoding="utf-8")
    return tmp_path


def archive(home: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return stratege("archive", *words, typed=typed, STRATEGE_DATABASE=str(home / "archive.sqlite"))


def test_in_and_out_again(home: Path) -> None:
    file = home / "games.txt"
    assert "13 new, 0 known, 0 refused." in archive(home, "import", str(file)).stdout
    again = json.loads(archive(home, "import", str(file), "--json").stdout)
    assert again == {"new": 0, "known": 13, "refused": []}
    assert archive(home, "export").stdout == file.read_text(encoding="utf-8")
    assert archive(home, "export", str(home / "a.ogn"), "--format", "ogn").returncode == 0
    assert (home / "a.ogn").read_text(encoding="utf-8").count("[South") == GAMES
    lines = archive(home, "export", "--format", "json", "--game", "quixo").stdout.splitlines()
    assert [json.loads(line)["game"] for line in lines] == ["quixo"]
    piped = archive(home, "import", "-", "--json", typed="\n".join(lines))
    assert json.loads(piped.stdout)["known"] == 1
    counts = json.loads(archive(home, "stats", "--recompute", "--json").stdout)["counts"]
    assert {one["game"]: one["games"] for one in counts} == {"awale": GAMES, "quixo": 1}
    assert "awale" in archive(home, "stats").stdout


def test_a_wrong_record_is_named_by_file_line_and_move(home: Path) -> None:
    file = home / "wrong.txt"
    file.write_text('\n[Game "awale"]\n\n1. e g 2. e 1-0\n\n' + written(made(game("awale"), 1), "record"))
    done = archive(home, "import", str(file))
    assert done.returncode == 1
    assert f"{file}:2: Move 3 of the record: e is not legal: the pit is empty." in done.stderr
    assert "1 new, 0 known, 1 refused." in done.stdout


def test_the_explorer_knows_what_was_played_before(home: Path) -> None:
    """Two pawns down, going back to a board of the game is a draw: the best there is."""
    line = ("xxx./..../..../...o:1", "--moves", "1,3-1,4 4,4-4,3 1,4-1,3")
    told = json.loads(archive(home, "explore", "mingmang", *line, "--nodes", "3000", "--json").stdout)
    best, second = told["values"][:2]
    assert (best["move"], best["value"]) == ("4,3-4,4", 0)
    assert second["value"] < 0


def test_the_explorer_shows_practice_beside_proof(home: Path) -> None:
    archive(home, "import", str(home / "games.txt"))
    told = json.loads(archive(home, "explore", "awale", "--json", "--nodes", "2000").stdout)
    assert told["games"] == GAMES == sum(one["games"] for one in told["moves"])
    assert {one["move"] for one in told["values"]} == set("abcdef")
    assert told["top"][0]["moves"]
    shown = archive(home, "explore", "awale", "--nodes", "0").stdout
    assert "performance" in shown
    rows = [line for line in shown.splitlines() if set(line) & set("█▒░")]
    assert len(rows) == len(told["moves"])  # none is broken, at the 80 columns of no terminal
    assert all(re.search(r" \d+ %  *\d+", row) for row in rows)
    assert "No game of the archive" in archive(home, "explore", "chomp", "3,1", "--nodes", "0").stdout
    nobody = archive(home, "explore", "awale", "--player", "Nobody")
    assert (nobody.returncode, "knows no player 'Nobody'" in nobody.stderr) == (2, True)
    later = json.loads(
        archive(home, "explore", "awale", "--since", "2099-01-01", "--json", "--nodes", "0").stdout
    )
    assert later["moves"] == []


def test_the_explorer_shows_the_opening_book_beside_both(home: Path) -> None:
    """Where the game has one: in JSON as `analyse` does, in words as a column that fits."""
    archive(home, "import", str(home / "games.txt"))
    here = ("explore", "awale", "--nodes", "2000")
    told = json.loads(archive(home, *here, "--json").stdout)
    analysed = json.loads(stratege("analyse", "awale", "--nodes", "2000", "--json").stdout)
    books = {one["move"]: one["book"] for one in told["values"]}
    assert books == {one["move"]: one["book"] for one in analysed["moves"]}
    assert all(one["kind"] == "search" for one in books.values())
    shown = archive(home, *here).stdout
    rows = [line.rstrip() for line in shown.splitlines() if set(line) & set("█▒░")]
    assert rows
    assert sorted(row.split()[-1] for row in rows) == sorted(
        books[one["move"]]["verdict"] for one in told["moves"]
    )
    unplayed = archive(home, "explore", "mingmang", "--size", "8", "--nodes", "200").stdout
    assert re.search(r"^move +value +book *$", unplayed, re.MULTILINE)
    assert "book" not in archive(home, "explore", "chomp", "3,1").stdout


def test_players_and_their_end(home: Path) -> None:
    archive(home, "import", str(home / "games.txt"))
    listed = json.loads(archive(home, "players", "awale", "--json").stdout)
    assert [one["rating"] for one in listed] == sorted((one["rating"] for one in listed), reverse=True)
    assert "±" in archive(home, "players", "awale").stdout
    rest = json.loads(
        archive(home, "players", "awale", "--delete", str(listed[0]["number"]), "--json").stdout
    )
    assert len(rest) == len(listed) - 1
    assert archive(home, "players", "awale", "--delete", "99").returncode == 2


def test_sql_answers_questions_and_refuses_the_rest(home: Path) -> None:
    archive(home, "import", str(home / "games.txt"))
    told = json.loads(archive(home, "sql", "SELECT COUNT(*) AS n FROM Partie", "--json").stdout)
    assert told == {"columns": ["n"], "rows": [[GAMES]], "cut": False}
    shown = archive(home, "sql", "--exam", "001:Q23").stdout
    assert "parties sur cent" in shown
    assert "001:Q22" in archive(home, "sql").stdout
    assert set(json.loads(archive(home, "sql", "--json").stdout)) >= {"001:Q22", "004:Q21"}
    wrong = archive(home, "sql", "DROP TABLE Partie")
    assert (wrong.returncode, "can only read" in wrong.stderr) == (2, True)
    assert archive(home, "sql", "--exam", "000:Q1").returncode == 2


def test_fill_and_backup(home: Path) -> None:
    words = (
        "fill",
        "nimble",
        "--games",
        "5",
        "--players",
        "random",
        "--seed",
        "1",
        "--workers",
        "1",
        "--json",
    )
    assert json.loads(archive(home, *words).stdout) == {"new": 5, "known": 0, "seed": 1}
    assert json.loads(archive(home, *words).stdout)["known"] == 5
    copy = home / "copy.sqlite"
    assert archive(home, "backup", str(copy)).returncode == 0
    told = json.loads(stratege("archive", "stats", "--json", "--database", str(copy)).stdout)
    assert told["counts"][0]["games"] == 5


MISTAKES = [
    (("stats", "--database", ""), "The name of the database is empty"),
    (("backup", str(Path(__file__))), "--force"),
    (("import", "nothing.txt"), "Cannot read nothing.txt"),
    (("export", "--format", "pgn"), "no format 'pgn'"),
    (("export", "--game", "go"), "no game 'go'"),
    (("explore", "go"), "no game 'go'"),
    (("explore", "awale", "--since", "now"), "not a date"),
    (("fill", "awale", "--games", "1", "--players", "nobody"), "no player 'nobody'"),
    (("backup", "/nonexistent/copy.sqlite"), "no such file or folder"),
    (("sql", "SELECT 1", "--exam", "001:Q22"), "Choose one of"),
    (("stats", "--database", "mysql://here/it"), "SQLite file or a PostgreSQL"),
    (("frobnicate",), "frobnicate means nothing here"),
]


@pytest.mark.parametrize(
    ("words", "message"), MISTAKES, ids=[" ".join(words) for words, _message in MISTAKES]
)
def test_one_clear_line_and_status_two(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    done = archive(tmp_path, *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


READERS = [
    ("stats",),
    ("explore", "awale", "--nodes", "0"),
    ("players", "awale"),
    ("sql", "SELECT 1"),
    ("export",),
    ("backup", "copy.sqlite"),
    ("sql-role",),
]


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
def test_who_only_reads_makes_no_archive(tmp_path: Path, words: tuple[str, ...]) -> None:
    place = tmp_path / "no" / "such.sqlite"
    done = stratege("archive", *words, "--database", str(place))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"There is no archive {place}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_something_else_is_refused_in_ones_own_language(tmp_path: Path) -> None:
    other = tmp_path / "my.py"
    other.write_text("print(1)\n" * 200, encoding="utf-8")
    done = stratege("archive", "stats", "--database", str(other), "--lang", "fr")
    assert done.stderr == f"stratege: {other} ne contient pas d'archives de parties.\n"


def test_alone_it_shows_its_help(tmp_path: Path) -> None:
    assert "explore" in archive(tmp_path).stdout


@pytest.mark.parametrize(
    "command", ["import", "export", "stats", "backup", "fill", "explore", "players", "sql", "sql-role"]
)
def test_every_command_has_help_with_examples(command: str) -> None:
    shown = stratege("archive", command, "--help").stdout
    assert f"$ stratege archive {command}" in shown
