"""The documentation site, where it has been built: `make docs` does it."""

from __future__ import annotations

import os
from pathlib import Path

PACKED = Path(__file__).parents[1] / "site"
SOURCE = Path(__file__).parents[3] / "site"
FIRST_PAGE = "index.html"


def folder() -> Path:
    """Where the site is, if it is there: in `STRATEGE_DOCS`, in the package, or beside the sources."""
    named = os.environ.get("STRATEGE_DOCS")
    return Path(named) if named else PACKED if PACKED.is_dir() else SOURCE


def built() -> bool:
    """Whether it is there."""
    return (folder() / FIRST_PAGE).is_file()


def first_page(language: str) -> str:
    """Its first page in that language, within the folder."""
    return FIRST_PAGE if language == "en" else f"{language}/{FIRST_PAGE}"
