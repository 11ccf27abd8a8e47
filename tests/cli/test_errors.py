"""Bad input gets one clear line and status 2, in either language, and never a traceback."""

from __future__ import annotations

import pytest
from tests.cli.stratege_command import stratege

MISTAKES = [
    (("play", "quix"), "did you mean quixo"),
    (("play", "go"), "there are: awale"),
    (("play", "awale", "--variant", "kalah"), "no variant 'kalah'"),
    (("play", "quixo", "--size", "9"), "3, 4 or 5, not 9"),
    (("play", "mingmang", "--size", "2"), "between 3 and"),
    (("play", "chomp", "--size", "wide"), "not a size"),
    (("play", "nimble", "--size", "0"), "between 1 and"),
    (("play", "awale", "--player2", "deepblue"), "no player 'deepblue'"),
    (("play",), "which game"),
    (("play", "--load", "/nonexistent.txt"), "no such file"),
    (("play", "quixo", "--limit", "0"), "--limit"),
    (("show", "awale", "1,2,3"), "12 pits"),
    (("show", "quixo", "xx/zz"), "3, 4 or 5"),
    (("show", "mingmang", "x.z/.../..."), "not 'z'"),
    (("show", "quixo", "--png", "/nonexistent/board.png"), "no such file or folder"),
    (("show", "quixo", "--png", "/tmp/x.png", "--width", "3"), "between 16"),
    (("perft", "awale"), "--depth is missing"),
    (("perft", "awale", "--depth", "many"), "--depth"),
    (("perft", "awale", "--depth", "-1"), "--depth"),
    (("frobnicate",), "frobnicate means nothing here"),
    (("games", "--frobnicate"), "no option --frobnicate"),
    (("--lang", "de"), "--lang"),
]


@pytest.mark.parametrize(
    ("words", "message"), MISTAKES, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_one_clear_line_and_status_two(words: tuple[str, ...], message: str) -> None:
    done = stratege(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.startswith("stratege: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout + done.stderr


def test_mistakes_are_explained_in_french_too() -> None:
    assert "vouliez-vous dire quixo" in stratege("play", "quix", "--lang", "fr").stderr
    assert "vouliez-vous dire quixo" in stratege("play", "quix", LANG="fr_FR.UTF-8").stderr
    assert "--depth manque" in stratege("--lang=fr", "perft", "awale").stderr
