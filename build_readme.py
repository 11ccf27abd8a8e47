"""Metadata hook: the README for a package index, where links into the repository would lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
PICTURES = re.compile(r"^\|.*\n\|[-|]+\n\|.*!\[.*\n+", flags=re.M)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)]+)\)")


def standing_alone(text: str) -> str:
    """The text without pictures, and with the names of files instead of links to them.

    >>> standing_alone("[The games](docs/games.md), [Python](https://python.org)")
    'The games (`docs/games.md`), [Python](https://python.org)'
    """
    text = LINK.sub(r"\1 (`\2`)", PICTURES.sub("", text))
    return text + "\nThe files named here are in the source archive (`stratege-*.tar.gz`).\n"


class ReadmeHook(MetadataHookInterface):
    """Gives the package its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = standing_alone((ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
