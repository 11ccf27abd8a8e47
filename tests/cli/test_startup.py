"""Starting is light: no Numba and no web stack until somebody needs them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.stratege_command import plain_environment

HEAVY = ("numba", "llvmlite", "numpy", "fastapi", "sqlalchemy", "PIL", "matplotlib")

PROBE = """
import sys
from stratege.cli.main import run
from stratege.core import language
language.use("en")
status = run({words!r})
print("LOADED", [name for name in {heavy!r} if name in sys.modules], status)
"""


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["--help"], ""),
        (["games"], ""),
        (["show", "mingmang"], ""),
        (["play", "nimble"], "quit\n"),
        (["play", "quixo", "--player1", "random", "--player2", "random", "--seed", "1"], ""),
        ([], "q\n"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nothing_heavy_is_loaded(words: list[str], typed: str) -> None:
    code = PROBE.format(words=words, heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        env=plain_environment(),
    )
    assert done.stdout.splitlines()[-1] == "LOADED [] 0"
