"""How long another process takes, whatever else the machine has to do.

Processor time is what the process itself has used. Its *own time* is the time that has gone by, less what it
was ready to work and had to wait for a processor: who sleeps uses up own time, who is kept waiting does not.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

NANOSECOND = 1e-9


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used; 0 if it is gone."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # Linux: the clock of another process
    except OSError:
        return 0.0


def queued(pid: int) -> float:
    """Seconds that the threads of a process have waited for a processor; 0 where the system does not say."""
    total = 0
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            total += int((thread / "schedstat").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        pass
    return total * NANOSECOND


class Stopwatch:
    """What a process takes from now on.

    Whoever waits for it may be kept from the processor too, and what confines it may need our threads: the
    time that they queue is not its own either. The queues are first looked at when that matters (`look`); of
    the time before, only what it worked is its own.
    """

    def __init__(self, pid: int) -> None:
        self._pid, self._before = pid, processor(pid)
        self._looked: tuple[float, float, float] | None = None  # own time, clock and queues at the first look

    @property
    def used(self) -> float:
        """Processor time."""
        return max(0.0, processor(self._pid) - self._before)

    @property
    def own(self) -> float:
        """Own time; of who was never looked at, processor time."""
        if self._looked is None:
            return self.used
        own, clock, queues = self._looked
        return max(self.used, own + time.monotonic() - clock - (self._queues() - queues))

    def look(self) -> Stopwatch:
        """Begin to tell own time from time spent in queues."""
        if self._looked is None:
            self._looked = self.used, time.monotonic(), self._queues()
        return self

    def _queues(self) -> float:
        return queued(self._pid) + queued(os.getpid())
