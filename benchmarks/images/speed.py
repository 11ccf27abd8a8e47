"""Speed: the rectangle cover against the paper's function and C, runs, growth with size, damaged files."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

from benchmarks.images.corpus import files, picture
from benchmarks.images.damage import damaged_files, whole_files
from benchmarks.images.twins import build, cover_here, cover_in_c, fastest
from benchmarks.memory import forget_peak, peak_memory
from benchmarks.perft.twins import FLAGS
from benchmarks.report import Report, Table, compiler
from stratege.exams.images import compression_rectangle
from stratege.images.container import decode
from stratege.images.picture import MOST_PIXELS, BadPicture, Bytes, read_only
from stratege.images.rectangles import cover
from stratege.images.runs import RunPainter, runs_of

NAME = "image speed"

ROUNDS = 7
SAMPLES = (("camera", "nb"), ("grass", "nb"), ("astronaut", "8"))  # 512 × 512 each
SIZES = (256, 512, 1024, 2048, 4096)
DAMAGED = 100_000
MEBI = 1 << 20

SUMMARY = (
    "Processor time, best of {rounds}. The cover in rectangles on 512 × 512: goals are 60 times the speed of "
    "the paper's function and 0.8 of the same loops in C (`cc {flags}`), whose rectangles must be the same. "
    "Runs: 500 MPixel/s for orientation. Growth: one picture tiled, so time per pixel should stay the same. "
    "Damaged files: nothing but `BadPicture`, at most 100 ms each and 64 MiB beyond the limit on pixels."
)


def run(damaged: int = DAMAGED) -> Report:
    if not files():
        return Report("scikit-image is not installed here.", [])
    summary = SUMMARY.format(rounds=ROUNDS, flags=" ".join(FLAGS))
    return Report(summary, [covers(), runs(), growth(), damage(damaged)])


def covers() -> Table:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder)) if compiler() else None
        for name, reduce in SAMPLES:
            rows.append(_race(f"{name}, {reduce}", picture(name, reduce).pixels, program))
    columns = ("picture", "rectangles", "ms", "paper ms", "times the paper", "C ms", "ratio to C")
    return Table("Cover of 512 × 512" + ("" if program else " (there is no C compiler here)"), columns, rows)


def _race(label: str, pixels: Bytes, program: Path | None) -> list[str]:
    """One row: the kernel and its twin in turns, so that other work on the machine slows both."""
    slow, expected = fastest(lambda: compression_rectangle(pixels.tolist()), 1)
    cover(pixels)  # compile it
    ours, theirs = [], []
    for _round in range(ROUNDS):
        ours.append(cover_here(cover, pixels, ROUNDS))
        if program is not None:
            theirs.append(cover_in_c(program, pixels, ROUNDS))
    if len({one[:2] for one in ours + theirs}) != 1 or ours[0].rectangles != len(expected[2]):
        raise RuntimeError(f"{label}: not the same rectangles: the speeds mean nothing")
    mine = min(one.seconds for one in ours)
    row = [label, f"{ours[0].rectangles:,}", _ms(mine), _ms(slow), f"{slow / mine:,.0f}"]
    if not theirs:
        return [*row, "–", "–"]
    twins = min(one.seconds for one in theirs)
    return [*row, _ms(twins), f"{twins / mine:.2f}"]


def runs() -> Table:
    rows = []
    for name, reduce in (*SAMPLES, ("retina", "nb")):
        pixels = picture(name, reduce).pixels
        runs_of(pixels)  # compile it
        forth, (lengths, colours) = fastest(lambda pixels=pixels: runs_of(pixels), ROUNDS)  # type: ignore[misc]
        counts, levels = lengths.astype(numpy.int64), read_only(colours)
        _painted(pixels, counts, levels)
        back, again = fastest(lambda a=(pixels, counts, levels): _painted(*a), ROUNDS)  # type: ignore[misc]
        if not numpy.array_equal(again, pixels):
            raise RuntimeError(f"{name}: another picture came back: the speeds mean nothing")
        speeds = (f"{pixels.size / taken / 1e6:,.0f}" for taken in (forth, back))
        rows.append([f"{name}, {reduce}", f"{len(lengths):,}", f"{pixels.size / len(lengths):.1f}", *speeds])
    columns = ("picture", "runs", "pixels a run", "encode MPixel/s", "decode MPixel/s")
    return Table("Runs of an array, and back", columns, rows)


def _painted(pixels: Bytes, lengths: numpy.typing.NDArray[numpy.int64], colours: Bytes) -> Bytes:
    painter = RunPainter(*pixels.shape)
    painter.paint([lengths], colours)
    return painter.finished()


def growth() -> Table:
    tile = picture("camera", "nb").pixels[:256, 128:384]
    rows, first = [], 0.0
    for size in SIZES:
        pixels = read_only(numpy.tile(tile, (size // 256, size // 256)))
        found = cover_here(cover, pixels, 3)
        each = 1e9 * found.seconds / pixels.size
        first = first or each
        rows.append(
            [
                f"{size} × {size}",
                f"{found.rectangles:,}",
                _ms(found.seconds),
                f"{each:.2f}",
                f"{each / first:.2f}",
            ]
        )
    columns = ("size", "rectangles", "ms", "ns a pixel", "of the first")
    return Table("Growth of the cover", columns, rows)


def damage(count: int) -> Table:
    """Measured in a process of its own, so that its peak of memory is its own."""
    words = [sys.executable, "-m", "benchmarks.images.speed", str(count)]
    answer = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    columns = ("files", "refused", "still pictures", "slowest ms", "MiB, pixels included")
    return Table(f"Damaged files, limit {MOST_PIXELS:,} pixels", columns, [answer])


def read_damaged(count: int) -> list[str]:
    for content in whole_files():
        decode(content)
    forget_peak()
    before, slowest, refused = peak_memory(), 0.0, 0
    for content in damaged_files(count):
        begun = time.thread_time()
        try:
            decode(content)
        except BadPicture:
            refused += 1
        slowest = max(slowest, time.thread_time() - begun)
    more = (peak_memory() - before) / MEBI
    return [f"{count:,}", f"{refused:,}", f"{count - refused:,}", _ms(slowest), f"{more:.1f}"]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:,.2f}"


if __name__ == "__main__":
    print(*read_damaged(int(sys.argv[1])))
