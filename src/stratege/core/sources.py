"""Which sources a module's behaviour can depend on, and their fingerprint."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]

# Whatever a source mentions by its full name, in an import or in a string, it may use.
_MENTION = re.compile(rf"\b{PACKAGE.name}(?:\.\w+)+")


def fingerprint(*modules: str) -> str:
    """A hash of the sources of these modules and of all that they mention, directly or not."""
    digest = hashlib.sha256()
    for path in sorted(sources(*modules)):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources(*modules: str) -> set[Path]:
    """The files of these modules and of all that they mention, directly or not."""
    found: set[Path] = set()
    ahead = {path for name in modules for path in _files_of(name)}
    while ahead:
        path = ahead.pop()
        found.add(path)
        ahead |= {other for name in _mentions(path) for other in _files_of(name)} - found
    return found


@functools.cache
def _mentions(path: Path) -> list[str]:
    return sorted(set(_MENTION.findall(path.read_text(encoding="utf-8"))))


def _files_of(name: str) -> Iterator[Path]:
    """A module's file, or all those of a package: `from package import module` names only the package."""
    package, *inside = name.split(".")
    place = PACKAGE.joinpath(*inside)
    if package != PACKAGE.name:  # a template or a part of one that somebody else brought
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin)
    elif place.is_dir():
        yield from place.glob("*.py")
    elif place.with_suffix(".py").is_file():
        yield place.with_suffix(".py")
    else:  # something inside a module
        yield from _files_of(name.rpartition(".")[0])
