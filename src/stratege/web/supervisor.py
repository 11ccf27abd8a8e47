"""Several processes that serve on one socket: started, watched, and replaced when they die.

They share nothing but the socket and the database, so one that is killed takes no connection of another
with it, and what waits on the socket is taken by those that are left.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web import metrics
from stratege.web.live.opening import open_store
from stratege.web.logs import write_logs
from stratege.web.serving import GRACE, Server
from stratege.web.settings import Settings

log = logging.getLogger("stratege.web.supervisor")
context = multiprocessing.get_context("spawn")

LOOK = 0.5  # seconds between looks
SOON = 2.0  # seconds: a process that dies before has not served
CALM = 1.0  # seconds that the others have for those who lost theirs, before a new one takes a core to start
LONGEST_PAUSE = 10.0  # seconds before one that has not served is started again
HOPELESS = 3  # times that it dies so before anybody has served
FAREWELL = GRACE + 10.0  # seconds that processes have to end


class Supervisor:
    """So many processes on that socket; `started` hears when the first of them serves."""

    def __init__(
        self,
        settings: Settings,
        processes: int,
        listening: socket.socket,
        level: str = "warning",
        started: Callable[[], None] = lambda: None,
    ) -> None:
        open_store(settings).close()  # what cannot be opened is better said now than in a log
        self._about = (settings, listening, level, language.current())
        self._most, self._started = processes, started
        self._working: dict[BaseProcess, tuple[Connection, float]] = {}
        self._ending = threading.Event()
        self._served, self._failed = False, 0

    def run(self) -> None:
        """Until a signal says that it is enough."""
        before = {kind: signal.signal(kind, self._end) for kind in (signal.SIGINT, signal.SIGTERM)}
        with tempfile.TemporaryDirectory(prefix="stratege-metrics-") as folder:
            os.environ[metrics.FOLDER] = folder
            try:
                self._attend()
            finally:
                self._dismiss()
                del os.environ[metrics.FOLDER]
                for kind, handler in before.items():
                    signal.signal(kind, handler)

    @property
    def pids(self) -> list[int]:
        """The processes there are, the longest-serving first; another thread may ask."""
        return [process.pid for process in list(self._working) if process.pid is not None]

    def end(self) -> None:
        """Have `run` return soon."""
        self._ending.set()

    def _end(self, *_signal: Any) -> None:
        self.end()

    def _attend(self) -> None:
        pause_until = 0.0
        while not self._ending.is_set():
            while len(self._working) < self._most and time.monotonic() >= pause_until:
                self._hire()
            self._look()
            for process in [one for one in self._working if not one.is_alive()]:
                calm = CALM if len(self._working) > 1 else 0.0
                early = self._lost(process)
                pause = min(LONGEST_PAUSE, 2.0**self._failed / 2) if early else calm
                pause_until = time.monotonic() + pause

    def _hire(self) -> None:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(theirs, *self._about))
        process.start()
        theirs.close()
        self._working[process] = ours, time.monotonic()

    def _look(self) -> None:
        """Wait a moment for a process to say that it serves, or to end."""
        pipes = {pipe: process for process, (pipe, _begun) in self._working.items() if not pipe.closed}
        for ready in wait([*pipes, *(process.sentinel for process in self._working)], LOOK):
            if isinstance(ready, Connection) and not ready.closed:
                self._serves(ready)

    def _serves(self, pipe: Connection) -> None:
        try:
            pipe.recv()
        except EOFError:
            pipe.close()
            return
        pipe.close()
        self._failed = 0
        if not self._served:
            self._served = True
            self._started()

    def _lost(self, process: BaseProcess) -> bool:
        """One is gone, to be replaced; whether it has never served."""
        pipe, begun = self._working.pop(process)
        pipe.close()
        metrics.forget(process.pid or 0)
        log.error("a serving process died", extra={"pid": process.pid, "code": process.exitcode})
        early = time.monotonic() - begun < SOON
        self._failed += early
        if not self._served and self._failed >= HOPELESS:
            raise StrategeError(_("The processes that serve end at once; the log says why."))
        return early

    def _dismiss(self) -> None:
        for process in self._working:
            process.terminate()
        for process in self._working:
            process.join(FAREWELL)
            if process.is_alive():
                process.kill()
                process.join()


def work(ready: Connection, settings: Settings, listening: socket.socket, level: str, spoken: str) -> None:
    """One of the processes; it ends with the one that started it."""
    language.use(spoken)
    write_logs(level)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Server(settings, lambda: ready.send(os.getpid())).run([listening])


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
