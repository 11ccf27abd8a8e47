"""Every command with its options and examples, as a page: `python -m stratege.cli.reference LANGUAGE`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

from stratege.core import language
from stratege.core.language import _


def page() -> str:
    """The page in Markdown, in the language spoken."""
    import typer

    from stratege.cli.app import app
    from stratege.cli.main import load_commands

    load_commands()
    root = typer.main.get_command(app)
    return "\n".join(["# " + _("Commands"), "", *_described(root, "stratege", 1)])


def _described(command: Any, words: str, level: int) -> Iterator[str]:
    if level > 1:
        yield f"{'#' * level} {words}"
        yield ""
    yield from (_plain(command.help), "")
    rows = [row for row in map(_row, command.params) if row]
    if rows:
        heads = _("argument or option"), _("meaning")
        yield from (f"| {' | '.join(heads)} |", "|---|---|", *rows, "")
    examples = re.findall(r"\$ (.*)", command.epilog or "")
    if examples:
        yield from ("```sh", *examples, "```", "")
    for name, inner in getattr(command, "commands", {}).items():
        yield from _described(inner, f"{words} {name}", level + 1)


def _row(parameter: Any) -> str:
    """A row for an argument or option; none for those that every command has."""
    if parameter.name in ("lang", "help"):
        return ""
    option = parameter.opts[0].startswith("-")
    name = ", ".join(parameter.opts) if option else str(parameter.metavar or parameter.name)
    takes = f" {parameter.metavar}" if option and parameter.metavar else ""
    return f"| `{name}{takes}` | {_plain(getattr(parameter, 'help', '') or '')} |"


def _plain(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    language.use(sys.argv[1])
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(page())
