"""Playing in the terminal as a person does."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pexpect
import pytest
from tests.cli.stratege_command import COMMAND, plain_environment, stratege

from stratege.cli.play import COMMANDS
from stratege.core.record import parse_record
from stratege.core.registry import GAMES


def record_in(output: str) -> str:
    return output[output.index("[Game ") :]


def test_the_papers_nimble_game_with_its_mistakes() -> None:
    typed = "2-1\n7-1\nfour\n4-2\n2-1\n4-3\n6-1\n3-1\n6-1\n3-1\n"
    done = stratege("play", "nimble", "--position", "0,0,1,2,0,2", typed=typed)
    assert done.returncode == 0
    assert "no pawn is on that square" in done.stdout
    assert "squares go from 1 to 6" in done.stdout
    assert "'four' is not a move" in done.stdout
    assert "Player 1 wins: player 2 has no pawn to move." in done.stdout
    record = parse_record(record_in(done.stdout))
    assert (record.result, len(record.moves)) == ("1-0", 7)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_of_random_players(name: str) -> None:
    words = ("play", name, "--player1", "random", "--player2", "random", "--seed", "5")
    one, two = stratege(*words), stratege(*words)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    record = parse_record(record_in(one.stdout))
    assert record.result in ("1-0", "0-1", "1/2-1/2")
    assert record.tags["Player1"] == "random"


def test_a_game_that_would_never_end_is_a_draw_at_the_limit_shown() -> None:
    words = ("play", "mingmang", "--player1", "random", "--player2", "random", "--seed", "5", "--limit", "7")
    done = stratege(*words)
    assert "A draw after 7 moves." in done.stdout
    assert "Draw: the limit of 7 moves is reached." in done.stdout
    assert parse_record(record_in(done.stdout)).result == "1/2-1/2"


def test_a_machine_of_a_level_answers() -> None:
    done = stratege(
        "play", "quixo", "--size", "3", "--player2", "level:7", "--time", "0.1", typed="0,0-0,2\n"
    )
    assert "Player 2 plays " in done.stdout
    assert len(parse_record(record_in(done.stdout)).moves) == 2


def test_question_mark_lists_moves_and_commands() -> None:
    done = stratege("play", "awale", typed="?\nquit\n")
    assert "moves: a b c d e f" in done.stdout
    for word in ("undo", "resign", "save FILE", "load FILE", "quit"):
        assert word in done.stdout


def test_undo_goes_back_to_ones_own_turn() -> None:
    alone = stratege("play", "awale", typed="undo\ne\ng\nundo\nundo\na\nquit\n")
    assert "nothing to take back" in alone.stdout
    assert parse_record(record_in(alone.stdout)).moves == ("a",)
    against = stratege(
        "play", "awale", "--player2", "random", "--seed", "1", typed="e\na\nundo\nundo\nb\nquit\n"
    )
    moves = parse_record(record_in(against.stdout)).moves
    assert moves[0] == "b"
    assert len(moves) == 2


def test_resigning_loses() -> None:
    done = stratege("play", "quixo", typed="0,0-0,4\nresign\n")
    assert "Player 1 wins: player 2 resigns." in done.stdout
    record = parse_record(record_in(done.stdout))
    assert (record.result, record.tags["Ending"]) == ("1-0", "resigned")


def test_save_and_load_within_a_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    stratege("play", "awale", typed=f"e\ng\nsave {path}\na\nquit\n")
    assert parse_record(path.read_text(encoding="utf-8")).moves == ("e", "g")
    done = stratege("play", "awale", typed=f"load\nload /nonexistent\nload {path}\nb\nquit\n")
    assert "Say which file" in done.stdout
    assert "no such file" in done.stdout
    assert parse_record(record_in(done.stdout)).moves == ("e", "g", "b")


def test_a_saved_game_goes_on_from_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    first = stratege("play", "quixo", "--size", "3", "--save", str(path), typed="0,0-0,2\n")
    assert f"The game is in {path}." in first.stdout
    second = stratege("play", "--load", str(path), "--save", str(path), typed="2,2-0,2\n")
    assert second.returncode == 0
    assert parse_record(path.read_text(encoding="utf-8")).moves == ("0,0-0,2", "2,2-0,2")
    other = stratege("play", "awale", "--load", str(path))
    assert (other.returncode, "a game of Quixo" in other.stderr) == (2, True)


def test_the_end_of_input_leaves_with_the_record() -> None:
    done = stratege("play", "awale", typed="e\n")
    assert done.returncode == 0
    assert parse_record(record_in(done.stdout)).moves == ("e",)


def test_commands_are_understood_in_french() -> None:
    done = stratege("play", "awale", "--lang", "fr", typed="e\nannuler\na\nabandonner\n")
    assert "Joueur 1, votre coup" in done.stdout
    assert "Le joueur 1 gagne : le joueur 2 abandonne." in done.stdout
    assert parse_record(record_in(done.stdout)).moves == ("a",)


def test_the_help_in_french_names_french_words() -> None:
    said = stratege("play", "nimble", "--lang", "fr", typed="?\nsauver\nquitter\n").stdout
    shown = [line.split()[0] for line in said.split("coups :")[1].splitlines()[1:7]]
    assert shown == ["?", "annuler", "sauver", "charger", "abandonner", "quitter"]
    assert all(any(word in words for words in COMMANDS.values()) for word in shown)
    assert "sauver partie.txt" in said


def test_ctrl_c_leaves_cleanly_with_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    child = pexpect.spawn(
        sys.executable,
        [*COMMAND[1:], "play", "awale", "--save", str(path)],
        env=plain_environment(),
        encoding="utf-8",
    )
    child.expect("Player 1, your move")
    child.sendline("e")
    child.expect("Player 2, your move")
    child.kill(signal.SIGINT)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Traceback" not in (child.before or "")
    assert parse_record(path.read_text(encoding="utf-8")).moves == ("e",)


def test_the_menu_plays_a_game_and_comes_back() -> None:
    typed = "9\n3\n1\n4x1\n11\n0\nquit\nq\n"
    done = stratege(typed=typed)
    assert done.returncode == 0
    assert "Please answer with a number from 1 to 5." in done.stdout
    assert "Nimble 4" in done.stdout
    assert done.stdout.count("Which game?") == 2


def test_the_menu_in_french_and_a_wrong_size() -> None:
    done = stratege("--lang", "fr", typed="5\n9\n\n0\n0,0-0,4\nquit\n")
    assert "Quel jeu ?" in done.stdout
    assert "3, 4 ou 5" in done.stdout
    assert "Quixo 5×5" in done.stdout


def test_boards_are_coloured_in_a_terminal() -> None:
    environment = {**plain_environment(), "TERM": "xterm-256color"}
    del environment["NO_COLOR"]
    child = pexpect.spawn(sys.executable, [*COMMAND[1:], "play", "awale"], env=environment, encoding="utf-8")
    child.expect("your move")
    assert "\x1b[1;36m" in (child.before or "")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
