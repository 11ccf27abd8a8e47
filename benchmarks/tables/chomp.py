"""Chomp: the sweep of a box against the same algorithm in C, and against the paper's own functions."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy
from numpy.typing import NDArray

from benchmarks.perft.twins import FLAGS
from benchmarks.report import Report, Table, compiler
from stratege.core.compiling import compiled
from stratege.exams.chomp import carte_gagnante
from stratege.games.chomp import solver
from stratege.games.chomp.maps import winning_map
from stratege.games.chomp.numbering import Box, count
from stratege.games.chomp.sweep_tables import sweep_tables_of, words_for
from stratege.games.chomp.three_rows import winning_moves

NAME = "tables-chomp"

ROUNDS = 9
SOURCE = Path(__file__).with_suffix(".c")
BOXES: tuple[tuple[Box, int], ...] = (((12, 12), ROUNDS), ((14, 14), ROUNDS), ((16, 16), 3))
PAPER = (10, 8)
RIBBONS = (1_000, 3_000, 10_000)

SUMMARY = (
    "Every shape of a box won or lost (`stratege.games.chomp.box_sweep`), in seconds of processor time, best "
    f"of {ROUNDS} turns taken alternately (16×16: 3). C is the same algorithm, `cc {' '.join(FLAGS)}`, on "
    "the same tables; both must find the same lost shapes before a speed counts. Memory is all that a sweep "
    "works in, the bits of the box being 1. The paper's `carte_gagnante` is raced from nothing to the whole "
    "map. Ribbons of three rows go by `stratege.games.chomp.three_rows`. "
    "Goals: a ratio of at least 0.8 to C on 14×14, 16×16 in 10 s, 1,000 times `carte_gagnante(10, 8)`."
)

Answer = tuple[int, int]
"""How many shapes are lost, and a digest of which."""


def run() -> Report:
    return Report(SUMMARY, [against_c(), against_the_paper(), ribbons()])


def against_c() -> Table:
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder)) if compiler() else None
        rows = [_race(box, rounds, program) for box, rounds in BOXES]
    columns = ("box", "shapes", "lost", "Numba ms", "C ms", "ratio", "of medians", "ns a shape", "memory")
    return Table("Against C" + ("" if compiler() else " (there is no C compiler here)"), columns, rows)


def _race(box: Box, rounds: int, program: Path | None) -> list[str]:
    """One row: the sweep and its twin in turns, so that other work on the machine slows both."""
    ours, theirs = [], []
    swept(box)  # compile it
    for _ in range(rounds):
        answer, seconds = swept(box)
        ours.append(seconds)
        if program is not None:
            twin, seconds = ask(program, box)
            theirs.append(seconds)
            if twin != answer:
                raise RuntimeError(f"{box}: {answer} here, {twin} there: the speeds mean nothing")
    size = f"{box[0]}×{box[1]}"
    row = [size, f"{count(box):,}", f"{answer[0]:,}", f"{1000 * min(ours):.1f}"]
    if theirs:
        row += [f"{1000 * min(theirs):.1f}", f"{min(theirs) / min(ours):.2f}"]
        row.append(f"{median(theirs) / median(ours):.2f}")
    else:
        row += ["–"] * 3
    words = words_for(count(box))
    memory = (words + sweep_tables_of(box)[1]) / words
    return [*row, f"{1e9 * min(ours) / count(box):.2f}", f"{memory:.2f}"]


def swept(box: Box) -> tuple[Answer, float]:
    """Sweep a lying box in compiled Python; what it found and the seconds of processor time."""
    plan, room = sweep_tables_of(box)
    lost, seen = (numpy.full(words, 0, numpy.int64) for words in (words_for(count(box)), room))
    lost[0] = 1
    first = int(plan.starts[box[1]])
    begun = time.thread_time()
    compiled(solver.SWEEP).sweep(*plan, lost, seen, box[1], first, box[0])
    taken = time.thread_time() - begun
    return digest(lost), taken


def digest(lost: NDArray[numpy.int64]) -> Answer:
    """The number of lost shapes, and a sum over their words in which each place counts differently."""
    words = lost.view(numpy.uint64)
    places = 2 * numpy.arange(len(words), dtype=numpy.uint64) + 1
    return int(numpy.bitwise_count(words).sum()), int((words * places).sum())


def build(folder: Path) -> Path:
    """Compile the twin into the folder; the program."""
    program = folder / SOURCE.stem
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(SOURCE)], check=True)
    return program


def ask(program: Path, box: Box) -> tuple[Answer, float]:
    """The twin's answer and the seconds of processor time that it took."""
    plan, room = sweep_tables_of(box)
    parts = [numpy.array([box[1], box[0], words_for(count(box)), room])]
    for table in plan:
        parts += [numpy.array([len(table)]), table]
    words = numpy.concatenate(parts).astype(numpy.int64)
    done = subprocess.run([str(program)], input=words.tobytes(), capture_output=True, check=True)
    lost, total, seconds = done.stdout.split()
    return (int(lost), int(total)), float(seconds)


def against_the_paper() -> Table:
    columns, rows = PAPER
    winning_map((columns,) * rows)  # compile it
    ours = []
    for _ in range(ROUNDS):
        solver.recently_solved.cache_clear()
        begun = time.perf_counter()
        found = winning_map((columns,) * rows)
        ours.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    expected = carte_gagnante(columns, rows)
    theirs = time.perf_counter() - begun
    if found != expected:
        raise RuntimeError("the maps differ: the speeds mean nothing")
    row = [
        f"{columns}×{rows}",
        f"{1000 * min(ours):.2f}",
        f"{1000 * theirs:,.0f}",
        f"{theirs / min(ours):,.0f}",
    ]
    return Table("Against `carte_gagnante`", ("box", "Stratège ms", "paper ms", "ratio"), [row])


def ribbons() -> Table:
    rows = []
    winning_moves((9, 9, 9))  # compile it
    for columns in RIBBONS:
        begun = time.thread_time()
        moves = winning_moves((columns,) * 3)
        assert moves is not None
        told = " ".join(f"{row},{column}" for row, column in moves)
        rows.append([f"{columns:,}×3", told, f"{1000 * (time.thread_time() - begun):,.0f}"])
    return Table("Ribbons of three rows", ("box", "winning moves", "ms"), rows)
