"""What a thinking process does: one job after the other, each stopped as soon as nobody wants it.

Two threads: one listens to the pipe, where jobs and cancellations come in, the other works. Searches run
outside Python's lock, so the listener is heard at once. When the pipe closes, even by our parent's death,
the process goes, whatever it is doing.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.position import Position
from stratege.core.registry import GAMES, game
from stratege.engine.analysis import Analyst, known
from stratege.engine.players import SearchPlayer, player
from stratege.engine.searcher import DEEPEST, Limits
from stratege.games.chomp import maps
from stratege.games.chomp.verdicts import Verdict, verdicts
from stratege.web import calls, imaging, pictures
from stratege.web.errors import Failed
from stratege.web.paper_shapes import CallShape

PROGRESS, DONE, REFUSED, ERROR = "progress", "done", "refused", "error"
NICENESS = 10  # thinking gives way to serving


@dataclass(frozen=True)
class Job:
    """What to do, about which line of which game, in which language; it travels as plain data only."""

    kind: str
    game: tuple[str, str, str] = ("", "", "")
    start: str = ""
    moves: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    language: str = "en"

    @property
    def long(self) -> bool:
        """Whether it may take its worker for longer than a move is waited for."""
        return self.kind in (
            "analyse",
            "gif",
            "large chomp",
            "warm",
            "explore",
            "sql",
            "keep",
            "call",
            "image",
        )

    def line(self) -> list[Position]:
        """The positions from the start of the line to its end."""
        positions = [game(*self.game).parse(self.start)]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return positions


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


def choose(task: Task) -> str:
    """A level's move."""
    *history, here = task.job.line()
    level = player(task.job.options["level"], here.game)
    assert isinstance(level, SearchPlayer)
    task.stopped_by(level.stop)
    move = level.choose(here, history, Limits(seconds=task.job.options["seconds"]))
    return here.game.move_text(move, here.to_move)


def analyse(task: Task) -> dict[str, Any]:
    """Every move valued, each depth reported."""
    *history, here = task.job.line()
    analyst = Analyst(here.game)
    task.stopped_by(analyst.stop)
    limits = Limits(task.job.options.get("depth") or DEEPEST, None, task.job.options["seconds"])
    found = analyst.analyse(here, limits, history, lambda so_far: task.report(so_far.as_json()))
    return found.as_json()


def gif(task: Task) -> bytes:
    """The game as an animated picture."""
    return pictures.gif(task.job.line(), task.job.options["width"], task.check)


def png(task: Task) -> bytes:
    """The last board as a picture."""
    return pictures.png(task.job.line()[-1], task.job.options["width"])


def chomp(task: Task) -> tuple[Verdict, ...]:
    """Every first move of a bar judged."""
    columns, rows = task.job.options["box"]
    return verdicts((columns,) * rows, lambda fraction: task.check())


def gallery(task: Task) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The winning first moves of every small bar of Chomp."""
    return maps.gallery()


def value(task: Task) -> dict[str, Any]:
    """What is certain of the moves without searching."""
    return known(task.job.line()[-1]).as_json()


def explore(task: Task) -> dict[str, Any]:
    """What the archive's games that qualify did in the position."""
    from stratege.web import archive_work

    return archive_work.explored(task.job.line()[-1], **task.job.options)


def sql(task: Task) -> dict[str, Any] | str:
    """The answer to a question in SQL, or what is wrong with it."""
    from stratege.web import archive_work

    return archive_work.answered(**task.job.options)


def keep(task: Task) -> list[str]:
    """Put finished games into the archive; why those were refused that were."""
    from stratege.web import archive_work

    return archive_work.kept(**task.job.options)


def call(task: Task) -> CallShape:
    """A paper's function called with a visitor's values."""
    return calls.made(**task.job.options, stopped_by=task.stopped_by)


def image(task: Task) -> Any:
    """What is asked about a visitor's picture."""
    return imaging.answer(**task.job.options, between=task.check)


def warm(task: Task) -> None:
    """Have every game compiled, so that the first visitor does not wait for it."""
    for name in GAMES:
        task.check()
        Analyst(game(name))


KINDS: dict[str, Callable[[Task], Any]] = {
    "choose": choose,
    "hint": analyse,
    "analyse": analyse,
    "gif": gif,
    "png": png,
    "chomp": chomp,
    "large chomp": chomp,
    "gallery": gallery,
    "value": value,
    "explore": explore,
    "sql": sql,
    "keep": keep,
    "call": call,
    "image": image,
    "warm": warm,
}


def run(pipe: Connection) -> None:
    """Work until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who closes the pipe
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    while True:
        task = tasks.get()
        kind, payload = _done(task)
        pipe.send((task.number, kind, payload))


def _listen(pipe: Connection, tasks: queue.SimpleQueue[Task]) -> None:
    current: Task | None = None
    try:
        while True:
            number, job = pipe.recv()
            if job is not None:
                current = Task(number, job, _reporter(pipe, number))
                tasks.put(current)
            elif current is not None and current.number == number:
                current.cancel()
    except (EOFError, OSError):
        os._exit(0)


def _reporter(pipe: Connection, number: int) -> Callable[[str, Any], None]:
    return lambda kind, payload: pipe.send((number, kind, payload))


def _done(task: Task) -> tuple[str, Any]:
    """The job's last word."""
    language.use(task.job.language)
    try:
        return DONE, KINDS[task.job.kind](task)
    except Cancelled:
        return ERROR, ""
    except StrategeError as error:
        return ERROR if isinstance(error, Failed) else REFUSED, str(error)
