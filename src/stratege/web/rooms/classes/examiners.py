"""What is handed in is marked, one file after the other, by the thinking processes.

The line is in the archive: whatever is there and not marked is marked, also after the server was killed. The
class goes first that has been served least recently, in it the browser, and of one browser's files one at a
time. A file whose marking fails is tried once more, then said to have failed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from stratege.archive.classes import HandIn, instant
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import N_, _
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import Busy, Failed
from stratege.web.jobs.task import Job
from stratege.web.live.store import Store
from stratege.web.rooms.classes.jobs import mark_hand_in, mark_queries
from stratege.web.rooms.classes.register import Register
from stratege.web.rooms.classes.table import asked_in, questions_of
from stratege.web.settings import Settings

log = logging.getLogger("stratege.web.classes")

ATTEMPTS = 2
PAUSE = 1.0  # seconds before the engines, who are busy, are asked again
PATIENCE = 30.0  # before the archive, which cannot be reached, is
HOUR = 3600.0
LOOK = 2.0  # seconds between looks at what was handed in at other processes
FAILED = N_("This file could not be marked.")


class Examiners:
    """Marks what waits, and deletes the classes whose time is over."""

    def __init__(self, register: Register, engines: EnginePool, settings: Settings, store: Store) -> None:
        self._register, self._engines, self._settings, self._store = register, engines, settings, store
        self._most = max(1, settings.workers - 1)  # as many as there are processes for long jobs
        self._news = asyncio.Event()
        self._working: dict[int, tuple[HandIn, asyncio.Task[None]]] = {}
        self._served: dict[str, int] = {}
        self._failures = Counter[int]()
        self._purged = -HOUR

    def wake(self) -> None:
        """Something was handed in."""
        self._news.set()

    async def run(self) -> None:
        """Work until cancelled."""
        while not self._there():  # no archive has been made: nothing waits
            await self._news.wait()
            self._news.clear()
        while True:
            self._news.clear()
            try:
                if self._store.leads:  # of several processes one marks, or all would mark the same
                    await self._look()
            except StrategeError as error:
                log.warning("what was handed in waits", extra={"error": str(error)})
                await asyncio.sleep(PATIENCE)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK if self._store.shared else HOUR)

    async def _look(self) -> None:
        """Begin with as much of what waits as can be marked at once."""
        await self._purge()
        waiting = await self._register.read(lambda classes: classes.waiting())
        while len(self._working) < self._most and (chosen := self._next(waiting)) is not None:
            self._begin(chosen)

    async def close(self) -> None:
        """Let go of what is being marked: it waits for the next start."""
        tasks = [task for _entry, task in self._working.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _there(self) -> bool:
        return "://" in self._settings.archive or Path(self._settings.archive).exists()

    async def _purge(self) -> None:
        if time.monotonic() - self._purged >= HOUR:
            gone = await self._register.write(lambda classes: classes.purge(instant()))
            self._purged = time.monotonic()
            if gone:
                log.info("classes whose time was over were deleted", extra={"classes": gone})

    def _next(self, waiting: list[HandIn]) -> HandIn | None:
        """Whose turn it is."""
        owners = {entry.owner for entry, _task in self._working.values()}
        ready = [one for one in waiting if one.number not in self._working and one.owner not in owners]
        served = self._served
        return min(
            ready,
            key=lambda one: (served.get(one.classroom, 0), served.get(one.owner, 0), one.number),
            default=None,
        )

    def _begin(self, entry: HandIn) -> None:
        turn = max(self._served.values(), default=0) + 1
        if len(self._served) > 10_000:
            self._served.clear()
        self._served[entry.classroom] = self._served[entry.owner] = turn
        task = asyncio.create_task(self._mark(entry))
        self._working[entry.number] = entry, task

    async def _mark(self, entry: HandIn) -> None:
        try:
            await self._marked(entry)
        except StrategeError as error:
            log.warning("what was handed in waits", extra={"error": str(error)})
            await asyncio.sleep(PAUSE)
        finally:
            del self._working[entry.number]
            self._news.set()

    async def _marked(self, entry: HandIn) -> None:
        found = await self._register.read(lambda classes: classes.read(entry.number))
        room = await self._register.read(lambda classes: classes.find(entry.classroom, instant()))
        if found is None:
            return  # deleted meanwhile
        asked = asked_in(found, questions_of(room)) if room is not None else []
        names = [one["key"].split(":", 1)[1] for one in asked]
        options = {"paper": found.paper, "source": found.source, "questions": names}
        job = Job(mark_queries if found.queries else mark_hand_in, options=options)
        try:
            summary, report = await self._engines.answer(
                f"hand-in {entry.number}", job, f"hand-in {entry.owner}"
            )
        except Busy:
            raise
        except StrategeError as error:
            self._failures[entry.number] += 1
            if isinstance(error, Failed) and self._failures[entry.number] < ATTEMPTS:
                raise
            log.error("a file could not be marked", extra={"number": entry.number, "error": str(error)})
            summary, report = _failed(), {}
        self._failures.pop(entry.number, None)
        await self._register.write(lambda classes: classes.mark(entry.number, summary, report, instant()))


def _failed() -> dict[str, Any]:
    spoken = language.current()
    said = {}
    for name in language.LANGUAGES:
        language.use(name)
        said[name] = _(FAILED)
    language.use(spoken)
    return {"error": said}
