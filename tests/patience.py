"""Waiting for what must happen: as long as it takes on the busiest machine, and no longer."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0  # seconds after which nobody believes any more that it will happen
LONGEST_PAUSE = 0.25  # seconds: who asks more often keeps the processors from what is waited for


def wait_until(holds: Callable[[], object], pause: float = 0.02) -> None:
    """Return soon after it holds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(pause)
        pause = min(1.2 * pause, LONGEST_PAUSE)
