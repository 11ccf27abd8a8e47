"""Which sources a module's behaviour can depend on, and their fingerprint."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

from stratege.core.parsing import parse

PACKAGE = Path(__file__).parents[1]
DATA = ".weights"
"""A module's numbers that are too many to be written in it stand beside it, in a file of its name."""

_MODULE_NAME = re.compile(r"[A-Za-z_]\w*(\.\w+)+")


def fingerprint(*modules: str) -> str:
    """A hash of the sources of these modules and of all that they import, directly or not."""
    digest = hashlib.sha256()
    for path in sorted(sources(*modules)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources(*modules: str) -> set[Path]:
    """The files of these modules and of all that they import of the house and of their own packages.

    A module that is named in a string counts as imported; one that only annotations need does not. The
    numbers beside a module (`core.weights`) belong to it.
    """
    packages = {PACKAGE.name, *(name.partition(".")[0] for name in modules)}
    found: dict[str, Path] = {}
    ahead = {*modules}
    while ahead:
        name = ahead.pop()
        path = _file_of(name)
        if path is None:  # something inside a module
            parent = name.rpartition(".")[0]
            ahead |= {parent} - found.keys() if parent else set()
            continue
        found[name] = path
        named = {one for one in _imports(name, path) if one.partition(".")[0] in packages}
        ahead |= named - found.keys()
    beside = (path.with_suffix(DATA) for path in found.values())
    return {*found.values(), *(path for path in beside if path.is_file())}


@functools.cache
def _imports(module: str, path: Path) -> frozenset[str]:
    """What the module imports, by full name: each name of a `from … import` may be a module."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return frozenset(_named(parse(path.read_bytes()), package))


def _named(tree: ast.AST, package: str) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            near = parts[: len(parts) - node.level + 1] if node.level else []
            origin = ".".join([*near, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _MODULE_NAME.fullmatch(node.value):
                yield node.value
        else:
            yield from _named(node, package)


def _file_of(name: str) -> Path | None:
    """The file of a module or of a package's `__init__`; None if it is no module."""
    package, *inside = name.split(".")
    if package == PACKAGE.name:
        place = PACKAGE.joinpath(*inside)
        tried = (place / "__init__.py", place.with_suffix(".py"))
        return next((path for path in tried if path.is_file()), None)
    try:
        spec = importlib.util.find_spec(name)
    except ImportError:
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)
