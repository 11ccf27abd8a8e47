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
    (("--lang", "de"), "--lang must be one of fr, en"),
    (("tables", "buld"), "buld means nothing here (did you mean build?); see `stratege tables --help`."),
    (("imag",), "imag means nothing here (did you mean image?); see `stratege --help`."),
    (("games", "a", "b"), "a b means nothing here; see `stratege games --help`."),
    (("play", "awale", "--siz", "3"), "there is no option --siz (did you mean --size?)"),
    (("show", "quixo", "--size"), "--size needs a value"),
    (("show", "quixo", "--json=1"), "--json takes no value"),
    (("play", "quixo", "--seed", "x"), "--seed must be a whole number"),
    (("play", "quixo", "--time", "nan"), "--time must be between 0.01 and 3600"),
    (("perft", "quixo", "--depth", "61"), "--depth must be between 0 and 60"),
    (
        ("analyse", "awale", "--nodes", "9223372036854775808"),
        "--nodes must be between 1 and 1000000000000000",
    ),
    (("match", "quixo", "random", "random", "--games", "9" * 30), "--games must be between 1 and 1000000"),
    (("show", "quixo", "--size", "3x4"), "one number, not '3x4'"),
    (("show", "mingmang", "--size", "8x9"), "one number, not '8x9'"),
    (("show", "awale", "--size", "4,5"), "one number, not '4,5'"),
    (
        ("show", "chomp", "--size", "100000x100000"),
        "it can have 9,999,999,999 moves, and the limit is 100,000",
    ),
    (("show", "nimble", "--size", "20000x3", "--json"), "the limit is 100,000"),
    (("show", "nimble", ",".join("1" * 20000)), "the limit is 100,000"),
    (("play", "nimble", "--size", "1000000"), "the limit is 100,000"),
    (("perft", "nimble", "--size", "1000000", "--depth", "1"), "the limit is 100,000"),
    (("analyse", "chomp", "--size", "99999x99999"), "the limit is 100,000"),
    (("engine", "chomp", "--size", "99999x99999"), "the limit is 100,000"),
    (("match", "chomp", "random", "random", "--games", "1", "--size", "99999x99999"), "the limit is 100,000"),
    (("web", "--host", "0.0.0.0"), "--allow-host NAME"),
    (("web", "--database", "/"), "/ is a folder"),
    (("archive", "stats", "--database", "/"), "/ is a folder"),
    (("web", "--host", "games.example.org"), "--allow-host NAME"),
    (("web", "--allow-host", "http://x"), "no name of a host"),
    (("web", "--behind-proxy", "example.org"), "the proxy's address"),
    (("solve", "chomp", "100000x100000"), "10^60203 shapes; up to 35,345,263,800 can be solved"),
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
