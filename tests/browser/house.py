"""The web app as a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.tournament import Tournament
from stratege.core.registry import game
from stratege.engine.limits import Limits


class House:
    """`stratege web` on a folder of its own; after `restart` it has the same address and the same files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = ""
        self.tournament = folder / "club.tournament"
        hold_tournament(self.tournament)
        self._start("0")

    def _start(self, port: str) -> None:
        command = [sys.executable, "-m", "stratege.cli.main", "web", "--port", port]
        command += ["--no-prepare", "--database", str(self._folder / "archive.sqlite")]
        environment = {**os.environ, "STRATEGE_LANG": "en", "STRATEGE_TABLES": str(self._folder / "tables")}
        environment["STRATEGE_TOURNAMENTS"] = str(self._folder)
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://[^\s/]+", said)
        assert found is not None, f"the app did not start: {said!r}"
        self.address = found[0]

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        self._process.wait()

    def restart(self) -> None:
        """Start it again after `kill`."""
        self._start(self.address.rsplit(":", 1)[1])

    def close(self) -> None:
        """End it as Ctrl-C would."""
        self._process.terminate()
        self._process.wait()


def hold_tournament(path: Path) -> None:
    """A tournament for the pages to show, two of its games played."""
    one = Tournament(game("quixo", size=3), ("random", "greedy"), games=4, terms=Terms(Limits(depth=1)))
    with FileJournal(path) as journal:
        journal.begin(one)
        for scheduled in next(one.stages({}))[:2]:
            journal.keep(scheduled.identity, scheduled.job.play())
