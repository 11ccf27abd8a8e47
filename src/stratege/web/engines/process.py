"""A thinking process as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from stratege.web.engines import worker
from stratege.web.jobs.task import Job

if TYPE_CHECKING:
    from stratege.web.engines.pool import Ticket

log = logging.getLogger("stratege.web.engines")
context = multiprocessing.get_context("spawn")  # a process with compiled code in it must not be forked

FAREWELL = 2.0  # seconds that processes have to leave


class Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        self.ticket: Ticket | None = None
        self.begun = 0.0
        self.alarm: asyncio.TimerHandle | None = None
        self.killed = False
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=worker.run, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self._outbox: queue.SimpleQueue[tuple[int, Job | None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._deliver, daemon=True).start()

    def take(self, ticket: Ticket) -> None:
        """Work on this now."""
        self.ticket, self.begun = ticket, time.monotonic()
        self.send(ticket.number, ticket.job)

    def rest(self) -> None:
        """Nothing is worked on."""
        self.ticket = None
        if self.alarm is not None:
            self.alarm.cancel()

    def send(self, number: int, job: Job | None) -> None:
        """Give it a job, or (None) take the job of that number back. If it is dead, we hear so otherwise."""
        self._outbox.put((number, job))

    def kill(self) -> None:
        """End it at once, with whatever it has started; we hear of its end as of any other."""
        self.killed = True
        pid = self.process.pid
        assert pid is not None
        with contextlib.suppress(
            ProcessLookupError, PermissionError
        ):  # it leads no group before it has begun
            os.killpg(pid, signal.SIGKILL)
        self.process.kill()

    def dismiss(self) -> None:
        """End it and wait until it is gone."""
        self.process.join(FAREWELL)
        if self.process.is_alive():
            self.kill()
            self.process.join()
        self.close()

    def close(self) -> None:
        """Send nothing more; what has ended leaves no trace."""
        self.process.join(0)
        self.rest()
        self._outbox.put(None)
        self.pipe.close()

    def _deliver(self) -> None:
        """In a thread of its own: a pipe takes a large job no faster than the process reads it."""
        try:
            while (message := self._outbox.get()) is not None:
                self.pipe.send(message)
        except (OSError, TypeError):  # a pipe that is closed while it takes something has no number any more
            log.warning("a worker is gone", extra={"pid": self.process.pid})
