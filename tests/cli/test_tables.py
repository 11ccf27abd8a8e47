"""`stratege tables` as a person types it."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console
from tests.cli.stratege_command import stratege

from stratege.cli.table_stats import stats_table

THREE = ("mingmang", "--size", "3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("tables")
    done = stratege("tables", "build", *THREE, "--folder", str(built))
    assert done.returncode == 0, done.stderr
    assert "Ming Mang 3×3 (free) is complete" in done.stdout
    assert "19.7 kB on disk" in done.stderr
    return built


def test_the_hint_for_a_missing_table_builds_that_very_table(tmp_path: Path) -> None:
    def hint(*words: str) -> str:
        return stratege("tables", "verify", *words, STRATEGE_TABLES=str(tmp_path)).stderr.split("`")[1]

    assert hint("quixo") == "stratege tables build quixo"
    assert hint("quixo", "--size", "4") == "stratege tables build quixo --size 4"
    assert hint("awale", "--variant", "abapa") == "stratege tables build awale --variant abapa"


def test_building_again_finds_all_there(folder: Path) -> None:
    again = stratege("tables", "build", *THREE, "--folder", str(folder), "--json")
    assert json.loads(again.stdout)["built"] == []


def test_what_was_copied_is_counted(folder: Path, tmp_path: Path) -> None:
    done = stratege("tables", "export", *THREE, str(tmp_path / "there"), "--folder", str(folder))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("files: 1, ")


def test_starts_are_solved_by_tables_and_bounded_beyond(tmp_path: Path) -> None:
    assert stratege("tables", "build", "awale", "--up-to", "12", "--folder", str(tmp_path)).returncode == 0
    where = ("--folder", str(tmp_path), "--nodes", "1000")
    found = json.loads(stratege("tables", "starts", "awale", *where, "--json").stdout)["starts"]
    moves = {(one["variant"], one["size"]): one["moves"] for one in found}
    assert len(moves) == 8
    solved = moves["standard", "1"]
    assert {move: ends for move, ends in solved.items() if ends[0] == ends[1]} == solved
    assert [ends[0] for ends in solved.values()] == [-1, -8, -2, -2, -2, 0]
    assert all(-24 <= least < most <= 24 for least, most in moves["standard", "2"].values())
    told = stratege("tables", "starts", "awale", "--up-to", "1", "--variant", "standard", *where)
    assert told.stdout.split()[-9:] == ["standard", "1", "0", "-1", "-8", "-2", "-2", "-2", "0"]
    assert "no bounds" in stratege("tables", "starts", "quixo", *where).stderr


def test_a_damaged_table_is_done_without_mended_and_deleted(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (path,) = tmp_path.glob("*/*.stgt")
    whole = path.read_bytes()
    path.write_bytes(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
    analysed = stratege("analyse", *THREE, "--depth", "2", STRATEGE_TABLES=str(tmp_path))
    assert analysed.returncode == 0, analysed.stderr
    assert analysed.stderr.count("block 0 is damaged") == 1
    assert stratege("tables", "verify", *THREE, "--folder", str(tmp_path)).returncode == 1
    again = stratege("tables", "build", *THREE, "--folder", str(tmp_path), "--json")
    assert json.loads(again.stdout)["built"] == ["boards"]
    assert path.read_bytes() == whole
    assert "deleted: " in stratege("tables", "delete", *THREE, "--folder", str(tmp_path)).stdout
    assert not path.exists()
    gone = stratege("tables", "delete", *THREE, "--folder", str(tmp_path))
    assert (gone.returncode, "no table" in gone.stderr) == (2, True)


def test_tables_are_listed(folder: Path) -> None:
    assert "mingmang-free-3" in stratege("tables", "list", "--folder", str(folder)).stdout
    listed = json.loads(stratege("tables", "list", "--json", STRATEGE_TABLES=str(folder)).stdout)
    (table,) = listed["tables"]
    assert (table["table"], table["layers"], table["positions"]) == ("mingmang-free-3", 1, 3**9)
    assert "tables build" in stratege("tables", "list", "--folder", str(folder / "empty")).stdout


def test_positions_are_looked_up_one_or_many(folder: Path) -> None:
    start, over = "xxx/x.o/xoo", "o../.../..."
    here = ("--folder", str(folder))
    shown = stratege("tables", "probe", "mingmang", start, *here).stdout
    assert shown.startswith(f"{start}:1  ")
    lines = f'{{"position": "{start}", "id": 1}}\n"{over}"\n"nonsense"\n{{"game": "quixo"}}\n'
    done = stratege("tables", "probe", "mingmang", "--batch", "-", *here, typed=lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2  # one line could not be answered
    assert [one.get("verdict", "wrong") for one in answers] == [answers[0]["verdict"], None, "wrong", None]
    assert (answers[0]["id"], answers[0]["verdict"] in shown) == (1, True)
    told = json.loads(stratege("tables", "probe", "mingmang", start, "--json", *here).stdout)
    assert told == {name: value for name, value in answers[0].items() if name != "id"}
    assert "which positions" in stratege("tables", "probe", "mingmang", *here).stderr


def test_statistics_are_numbers_of_all_boards(folder: Path) -> None:
    told = json.loads(stratege("tables", "stats", *THREE, "--folder", str(folder), "--json").stdout)
    (layer,) = told["layers"]
    assert layer["won"] + layer["lost"] + layer["drawn"] == 3**9


def test_statistics_are_a_table_for_people(folder: Path) -> None:
    shown = stratege("tables", "stats", *THREE, "--folder", str(folder)).stdout
    head, row, *more = (" ".join(line.split()) for line in shown.splitlines())
    assert head == "layer positions won lost drawn farthest end on disk"
    assert row.startswith("boards 19,683 10,016 8,545 1,122 28 24.")
    assert more[:3] == ["own pieces won lost drawn", "0 0 512 0", "1 9 2,115 180"]
    assert more[-4:] == ["9 0 1 0", "The start is won in 1.", "2,1-2,2: won in 1", "3,2-2,2: lost in 2"]


def test_a_plan_says_what_is_missing_and_whether_it_fits(folder: Path) -> None:
    def plan(*words: str) -> str:
        return stratege("tables", "plan", *words, "--folder", str(folder)).stdout

    assert plan(*THREE) == "Ming Mang 3×3 (free): all 1 layers are there.\n"
    told = json.loads(plan(*THREE, "--json"))
    assert (told["variant"], told["size"], told["missing"], told["measured"]) == ("free", "3", [], None)
    assert "at once, of 1.1 GB allowed." in plan("chomp", "--box", "6x4", "--memory", "1G")
    assert "kept to 1 B, the rest stays on disk" in plan("chomp", "--box", "6x4", "--memory", "1")


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ({"seeds": 2, "positions": 78, "values": {"-2": 20, "0": 28, "1": 30}}, "some 78 30 20 28 1.0 kB"),
        (
            {"boards": 9, "won": 5, "lost": 4, "drawn": 0, "longest": 8},
            "some 9 5 4 0 8 1.0 kB",
        ),
        ({"shapes": 69, "lost": 9, "lost_by_squares": {"1": 9}}, "some 69 60 9 1.0 kB"),
        (
            {"blanks": 3, "boards": 99, "win": 50, "loss": 40, "draw": 9, "classes": []},
            "some 99 50 40 9 1.0 kB",
        ),
    ],
)
def test_each_game_counts_what_it_has(said: dict[str, Any], line: str) -> None:
    header = SimpleNamespace(layer="some", entries=78, statistics=said)
    table = stats_table(cast(Any, [SimpleNamespace(header=header, stored_bytes=1000)]))
    written = Console(width=100, file=io.StringIO())
    with written.capture() as captured:
        written.print(table)
    assert " ".join(captured.get().splitlines()[1].split()) == line


def test_verifying_passes_and_then_finds_a_flipped_bit(folder: Path, tmp_path: Path) -> None:
    verify = ("tables", "verify", *THREE, "--folder")
    assert "good: 19,683" in stratege(*verify, str(folder)).stdout
    (original,) = folder.glob("*/*.stgt")
    damaged = tmp_path / original.parent.name / original.name
    damaged.parent.mkdir()
    content = bytearray(original.read_bytes())
    content[5000] ^= 4
    damaged.write_bytes(content)
    found = stratege(*verify, str(tmp_path))
    assert found.returncode == 1
    assert "block 0 is damaged" in found.stdout


def test_analysis_uses_the_table(folder: Path) -> None:
    answer = stratege("analyse", *THREE, "--json", STRATEGE_TABLES=str(folder))
    told = json.loads(answer.stdout)
    assert [(move["move"], move["kind"], move["plies"]) for move in told["moves"]] == [
        ("2,1-2,2", "exact", 1),
        ("3,2-2,2", "exact", 2),
    ]
    assert told["nodes"] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("build", "nimble"), "no tables of Nimble"),
        (("build", "mingmang"), "up to 5×5"),
        (("build", "mingmang", "--size", "3", "--variant", "no-repeat"), "boards seen"),
        (("build", "mingmang", "--size", "3", "--memory", "lots"), "800M"),
        (("stats", "mingmang", "--size", "4"), "tables build mingmang"),
        (("verify", "mingmang", "--size", "4"), "tables build mingmang"),
        (("stats", "mingmang", "--variant", "no-repeat"), "boards seen"),
        (("verify", "mingmang", "--size", "6"), "up to 5×5"),
    ],
)
def test_mistakes_get_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = stratege("tables", *words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
