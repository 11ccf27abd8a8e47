"""The chores of a first start, done by a process of their own at a low priority while the app serves.

Here is how the server starts, hears and ends that process (`work.py` is what it does). It ends with the
server, whatever becomes of it, and what it has not done is done at the next start. It gives way to people:
the server tells it when somebody waits for an engine; and it is started again when somebody misses machine
code that nobody has compiled yet.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import threading
from collections.abc import Callable, Sequence
from contextvars import copy_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from stratege.core import language
from stratege.core.game import Game
from stratege.core.language import _
from stratege.engine.preparing import Attendant, wishes
from stratege.web.first_start import work
from stratege.web.first_start.chores import Chore, Notes, engine_chores
from stratege.web.first_start.work import ELSEWHERE, FAILED, READY, WORKING, News
from stratege.web.schemas import PreparationShape
from stratege.web.settings import Settings

log = logging.getLogger("stratege.web.preparation")
context = multiprocessing.get_context("spawn")  # a process with compiled code in it must not be forked

FAREWELL = 2.0  # seconds that the process has to leave
LOOK = 0.25  # seconds between two looks at who waits and who misses something
MINUTE = 60


class Preparation:
    """The chores as the server sees them; `on_news` hears of every step, in another thread."""

    def __init__(
        self, settings: Settings, on_news: Callable[[Preparation], None] = lambda preparation: None
    ) -> None:
        self.news = News()
        self._archive, self._on_news = settings.archive, on_news
        self._notes = Notes(settings.folder, settings.archive)
        self._attendant = Attendant() if settings.warm else None
        chores = (*engine_chores(), *settings.chores) if settings.warm else settings.chores
        self._all = bool(settings.chores)  # not the engines only
        self._chores = self._notes.left(chores)
        self._granted: set[Game] = set()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._attending: asyncio.Task[None] | None = None
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
            "percent": round(100 * (max(news.part, 1) - 1 + news.fraction) / max(len(self._chores), 1)),
            "seconds": news.seconds,
            "left": time_left(news.seconds) if self.running else "",
        }

    async def start(self, busy: Callable[[], bool] = lambda: False) -> None:
        """Begin, if there is anything to do; `busy` says whether somebody waits for an engine."""
        self._is_present()
        if self._chores:
            await asyncio.to_thread(self._begin, self._chores)
        self._attending = asyncio.create_task(self._attend(busy))

    async def close(self) -> None:
        """End it, done or not."""
        self._closed = True
        if self._attending is not None:
            self._attending.cancel()
        if self._process is not None:
            await asyncio.to_thread(self._end, self._process)
        if self._attendant is not None:
            self._attendant.leave()

    def _words(self) -> str:
        if self.news.chore is not None:
            return self.news.chore.words
        return {
            READY: _("Tables and house games are ready.") if self._all else _("The engines are ready."),
            ELSEWHERE: _("Another server is preparing tables and house games here."),
            WORKING: _("Preparing what somebody asked for"),
            FAILED: _("Not everything could be prepared; the log says why."),
        }[self.news.state]

    async def _attend(self, busy: Callable[[], bool]) -> None:
        """Have the process wait while somebody plays, and work again when somebody misses something."""
        told = False
        while True:
            await asyncio.sleep(LOOK)
            if self.running and busy() != told:
                told = not told
                self._say(told)
            elif not self.running and self._is_present():
                told = False
                missed = await asyncio.to_thread(wishes)
                if set(missed) - self._granted:
                    self._granted.update(missed)
                    await asyncio.to_thread(self._begin, [])

    def _is_present(self) -> bool:
        """Whether it is ours to grant wishes, from now on if nobody else does."""
        return self._attendant is not None and self._attendant.present()

    def _say(self, somebody_waits: bool) -> None:
        if self._pipe is not None:
            with contextlib.suppress(OSError):  # it has just ended
                self._pipe.send(somebody_waits)

    def _begin(self, chores: Sequence[Chore]) -> None:
        self.news = News(WORKING, chores[0] if chores else None, 1)
        ours, theirs = context.Pipe()
        about = (theirs, chores, self._notes, self._archive, language.current())
        self._process = context.Process(target=work.run, args=about, daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
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
            level = logging.WARNING if news.error else logging.INFO
            said = {name: word for name, word in about.items() if word}
            log.log(level, f"preparation: {news.state}", extra=said)
        self.news = news
        self._on_news(self)


def time_left(seconds: int) -> str:
    """How long it will take, as one says it; nothing where that is not known."""
    if seconds <= 0:
        return ""
    if seconds < 2 * MINUTE:
        return _("about {n} s left", n=-(-seconds // 5) * 5)
    return _("about {n} min left", n=round(seconds / MINUTE))
