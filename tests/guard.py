"""A test run leaves nothing behind, however it ends: `watch()` once, before anything is started.

Whatever a run starts inherits a mark in its environment, through sessions and abandoned parents alike. A
guard beside the run waits for it to end, even by SIGKILL, then kills every process that has the mark, and
removes the run's temporary folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

MARK = "STRATEGE_TEST_RUN"
_held: list[int] = []  # the end of the pipe that closes with this process


def watch(folder: str | None = None) -> None:
    """Mark what this process starts; have it killed, and the folder removed, once this process is gone."""
    if sys.platform != "linux":
        return
    mine = uuid.uuid4().hex
    os.environ[MARK] = f"{os.environ.get(MARK, '')} {mine}".strip()  # a run within a run has both marks
    reading, writing = os.pipe()
    subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mine, *([folder] if folder else [])],
        stdin=reading,
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name != MARK},
    )
    os.close(reading)
    _held.append(writing)


def let_go() -> None:
    """In a process forked from the one that is watched: it does not matter how long this one lives."""
    while _held:
        os.close(_held.pop())


def marked(mark: str) -> list[int]:
    """The processes that have this mark in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if mark.encode() in Path(f"/proc/{name}/environ").read_bytes():
                found.append(int(name))
    return found


def main(mark: str, *folders: str) -> None:
    """Wait for the run's end; then end what it left."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    while left := marked(mark):
        for process in left:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
