"""Rate limits that hold however many processes serve: each takes a part of a shared allowance at a time.

What a process has taken it gives out without asking again, so the database is asked once for many requests,
and all together never give more than the allowance: what one has taken and does not need, a sixteenth of it
at most, is lost. Alone, or while the database is away, a process has buckets of its own.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from stratege.core.errors import StrategeError

PART = 16  # of an allowance, one in so many is taken at a time
MOST = 10_000  # keys remembered
LONGEST_REFUSAL = 1.0  # seconds for which who is refused is not asked for again

Lease = Callable[[str, str, float, float, float, float], Awaitable[float]]
"""What is had of an allowance: its name, whose it is, rate and burst, the least and the most wanted."""


class Buckets:
    """A rate limit for each key: a bucket that holds `burst` tokens and gains `rate` of them a second."""

    MOST = 10_000

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, amount: float = 1) -> bool:
        """Take so many tokens; False if there are fewer."""
        now = self._clock()
        level = self._level(key, now)
        if len(self._levels) >= self.MOST:
            self._levels = {
                key: kept for key, kept in self._levels.items() if self._level(key, now) < self._burst
            }
        enough = level >= min(amount, self._burst)
        # Who is refused is no worse off for having asked.
        self._levels[key] = (max(0.0, level - amount) if enough else level, now)
        return enough

    def _level(self, key: str, now: float) -> float:
        level, then = self._levels.get(key, (float(self._burst), now))
        return min(self._burst, level + (now - then) * self._rate)


class Limit:
    """An allowance for each key: `burst` tokens at most, and `rate` more of them a second."""

    def __init__(self, house: Limits, name: str, rate: float, burst: int) -> None:
        self._house, self._name, self._rate, self._burst = house, name, rate, burst
        self._own = Buckets(rate, burst)
        self._had: dict[str, float] = {}
        self._refused: dict[str, float] = {}

    async def take(self, key: str, amount: float = 1) -> bool:
        """Take so many tokens, wherever they are; False if there are fewer."""
        lease = self._house.lease
        if lease is None:
            return self._own.take(key, amount)
        needed = min(amount, self._burst)
        if self._had.get(key, 0.0) < needed:
            if time.monotonic() < self._refused.get(key, 0.0):
                return False
            try:
                await self._fetch(lease, key, needed)
            except StrategeError:
                return self._own.take(key, amount)
        had = self._had.get(key, 0.0)
        if had < needed:
            wait = min(LONGEST_REFUSAL, (needed - had) / self._rate)
            self._refused[key] = time.monotonic() + wait
            return False
        self._had[key] = max(0.0, had - amount)
        return True

    async def _fetch(self, lease: Lease, key: str, needed: float) -> None:
        for memory in (self._had, self._refused):
            if len(memory) >= MOST:
                memory.clear()
        least = needed - self._had.get(key, 0.0)
        got = await lease(self._name, key, self._rate, self._burst, least, max(least, self._burst / PART))
        self._had[key] = self._had.get(key, 0.0) + got


class Limits:
    """The rate limits of an app; `lease` is how they are shared, once it is known."""

    def __init__(self) -> None:
        self.lease: Lease | None = None

    def limit(self, name: str, rate: float, burst: int) -> Limit:
        """The limit of that name."""
        return Limit(self, name, rate, burst)
