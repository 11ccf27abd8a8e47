"""Starting is light: no Numba and no web stack until somebody needs them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.stratege_command import plain_environment

HEAVY = ("numba", "llvmlite", "numpy", "fastapi", "sqlalchemy", "PIL", "matplotlib")

LIGHT = 90  # modules that the help may load beyond an empty Python; Typer alone would be four times as many

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


def test_the_help_loads_no_command_and_little_else() -> None:
    code = """
import sys
before = set(sys.modules)
from stratege.cli.main import run
status = run(["--help"])
new = set(sys.modules) - before
print(status, len(new), sorted({name.partition(".")[0] for name in new} & {"typer", "rich", "dataclasses"}))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=plain_environment(),
    )
    status, count, heavy = done.stdout.splitlines()[-1].split(" ", 2)
    assert (status, heavy) == ("0", "[]")
    assert int(count) < LIGHT
