"""The processes that think, and who may use them: nothing is searched in the process that serves.

Jobs wait in one line. Each client may have a few there, and one at work; each address half of the line, and
all but one of the processes for long jobs; of long jobs that are soon over, a client may have as many at work
as there are processes for long ones. A job too many is refused at once. Quick jobs (a level's move, a
hint) go before long ones (an analysis), and one process is kept free for them; among equals the address goes
first that has been served least recently. Where others hold all processes, an address that has none gets one
beyond the usual number, so that many share the cores instead of waiting for each other. A client who leaves
takes its job along: a process that does not let go of it, and one that works on a job past its deadline, is
killed. One that dies is replaced, and its job reported as failed.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self

from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web.engines.process import Worker
from stratege.web.errors import Busy, Failed, unavailable
from stratege.web.jobs.task import CRASHED, DONE, ERROR, PROGRESS, REFUSED, UNAVAILABLE, Job

log = logging.getLogger("stratege.web.engines")

PAUSE = 1.0  # seconds before a process that died by itself is replaced
GRACE = 5.0  # seconds in which a process must let go of a job that nobody wants
FEWEST = 2  # processes: one of them for quick jobs
EXTRA = 4  # processes beyond the usual ones, for long jobs of addresses that have none at work
IDLE = 60.0  # seconds after which such a process goes if nobody needs it
SOON = 3.0  # seconds: a quick job that took less has its code compiled
MOST_REMEMBERED = 1000  # addresses, sizes


class Ticket:
    """A job handed in: what it reports can be iterated over; leaving the `with` block cancels it."""

    def __init__(self, pool: EnginePool, number: int, client: str, address: str, job: Job) -> None:
        self.number, self.client, self.address, self.job = number, client, address, job
        self.open = True
        self.quick = False
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


class EnginePool:
    """A few thinking processes, started when they are first needed."""

    def __init__(self, workers: int, queue: int, per_client: int) -> None:
        self._most, self._queue, self._per_client = max(FEWEST, workers), queue, per_client
        self._numbers = itertools.count()
        self._waiting: list[Ticket] = []
        self._workers: list[Worker] = []
        self._hiring = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._served: OrderedDict[str, int] = OrderedDict()
        self._compiled: OrderedDict[tuple[str, str, str], None] = OrderedDict()

    @property
    def lanes(self) -> int:
        """How many processes there may be for long jobs: one is kept for quick ones."""
        return self._most - 1

    @property
    def load(self) -> tuple[int, int, int]:
        """Processes, jobs at work, jobs waiting."""
        return len(self._workers), sum(one.ticket is not None for one in self._workers), len(self._waiting)

    @property
    def pids(self) -> list[int]:
        """The processes there are."""
        return [one.process.pid for one in self._workers if one.process.pid is not None]

    def submit(self, client: str, job: Job, address: str | None = None) -> Ticket:
        """Hand in a job for that client at that address; `Busy` if it has too many, or all have."""
        if self._closed:
            raise Failed(_("The server is shutting down."))
        ticket = Ticket(self, next(self._numbers), client, address or client, job)
        there = [one for one in self._tickets() if one.open]
        if sum(one.client == client for one in there) >= self._per_client:
            raise Busy(_("You have asked for too much at once; wait for an answer first."))
        from_there = sum(one.address == ticket.address for one in self._waiting)
        if address is not None and from_there >= max(1, self._queue // 2):
            raise Busy(_("Too much is asked for from your address; wait for an answer first."))
        if len(self._waiting) >= self._queue:
            raise Busy(_("The engines are all busy; try again in a moment."))
        ticket.quick = job.kind.quick and (job.usual or job.game in self._compiled)
        self._waiting.append(ticket)
        self._dispatch()
        return ticket

    async def answer(self, client: str, job: Job, address: str | None = None) -> Any:
        """The answer to a job; who stops waiting for it cancels it."""
        with self.submit(client, job, address) as ticket:
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
                self._limit(one, ticket, GRACE)

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
            one.dismiss()

    def _tickets(self) -> list[Ticket]:
        return [*self._waiting, *(one.ticket for one in self._workers if one.ticket is not None)]

    def _dispatch(self) -> None:
        """Give free processes what is next; hire another if there are more jobs than processes."""
        for one in self._workers:
            if one.ticket is None and not one.killed and (ticket := self._next()) is not None:
                self._waiting.remove(ticket)
                self._remember(self._served, ticket.address, ticket.number)
                one.take(ticket)
                self._limit(one, ticket, ticket.job.deadline)
        staff = len(self._workers) + self._hiring
        usual = staff < self._most and len(self._waiting) > self._hiring
        extra = self._most <= staff < self._most + EXTRA and not self._hiring and self._ready(staff + 1)
        if not self._closed and (usual or extra):
            self._hiring += 1
            self._start(self._hire())

    def _next(self) -> Ticket | None:
        """The first quick job, else the first long one."""
        return min(
            self._ready(len(self._workers)),
            key=lambda one: (not one.quick, not one.job.kind.quick, self._served.get(one.address, -1)),
            default=None,
        )

    def _ready(self, staff: int) -> list[Ticket]:
        """The jobs that so many processes may begin; but for brief ones, of clients who have none at work."""
        working = [one.ticket for one in self._workers if one.ticket is not None]
        clients = Counter(ticket.client for ticket in working)
        long_ones = Counter(ticket.address for ticket in working if not ticket.quick)
        usual = self.lanes - long_ones.total()  # processes left for long ones
        beyond = min(staff, self._most + EXTRA) - 1 - long_ones.total()
        each = max(1, self.lanes - 1)

        def may_begin(one: Ticket) -> bool:
            theirs = long_ones[one.address]
            if one.job.kind.brief and not one.quick:
                return usual > 0 or (beyond > 0 and theirs == 0)
            own = one.quick or (usual > 0 and theirs < each) or (beyond > 0 and theirs == 0)
            return own and not clients[one.client]

        return [one for one in self._waiting if may_begin(one)]

    def _limit(self, one: Worker, ticket: Ticket, seconds: float) -> None:
        """Have the process ended if it works on the job for so much longer."""
        if one.alarm is not None:
            one.alarm.cancel()
        one.alarm = asyncio.get_running_loop().call_later(seconds, self._overdue, one, ticket)

    def _overdue(self, one: Worker, ticket: Ticket) -> None:
        if one.ticket is not ticket:
            return
        spent = round(time.monotonic() - one.begun, 1)
        about = {"kind": str(ticket.job.kind), "seconds": spent, "address": ticket.address}
        log.warning("a job was not given up in time, and its process killed", extra=about)
        ticket.hear(ERROR, _("That takes too long here, and was stopped."))
        one.kill()

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
        if kind == CRASHED:
            log.error("a job failed", extra={"kind": str(ticket.job.kind), "trace": payload})
            kind, payload = ERROR, _("Something went wrong here; it has been noted.")
        elif kind == UNAVAILABLE:
            log.error("a job failed", extra={"kind": str(ticket.job.kind), "error": payload})
            kind, payload = ERROR, str(unavailable())
        ticket.hear(kind, payload)
        if kind != PROGRESS:
            if kind == DONE and ticket.job.kind.quick and time.monotonic() - one.begun < SOON:
                self._remember(self._compiled, ticket.job.game, None)
            one.rest()
            self._dispatch()
            if one.ticket is None and len(self._workers) > self._most:
                one.alarm = asyncio.get_running_loop().call_later(IDLE, self._send_home, one)

    def _send_home(self, one: Worker) -> None:
        """End a process beyond the usual ones that nobody has needed for a while."""
        if one.ticket is None and len(self._workers) > self._most:
            one.kill()

    def _lost(self, one: Worker) -> None:
        if self._closed:
            return
        if not one.killed:
            log.error("a worker died", extra={"pid": one.process.pid})
        self._workers.remove(one)
        if one.ticket is not None:
            one.ticket.hear(ERROR, _("The engine stopped unexpectedly; try again."))
        one.close()
        if len(self._workers) + self._hiring < self._most:
            self._hiring += 1
            self._start(self._hire(0.0 if one.killed else PAUSE))
        self._dispatch()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def _remember(known: OrderedDict[Any, Any], key: Any, value: Any) -> None:
        """Keep the last ones only."""
        known[key] = value
        known.move_to_end(key)
        if len(known) > MOST_REMEMBERED:
            known.popitem(last=False)
