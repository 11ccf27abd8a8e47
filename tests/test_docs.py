"""The documentation is true: its commands are run, its Python is executed, its pictures are today's."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from tests.cli.stratege_command import stratege as run_stratege

import stratege

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("**/*.md")),
]


def blocks(page: Path, kind: str) -> list[str]:
    """The examples of a page; of a translated one those that the English page does not have."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    english = page.with_name(page.name.replace(".fr.md", ".md"))
    known = set() if english == page or not english.exists() else set(blocks(english, kind))
    return [block for block in found if block not in known]


def same(expected: str, got: str) -> bool:
    """Equal line by line, `…` standing for anything."""
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("…"))
    clean = "\n".join(line.rstrip() for line in got.strip().splitlines())
    return re.fullmatch(pattern, clean, flags=re.S) is not None


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=name)
def test_commands_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, "console"):
        for command, expected in re.findall(r"^\$ stratege (.*)\n((?:(?!\$ ).*\n)*)", block, flags=re.M):
            done = run_stratege(
                *shlex.split(command), COLUMNS="300", PYTHONPATH=os.environ.get("PYTHONPATH", "")
            )
            said = done.stderr if done.returncode else done.stdout
            assert same(expected, said), f"$ stratege {command}\n{said}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name)
def test_python_does_what_the_page_says(page: Path) -> None:
    """Each block on its own: a reader may paste any of them."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    with ThreadPoolExecutor(1) as thread:  # in which no event loop runs, whatever other tests have left
        for number, block in enumerate(blocks(page, "python")):
            test = parser.get_doctest(block, {}, f"{page.name} {number}", str(page), 0)
            thread.submit(copy_context().run, runner.run, test).result()
    assert runner.tries > 0
    assert runner.failures == 0


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_make_targets_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (page.parent / target).exists(), target
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z]+)\b", " ".join(re.findall(r"`[^`]+`", text))):
        assert re.search(rf"^{target}:", makefile, flags=re.M), target


def test_every_command_is_documented() -> None:
    import typer

    from stratege.cli.app import app
    from stratege.cli.commands import COMMANDS
    from stratege.cli.main import load_commands

    load_commands()
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    commands = typer.main.get_group(app).commands
    assert set(commands) == set(COMMANDS)
    for command in commands:
        assert f"`stratege {command}" in page


def test_the_terminal_page_says_which_commands_have_json() -> None:
    import typer

    from stratege.cli.app import app
    from stratege.cli.main import load_commands

    def without(command: Any, words: str) -> list[str]:
        if hasattr(command, "commands"):
            inner = command.commands.items()
            return [found for name, one in inner for found in without(one, f"{words} {name}".strip())]
        return [] if any("--json" in one.opts for one in command.params) else [words]

    load_commands()
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    said = re.search(r"answers programs with `--json`, but for ([^:]+):", page)
    assert said is not None
    assert set(re.findall(r"`([^`]+)`", said[1])) == set(without(typer.main.get_command(app), ""))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_row_of_a_table_has_as_many_cells_as_its_head(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for table in re.findall(r"(?:^\|.*\n)+", text, flags=re.M):
        rows = [re.split(r"(?<!\\)\|", row.strip().strip("|")) for row in table.splitlines()]
        assert [row for row in rows if len(row) != len(rows[0])] == []


def test_the_pictures_are_todays() -> None:
    path = ROOT / "docs" / "pictures" / "make.py"
    spec = importlib.util.spec_from_file_location("pictures", path)
    assert spec is not None
    assert spec.loader is not None
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in stratege.GAMES:
        assert (path.parent / f"{game}.svg").read_text(encoding="utf-8") == pictures.picture(game)
        assert f"docs/pictures/{game}.svg" in readme
