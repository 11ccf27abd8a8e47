"""How things look in the terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import is_standard_output, write_whole
from stratege.core.language import _
from stratege.core.position import Position

if TYPE_CHECKING:
    from rich.table import Table

THEME = Theme(
    {
        "one": "bold cyan",
        "two": "bold yellow",
        "empty": "bright_black",
        "label": "bright_black",
        "poison": "bold green",
        "turn": "bold magenta",
    }
)


class Terminal(Console):
    """A console that leaves it to `main` what a reader who has left means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


WIDEST = 10_000

out = Terminal(theme=THEME, highlight=False)
err = Terminal(theme=THEME, highlight=False, stderr=True)


def fits(table: Table) -> bool:
    """Whether the terminal has room for all of it."""
    return out.measure(table, options=out.options.update(width=WIDEST)).maximum <= out.width


def print_board(position: Position) -> None:
    """The board in colours."""
    out.print()
    for line in position.game.drawn(position):
        out.print(Text.assemble(*line), soft_wrap=True)
    out.print()


def print_json(value: object) -> None:
    """A value for programs, on one line: in plain letters where others cannot be written."""
    text = json.dumps(value, ensure_ascii=False)
    universal = out.encoding.startswith("utf") and not re.search("[\ud800-\udfff]", text)
    print(text if universal else json.dumps(value), file=out.file)


def make_way(*outputs: Path | None) -> None:
    """Say what is to be said on standard error, if one of these files goes to standard output."""
    out.stderr = any(is_standard_output(path) for path in outputs if path is not None)


def check_ending(path: Path | None, ending: str) -> None:
    """Refuse a name that promises another kind of picture; one without an ending promises nothing."""
    if path is not None and path.suffix.lower() not in ("", ending):
        words = _("This picture must be called {ending}, not {name!r}.", ending=ending, name=path.name)
        raise BadOption(words)


def say_where(path: Path) -> None:
    """Say which file was written."""
    out.print(_("Written: {path}", path=path), style="label", markup=False, soft_wrap=True)


def save_or_show(path: Path, text: str) -> None:
    """Write what must not be lost; if that fails, show it, and then say why."""
    try:
        write_whole(path, text.encode())
    except StrategeError:
        print(text, end="", file=out.file)
        raise


@contextmanager
def compile_notice() -> Iterator[None]:
    """Say so while Numba compiles, which happens once per version and can take seconds."""
    from stratege.core.compiling import on_compile

    words = _("Compiling the rules (only the first time)…")
    status = err.status(words)
    told = False

    def started() -> None:
        nonlocal told
        if err.is_terminal:
            status.start()
        elif not told:
            err.print(words)
        told = True

    forget = on_compile(started, status.stop)
    try:
        yield
    finally:
        status.stop()
        forget()
