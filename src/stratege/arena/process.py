"""A program behind pipes: lines to it and from it, each with a deadline; nothing of it is left."""

from __future__ import annotations

import contextlib
import os
import queue
import select
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import IO

from stratege.arena.asking import LONGEST, brief
from stratege.arena.match import FAILED, LATE, Fault
from stratege.core.language import _
from stratege.core.printable import printable

WARDEN = Path(__file__).with_name("warden.py")
FAREWELL_SECONDS = 1.0
LAST_SECONDS = 10.0
LONGEST_LINE = 1 << 16
MOST_WAITING = 1000


class Process:
    """A running program. It has a warden, which ends it, and all that it has started, when we go or die."""

    def __init__(self, command: list[str]) -> None:
        lifeline, self._life = os.pipe()
        told, report = os.pipe()
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-I", "-S", str(WARDEN), str(lifeline), str(report), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(lifeline, report),
                start_new_session=True,  # Ctrl-C is ours to handle
            )
        finally:
            os.close(lifeline)
            os.close(report)
        self._end = weakref.finalize(self, _end, self._popen, self._life)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._last_words = bytearray()
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._input = self._popen.stdin.fileno()
        os.set_blocking(self._input, False)
        self._readers = [
            threading.Thread(target=_read, args=(self._popen.stdout, self._lines), daemon=True),
            threading.Thread(target=_listen, args=(self._popen.stderr, self._last_words), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        with open(told, "rb") as file:
            error = file.read()  # ends when the program has begun, or has not
        if error:
            self._end()
            raise Fault(FAILED, _("it could not be started ({why})", why=os.strerror(int(error))))

    def send(self, line: str, deadline: float) -> None:
        """Write a line until then (as `time.monotonic` counts); a `Fault` if nobody reads it."""
        rest = memoryview(line.encode() + b"\n")
        ready = select.poll()
        ready.register(self._input, select.POLLOUT)
        while rest:
            if not ready.poll(1000 * max(0.0, deadline - time.monotonic())):
                raise Fault(LATE, _("it does not read what it is told"))
            try:
                rest = rest[os.write(self._input, rest) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._ended() from None

    def line(self, deadline: float) -> str | None:
        """The next line, None if there is none until then, or a `Fault`.

        What is not a printable sign is replaced, so that no line can do anything to a terminal.
        """
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        try:
            line = self._lines.get(timeout=left)
        except queue.Empty:
            return None
        if line is None:
            raise self._ended()
        return line

    def forget(self) -> None:
        """Skip what it has said so far."""
        for _line in range(self._lines.qsize()):
            if self._lines.get() is None:
                raise self._ended()

    def close(self) -> None:
        """Say goodbye, wait a little, then end it and everything that it started."""
        with contextlib.suppress(Fault, ValueError):
            if self._end.alive:
                self.send("quit", time.monotonic())
        self._end()
        deadline = time.monotonic() + FAREWELL_SECONDS
        while self._readers[0].is_alive() and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)  # it may be waiting for room

    def _ended(self) -> Fault:
        """The program is gone: with what status, and its last words."""
        try:
            status = str(self._popen.wait(FAREWELL_SECONDS))
        except subprocess.TimeoutExpired:
            return Fault(FAILED, _("it closed its output"))
        self._readers[1].join(FAREWELL_SECONDS)
        words = self._last_words.decode(errors="replace").split("\n")
        last = brief(next((line for line in map(printable_line, reversed(words)) if line), ""), 2 * LONGEST)
        if last:
            return Fault(FAILED, _("it ended with status {status}: {last}", status=status, last=last))
        return Fault(FAILED, _("it ended with status {status}", status=status))


def printable_line(line: str) -> str:
    """The line without its ends, tabs or anything that a terminal might obey.

    >>> printable_line(" a\\tb \\x1b[2J\\n")
    'a b \ufffd[2J'
    """
    return printable(line.replace("\t", " ").strip())


def _read(stream: IO[bytes], lines: queue.Queue[str | None]) -> None:
    """Hand on each line, then None. A full queue leaves the program waiting, not us out of memory."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            lines.put(printable_line(line.decode(errors="replace")))
    lines.put(None)


def _listen(stream: IO[bytes], last: bytearray) -> None:
    """Keep the end of what it complains about."""
    with stream:
        while heard := os.read(stream.fileno(), LONGEST_LINE):
            last += heard
            del last[:-LONGEST_LINE]


def _end(popen: subprocess.Popen[bytes], life: int) -> None:
    """Close the program's input, give it a moment, have it ended, and reap it."""
    with contextlib.suppress(OSError):
        assert popen.stdin is not None
        popen.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(FAREWELL_SECONDS)
    os.close(life)
    try:
        popen.wait(LAST_SECONDS)
    except subprocess.TimeoutExpired:  # not even its warden answers
        popen.kill()
        popen.wait()
