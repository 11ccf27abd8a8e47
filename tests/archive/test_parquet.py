"""The archive as Parquet: nothing lost on the way, and questions that reach nothing else."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import duckdb
import pytest
from tests.archive.made import some_games
from tests.cli.stratege_command import stratege

from stratege.archive import parquet
from stratege.archive.game_entry import Name
from stratege.archive.house_games import house_games
from stratege.archive.importer import add_lines
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError
from stratege.core.extras import MissingExtra, require
from stratege.core.registry import game


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(parquet, "PAGE", 4)
    with Archive.open(str(tmp_path / "games.sqlite")) as archive:
        archive.add(house_games(game("quixo", size=3), 6, ("random", "greedy")))
        archive.add(house_games(game("nimble"), 5, ("random",)))
        assert parquet.export(archive, tmp_path / "it's.parquet") == 11
    return tmp_path / "it's.parquet"


def test_every_game_is_there_as_it_is_in_the_archive(file: Path) -> None:
    columns = "number, game, size, player1, player2, result, ending, start, moves, plies"
    asked = parquet.query(file, f"SELECT {columns} FROM games ORDER BY number", 100)
    with Archive.open(str(file.with_name("games.sqlite"))) as archive:
        entries = list(archive.entries())
    points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    expected = [
        (
            number,
            one.game.name,
            one.game.size,
            *map(str, one.players),
            points[one.result],
            one.ending,
            one.begin,
        )
        for number, one in entries
    ]
    assert [(*row[:7], row[7] or "") for row in asked.rows] == expected
    assert [row[8].split() for row in asked.rows] == [list(one.moves) for _number, one in entries]
    assert not asked.cut
    assert parquet.query(file, "SELECT * FROM games", 3).cut
    assert [path.name for path in file.parent.iterdir() if "sqlite" not in path.name] == [file.name]
    assert len(parquet.COLUMNS) == len(parquet.query(file, "SELECT * FROM games", 1).columns)


@pytest.mark.parametrize(
    "question",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('{folder}/games.sqlite')",
        "SELEC",
    ],
)
def test_a_question_reads_this_file_and_writes_nothing(file: Path, question: str) -> None:
    before = sorted(file.parent.iterdir())
    with pytest.raises(BadOption, match="DuckDB says"):
        parquet.query(file, question.format(folder=file.parent), 10)
    assert sorted(file.parent.iterdir()) == before


@pytest.mark.parametrize(
    "question",
    [
        "COPY games TO '{folder}/stolen.csv'",
        "COPY (SELECT 1) TO '{file}' (FORMAT csv, USE_TMP_FILE false)",
        "SELECT 1; COPY (SELECT 1) TO '{file}'",
        "ATTACH '{folder}/other.db'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "",
    ],
)
def test_only_a_select_is_run_not_even_one_that_writes_over_the_file(file: Path, question: str) -> None:
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    name = str(file).replace("'", "''")
    with pytest.raises(BadOption, match="Only a SELECT"):
        parquet.query(file, question.format(folder=file.parent, file=name), 10)
    assert {path: path.read_bytes() for path in file.parent.iterdir()} == before


def test_what_cannot_be_read_or_written_is_said(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no file"):
        parquet.query(tmp_path / "none.parquet", "SELECT 1", 1)
    with Archive.open(str(tmp_path / "games.sqlite")) as archive:
        with pytest.raises(StrategeError, match=r"Cannot write .*: there is no such file or folder"):
            parquet.export(archive, tmp_path / "no folder" / "x.parquet")
        assert parquet.export(archive, tmp_path / "n.parquet", "nimble") == 5


def test_the_commands(file: Path) -> None:
    database = ("--database", str(file.with_name("games.sqlite")))
    done = stratege("archive", "export", "--parquet", str(file.with_name("b.parquet")), *database)
    assert "11 games are in" in done.stdout
    asked = stratege(
        "archive", "query", str(file), "SELECT count(*) AS n, DATE '2020-01-02' AS day FROM games", "--json"
    )
    assert json.loads(asked.stdout) == {"columns": ["n", "day"], "rows": [[11, "2020-01-02"]], "cut": False}
    assert "needs the name of a file" in stratege("archive", "export", "--parquet", *database).stderr


def test_a_file_goes_into_an_archive_as_it_came_out_of_one(tmp_path: Path) -> None:
    people = (Name("de la Tour", "Georges", "1593-03-13"), Name("level:3"))
    entries = [entry._replace(players=people, comments={2: "a\n{strange} one ✓"}) for entry in some_games(2)]
    with Archive.open(str(tmp_path / "one.sqlite")) as archive:
        archive.add(entries)
        parquet.export(archive, tmp_path / "games.parquet")
    lines = list(parquet.game_lines(tmp_path / "games.parquet"))
    for name, new in (("one", 0), ("two", len(entries))):
        with Archive.open(str(tmp_path / f"{name}.sqlite")) as archive:
            (added,) = add_lines(archive, lines)
            assert (added.new, added.known, added.refused) == (new, len(entries) - new, [])
            assert [one._replace(line=0) for _number, one in archive.entries()] == [
                entry._replace(moves=one.moves) for entry, (_number, one) in zip(entries, archive.entries())
            ]


def test_a_file_of_another_hand_is_read_and_its_wrong_rows_are_refused_alone(tmp_path: Path) -> None:
    other, empty, text = (tmp_path / name for name in ("other.parquet", "empty.parquet", "text.parquet"))
    rows = "('awale', 'e g', '1-0', NULL, 4), ('awale', 'e g', '0.5', '{', 4), ('go', 'e', '1-0', NULL, NULL)"
    with duckdb.connect() as database:
        table = f"(VALUES {rows}) AS t(game, moves, result, notes, size)"
        database.execute(f"COPY (SELECT * FROM {table}) TO '{other}' (FORMAT parquet)")
        database.execute(f"COPY (SELECT 1 AS n) TO '{empty}' (FORMAT parquet)")
    text.write_bytes(b"PAR1 and no more")
    database_option = ("--database", str(tmp_path / "games.sqlite"))
    done = stratege("archive", "import", str(other), "--json", *database_option)
    told = json.loads(done.stdout)
    assert (done.returncode, told["new"], [one["line"] for one in told["refused"]]) == (1, 1, [2, 3])
    for path, why in ((empty, "no column 'game'"), (text, "Cannot read")):
        done = stratege("archive", "import", str(path), *database_option)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert why in done.stderr


def test_without_duckdb_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stratege.core.extras.installed", lambda module: module != "duckdb")
    with pytest.raises(MissingExtra, match=r"stratege\[parquet\]"):
        require("parquet")
    assert sys.modules.get("duckdb") is not None
