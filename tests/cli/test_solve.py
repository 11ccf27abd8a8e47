"""`stratege solve`: winning moves for people and programs, pictures, and one clear line for the rest."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.cli.stratege_command import COMMAND, plain_environment, stratege


def answer(*words: str) -> dict[str, Any]:
    done = stratege("solve", *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_bar_with_two_winning_moves() -> None:
    found = answer("chomp", "10x8", "--map")
    assert found["winning_moves"] == ["3,8", "4,5"]
    assert (found["size"], found["won"], found["to_move"]) == ("10x8", True, 1)
    assert [(row, line.index(2)) for row, line in enumerate(found["map"]) if 2 in line] == [(3, 8), (4, 5)]


def test_shapes_grundy_values_and_long_ribbons() -> None:
    found = answer("chomp", "3,1,1", "--grundy")
    assert (found["won"], found["winning_moves"], found["grundy"]) == (False, [], 0)
    assert answer("chomp", "3", "3", "3")["winning_moves"] == ["1,1"]
    assert answer("chomp", "1")["winning_moves"] == []
    lying, standing = answer("chomp", "3000x3"), answer("chomp", "3x3000")
    assert lying["winning_moves"] == [
        ",".join(reversed(move.split(","))) for move in standing["winning_moves"]
    ]


def test_people_get_a_map_and_a_sentence() -> None:
    shown = stratege("solve", "chomp", "3x2", "--map").stdout
    assert "  1  ■ ■ ★" in shown
    assert "the only winning move: 1,2" in shown
    assert "lost, whatever is played" in stratege("solve", "chomp", "2,1").stdout
    assert "2 winning moves: 3-1 4-2" in stratege("solve", "nimble", "0", "0", "1", "2", "0", "2").stdout


def test_bars_with_two_winning_moves() -> None:
    bar = {"size": "10x8", "winning_moves": ["3,8", "4,5"]}
    assert bar in answer("chomp", "--two-winners", "10")["boards"]
    assert "10×8: 3,8 4,5" in stratege("solve", "chomp", "--two-winners", "10").stdout


def test_pictures(tmp_path: Path) -> None:
    svg, png, gallery = (tmp_path / name for name in ("map.svg", "map.png", "gallery.png"))
    done = stratege("solve", "chomp", "5x4", "--svg", str(svg), "--png", str(png), "--gallery", str(gallery))
    assert done.returncode == 0, done.stderr
    assert svg.read_text(encoding="utf-8").count("★") == 1
    assert png.read_bytes()[:4] == gallery.read_bytes()[:4] == b"\x89PNG"
    assert stratege("solve", "chomp", "--gallery", str(tmp_path / "all.svg")).stdout == ""
    assert (tmp_path / "all.svg").read_text(encoding="utf-8").startswith("<svg")


def test_nimble_normal_and_misere() -> None:
    found = answer("nimble", "0,0,1,2,0,2")
    assert (found["nim_sum"], found["winning_moves"], found["variant"]) == (2, ["3-1", "4-2"], "standard")
    assert "nim-sum" in found["explanation"]
    assert answer("nimble", "0,1", "--misere")["won"] is False


def test_a_million_squares_from_standard_input() -> None:
    board = " ".join(["0"] * 999_999 + ["1"])
    done = subprocess.run(
        [*COMMAND, "solve", "nimble", "-", "--json"],
        input=board,
        capture_output=True,
        text=True,
        env=plain_environment(),
        check=True,
    )
    found = json.loads(done.stdout)
    assert (found["nim_sum"], found["winning_moves"]) == (999_999, ["1000000-1"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("quixo",), "stratege analyse quixo"),
        (("chomp", "17x17"), "tables build chomp --box 17x17"),
        (("chomp", "20x20"), "19×19"),
        (("chomp", "--two-winners", "20"), "19×19"),
        (("chomp", "--two-winners", "1000"), "19×19"),
        (("chomp", "--two-winners", "12", "5x5"), "give nothing beside it"),
        (("chomp", "--two-winners", "18"), "tables build chomp --box 18x18"),
        (("nimble", "--two-winners", "5"), "no such option"),
        (("chomp", "9,x"), "numbers with commas"),
        (("chomp", "1,2"), "never growing"),
        (("chomp", "5x4", "--misere"), "no such option"),
        (("chomp", "14x14", "--grundy"), "Grundy"),
        (("chomp", "200x3", "--map"), "100 squares"),
        (("chomp", "--gallery", "bars.jpg"), ".svg or .png"),
        (("nimble",), "Which board"),
        (("nimble", "0,1", "--map"), "no such option"),
        (("nimble", "0,-1"), "numbers with commas"),
    ],
)
def test_what_cannot_be_solved_is_said_in_one_line(words: tuple[str, ...], message: str) -> None:
    done = stratege("solve", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.splitlines()[-1].startswith("stratege: ")
    assert "Traceback" not in done.stderr
