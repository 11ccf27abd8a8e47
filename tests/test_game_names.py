"""Nobody knows a game by name but its own folder, and whoever writes down a paper or a format that names it.

Comments, docstrings and examples of commands may name any: they are for readers.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "stratege"
GAMES = {
    "awale": r"awal[eé]|oware",
    "chomp": "chomp",
    "nimble": "nimble",
    "mingmang": "ming ?mang",
    "quixo": "quixo",
}
ALLOWED = {
    "games/__init__.py": "which games the house has, and in which order they are shown",
    "exams/": "the papers' functions, by the papers' names",
    "school/": "the questions of the papers, who examines them, the trees of their algorithms",
    "cli/commands.py": "what `stratege tree` does: which paper's trees",
    "cli/tree.py": "the trees of the papers' algorithms: which paper's",
    "archive/exam_views.py": "the papers' SQL: views of the games of one paper each",
    "web/rooms/archive/sql.py": "the papers' SQL: whose views",
    "cli/archive_ask.py": "the papers' SQL: whose views",
    "archive/ogn.py": "OGN is a format of Awalé",
    "archive/ludii.py": "Ludii has names and boards of its own for games of ours",
    "cli/archive_files.py": "OGN is a format of Awalé",
    "web/openapi.py": "requests that can be tried: on a game that there is",
    "web/templates/tournaments.html": "how a command is called",
    "web/templates/paper.html": "the papers' room: which paper is about which game",
    "web/templates/papers.html": "the papers' room: which paper is about which game",
    "web/rooms/watch/": "the trees of the papers' algorithms: which paper's",
    "web/templates/tree.html": "the same",
    "web/static/tree_page.js": "the same",
    "web/rooms/solved/": "paper 002's map of winning first moves and paper 003's nim-sums",
    "web/templates/solved": "the same pages",
    "web/static/solved": "the same pages",
    "client/": "questions to these pages' addresses",
}

COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|\{#.*?#\}|^\s*//.*?$", re.S | re.M)


def words_of_python(path: Path) -> Iterator[tuple[int, str]]:
    """Every name and every string of the code, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    shown = [node for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "examples"]
    prose |= {id(one) for node in shown for one in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            if not node.value.startswith("stratege "):  # how a command is called
                yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield (
                node.lineno,
                " ".join([getattr(node, "module", "") or "", *(one.name for one in node.names)]),
            )


def words_of_page(path: Path) -> Iterator[tuple[int, str]]:
    """Every line of a script, page or style that is no comment."""
    blank = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), path.read_text(encoding="utf-8"))
    yield from enumerate(blank.splitlines(), start=1)


@functools.cache
def named() -> list[tuple[str, int, str]]:
    """Where a game is named outside its own folder: the file, the line and the game."""
    return [*_named()]


def _named() -> Iterator[tuple[str, int, str]]:
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix not in (".py", ".js", ".html", ".css"):
            continue
        place = path.relative_to(SOURCE).as_posix()
        words = words_of_python(path) if path.suffix == ".py" else words_of_page(path)
        for line, text in words:
            for game, name in GAMES.items():
                if not place.startswith(f"games/{game}/") and re.search(name, text, re.I):
                    yield place, line, game


def test_a_game_is_named_in_its_own_folder_only() -> None:
    known = tuple(ALLOWED)
    assert [f"{place}:{line}: {game}" for place, line, game in named() if not place.startswith(known)] == []


@pytest.mark.parametrize("exception", ALLOWED)
def test_every_exception_is_still_needed(exception: str) -> None:
    assert any(place.startswith(exception) for place, _line, _game in named())


def test_no_module_is_found_by_a_name_made_up() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
                assert not any("stratege.games" in str(part) for part in parts), f"{path}:{node.lineno}"
