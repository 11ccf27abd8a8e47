"""A job for a thinking process, and the job under way."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from stratege.core import language
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.web.jobs.kind import Kind

PROGRESS, DONE, REFUSED, ERROR = "progress", "done", "refused", "error"
UNAVAILABLE, CRASHED = "unavailable", "crashed"  # the words are for the log


@dataclass(frozen=True)
class Job:
    """What to do, about which line of which game, in which language; beside its kind it is plain data.

    The moves of a line that is `checked` are known to be legal. A board is not `usual` if there may be no
    machine code for its size yet, which takes long to make.
    """

    kind: Kind
    game: tuple[str, str, str] = ("", "", "")
    start: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    language: str = field(default_factory=language.current)
    checked: bool = False
    usual: bool = True

    @property
    def deadline(self) -> float:
        """The seconds after which it is not worked on any longer."""
        return self.kind.seconds + float(self.options.get("seconds", 0.0))

    def first(self) -> Position:
        """The position that the line starts from."""
        return game(*self.game).parse(self.start)

    def line(self) -> Line:
        """The line of play that the job is about."""
        line = Line(self.first())
        for move in self.moves:
            line = line.replay(move) if self.checked else line.play(move)
        return line


class Cancelled(Exception):
    """Nobody wants the answer any more."""


class Task:
    """A job under way: how it reports, and how it is stopped from the other thread."""

    def __init__(self, number: int, job: Job, tell: Callable[[str, Any], None]) -> None:
        self.number, self.job, self._tell = number, job, tell
        self._guard = threading.Lock()
        self._cancelled = False
        self._stop: Callable[[], None] | None = None

    def report(self, payload: Any) -> None:
        """Send something on the way to the answer."""
        self.check()
        self._tell(PROGRESS, payload)

    def stopped_by(self, stop: Callable[[], None]) -> None:
        """Say how the work that now begins is stopped."""
        with self._guard:
            self.check()
            self._stop = stop

    def end(self) -> None:
        """The work has ended: what comes now must not stop the next."""
        with self._guard:
            self._stop = None

    def check(self) -> None:
        """Go no further if the job was cancelled."""
        if self._cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Stop it."""
        with self._guard:
            self._cancelled = True
            if self._stop is not None:
                self._stop()
