"""The kernels' C twins: building them, and asking them what the compiled kernels are asked."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import cast

from stratege.core.compiling import compiled
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.wordsize import WORD, as_words
from stratege.engine.perft_kernel import FIRST

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-march=native")
TEMPLATES = {"count": "stratege.engine.perft_kernel", "digest": "benchmarks.perft.full"}
"""The questions, each a function of a template: how many leaves, and a sum over all of them."""


def build(game: Game, folder: Path) -> Path:
    """Compile the game's twin into the folder; the program."""
    program = folder / game.name
    source = SOURCES / f"{game.name}.c"
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(source)], check=True)
    return program


def ask(program: Path, question: str, game: Game, state: State, depth: int) -> tuple[int, float]:
    """The twin's answer and the seconds of processor time that it took."""
    numbers = [depth, *game.rules, *state]
    answer = subprocess.run(
        [str(program), question, *map(str, numbers)], capture_output=True, text=True, check=True
    )
    value, seconds = answer.stdout.split()
    return int(value), float(seconds)


def kernel_answers(question: str, game: Game, state: State, depth: int) -> Callable[[], int]:
    """A function that asks the compiled kernel the same, ready to be timed."""
    import numpy

    function = getattr(compiled(TEMPLATES[question], game.kernel.__name__), question)
    room = numpy.zeros(FIRST + game.most_moves * (depth + 1), numpy.int64)
    rules, words = as_words(game.rules), as_words(state)
    function(rules, words, 1, room, FIRST)  # compile it
    return lambda: cast(int, function(rules, words, depth, room, FIRST)) % WORD
