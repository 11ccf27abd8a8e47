"""`stratege diff`: for people and programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.stratege_command import stratege


def test_awale_variants_for_programs(tmp_path: Path) -> None:
    done = stratege("diff", "awale", "standard", "awari", "--seeds", "3", "--folder", str(tmp_path), "--json")
    found = json.loads(done.stdout)
    assert found["variants"] == ["standard", "awari"]
    assert (found["boards"], found["known"]) == (454, 454)
    assert [group["group"] for group in found["groups"]] == ["seeds-01", "seeds-02", "seeds-03"]
    assert found["smallest"]["position"] == "0,0,0,0,0,1,0,0,0,0,0,0:0,0:1:0"
    assert found["smallest"]["values"]["awari"] == {"result": -1, "plies": None, "margin": -1}
    assert found["openings"] == []


def test_openings_are_known_by_the_table_of_the_usual_size(tmp_path: Path) -> None:
    """The start with one seed a pit is among the boards of twelve seeds."""
    words = ("awale", "standard", "ccinp", "--seeds", "12", "--nodes", "0", "--json")
    openings = json.loads(stratege("diff", *words, "--folder", str(tmp_path)).stdout)["openings"]
    assert [opening["move"] for opening in openings] == [*"abcdef"]
    assert all(None not in opening["values"].values() for opening in openings)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["awale-ccinp-4", "awale-standard-4"]


def test_where_no_game_begins_with_such_a_board_that_is_said() -> None:
    shown = stratege("diff", "nimble", "standard", "misere", "--size", "3", "--up-to", "1").stdout
    assert "no openings to compare" in shown


def test_nimble_variants_for_people() -> None:
    shown = stratege("diff", "nimble", "standard", "misere", "--size", "4", "--up-to", "3").stdout
    assert "together         19     19             3" in shown
    assert "standard: won; misere: lost" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("quixo", "standard", "standard"), "no two variants"),
        (("awale", "standard", "standard"), "no two variants"),
        (("awale", "standard", "abapa", "--seeds", "24"), "tables build awale --up-to 24"),
        (("awale", "standard", "abapa", "--seeds", "77"), "between 1 and 48"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = stratege("diff", *words, "--folder", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
