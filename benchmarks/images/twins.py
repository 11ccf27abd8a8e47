"""C twins of the cover and of the coder by context: building them, asking them what the kernels are asked."""

from __future__ import annotations

import io
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from benchmarks.perft.twins import FLAGS
from stratege.images.contexts import TWO, read_image, write_image
from stratege.images.picture import Bytes

WORD = 1 << 64


class Covered(NamedTuple):
    """How many rectangles, a sum over all of them, and the seconds of processor time."""

    rectangles: int
    digest: int
    seconds: float


class Coded(NamedTuple):
    """The bytes of a stream, a sum over them, and the seconds of processor time to write and to read it."""

    length: int
    digest: int
    writing: float
    reading: float


def build(folder: Path, name: str = "cover") -> Path:
    """Compile a twin into the folder; the program."""
    program, source = folder / name, Path(__file__).with_name(f"{name}.c")
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(source)], check=True)
    return program


def code_in_c(program: Path, pixels: Bytes, rounds: int = 1) -> Coded:
    """What the twin makes of an image of two colours, its fastest of so many rounds."""
    length, total, writing, reading = _asked(program, pixels, rounds)
    return Coded(int(length), int(total), float(writing), float(reading))


def code_here(pixels: Bytes, rounds: int = 1) -> Coded:
    """The same of the compiled kernel."""
    height, width = pixels.shape
    writing, stream = fastest(lambda: write_image(pixels, 2, TWO), rounds)
    reading, blocks = fastest(
        lambda: list(read_image(height, width, 2, TWO, io.BytesIO(stream).read)), rounds
    )
    if not numpy.array_equal(numpy.concatenate(blocks), pixels):
        raise RuntimeError("another picture came back: the speeds mean nothing")
    return Coded(len(stream), digest(list(stream)), writing, reading)


def _asked(program: Path, pixels: Bytes, rounds: int) -> list[str]:
    """The words of a twin's answer."""
    data = program.with_name("pixels")
    data.write_bytes(pixels.tobytes())
    words = [str(program), str(data), *map(str, pixels.shape), str(rounds)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def cover_in_c(program: Path, pixels: Bytes, rounds: int = 1) -> Covered:
    """The twin's cover of an image, its fastest of so many rounds."""
    answer = _asked(program, pixels, rounds)
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


def digest(numbers: Any) -> int:
    """The sum that the twin makes: all numbers as digits in base 31, modulo a word."""
    total = 0
    for number in numpy.asarray(numbers).ravel().tolist():
        total = (31 * total + number) % WORD
    return total
