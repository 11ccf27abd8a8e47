"""Start-up: what a user waits for before the first words, against an empty Python."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence

from benchmarks.report import Report, Table

NAME = "startup"

ROUNDS = 9
EMPTY = ("python -c pass", ["-c", "pass"], "")
COMMANDS = (
    ("stratege --help", ["-m", "stratege.cli.main", "--help"], ""),
    ("stratege games", ["-m", "stratege.cli.main", "games"], ""),
    (
        "stratege play nimble, first board",
        ["-m", "stratege.cli.main", "play", "nimble", "--seed", "1"],
        "quit\n",
    ),
    ("stratege play mingmang, first board", ["-m", "stratege.cli.main", "play", "mingmang"], "quit\n"),
)

SUMMARY = (
    f"Wall time of a whole process, best of {ROUNDS} turns taken alternately with an empty Python. "
    "Nothing here loads Numba; playing a person or `random` never does."
)


def run() -> Report:
    best = {name: float("inf") for name, _words, _typed in (EMPTY, *COMMANDS)}
    for _round in range(ROUNDS):
        for name, words, typed in (EMPTY, *COMMANDS):
            best[name] = min(best[name], seconds(words, typed))
    empty = best[EMPTY[0]]
    rows = [[name, f"{1000 * taken:.0f}", f"{taken / empty:.1f}"] for name, taken in best.items()]
    return Report(
        SUMMARY, [Table("Until the process ends", ("command", "ms", "times an empty Python"), rows)]
    )


def seconds(words: Sequence[str], typed: str) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], input=typed, text=True, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun
