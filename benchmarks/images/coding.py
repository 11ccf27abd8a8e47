"""Speed of coding by context: against the same loops in C and JPEG XL, growth with size, a scan's memory."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy

from benchmarks.images.corpus import files, picture
from benchmarks.images.twins import build, code_here, code_in_c, fastest
from benchmarks.memory import forget_peak, peak_memory
from benchmarks.perft.twins import FLAGS
from benchmarks.report import Report, Table, compiler
from stratege.images import peers
from stratege.images.container import encode
from stratege.images.picture import Bytes, greys, read_only
from stratege.images.scanning import MOST_SCANNED, read_rows, write_rows

NAME = "image coding"

ROUNDS = 7
SAMPLES = ("camera", "grass", "page", "retina")
COLOURS = (("astronaut", "8"), ("coffee", "64"), ("camera", "none"))
SIZES = (256, 512, 1024, 2048, 4096)
SCAN = 20_000
MEBI = 1 << 20

SUMMARY = (
    "Processor time, best of {rounds}, memory for the contexts included. Black and white: goals are 3 "
    "MPixel/s both ways, 0.85 of the same loops in C (`cc {flags}`), whose bytes must be the same, and the "
    "same time a pixel from 256² to 4096². A scan of 20,000 × 20,000, row by row: 100 MiB."
)


def run() -> Report:
    if not files():
        return Report("scikit-image is not installed here.", [])
    summary = SUMMARY.format(rounds=ROUNDS, flags=" ".join(FLAGS))
    return Report(summary, [against_c(), growth(), colours(), scan(SCAN)])


def against_c() -> Table:
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder), "context") if compiler() else None
        rows = [_race(name, picture(name, "nb").canonical.pixels, program) for name in SAMPLES]
    columns = (
        "picture",
        "bytes",
        "write MPixel/s",
        "read",
        "C writes",
        "C reads",
        "ratio",
        "ratio",
        "JPEG XL writes",
    )
    return Table("Black and white" + ("" if program else " (there is no C compiler here)"), columns, rows)


def _race(name: str, pixels: Bytes, program: Path | None) -> list[str]:
    """One row: the kernel and its twin in turns, so that other work on the machine slows both."""
    code_here(pixels)  # compile it
    ours, theirs = [], []
    for _round in range(ROUNDS):
        ours.append(code_here(pixels, 2))
        if program is not None:
            theirs.append(code_in_c(program, pixels, 2))
    if len({one[:2] for one in ours + theirs}) != 1:
        raise RuntimeError(f"{name}: not the same bytes: the speeds mean nothing")
    mine = [min(one[way] for one in ours) for way in (2, 3)]
    speeds = [f"{pixels.size / one / 1e6:.1f}" for one in mine]
    rival = f"{pixels.size / jxl / 1e6:.2f}" if (jxl := _jpeg_xl(name)) else "–"
    if not theirs:
        return [name, f"{ours[0].length:,}", *speeds, "–", "–", "–", "–", rival]
    twins = [min(one[way] for one in theirs) for way in (2, 3)]
    c_speeds = [f"{pixels.size / one / 1e6:.1f}" for one in twins]
    ratios = [f"{twin / one:.2f}" for twin, one in zip(twins, mine, strict=True)]
    return [name, f"{ours[0].length:,}", *speeds, *c_speeds, *ratios, rival]


def _jpeg_xl(name: str) -> float:
    """Its seconds at effort 9; 0 where it is not installed."""
    write = peers.writers().get("JPEG XL")
    return fastest(lambda: write(picture(name, "nb")), 1)[0] if write else 0.0


def growth() -> Table:
    tile = picture("camera", "nb").canonical.pixels[:256, 128:384]
    rows, first = [], 0.0
    for size in SIZES:
        pixels = read_only(numpy.tile(tile, (size // 256, size // 256)))
        found = code_here(pixels, 3)
        each = [1e9 * seconds / pixels.size for seconds in found[2:]]
        first = first or each[0]
        rows.append(
            [
                f"{size} × {size}",
                f"{found.length:,}",
                *(f"{one:.1f}" for one in each),
                f"{each[0] / first:.2f}",
            ]
        )
    return Table("Growth", ("size", "bytes", "write ns a pixel", "read", "writing, of the first"), rows)


def colours() -> Table:
    rows = []
    for name, reduce in COLOURS:
        found = picture(name, reduce)
        encode(found, "fast")  # compile it
        taken, content = fastest(lambda found=found: encode(found, "fast"), 3)  # type: ignore[misc]
        speed = f"{found.pixels.size / taken / 1e6:.2f}"
        rows.append([f"{name}, {reduce}", str(len(found.canonical.palette)), f"{len(content):,}", speed])
    return Table("In colours, by the guess", ("picture", "colours", "bytes", "write MPixel/s"), rows)


def scan(side: int) -> Table:
    """Measured in a process of its own, so that its peak of memory is its own."""
    words = [sys.executable, "-m", "benchmarks.images.coding", str(side)]
    answer = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    columns = ("side", "bytes", "write MPixel/s", "read", "MiB more than before")
    return Table("A scan row by row", columns, [answer])


def scanned(side: int) -> list[str]:
    """Write and read a scan without ever holding it."""
    small = write_rows(2, 2, greys(2), [read_only(numpy.eye(2))])
    list(read_rows(io.BytesIO(small))[1])  # compile it
    forget_peak()
    before = peak_memory()
    writing, content = fastest(lambda: write_rows(side, side, greys(2), strips(side)), 1)
    _header, rows = read_rows(io.BytesIO(content), MOST_SCANNED)
    reading, ink = fastest(lambda: sum(int(some.sum()) for some in rows), 1)
    more = (peak_memory() - before) / MEBI
    if ink != sum(int(some.sum()) for some in strips(side)):
        raise RuntimeError("another scan came back")
    speeds = [f"{side * side / seconds / 1e6:.1f}" for seconds in (writing, reading)]
    return [str(side), str(len(content)), *speeds, f"{more:.1f}"]


def strips(side: int) -> Iterator[Bytes]:
    """A pattern with edges everywhere, a hundred rows at a time."""
    column = numpy.arange(side)
    for top in range(0, side, 100):
        row = numpy.arange(top, min(side, top + 100))[:, None]
        yield read_only((row * 7 // 5 ^ column) >> 6 & 1)


if __name__ == "__main__":
    print(*scanned(int(sys.argv[1])))
