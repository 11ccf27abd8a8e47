"""The documentation site: `python build_site.py FOLDER` builds it, without network; a dead link is an error.

The pages of docs/ are joined by those that stand elsewhere in the repository and those made of the code: the
commands, in both languages, and the library's names with their docstrings.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import build_notebooks
from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from stratege.core import charts

ROOT = Path(__file__).parent
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "benchmarks/RESULTS.md": "benchmarks.md",
    "examples/hexapawn/README.md": "hexapawn.md",
}
LIBRARY = {
    "Positions, lines, values": (
        "core.registry core.game core.position core.line core.value core.outcome core.variant core.errors"
    ),
    "Engine": "engine.adviser engine.analysis engine.limits engine.players engine.perft",
    "Environments": "envs.batch envs.sight envs.aec envs.single envs.openspiel",
    "Clients": "client.questions client.http client.live client.engine",
    "Notebooks": "notebook.board",
    "A game's parts": "core.declaration core.kernel core.parts core.recipe core.places core.extras",
}
CHARTS = (
    ("perft", "Against C", "ratio"),
    ("startup", "Until the process ends", "times an empty Python"),
    ("search", "Against C", "ratio"),
    ("tables-chomp", "Against C", "ratio"),
    ("tables-awale", "Growth on one core (`standard`; one byte a board is kept)", "seconds"),
    ("image speed", "Growth of the cover", "ns a pixel"),
    ("timing", "Overrun", "p99 ms"),
)
"""Of the benchmarks: which table of which section, and its column that is drawn."""


def assemble(folder: Path) -> None:
    """Put all pages into a folder, as mkdocs wants them."""
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("*.py", "*.ipynb", "__pycache__"))
    for path in build_notebooks.notebooks():
        notebook = build_notebooks.read(path)
        for language, ending in (("en", "md"), ("fr", "fr.md")):
            written = build_notebooks.page(notebook, language)
            (folder / "notebooks" / f"{path.stem}.{ending}").write_text(written, encoding="utf-8")
    for source, page in ELSEWHERE.items():
        if page != "index.md":
            (folder / page).write_text((ROOT / source).read_text(encoding="utf-8"), encoding="utf-8")
    benchmarks = folder / "benchmarks.md"
    benchmarks.write_text(with_charts(benchmarks.read_text(encoding="utf-8"), folder), encoding="utf-8")
    for path in folder.rglob("*.md"):
        path.write_text(at_home(path.read_text(encoding="utf-8")), encoding="utf-8")
    reference = folder / "reference"
    reference.mkdir()
    (reference / "commands.md").write_text(commands("en"), encoding="utf-8")
    (reference / "commands.fr.md").write_text(commands("fr"), encoding="utf-8")
    (reference / "library.md").write_text(library(), encoding="utf-8")


def with_charts(text: str, folder: Path) -> str:
    """The page of benchmarks, some tables with a chart of one of their columns below them."""
    for number, (section, table, column) in enumerate(CHARTS):
        named = text.find(f"### {table}\n", text.find(f"\n## {section}\n"))
        block = re.compile(r"(?:^\|.*\n?)+", re.M).search(text, named)
        if named < 0 or block is None:
            continue  # a benchmark that was not run, or says something else now
        head, _rule, *rows = (
            [cell.strip() for cell in row.strip("| ").split("|")] for row in block[0].splitlines()
        )
        place = head.index(column) if column in head else 0
        measured = [(_label(row), float(row[place].replace(",", ""))) for row in rows if _figure(row[place])]
        picture = f"pictures/benchmark-{number}.svg"
        (folder / picture).write_text(charts.rows(table, measured, column), encoding="utf-8")
        text = f"{text[: block.end()].rstrip()}\n\n![{table}: {column}]({picture})\n\n{text[block.end() :]}"
    return text


def _figure(cell: str) -> bool:
    return re.fullmatch(r"[\d,]+(\.\d+)?", cell) is not None


def _label(row: list[str]) -> str:
    return ", ".join(cell for place, cell in enumerate(row) if place == 0 or not re.search(r"\d", cell))


def at_home(text: str) -> str:
    """A page's text, its links leading to where pages stand on the site."""
    for source, page in ELSEWHERE.items():
        text = re.sub(rf"\]\((?:\.\./)*{re.escape(source)}", f"]({page}", text)
    text = re.sub(r"\]\(docs/", "](", text)
    text = re.sub(r"^```(\w+) (\S+)$", r'```\1 title="\2"', text, flags=re.M)  # a file, by its name
    return re.sub(r"\[[^]]*\]\(\d+\.(?:en|fr)\.md\)\. ?", "", text)  # the site has a switch for that


def commands(language: str) -> str:
    """The page of all commands, in a process that speaks this language."""
    words = [sys.executable, "-m", "stratege.cli.reference", language]
    return subprocess.run(words, check=True, capture_output=True, encoding="utf-8").stdout


def library() -> str:
    """The page of the library's names, which mkdocstrings fills from the docstrings."""
    parts = ["# The library, name by name\n"]
    for title, modules in LIBRARY.items():
        parts.append(f"## {title}\n")
        parts += [f"::: stratege.{module}\n    options: {{heading_level: 3}}\n" for module in modules.split()]
    return "\n".join(parts)


def settings_for(pages: Path) -> str:
    """The site's settings; a page that they do not name comes after those that say how to."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    new = [
        page.name for page in sorted(pages.glob("*.md")) if page.suffixes == [".md"] and page.name not in text
    ]
    text = text.replace("  - Papers:\n", "".join(f"      - {name}\n" for name in new) + "  - Papers:\n")
    return text.replace("paths: [src]", f"paths: [{ROOT / 'src'}]")


class Examples(Preprocessor):  # type: ignore[misc]
    """Examples of docstrings (`>>>`) as code, which Markdown would take for quotations of quotations."""

    def run(self, lines: list[str]) -> list[str]:
        written, within, fenced = list[str](), False, False
        for line in lines:
            fenced ^= line.lstrip().startswith("```")
            if not (within or fenced) and line.startswith(">>> "):
                written.append("```pycon")
                within = True
            elif within and not line.strip():
                written.append("```")
                within = False
            written.append(line)
        return [*written, "```"] if within else written


class WithExamples(Extension):  # type: ignore[misc]
    """`Examples`, before anything else is made of the text."""

    def extendMarkdown(self, md: Markdown) -> None:
        md.preprocessors.register(Examples(md), "examples", priority=27)  # pymdownx.superfences has 25


def makeExtension(**options: object) -> Extension:
    """What mkdocs asks the module for, which its settings name."""
    return WithExamples()


def main(out: Path) -> int:
    """Build the site; the exit status of mkdocs, which is not 0 if a link leads nowhere."""
    with tempfile.TemporaryDirectory() as folder:
        pages, settings = Path(folder) / "docs", Path(folder) / "mkdocs.yml"
        assemble(pages)
        settings.write_text(settings_for(pages), encoding="utf-8")
        words = [
            "build",
            "--strict",
            "--quiet",
            "--config-file",
            str(settings),
            "--site-dir",
            str(out.resolve()),
        ]
        quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
        status = subprocess.run([sys.executable, "-m", "mkdocs", *words], env=quiet).returncode
    if status == 0:
        # What a page that is a file searches, since it may fetch no JSON (docs/javascripts/iframe-worker.js).
        index = out / "search" / "search_index.json"
        script = f"var __index = {index.read_text(encoding='utf-8')}"
        index.with_suffix(".js").write_text(script, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
