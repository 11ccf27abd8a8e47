"""Forty students hand in within a minute, a server on the same machine: how long until they have their mark.

Each hands in one whole file for paper 001: every second one is right, the others have a mistake, which takes
longer (a counter-example is made small). In the middle of the second lesson the server is killed (SIGKILL)
and started again. A student's time is from sending the file to seeing its mark, asking once a second. A file
is lost if it was acknowledged and is not there, with its mark, in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.report import Report, Table
from benchmarks.school.mutants import changed_functions, reference_source
from stratege.school.tables import table

NAME = "class"

PAPER, MODULE, FUNCTION = "001", "awale_ccinp", "ramasser_graines"
LOOK_AGAIN = 1.0  # seconds, as the page does
PATIENCE = 300.0
GOAL = 20  # seconds

SUMMARY = (
    f"Files for the whole of paper {PAPER} handed in over loopback, all on one machine: seconds "
    f"from sending a file to seeing its mark. Goal: p95 at most {GOAL} s, none lost."
)


class Server:
    """`stratege web` on a folder, which can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.address = folder, ""
        self._process: subprocess.Popen[str]
        self.start("0")

    def start(self, port: str) -> None:
        command = [sys.executable, "-m", "stratege.cli.main", "web", "--port", port, "--no-prepare"]
        command += ["--database", str(self._folder / "archive.sqlite")]
        environment = {**os.environ, "STRATEGE_LANG": "en"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        found = re.search(r"http://[^\s/]+", self._process.stdout.readline())
        assert found is not None
        self.address = found[0]

    def kill_and_restart(self) -> None:
        self._process.kill()
        self._process.wait()
        self.start(self.address.rsplit(":", 1)[1])

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


@dataclass
class Measured:
    """What the students saw."""

    times: list[float] = field(default_factory=list)
    acknowledged: set[int] = field(default_factory=set)

    def row(self, name: str, lost: int) -> list[str]:
        times = sorted(self.times)
        at = [f"{times[int(share * (len(times) - 1))]:.1f}" for share in (0.5, 0.95, 1)]
        return [name, str(len(times)), *at, str(lost)]


async def asked(web: httpx.AsyncClient, method: str, path: str, **more: Any) -> Any:
    """The answer, once the server is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError):
            answer = await web.request(method, path, **more)
            if answer.status_code < 400:
                return answer.json()
        await asyncio.sleep(LOOK_AGAIN)
    raise TimeoutError(path)


async def hand_in(server: Server, link: str, number: int, within: float, measured: Measured) -> None:
    """A student comes some time, hands in, and waits for the mark."""
    path, key = link.split("#")
    api = path.replace("/class/", "/api/v1/classes/")
    headers = {"authorization": f"Bearer {key}"}
    await asyncio.sleep(random.Random(number).uniform(0, within))
    async with httpx.AsyncClient(base_url=server.address, timeout=60, headers=headers, verify=False) as web:
        await asked(web, "GET", "/api/v1/games")  # brings the cookie
        begun = time.monotonic()
        body = {"name": f"student {number}", "paper": PAPER, "file": "awale.py", "source": answer_of(number)}
        kept = await asked(web, "POST", f"{api}/hand-ins", json=body)
        measured.acknowledged.add(kept["number"])
        while (await asked(web, "GET", f"{api}/hand-ins/{kept['number']}"))["state"] == "waiting":
            await asyncio.sleep(LOOK_AGAIN)
        measured.times.append(time.monotonic() - begun)


def answer_of(number: int) -> str:
    """A student's file."""
    source = reference_source(MODULE)
    wrong = [changed for _words, changed in changed_functions(source, FUNCTION)]
    return source if number % 2 else wrong[number // 2 % len(wrong)]


async def lesson(server: Server, students: int, within: float, kill: bool) -> tuple[Measured, int]:
    """A class opened, all files handed in, the table looked at; what the students saw, and files lost."""
    measured = Measured()
    async with httpx.AsyncClient(base_url=server.address, timeout=60, verify=False) as web:
        asks = [f"{PAPER}:{table(PAPER).name_of(one)}" for one in table(PAPER).questions]
        opened = await asked(web, "POST", "/api/v1/classes", json={"title": "load", "questions": asks})
        crowd = [hand_in(server, opened["student"], number, within, measured) for number in range(students)]
        await asyncio.gather(*crowd, *([killing(server, within / 2)] if kill else []))
        path, key = opened["teacher"].split("#")
        where = path.replace("/class/", "/api/v1/classes/") + "/table"
        marks = await asked(web, "GET", where, headers={"authorization": f"Bearer {key}"})
    there = {
        one["number"]
        for student in marks["students"]
        for one in student["hand_ins"]
        if one["state"] == "marked"
    }
    return measured, len(measured.acknowledged - there)


async def killing(server: Server, after: float) -> None:
    """The server dies, and comes back."""
    await asyncio.sleep(after)
    await asyncio.to_thread(server.kill_and_restart)


def run(students: int = 40, within: float = 60.0) -> Report:
    """Both lessons against a fresh server."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for name, kill in (("undisturbed", False), ("server killed in the middle", True)):
                measured, lost = asyncio.run(lesson(server, students, within, kill))
                rows.append(measured.row(name, lost))
        finally:
            server.close()
    title = f"{students} students within {within:g} s"
    return Report(SUMMARY, [Table(title, ["lesson", "marked", "p50 s", "p95 s", "longest s", "lost"], rows)])


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.school.class_load", description=__doc__)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--within", type=float, default=60, help="seconds in which all hand in")
    asked = parser.parse_args(words)
    report = run(asked.students, asked.within)
    for part in report.tables:
        print(part.title, *(" | ".join(row) for row in (part.columns, *part.rows)), sep="\n")


if __name__ == "__main__":
    main()
