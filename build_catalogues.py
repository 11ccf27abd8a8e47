"""What `make messages` looks for beyond the usual messages, and the build hook that compiles the translations
(`*.po`) into what gettext reads (`*.mo`), and packs the documentation site if `make docs` has built it."""

from __future__ import annotations

import ast
import io
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
LOCALE = ROOT / "src" / "stratege" / "locale"
SITE = ROOT / "site"
ROUTERS = ("api", "router")
SHAPES = ("TypedDict", "BaseModel")


def documented(source: str) -> Iterator[str]:
    """What the API's document says of the routes and shapes of a module: their docstrings."""
    shapes = set(SHAPES)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and str(node.module).endswith(".schemas"):
            shapes.update(name.name for name in node.names)
        if isinstance(node, ast.ClassDef):
            if shown := any(isinstance(base, ast.Name) and base.id in shapes for base in node.bases):
                shapes.add(node.name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            shown = any(map(_is_route, node.decorator_list))
        else:
            continue
        if shown and (words := ast.get_docstring(node)):
            yield words


def _is_route(decorator: ast.expr) -> bool:
    """Whether it is `@api.get(…)` or alike; sockets are not in the document."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if not isinstance(called, ast.Attribute) or called.attr == "websocket":
        return False
    return isinstance(called.value, ast.Name) and called.value.id in ROUTERS


def extract_api(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Any
) -> Iterator[tuple[int, Any, Any, Any]]:
    """Babel's extractor for modules of the web: the usual messages, and what the API's document says."""
    source = file.read()
    yield from extract_python(io.BytesIO(source), keywords, comment_tags, options)
    for words in documented(source.decode()):
        yield 0, None, words, []


def compile_catalogues() -> None:
    """Write each catalogue's `.mo` beside it."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


class CatalogueHook(BuildHookInterface[Any]):
    """Runs before every build, editable installs included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()
        if self.target_name == "wheel" and version == "standard" and (SITE / "index.html").is_file():
            build_data["force_include"][str(SITE)] = "stratege/site"


if __name__ == "__main__":
    compile_catalogues()
