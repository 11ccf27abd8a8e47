"""Ends a search when its time is up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager


class Alarm(AbstractContextManager["Alarm"]):
    """Calls `ring` when so many seconds have passed since it was entered; never for None."""

    def __init__(self, ring: Callable[[], None], seconds: float | None) -> None:
        self._ring, self._seconds = ring, seconds
        self._begun = 0.0
        self._timer: threading.Timer | None = None

    def set_to(self, seconds: float | None) -> None:
        """Ring so many seconds after the beginning, instead of what was said before."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._switch_off()
            self._switch_on()

    def _switch_on(self) -> None:
        if self._seconds is not None:
            left = self._seconds - (time.perf_counter() - self._begun)
            self._timer = threading.Timer(max(0.0, left), self._ring)
            self._timer.daemon = True
            self._timer.start()

    def _switch_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may be ringing just now
            self._timer = None

    def __enter__(self) -> Alarm:
        self._begun = time.perf_counter()
        self._switch_on()
        return self

    def __exit__(self, *exception: object) -> None:
        self._switch_off()
