"""A server to attack: a process of its own with its usual limits, and those who call it from other addresses.

Everything on 127.0.0.0/8 is this machine, and for the server another address is somebody else.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.patience import PATIENCE, wait_until

VICTIM, EVIL = "127.0.0.1", "127.0.0.66"


class Target:
    """The server while it is attacked."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
        self.process, self.address, self._log = process, address, log

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    @contextmanager
    def caller(self, source: str = VICTIM) -> Iterator[httpx.Client]:
        """Somebody at that address, with cookies."""
        transport = httpx.HTTPTransport(local_address=source, limits=httpx.Limits(max_connections=200))
        with httpx.Client(base_url=self.address, transport=transport, timeout=PATIENCE) as caller:
            caller.get("/api/v1/games")
            yield caller

    def health(self) -> dict[str, Any]:
        with self.caller() as caller:
            return dict(caller.get("/health").json())

    def log(self) -> list[str]:
        """What it wrote."""
        return self._log.read_text().splitlines()

    def memory(self) -> int:
        """What the serving process has in memory, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024

    def threads(self) -> int:
        """How many the serving process has."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))

    def processes(self) -> list[int]:
        """All that it has started, and itself."""
        return [pid for pid, session in sessions() if session == self.process.pid]

    def wait_until_idle(self) -> None:
        """Until nothing is worked on, nor waits to be."""
        wait_until(lambda: (self.health()["running"], self.health()["waiting"]) == (0, 0))


def sessions() -> Iterator[tuple[int, int]]:
    """Every process that runs, with the leader of its session."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, _group, session = (folder / "stat").read_text().rsplit(")", 1)[1].split()[:4]
        except OSError:
            continue
        if state != "Z":
            yield int(folder.name), int(session)


@contextmanager
def attacked(folder: Path, descriptors: int | None = None) -> Iterator[Target]:
    """A server on that folder, which leaves nothing running behind it."""
    log = folder / "log"
    command = [sys.executable, "-m", "tests.attack.target", str(folder), str(descriptors or 0)]
    with log.open("w") as written:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=written, text=True, start_new_session=True
        )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address, log.read_text()
    target = Target(process, address, log)
    try:
        yield target
        process.terminate()
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        wait_until(lambda: target.processes() == [])
    finally:
        process.kill()
        process.wait()
        for pid in target.processes():
            os.kill(pid, signal.SIGKILL)


def serve(folder: Path, descriptors: int) -> None:
    """The server's own process; prints its address."""
    from stratege.web.logs import write_logs
    from stratege.web.serving import Server, address_of, listen
    from stratege.web.settings import Settings

    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    write_logs("warning")
    listening = listen("127.0.0.1", 0)
    address = address_of(listening, "127.0.0.1").rstrip("/")
    Server(Settings(folder), lambda: print(address, flush=True)).run([listening])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("descriptors", type=int)
    asked = parser.parse_args()
    serve(asked.folder, asked.descriptors)
