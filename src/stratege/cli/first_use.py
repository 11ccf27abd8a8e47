"""The first time that a game's engine is needed: another process compiles it, and nobody waits in silence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from stratege.cli.console import err
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.readiness import ready_code_only
from stratege.engine.adviser import Adviser
from stratege.engine.analysis import Analysis
from stratege.engine.background import Background
from stratege.engine.limits import Limits
from stratege.engine.preparing import missing


def glance_until_ready(line: Line, drawn: Callable[[Analysis], RenderableType], quiet: bool) -> None:
    """Have a missing engine compiled; meanwhile show, in a terminal and unless `quiet`, what the rules in
    plain Python find."""
    if not missing(line.game):
        return
    with Background(line.game) as engine:
        if quiet or not err.is_terminal:
            err.print(_words(line.game), markup=False)
        else:
            _glance(line, engine, drawn)
        engine.wait()


def _glance(line: Line, engine: Background, drawn: Callable[[Analysis], RenderableType]) -> None:
    adviser, seen = Adviser(line.game), Analysis(line, ())

    def picture() -> RenderableType:
        said = Text(f"{_words(line.game)} {engine.fraction:.0%}", style="label")
        return Group(said, drawn(seen)) if seen.moves else said

    def on_depth(so_far: Analysis) -> None:
        nonlocal seen
        seen = so_far
        live.refresh()

    with Live(console=err, transient=True, get_renderable=picture) as live, ready_code_only():
        live.refresh()
        engine.afterwards(adviser.stop)
        adviser.advise(line, Limits(), on_depth)
        engine.wait()


@contextmanager
def playing_at_once(chosen: Game) -> Iterator[None]:
    """In here machines move at once: where their engine is missing, on the rules in plain Python, until
    another process has compiled it."""
    if not missing(chosen):
        yield
        return
    err.print(_words(chosen), markup=False)
    with Background(chosen), ready_code_only():
        yield


def _words(chosen: Game) -> str:
    return _("Preparing the engine for {label} (only the first time)…", label=chosen.label())
