"""`stratege analyse` and `stratege bench` as a user meets them."""

from __future__ import annotations

import json

from tests.cli.stratege_command import stratege

from stratege.core.registry import parse
from stratege.engine.adviser import analyse


def test_the_json_is_what_the_library_says() -> None:
    text = "3,0,1,0,2,5,2,1,0,3,0,1:15,15"
    told = json.loads(stratege("analyse", "awale", text, "--depth", "6", "--json").stdout)
    found = analyse(parse("awale", text), depth=6)
    assert [(move["move"], move["value"]) for move in told["moves"]] == [
        (v.move, v.value.score) for v in found.moves
    ]
    assert told["depth"] == 6
    assert told["moves"][0]["kind"] == "search"
    assert told["moves"][0]["line"][0] == told["moves"][0]["move"]


def test_the_table_shows_values_lines_and_reasons() -> None:
    shown = stratege("analyse", "nimble", "0,0,1,2,0,2").stdout
    assert "the nim-sum is 2: move a pawn from 4 to 2" in shown
    assert shown.index("won") < shown.index("lost")
    shown = stratege("analyse", "chomp", "3,3,3", "--lang", "fr").stdout
    assert "gagné en 5" in shown
    assert "laisse deux branches" in shown


def test_moves_are_played_first() -> None:
    told = json.loads(stratege("analyse", "awale", "--moves", "e g", "--depth", "2", "--json").stdout)
    assert told["position"] == "4,4,4,4,0,5,0,6,6,5,5,5:0,0:1:2"
    wrong = stratege("analyse", "awale", "--moves", "e e")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


def test_a_finished_game_is_shown_and_nothing_valued() -> None:
    done = stratege("analyse", "chomp", "1")
    assert done.returncode == 0
    assert "Player 2 wins" in done.stdout


def test_bench_prints_the_signature() -> None:
    told = json.loads(stratege("bench", "--json").stdout)
    assert told["signature"] == told["expected"]
    assert {one["game"] for one in told["games"]} == {"awale", "quixo", "mingmang"}
