"""A shell that asks is told commands, games, variants, players and legal moves, and nothing else."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.stratege_command import plain_environment, stratege
from tests.patience import PATIENCE

COMMAND = Path(sys.executable).with_name("stratege")


def proposed(line: str) -> list[str]:
    """What bash would show for the line, with the cursor at its end."""
    words = ["stratege", *line.split(" ")]
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    return stratege(_STRATEGE_COMPLETE="complete_bash", **asked).stdout.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("an", ["analyse"]),
        ("show ch", ["chomp"]),
        ("play m", ["mingmang"]),
        ("play awale --variant a", ["abapa", "awari"]),
        ("play nimble --variant ", ["standard", "misere"]),
        ("match awale level:1", ["level:1", "level:10", "level:10:no-book"]),
        ("play chomp --player2 e", []),
        ("play quixo --player2 e", ["exam"]),
        ("analyse awale --moves ", ["a", "b", "c", "d", "e", "f"]),
        ("analyse nosuch --moves ", []),
    ],
)
def test_what_is_proposed(line: str, expected: list[str]) -> None:
    assert proposed(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("stratege match awale level:2", ["2"]),  # bash puts it behind the colon
        ("stratege analyse awale --moves 'e g a", ["e g a"]),
        ("stratege show ", ["awale", "chomp", "nimble", "mingmang", "quixo"]),
    ],
)
def test_bash_itself_is_told(line: str, expected: list[str]) -> None:
    """The script that is installed, called as bash calls it."""
    script = stratege("--show-completion", STRATEGE_SHELL="bash").stdout
    asked = f"COMP_LINE={shlex.quote(line)} COMP_POINT={len(line)} COMP_WORDBREAKS=' :='"
    call = f"{asked}; _stratege_completion {shlex.quote(str(COMMAND))}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{call}"],
        capture_output=True,
        text=True,
        env=plain_environment(),
        timeout=PATIENCE,
    )
    assert done.stdout.splitlines() == expected, done.stderr


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_quotes_that_are_open_hold_one_word(shell: str) -> None:
    asked = {
        "COMP_WORDS" if shell == "bash" else "_TYPER_COMPLETE_ARGS": "stratege analyse awale --moves 'e "
    }
    done = stratege(_STRATEGE_COMPLETE=f"complete_{shell}", _TYPER_COMPLETE_FISH_ACTION="get-args", **asked)
    assert "e g" in done.stdout


def test_only_legal_moves_follow_those_played() -> None:
    asked = {"_TYPER_COMPLETE_ARGS": "stratege analyse nimble 0,1,1 --moves '2-1 3"}
    done = stratege(_STRATEGE_COMPLETE="complete_zsh", **asked)
    assert "2-1 3-1" in done.stdout
    assert "2-1 3-2" in done.stdout
    assert "1-0" not in done.stdout


def test_installing_changes_the_shells_own_files_only(tmp_path: Path) -> None:
    done = stratege("--install-completion", HOME=str(tmp_path), STRATEGE_SHELL="bash")
    assert done.returncode == 0
    assert str(tmp_path) in done.stdout
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert any("_STRATEGE_COMPLETE=complete_bash" in path.read_text() for path in written)
    shown = stratege("--show-completion", STRATEGE_SHELL="fish")
    assert "complete --command stratege" in shown.stdout
    assert "compadd" in stratege("--show-completion", STRATEGE_SHELL="zsh").stdout
    unknown = stratege("--install-completion", HOME=str(tmp_path), STRATEGE_SHELL="nosuch")
    assert unknown.returncode == 2
    assert "STRATEGE_SHELL" in unknown.stderr
