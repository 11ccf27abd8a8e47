"""`stratege analyse` and `stratege bench` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_many_positions_are_answered_line_by_line(tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    asked.write_text(
        '{"position": "0,0,1,2,0,2", "id": 7}\n'
        '"0,0,2"\n\n'
        '{"game": "chomp", "position": "3,1", "moves": ["0,2"]}\n'
    )
    done = stratege("analyse", "nimble", "--batch", str(asked), "--depth", "3")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [(one["game"], one["position"]) for one in answers] == [
        ("nimble", "0,0,1,2,0,2:1"),
        ("nimble", "0,0,2:1"),
        ("chomp", "2,1:2"),
    ]
    assert (answers[0]["id"], answers[0]["moves"][0]["move"]) == (7, "3-1")
    alone = json.loads(stratege("analyse", "chomp", "3,1", "--moves", "0,2", "--depth", "3", "--json").stdout)
    assert answers[2]["moves"] == alone["moves"]


def test_many_positions_are_searched_as_one_would_be() -> None:
    """Selectively if asked for, and with the book shut if asked for."""
    for words in ((), ("--selective",), ("--no-book",)):
        asked = ("analyse", "quixo", "--depth", "3", *words)
        many = stratege(*asked, "--batch", "-", typed="{}\n{}\n")
        alone = json.loads(stratege(*asked, "--json").stdout)
        answer = json.loads(many.stdout.splitlines()[0])
        assert answer["moves"] == alone["moves"]
        assert all(one["selective"] is (words == ("--selective",)) for one in answer["moves"])
        assert all((one["book"] is None) is (words == ("--no-book",)) for one in answer["moves"])


def test_a_wrong_line_is_answered_in_its_place() -> None:
    typed = '{"position": "x"}\n{"what": 1}\nnonsense\n"0,1"\n'
    done = stratege("analyse", "nimble", "--batch", "-", "--depth", "1", typed=typed)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert ["error" in one for one in answers] == [True, True, True, False]


def test_whatever_stands_in_a_line_it_is_answered_by_one_line(tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    lines = [b'{"id": "\\ud800", "position": "0,1"}', b'{"id": 1, "moves": 5}']
    lines += [b'{"id": 2, "moves": [null, {}]}', b'{"id": 3, "game": null, "position": "0,1", "moves": null}']
    lines += [b" ", b"[" * 99_999, b'{"id": 4}' + b" " * (3 << 20) + b"x", b"\xff\x00", b"1e999"]
    lines += [b'{"position": "0,1", "id": null}']
    asked.write_bytes(b"\n".join(lines))
    done = stratege("analyse", "nimble", "--batch", str(asked), "--depth", "1")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert done.stderr.count("\n") <= 1
    wrong = [False, True, True, False, True, True, True, True, False]
    assert ["error" in one for one in answers] == wrong
    assert answers[5] == {"error": "The line is too long."}
    assert [one.get("id") for one in answers[:4]] == ["\ud800", 1, 2, 3]
    asked.write_text("\n \n")
    done = stratege("analyse", "nimble", "--batch", str(asked))
    assert (done.returncode, done.stdout) == (0, "")
