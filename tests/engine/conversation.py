"""Talking to the engine in its line protocol: to a real process, and to a session within this one."""

from __future__ import annotations

import queue
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.cli.stratege_command import COMMAND, plain_environment
from tests.patience import PATIENCE, wait_until

from stratege.core.game import Game
from stratege.engine.protocol import Session


class Engine:
    """`stratege engine …` as another program sees it."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=plain_environment(),
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str | None:
        """The next answer; None at the end of its output."""
        return self._lines.get(timeout=PATIENCE)

    def until(self, start: str) -> list[str]:
        """The answers up to the first that begins so."""
        answers: list[str] = []
        while not answers or not answers[-1].startswith(start):
            line = self.line()
            assert line is not None, answers
            answers.append(line)
        return answers

    def cpu_seconds(self) -> float:
        """How long it has computed, all threads together: what else the machine does has no part in it."""
        return time.clock_gettime(~self.process.pid << 3 | 2)  # Linux' clock of that process

    def end(self) -> tuple[int, list[str], str]:
        """Close its input: status, the rest of its answers, and complaints but the notice of compiling."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        rest = list(iter(self.line, None))
        complaints = re.sub("Compiling.*\n", "", self.process.stderr.read().decode())
        return self.process.wait(PATIENCE), [line for line in rest if line is not None], complaints


@contextmanager
def engine(*words: str) -> Iterator[Engine]:
    one = Engine(*words)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()


class Conversation:
    """A session within this process, and what it has said."""

    def __init__(self, rules: Game) -> None:
        self.said: list[str] = []
        self.session = Session(rules, self.said.append)

    def __call__(self, *lines: str) -> list[str]:
        """What it answers at once."""
        before = len(self.said)
        for line in lines:
            self.session.obey(line)
        return self.said[before:]

    def begin(self, line: str, enough: Callable[[list[str]], bool]) -> None:
        """Start a search, and wait until it has said enough."""
        before = len(self.said)
        self.session.obey(line)
        self.wait(lambda: enough(self.said[before:]))

    def search(self, line: str, *then: str) -> list[str]:
        """The answers to a `go` and what follows it at once, to the end of the search."""
        before, searches = len(self.said), self.moves_found()
        self(line, *then)
        self.wait(lambda: self.moves_found() > searches)
        return self.said[before:]

    def wait(self, enough: Callable[[], bool]) -> None:
        wait_until(enough, 0.002)

    def moves_found(self) -> int:
        return sum(line.startswith(("bestmove", "analysed")) for line in self.said)
