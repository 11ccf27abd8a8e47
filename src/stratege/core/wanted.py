"""Machine code that somebody would have liked to have: who compiles looks here for what comes first.

A wish is a few words (`game awale standard 4`), kept as a small file beside the machine code, so that all
processes that share the cache see it. Wishes are a courtesy: where none can be written, none are.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from pathlib import Path

from stratege.core.compiling import cache_root

Wish = tuple[str, ...]

FOLDER = "wanted"
MOST = 100  # a cache that nobody compiles for must not fill up


def want(*words: str) -> None:
    """Ask for it; asking again changes nothing."""
    with contextlib.suppress(OSError):
        path = _path(words)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists() and len(os.listdir(path.parent)) < MOST:
            path.write_text(json.dumps(words), encoding="utf-8")


def wanted() -> list[Wish]:
    """What was asked for and is not granted, the oldest first."""
    with contextlib.suppress(OSError):
        return [wish for path in sorted(_folder().iterdir(), key=_age) if (wish := _read(path))]
    return []


def granted(*words: str) -> None:
    """It is there, or can never be."""
    with contextlib.suppress(OSError):
        _path(words).unlink()


def _folder() -> Path:
    return cache_root() / FOLDER


def _path(words: Wish) -> Path:
    return _folder() / hashlib.sha256(json.dumps(words).encode()).hexdigest()[:16]


def _age(path: Path) -> int:
    return path.stat().st_mtime_ns


def _read(path: Path) -> Wish | None:
    """The wish in the file, which is deleted if it is none."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        words = tuple(str(word) for word in json.loads(path.read_text(encoding="utf-8")))
        if _path(words) == path:
            return words
    with contextlib.suppress(OSError):
        path.unlink()
    return None
