"""`stratege plot`: pictures and numbers of games, tournaments, tables, maps and openings."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.archive.made import made
from tests.cli.stratege_command import stratege

import stratege as package
from stratege.archive.store import Archive
from stratege.core.line import Line
from stratege.engine.graph import expectations, graph_svg
from stratege.engine.limits import Limits

RECORD = """[Game "nimble"]
[Variant "standard"]
[Size "3x9"]
[Start "0,1,1:1"]
[Result "*"]

1. 3-1 2-1 *
"""


def test_the_values_are_those_of_player_one() -> None:
    line = Line(package.parse("nimble", "0,1,1"), ["3-1", "2-1"])
    # Heaps of 1 and 2: to be won by making them equal; the first move misses it, and so the second wins.
    assert expectations(line, Limits(depth=3)) == [1.0, 0.0, 0.0]
    right = Line(package.parse("nimble", "0,1,1"), ["3-2"])
    assert expectations(right, Limits(depth=3)) == [1.0, 1.0]


def test_a_swing_is_marked_with_its_move() -> None:
    line = Line(package.parse("nimble", "0,1,1"), ["3-1"])
    assert ">3-1</text>" in graph_svg(line, [1.0, 0.0])
    assert ">3-1</text>" not in graph_svg(line, [1.0, 0.95])
    assert graph_svg(Line(line.start), [0.5]).startswith("<svg")


def test_a_game_as_pictures_and_numbers(tmp_path: Path) -> None:
    record, svg, png = tmp_path / "game.txt", tmp_path / "game.svg", tmp_path / "game.png"
    record.write_text(RECORD)
    done = stratege("plot", "game", str(record), "--svg", str(svg), "--png", str(png), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"moves": ["3-1", "2-1"], "expected": [1.0, 0.0, 0.0]}
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes()[:4] == b"\x89PNG"
    refused = stratege("plot", "game", str(record))
    assert refused.returncode == 2
    assert "--svg" in refused.stderr


def drawn(folder: Path, *words: str) -> object:
    """The numbers, once the picture is seen to be one."""
    svg = folder / "picture.svg"
    done = stratege("plot", *words, "--svg", str(svg), "--json")
    assert done.returncode == 0, done.stderr
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    numbers: object = json.loads(done.stdout)
    return numbers


def test_a_tournament(tmp_path: Path) -> None:
    file = str(tmp_path / "club.tournament")
    small = ("--size", "3", "--nodes", "50", "--seed", "4", "--workers", "1")
    assert stratege("tournament", "quixo", "random", "greedy", *small, "--save", file).returncode == 0
    numbers = drawn(tmp_path, "tournament", file)
    assert isinstance(numbers, dict)
    assert set(numbers) == {"random", "greedy"}
    assert [after for after, _elo in numbers["random"]] == [1, 2]


def test_a_table_and_the_map(tmp_path: Path) -> None:
    tables = {"STRATEGE_TABLES": str(tmp_path)}
    missing = stratege("plot", "table", "quixo", "--size", "3", "--json", **tables)
    assert (missing.returncode, "tables build" in missing.stderr) == (2, True)
    assert stratege("tables", "build", "quixo", "--size", "3", **tables).returncode == 0
    found = stratege("plot", "table", "quixo", "--size", "3", "--json", **tables)
    counts = json.loads(found.stdout)
    assert counts["by"] == "plies"
    assert sum(bar["count"] for bar in counts["bars"]) == 3**9  # no board is drawn
    heat = drawn(tmp_path, "map", "chomp")
    assert isinstance(heat, dict)
    assert heat["counts"][1][1] >= 13  # of every square but the smallest
    assert "no map" in stratege("plot", "map", "awale", "--json").stderr


def test_openings(tmp_path: Path) -> None:
    games = str(tmp_path / "games.sqlite")
    with Archive.open(games) as archive:
        archive.add(made(package.game("quixo", size=3), seed) for seed in range(8))
    tree = drawn(tmp_path, "openings", "quixo", "--size", "3", "--plies", "2", "--database", games)
    assert isinstance(tree, dict)
    assert tree["games"] == 8
    assert sum(one["games"] for one in tree["moves"]) == 8
    none = stratege("plot", "openings", "awale", "--database", games, "--json")
    assert (none.returncode, "No game" in none.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game", "nowhere"), "Cannot read nowhere: there is no such file"),
        (("tournament", "nowhere"), "Cannot read nowhere: there is no such file"),
        (("tournament", "."), "Cannot read .: it is a folder"),
        (("tournament", os.devnull), f"{os.devnull} is not a tournament"),
    ],
)
def test_what_is_not_there_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = stratege("plot", *words, "--json")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
