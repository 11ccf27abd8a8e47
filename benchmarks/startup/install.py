"""Installing: packages, megabytes and seconds of the core and of each extra, each in a new environment."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.report import Report, Table
from stratege.core.extras import EXTRAS

NAME = "install"

ROOT = Path(__file__).parents[2]
MEGABYTE = 1_000_000
SUMMARY = (
    "`pip install '.[EXTRA]'` into an empty environment, with whatever packages pip has in its cache; pip "
    "itself is not counted. Before there were extras, all of `web` and `postgres` was installed."
)


def run() -> Report:
    rows = [measured(extra) for extra in ("", *EXTRAS, "web,postgres", "all")]
    return Report(SUMMARY, [Table("What an installation takes", ("extra", "packages", "MB", "s"), rows)])


def measured(extra: str) -> list[str]:
    """A row of the table: the extra, how many packages, how large, how long."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder) / "bin" / "python"
        what = f"{ROOT}[{extra}]" if extra else str(ROOT)
        before = size_of(Path(folder))
        begun = time.perf_counter()
        subprocess.run([python, "-m", "pip", "install", "--quiet", what], check=True)
        seconds = time.perf_counter() - begun
        listed = subprocess.run(
            [python, "-m", "pip", "list", "--format=freeze"], check=True, capture_output=True, text=True
        ).stdout.split()
        packages = [line for line in listed if line.partition("==")[0] not in ("pip", "setuptools")]
        size = size_of(Path(folder)) - before
    return [extra or "(none)", str(len(packages)), f"{size / MEGABYTE:.0f}", f"{seconds:.0f}"]


def size_of(folder: Path) -> int:
    """All bytes of the files in it."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
