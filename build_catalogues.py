"""Build hook: compile the translations (`*.po`) into what gettext reads (`*.mo`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALE = Path(__file__).parent / "src" / "stratege" / "locale"


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


if __name__ == "__main__":
    compile_catalogues()
