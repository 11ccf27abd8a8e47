"""The cover's C twin: building it, and asking it what the compiled kernel is asked."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from benchmarks.perft.twins import FLAGS
from stratege.images.picture import Bytes

SOURCE = Path(__file__).with_name("cover.c")
WORD = 1 << 64


class Covered(NamedTuple):
    """How many rectangles, a sum over all of them, and the seconds of processor time."""

    rectangles: int
    digest: int
    seconds: float


def build(folder: Path) -> Path:
    """Compile the twin into the folder; the program."""
    program = folder / "cover"
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(SOURCE)], check=True)
    return program


def cover_in_c(program: Path, pixels: Bytes, rounds: int = 1) -> Covered:
    """The twin's cover of an image, its fastest of so many rounds."""
    data = program.with_name("pixels")
    data.write_bytes(pixels.tobytes())
    words = [str(program), str(data), *map(str, pixels.shape), str(rounds)]
    answer = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return Covered(int(answer[0]), int(answer[1]), float(answer[2]))


def cover_here(cover: Callable[[Bytes], Any], pixels: Bytes, rounds: int = 1) -> Covered:
    """The cover that a function gives, its fastest of so many rounds."""
    taken, found = fastest(lambda: cover(pixels), rounds)
    return Covered(len(found), digest(found), taken)


def fastest(function: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The fewest seconds of processor time that the function took, and its answer."""
    best, answer = float("inf"), None
    for _round in range(rounds):
        begun = time.thread_time()
        answer = function()
        best = min(best, time.thread_time() - begun)
    return best, answer


def digest(rectangles: Any) -> int:
    """The sum that the twin makes: all numbers as digits in base 31, modulo a word."""
    total = 0
    for number in numpy.asarray(rectangles).ravel().tolist():
        total = (31 * total + number) % WORD
    return total
