"""The processes that think, and who may use them: nothing is searched in the process that serves.

Jobs wait in one line. Each client may have a few there, and one at work; a job too many is refused at once.
Quick jobs (a level's move, a hint) go before long ones (an analysis), and one process is kept free for
them. A client who leaves takes its job along. A process that dies is replaced, and its job reported as
failed.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import queue
import threading
from collections import Counter
from collections.abc import AsyncIterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web.engines import worker
from stratege.web.errors import Busy, Failed
from stratege.web.jobs.task import DONE, ERROR, PROGRESS, REFUSED, Job

log = logging.getLogger("stratege.web.engines")
context = multiprocessing.get_context("spawn")  # a process with compiled code in it must not be forked

PAUSE = 1.0  # seconds before a process that died is replaced
FAREWELL = 2.0  # seconds that processes have to leave


class Ticket:
    """A job handed in: what it reports can be iterated over; leaving the `with` block cancels it."""

    def __init__(self, pool: EnginePool, number: int, client: str, job: Job) -> None:
        self.number, self.client, self.job = number, client, job
        self.open = True
        self._pool = pool
        self._news: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    def hear(self, kind: str, payload: Any) -> None:
        """Take in what its process says; all but `PROGRESS` is the last word."""
        if self.open:
            self.open = kind == PROGRESS
            self._news.put_nowait((kind, payload))

    async def __aiter__(self) -> AsyncIterator[tuple[str, Any]]:
        kind = PROGRESS
        while kind == PROGRESS:
            kind, payload = await self._news.get()
            if kind == REFUSED:
                raise StrategeError(payload)
            if kind == ERROR:
                raise Failed(payload or _("The analysis was ended."))
            yield kind, payload

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.withdraw(self)


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self.ticket: Ticket | None = None
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=worker.run, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self._outbox: queue.SimpleQueue[tuple[int, Job | None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._deliver, daemon=True).start()

    def send(self, number: int, job: Job | None) -> None:
        """Give it a job, or (None) take the job of that number back. If it is dead, we hear so otherwise."""
        self._outbox.put((number, job))

    def close(self) -> None:
        """Send nothing more."""
        self._outbox.put(None)
        self.pipe.close()

    def _deliver(self) -> None:
        """In a thread of its own: a pipe takes a large job no faster than the process reads it."""
        try:
            while (message := self._outbox.get()) is not None:
                self.pipe.send(message)
        except OSError:
            log.warning("a worker is gone", extra={"pid": self.process.pid})


class EnginePool:
    """A few thinking processes, started when they are first needed."""

    def __init__(self, workers: int, queue: int, per_client: int) -> None:
        self._most, self._queue, self._per_client = workers, queue, per_client
        self._numbers = itertools.count()
        self._waiting: list[Ticket] = []
        self._workers: list[Worker] = []
        self._hiring = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def load(self) -> tuple[int, int, int]:
        """Processes, jobs at work, jobs waiting."""
        return len(self._workers), sum(one.ticket is not None for one in self._workers), len(self._waiting)

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [one.process.pid for one in self._workers if one.process.pid is not None]

    def submit(self, client: str, job: Job) -> Ticket:
        """Hand in a job for that client; `Busy` if it has too many, or all have."""
        if self._closed:
            raise Failed(_("The server is shutting down."))
        mine = [one for one in self._tickets() if one.open and one.client == client]
        if len(mine) >= self._per_client:
            raise Busy(_("You have asked for too much at once; wait for an answer first."))
        if len(self._waiting) >= self._queue:
            raise Busy(_("The engines are all busy; try again in a moment."))
        ticket = Ticket(self, next(self._numbers), client, job)
        self._waiting.append(ticket)
        self._dispatch()
        return ticket

    async def answer(self, client: str, job: Job) -> Any:
        """The answer to a job; who stops waiting for it cancels it."""
        with self.submit(client, job) as ticket:
            async for kind, payload in ticket:
                if kind == DONE:
                    return payload
        raise AssertionError("a ticket ends with an answer or an error")

    def withdraw(self, ticket: Ticket) -> None:
        """Nobody waits for this job any more."""
        if not ticket.open:
            return
        ticket.hear(ERROR, "")
        if ticket in self._waiting:
            self._waiting.remove(ticket)
        for one in self._workers:
            if one.ticket is ticket:
                one.send(ticket.number, None)

    def cancel_all(self) -> None:
        """End every job: the server is shutting down."""
        self._closed = True
        for ticket in self._tickets():
            self.withdraw(ticket)

    async def close(self) -> None:
        """End every job and every process."""
        self.cancel_all()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._dismiss)

    def _dismiss(self) -> None:
        for one in self._workers:
            one.process.terminate()
        for one in self._workers:
            one.process.join(FAREWELL)
            if one.process.is_alive():
                one.process.kill()
                one.process.join()
            one.close()

    def _tickets(self) -> list[Ticket]:
        return [*self._waiting, *(one.ticket for one in self._workers if one.ticket is not None)]

    def _dispatch(self) -> None:
        """Give free processes what is next; hire another if there are more jobs than processes."""
        for one in self._workers:
            if one.ticket is None and (ticket := self._next()) is not None:
                self._waiting.remove(ticket)
                one.ticket = ticket
                one.send(ticket.number, ticket.job)
        vacant = self._most - len(self._workers) - self._hiring
        if not self._closed and min(vacant, len(self._waiting) - self._hiring) > 0:
            self._hiring += 1
            self._start(self._hire())

    def _next(self) -> Ticket | None:
        """The first quick job, else the first long one; of a client who has none at work."""
        working = [one.ticket for one in self._workers if one.ticket is not None]
        clients = Counter(ticket.client for ticket in working)
        long_ones = sum(not ticket.job.kind.quick for ticket in working)
        spare = max(1, self._most - 1) - long_ones
        ready = [
            one for one in self._waiting if not clients[one.client] and (spare > 0 or one.job.kind.quick)
        ]
        return min(ready, key=lambda one: not one.job.kind.quick, default=None)

    async def _hire(self, after: float = 0.0) -> None:
        try:
            await asyncio.sleep(after)
            one = await asyncio.to_thread(Worker)
        except Exception:  # the system has no more processes, memory or files for us
            log.exception("no worker could be started")
            self._give_up()
            return
        finally:
            self._hiring -= 1
        self._workers.append(one)
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(one, loop), daemon=True).start()
        self._dispatch()

    def _give_up(self) -> None:
        """Nobody comes to help: if nobody is there either, those who wait must hear so."""
        if not self._workers:
            for ticket in self._waiting:
                ticket.hear(ERROR, _("The engine could not be started; try again later."))
            self._waiting.clear()

    def _listen(self, one: Worker, loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own: bring what the process says into the event loop."""
        try:
            while True:
                loop.call_soon_threadsafe(self._heard, one, *one.pipe.recv())
        except (EOFError, OSError):
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._lost, one)
        except RuntimeError:
            return  # the loop has closed meanwhile

    def _heard(self, one: Worker, number: int, kind: str, payload: Any) -> None:
        ticket = one.ticket
        if ticket is None or ticket.number != number:
            return
        ticket.hear(kind, payload)
        if kind != PROGRESS:
            one.ticket = None
            self._dispatch()

    def _lost(self, one: Worker) -> None:
        if self._closed:
            return
        log.error("a worker died", extra={"pid": one.process.pid})
        self._workers.remove(one)
        one.close()
        if one.ticket is not None:
            one.ticket.hear(ERROR, _("The engine stopped unexpectedly; try again."))
        self._hiring += 1
        self._start(self._hire(PAUSE))
        self._dispatch()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
