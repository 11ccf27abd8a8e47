"""How long a whole paper takes to be marked: `stratege mark` on our own files, and on files with a mistake.

The wrong file has the first mutant of the paper's most laborious function; its counter-example is made small.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.report import Report, Table
from benchmarks.school.mutants import changed_functions, reference_source
from stratege.exams.papers import papers
from stratege.school.tables import table

NAME = "marking"
GOAL = 5  # seconds
SUMMARY = (
    "`stratege mark PAPER FILE … --json`, from starting the command to its end, all processes together. "
    f"Goal: at most {GOAL} s, also for a search whose recursion has no end (004)."
)
LABORIOUS = {
    "000": "compression_rectangle",
    "001": "NegaAwale",
    "002": "gagnante_memo",
    "003": "move",
    "004": "alphabeta",
}


def run() -> Report:
    """Every paper, right and wrong."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for paper in papers():
            right = [reference_source(module) for module in table(paper).modules]
            rows.append([paper, "right", *measured(paper, right, Path(folder))])
            rows.append([paper, "a mistake", *measured(paper, wrong(paper, right), Path(folder))])
    return Report(SUMMARY, [Table("A whole paper", ["paper", "file", "s", "s of processor"], rows)])


def wrong(paper: str, sources: Sequence[str]) -> list[str]:
    """The same files, one function of them changed."""
    name = LABORIOUS[paper]
    place = max(n for n, source in enumerate(sources) if f"def {name}(" in source)
    _words, changed = next(changed_functions(sources[place], name))
    return [changed if n == place else source for n, source in enumerate(sources)]


def measured(paper: str, sources: Sequence[str], folder: Path) -> list[str]:
    """Seconds by the clock, and of processor time."""
    files = [folder / f"{number}.py" for number in range(len(sources))]
    for file, source in zip(files, sources):
        file.write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "stratege.cli.main", "mark", paper, *map(str, files), "--json"]
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [f"{time.monotonic() - begun:.1f}", f"{used:.1f}"]
