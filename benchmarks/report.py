"""What a benchmark hands back, and the file of results, where each benchmark owns one section."""

from __future__ import annotations

import datetime
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from stratege.core.files import write_whole

RESULTS = Path(__file__).with_name("RESULTS.md")
TITLE = "# Benchmarks\n\nWritten by `make bench`; speeds are of one machine, ratios travel better.\n"
SECTION = "## "  # no line of a section's body may begin like this
TABLE = "### "


@dataclass(frozen=True)
class Table:
    """Rows of cells under their columns; the first column is text, the others are figures."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Report:
    """What was measured, in a sentence or two, and the figures."""

    summary: str
    tables: Sequence[Table]


def keep(name: str, report: Report, path: Path = RESULTS, part: bool = False) -> None:
    """Put the report in place of the benchmark's section of the file, leaving the others as they are.

    If it is a part, the section's tables that it does not have stay too, with the day that they are of.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    body = markdown(report)
    if part:
        body = with_tables(divided(text, SECTION)[1].get(name, ""), body)
    write_whole(path, with_section(text, name, body).encode())


def with_section(text: str, name: str, body: str) -> str:
    """The text with the section of that name replaced, or added at the end."""
    sections = divided(text, SECTION)[1] | {name: body}
    return TITLE + "".join(f"\n{SECTION}{title}\n\n{body}\n" for title, body in sections.items())


def with_tables(before: str, body: str) -> str:
    """The body of a section, with those tables of before that it does not have."""
    head, old = divided(before, TABLE)
    day = f"Measured earlier, on {head.partition(';')[0]}.\n\n"
    old = {title: rows if rows.startswith("Measured") else day + rows for title, rows in old.items()}
    words, new = divided(body, TABLE)
    return "\n\n".join([words, *(f"{TABLE}{title}\n\n{rows}" for title, rows in (old | new).items())])


def divided(text: str, mark: str) -> tuple[str, dict[str, str]]:
    """What stands before the first line with the mark, and what after each of them, by their titles."""
    head, *parts = re.split(rf"^{mark}", text, flags=re.M)
    return head.strip(), {title: body.strip() for title, _, body in (one.partition("\n") for one in parts)}


def markdown(report: Report) -> str:
    """The body of a report's section."""
    blocks = [conditions(), report.summary]
    for table in report.tables:
        rule = ["---", *["---:"] * (len(table.columns) - 1)]
        rows = [table.columns, rule, *table.rows]
        blocks.append(f"{TABLE}{table.title}")
        blocks.append("\n".join("| " + " | ".join(row) + " |" for row in rows))
    return "\n\n".join(blocks)


def conditions() -> str:
    """When, with what and on what this runs."""
    parts = [f"Python {platform.python_version()}"]
    parts += [f"{package} {_version(package)}" for package in ("numba", "llvmlite", "numpy", "open_spiel")]
    parts.append(f"C compiler {compiler_version()}")
    today = datetime.date.today().isoformat()
    return f"{today}; {', '.join(parts)}; {_processor()}, {os.cpu_count()} processors."


def compiler() -> str | None:
    """The C compiler, if there is one."""
    return shutil.which("cc")


def compiler_version() -> str:
    """The compiler's own first words about itself."""
    if compiler() is None:
        return "none"
    answer = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()[0]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
