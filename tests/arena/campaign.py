"""Tournaments of which somebody kills the coordinator and the workers, again and again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.patience import PATIENCE

from stratege.arena.journal import FileJournal
from stratege.arena.report import as_records, described
from stratege.arena.tournament import Tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.core.errors import StrategeError

EIGHT = ("random", "greedy", *(f"level:{number}" for number in range(1, 7)))
QUICK = ("chomp", "nimble")  # games of a few moves: there must be enough of them to be killed in


def eight(game: str) -> list[str]:
    """What `stratege tournament` is told for eight players of a game, at fixed nodes."""
    games = "40" if game in QUICK else "6"
    return [game, *EIGHT, "--nodes", "500", "--games", games, "--limit", "80", "--seed", "8"]


class Coordinator:
    """`stratege tournament` in a process of its own, to be killed."""

    def __init__(self, words: Sequence[str]) -> None:
        command = [sys.executable, "-m", "stratege", "tournament", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )

    def workers(self) -> list[int]:
        """The processes that play for it."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                spawned = b"spawn_main" in (stat.parent / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == self.process.pid and spawned:
                found.append(int(stat.parent.name))
        return found

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def finished(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with FileJournal(path, read_only=True) as journal:
            return journal.count()
    except StrategeError:  # in the first instants of its life
        return 0


def campaign(
    words: Sequence[str],
    path: Path,
    coordinators: int,
    workers: int,
    draw: random.Random,
    others: Callable[[], list[int]] | None = None,
) -> tuple[int, int]:
    """Play a tournament to its end, killing so many of each on the way; how many were killed.

    Its workers are its own processes, unless these `others` are.
    """
    words = [*words, "--save", str(path)]
    running, at_last_kill, idle = Coordinator(words), 0, False
    left, killed = [0] * coordinators + [1] * workers, [0, 0]
    draw.shuffle(left)
    count, progress = 0, time.monotonic()
    while running.process.poll() is None:
        time.sleep(draw.uniform(0, 0.02))
        before, count = count, finished(path)
        if count != before:
            progress = time.monotonic()
        assert time.monotonic() - progress < PATIENCE, f"{count} games, {killed} killed, and nothing more"
        quiet = count == at_last_kill and (count == 0 or idle or draw.random() > 0.01)
        if not left or quiet:
            continue  # nobody finishes anything who is killed each time before
        if left[-1] == 0:
            running.kill()
            running = Coordinator([*words, "--resume"])
        elif not kill_one(running.workers() if others is None else others(), draw):
            continue
        killed[left.pop()] += 1
        at_last_kill, idle = count, count == at_last_kill
    complained = running.process.communicate()[1]
    assert running.process.returncode == 0, complained
    return killed[0], killed[1]


def kill_one(processes: list[int], draw: random.Random) -> bool:
    """Kill one of them; whether there was one."""
    if not processes:
        return False
    try:
        os.kill(draw.choice(processes), signal.SIGKILL)
    except ProcessLookupError:  # it is dead already
        return False
    return True


def check(path: Path) -> None:
    """The games are those that are played here and undisturbed, byte for byte, and so are the ratings."""
    with FileJournal(path) as journal:
        one, kept = journal.tournament(), journal.games()
    assert one is not None
    assert len(kept) == one.total
    whole = undisturbed(one).games()
    assert as_records(one, kept) == as_records(one, whole)
    assert described(one, kept) == described(one, whole)


def undisturbed(one: Tournament) -> FileJournal:
    """The tournament, played by this process."""
    journal = FileJournal()
    assert play_tournament(one, journal, lambda jobs: play_all(jobs, 1))
    return journal
