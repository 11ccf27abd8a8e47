"""Many at once on one SQLite file, writers killed all the time: no game that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.archive.made import computed
from tests.cli.stratege_command import plain_environment

from stratege.archive.backup import backup
from stratege.archive.explorer import explore
from stratege.archive.store import Archive
from stratege.core.registry import game

ROOT = Path(__file__).parents[2]


class Writer:
    """A writing process, started anew when it was killed, and all that it has acknowledged."""

    def __init__(self, place: str, number: int) -> None:
        self.place, self.number, self.starts = place, number, 0
        self.acknowledged: list[int] = []
        self.complaints = ""
        self.start()

    def start(self) -> None:
        first = (self.number * 1000 + self.starts) * 1_000_000
        self.starts += 1
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.archive.writer_process", self.place, str(first)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=plain_environment(),
        )
        self.listener = threading.Thread(target=self.listen, args=(self.process,))
        self.listener.start()

    def listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith("\n"):
                self.acknowledged.append(int(line))

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.listener.join()
        assert self.process.stderr is not None
        self.complaints += self.process.stderr.read()
        self.process.wait()


class Reader(threading.Thread):
    """Reads until told to stop; what went wrong is kept."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place, self.reads, self.error = place, 0, ""
        self.leave = threading.Event()

    def run(self) -> None:
        start = game("quixo", size=3).start()
        try:
            with Archive.open(self.place) as archive:
                while not self.leave.is_set():
                    seen = explore(archive, start).score.games
                    total = sum(games for games, _plies in archive.counts().values())
                    assert seen <= total
                    self.reads += 1
        except Exception as error:
            self.error = repr(error)


def siege(folder: Path, writers: int, readers: int, seconds: float, backups: int) -> None:
    place = str(folder / "archive.sqlite")
    Archive.open(place).close()
    writing = [Writer(place, number) for number in range(writers)]
    reading = [Reader(place) for _number in range(readers)]
    for reader in reading:
        reader.start()
    draw, begun, copies = random.Random(1), time.monotonic(), 0
    with Archive.open(place) as archive:
        while time.monotonic() - begun < seconds or not all(writer.acknowledged for writer in writing):
            time.sleep(1)
            if copies < backups:
                backup(archive, folder / f"copy{copies}.sqlite")
                copies += 1
            if time.monotonic() - begun < seconds:
                victim = draw.choice(writing)
                victim.kill()
                victim.start()
        for writer in writing:
            writer.kill()
        for reader in reading:
            reader.leave.set()
            reader.join()
        _check(archive, writing, reading)
    for number in range(copies):
        with Archive.open(str(folder / f"copy{number}.sqlite")) as copy:
            assert intact(copy)
            before = computed(copy)
            copy.recompute()
            assert computed(copy) == before


def _check(archive: Archive, writing: list[Writer], reading: list[Reader]) -> None:
    assert not [writer.complaints for writer in writing if writer.complaints]
    assert not [reader.error for reader in reading if reader.error]
    assert all(reader.reads for reader in reading)
    kept = {entry.digest() for _number, entry in archive.entries()}
    acknowledged = {digest for writer in writing for digest in writer.acknowledged}
    assert acknowledged
    assert acknowledged <= kept
    assert intact(archive)
    before = computed(archive)
    archive.recompute()
    assert computed(archive) == before


def intact(archive: Archive) -> bool:
    with archive.engine.connect() as connection:
        return bool(connection.scalar(text("PRAGMA integrity_check")) == "ok")


def test_writers_killed_while_others_read(tmp_path: Path) -> None:
    siege(tmp_path, writers=2, readers=2, seconds=4, backups=2)


@pytest.mark.soak
def test_eight_and_eight_for_a_minute(tmp_path: Path) -> None:
    siege(tmp_path, writers=8, readers=8, seconds=60, backups=20)
