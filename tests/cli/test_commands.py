"""The commands that answer and leave: games, show, perft, help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.stratege_command import stratege

from stratege.cli.commands import COMMANDS
from stratege.core.registry import GAMES


def test_games_lists_every_game_and_variant() -> None:
    listed = json.loads(stratege("games", "--json").stdout)
    assert [one["name"] for one in listed] == list(GAMES)
    table = stratege("games").stdout
    for one in listed:
        assert one["name"] in table
        for variant in one["variants"]:
            assert variant["name"] in table
            assert variant["source"]


def test_show_prints_the_board_and_its_moves() -> None:
    shown = stratege("show", "chomp", "3,1").stdout
    assert "□ ■ ■" in shown
    assert "moves: 0,1 0,2 1,0" in shown


def test_show_as_json() -> None:
    shown = json.loads(stratege("show", "quixo", "xxx/.../oo.:2", "--json").stdout)
    assert shown["size"] == "3"
    assert shown["outcome"]["winner"] == 1
    assert shown["moves"] == []


def test_show_writes_pictures_and_nothing_half(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    done = stratege("show", "awale", "--svg", str(svg), "--png", str(png), "--width", "400")
    assert (done.returncode, done.stdout) == (0, "")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes()[:4] == b"\x89PNG"
    assert {path.name for path in tmp_path.iterdir()} == {"board.svg", "board.png"}


def test_perft_counts_divides_and_speaks_json() -> None:
    answer = json.loads(
        stratege("perft", "quixo", "--size", "3", "--depth", "3", "--divide", "--json").stdout
    )
    assert answer["leaves"] == 6332
    assert sum(answer["moves"].values()) == 6332
    assert len(answer["moves"]) == 20
    assert "6,332 games of 3 plies" in stratege("perft", "quixo", "--size", "3", "--depth", "3").stdout
    later = stratege("perft", "nimble", "--position", "0,0,2", "--depth", "0", "--json")
    assert json.loads(later.stdout)["leaves"] == 1


def test_a_cold_compile_says_so(tmp_path: Path) -> None:
    cold = stratege("perft", "nimble", "--depth", "2", STRATEGE_CACHE=str(tmp_path))
    warm = stratege("perft", "nimble", "--depth", "2", STRATEGE_CACHE=str(tmp_path))
    assert "Compiling" in cold.stderr
    assert "Compiling" not in warm.stderr


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_has_examples_and_no_word_of_the_other_language(command: str, language: str) -> None:
    text = stratege(*command.split(), "--help", "--lang", language).stdout
    assert "<bool>" not in text  # a switch takes no value
    if command:
        assert ("Examples:" if language == "en" else "Exemples :") in text
        assert f"$ stratege {command}" in text
    foreign = (
        ("Usage:", "Show this", "Commands", "required]") if language == "fr" else ("Utilisation", "Montrer")
    )
    assert not [word for word in foreign if word in text]


def test_the_version_is_the_packages() -> None:
    import stratege as package

    assert stratege("--version").stdout.strip() == f"stratege {package.__version__}"


def test_output_into_a_closed_pipe_is_no_error() -> None:
    import subprocess

    from tests.cli.stratege_command import COMMAND, plain_environment

    process = subprocess.Popen(
        [*COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain_environment()
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    process.wait()


def test_a_picture_must_be_called_what_it_is(tmp_path: Path) -> None:
    for option, name in (("--png", "x.svg"), ("--svg", "x.png")):
        done = stratege("show", "quixo", option, str(tmp_path / name))
        assert done.returncode == 2
        assert f"must be called .{option[2:]}, not '{name}'" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert stratege("show", "quixo", "--png", str(tmp_path / "board.PNG")).returncode == 0
    assert stratege("show", "quixo", "--svg", str(tmp_path / "board")).returncode == 0
