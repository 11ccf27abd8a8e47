"""`stratege plot`: the graph of a game, from its record."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.stratege_command import stratege

import stratege as package
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


def test_the_command_writes_pictures_and_numbers(tmp_path: Path) -> None:
    record, svg, png = tmp_path / "game.txt", tmp_path / "game.svg", tmp_path / "game.png"
    record.write_text(RECORD)
    done = stratege("plot", str(record), "--svg", str(svg), "--png", str(png), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"moves": ["3-1", "2-1"], "expected": [1.0, 0.0, 0.0]}
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes()[:4] == b"\x89PNG"
    refused = stratege("plot", str(record))
    assert refused.returncode == 2
    assert "--svg" in refused.stderr
