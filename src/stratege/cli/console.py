"""How things look in the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from stratege.core.language import _
from stratege.core.position import Position

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

out = Console(theme=THEME, highlight=False)
err = Console(theme=THEME, highlight=False, stderr=True)


def print_board(position: Position) -> None:
    """The board in colours."""
    out.print()
    for line in position.game.drawn(position):
        out.print(Text.assemble(*line), soft_wrap=True)
    out.print()


def print_json(value: object) -> None:
    """A value for programs, on one line."""
    print(json.dumps(value, ensure_ascii=False))


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
