"""Tests shared by processes that are forked once all is collected: `pytest -p tests.forking --processes 3`.

Collecting loads all that the tests use, and takes as long as hundreds of them: it is done once. Each process
then takes one unit of tests after another (`tests/scheduling.py`) and tells the first what became of them.
One that dies, or hangs until it is killed, costs the test that it was at; another goes on with the rest.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

import pytest
from tests import guard
from tests.scheduling import unit

Unit = deque[int]  # places in `session.items`

REPORT, WARNING, BEGUN, ENDED, NEXT = "report", "warning", "begun", "ended", "next"

PATIENCE = 600.0  # seconds for one test, long after `faulthandler_timeout` has told where it hangs


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many processes there are to be."""
    parser.addoption("--processes", type=int, default=0, help="share the tests among so many processes")
    parser.addoption("--patience", type=float, default=PATIENCE, help="seconds after which a test is killed")


def pytest_configure(config: pytest.Config) -> None:
    """Share the tests, if that is asked for."""
    processes = config.getoption("processes")
    if processes and not config.option.collectonly:
        config.pluginmanager.register(Sharing(processes, config.getoption("patience")))


class Worker:
    """A process that runs tests, as the first one sees it."""

    def __init__(self, pid: int, connection: Connection[Any, Any]) -> None:
        self.pid, self.connection = pid, connection
        self.end = os.pidfd_open(pid)
        self.left: Unit = deque()
        self.running: int | None = None
        self.since = time.monotonic()


class Sharing:
    """Hands out units of tests, and reports what comes back."""

    def __init__(self, processes: int, patience: float) -> None:
        self._processes, self._patience = processes, patience
        self._units: deque[Unit] = deque()
        self._workers: dict[int, Worker] = {}
        self._numbers = count(1)
        self._killers: Counter[int] = Counter()  # the tests at which processes died, and how often

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """In place of pytest's own loop."""
        if session.testsfailed:
            return None  # which says that something could not be collected
        units = groupby(range(len(session.items)), lambda place: unit(session.items[place].nodeid))
        self._units = deque(deque(places) for _name, places in units)
        temporary_folders(session).getbasetemp()  # once, for all
        gc.collect()
        gc.freeze()  # what is there is shared, as long as nobody looks through it
        try:
            for _number in range(self._processes):
                self._start(session)
            while self._workers:
                self._listen(session)
        finally:
            gc.unfreeze()  # or modules that look for leaks at the end would find everything
            for worker in self._workers.values():
                os.kill(worker.pid, 9)
        return True

    def _start(self, session: pytest.Session) -> None:
        number = next(self._numbers)
        ours, theirs = Pipe()
        sys.stdout.flush()  # or the process would say it again
        pid = os.fork()
        if pid == 0:
            ours.close()
            be_worker(session, theirs, number)
        theirs.close()
        self._workers[pid] = Worker(pid, ours)

    def _listen(self, session: pytest.Session) -> None:
        """Until somebody has said something, or ended."""
        workers = list(self._workers.values())
        hangs_from = min(one.since for one in workers) + self._patience
        handles = [handle for one in workers for handle in (one.connection, one.end)]
        ready = wait(handles, max(0.0, hangs_from - time.monotonic()))
        for one in workers:
            with suppress(EOFError):
                while one.connection.poll():
                    self._hear(session, one, *one.connection.recv())
            if one.end in ready:
                self._bury(session, one)
            elif time.monotonic() > one.since + self._patience:
                os.kill(one.pid, 9)
                self._bury(session, one)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)

    def _hear(self, session: pytest.Session, worker: Worker, kind: str, content: Any) -> None:
        hook = session.config.hook
        if kind == REPORT:
            report = hook.pytest_report_from_serializable(config=session.config, data=content)
            hook.pytest_runtest_logreport(report=report)
        elif kind == WARNING:
            text, category, file, line, rest = content
            warning = warnings.WarningMessage(category(text), category, file, line)
            hook.pytest_warning_recorded.call_historic(kwargs={"warning_message": warning, **rest})
        elif kind == BEGUN:
            worker.left.remove(content)
            worker.running, worker.since = content, time.monotonic()
        elif kind == ENDED:
            worker.running = None
            item = session.items[content]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        elif kind == NEXT:
            given = self._units.popleft() if self._units else deque()
            worker.left.extend(given)
            worker.connection.send(given)

    def _bury(self, session: pytest.Session, worker: Worker) -> None:
        """One has ended; if before its time, its test has failed, and another process does the rest.

        Where tests that fail are tried again (`--reruns`), so is this one.
        """
        del self._workers[worker.pid]
        _pid, status = os.waitpid(worker.pid, 0)
        os.close(worker.end)
        worker.connection.close()
        if status == 0:
            return
        seconds = time.monotonic() - worker.since
        said = f"the process ended with status {os.waitstatus_to_exitcode(status)} after {seconds:.0f} s"
        if worker.running is not None:
            worker.left.appendleft(worker.running)
        if not worker.left:
            raise session.Failed(said)
        place = worker.left.popleft()
        item = session.items[place]
        self._killers[place] += 1
        again = self._killers[place] <= (session.config.getoption("reruns", None) or 0)
        report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
        if again:
            report.outcome = "rerun"  # type: ignore[assignment]  # as pytest-rerunfailures has it
            worker.left.appendleft(place)
        session.config.hook.pytest_runtest_logreport(report=report)
        if worker.left:
            self._units.appendleft(worker.left)
        self._start(session)


class Telling:
    """Has the first process hear of everything that terminals show."""

    def __init__(self, config: pytest.Config, connection: Connection[Any, Any]) -> None:
        self._config, self._connection = config, connection

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._connection.send((REPORT, data))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: Any
    ) -> None:
        if when != "runtest":
            return  # told before the processes parted
        text, rest = str(warning_message.message), {"when": when, "nodeid": nodeid, "location": location}
        where = warning_message.filename, warning_message.lineno
        self._connection.send((WARNING, (text, UserWarning, *where, rest)))


def be_worker(session: pytest.Session, connection: Connection[Any, Any], number: int) -> NoReturn:
    """Run units of tests until there are none; ends the process."""
    status = 1
    try:
        guard.let_go()
        config = session.config
        plugins = config.pluginmanager
        plugins.unregister(name="terminalreporter")
        capture: Any = plugins.getplugin("capturemanager")
        capture._global_capturing = None  # the file behind it is everybody's
        capture.start_global_capturing()
        capture.suspend_global_capture()
        temporary = temporary_folders(session)
        temporary._basetemp = temporary.getbasetemp() / f"process-{number}"
        temporary._basetemp.mkdir()
        plugins.register(Telling(config, connection))
        for place, following in with_next(units(connection)):
            connection.send((BEGUN, place))
            nextitem = None if following is None else session.items[following]
            config.hook.pytest_runtest_protocol(item=session.items[place], nextitem=nextitem)
            connection.send((ENDED, place))
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        os._exit(status)


def temporary_folders(session: pytest.Session) -> Any:
    """What makes them; a process has its own within that of all."""
    return session.config._tmp_path_factory  # type: ignore[attr-defined]


def units(connection: Connection[Any, Any]) -> Iterator[int]:
    """The tests to run, for as long as there are any."""
    while True:
        connection.send((NEXT, None))
        given: Unit = connection.recv()
        if not given:
            return
        yield from given


def with_next(places: Iterator[int]) -> Iterator[tuple[int, int | None]]:
    """Each with the one after it, of which pytest must know what to tear down."""
    here = next(places, None)
    while here is not None:
        following = next(places, None)
        yield here, following
        here = following
