"""The chores of a first start, done by a process of their own at the lowest priority while the app serves.

Here is how that process is started, heard and ended. It ends with the server, whatever becomes of it, and
what it has not done is done at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web.first_start.chores import Chore, Notes, do_all
from stratege.web.schemas import PreparationShape
from stratege.web.settings import Settings

log = logging.getLogger("stratege.web.preparation")
context = multiprocessing.get_context("spawn")  # a process with compiled code in it must not be forked

LOWEST = 19  # the niceness of work that nobody waits for
FAREWELL = 2.0  # seconds that the process has to leave

READY, WORKING, ELSEWHERE, FAILED = "ready", "working", "elsewhere", "failed"


@dataclass(frozen=True)
class News:
    """What the process is doing, or why it has ended."""

    state: str = READY
    chore: Chore | None = None
    part: int = 0
    fraction: float = 0.0
    error: str = ""


class Preparation:
    """The chores as the server sees them; `on_news` hears of every step, in another thread."""

    def __init__(
        self, settings: Settings, on_news: Callable[[Preparation], None] = lambda preparation: None
    ) -> None:
        self.news = News()
        self._archive, self._on_news = settings.archive, on_news
        self._notes = Notes(settings.folder, settings.archive)
        self._chores = self._notes.left(settings.chores)
        self._process: BaseProcess | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether something is being made."""
        return self.news.state == WORKING

    def shape(self) -> PreparationShape:
        """How far it is, in the language spoken."""
        news = self.news
        return {
            "state": news.state,  # type: ignore[typeddict-item]  # one of its four words
            "words": self._words(),
            "part": news.part,
            "parts": len(self._chores),
            "percent": round(100 * news.fraction),
        }

    async def start(self) -> None:
        """Begin, if there is anything to do."""
        if self._chores:
            self.news = News(WORKING, self._chores[0], 1)
            await asyncio.to_thread(self._begin)

    async def close(self) -> None:
        """End it, done or not."""
        self._closed = True
        if self._process is not None:
            await asyncio.to_thread(self._end, self._process)

    def _words(self) -> str:
        if self.news.chore is not None:
            return self.news.chore.words
        return {
            READY: _("Tables and house games are ready."),
            ELSEWHERE: _("Another server is preparing tables and house games here."),
            FAILED: _("Not everything could be prepared: {why}", why=self.news.error),
        }[self.news.state]

    def _begin(self) -> None:
        ours, theirs = context.Pipe()
        work = (theirs, self._chores, self._notes, self._archive, language.current())
        self._process = context.Process(target=run, args=work, daemon=True)
        self._process.start()
        theirs.close()
        listen = copy_context().run  # in the language spoken here
        threading.Thread(target=listen, args=(self._listen, ours), daemon=True).start()

    def _end(self, process: BaseProcess) -> None:
        process.terminate()
        process.join(FAREWELL)
        if process.is_alive():
            process.kill()
            process.join()

    def _listen(self, pipe: Connection) -> None:
        try:
            while True:
                self._hear(pipe.recv())
        except (EOFError, OSError):
            if self.running and not self._closed:
                self._hear(News(FAILED, error=_("the process ended unexpectedly.")))

    def _hear(self, news: News) -> None:
        if (news.state, news.chore) != (self.news.state, self.news.chore):
            about = {"chore": news.chore and news.chore.words, "error": news.error}
            log.info(f"preparation: {news.state}", extra={name: word for name, word in about.items() if word})
        self.news = news
        self._on_news(self)


def run(pipe: Connection, chores: Sequence[Chore], notes: Notes, archive: str, spoken: str) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who ends us
    with contextlib.suppress(OSError, AttributeError):
        os.nice(LOWEST)
    language.use(spoken)
    threading.Thread(target=_watch, args=(pipe,), daemon=True).start()
    parts = {chore: number for number, chore in enumerate(chores, start=1)}

    told = News()

    def tell(chore: Chore, fraction: float) -> None:
        nonlocal told
        news = News(WORKING, chore, parts[chore], round(fraction, 2))
        if news != told:
            pipe.send(news)
        told = news

    with notes.alone() as alone:
        if not alone:
            pipe.send(News(ELSEWHERE))
            return
        try:
            do_all(chores, notes, archive, tell)
        except StrategeError as error:
            pipe.send(News(FAILED, error=str(error)))
        else:
            pipe.send(News())


def _watch(pipe: Connection) -> None:
    """Go when our parent goes, whatever we are doing."""
    with contextlib.suppress(EOFError, OSError):
        pipe.recv()
    os._exit(0)
