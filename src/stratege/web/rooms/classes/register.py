"""The classes of this server: reads in threads, writes one after the other in a thread of their own.

A write may have to wait until a large import lets go of the archive; nobody else is to wait with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from stratege.archive.classes import Classes, Full
from stratege.archive.store import Archive
from stratege.core.language import _
from stratege.web.errors import Busy
from stratege.web.limits import Limits
from stratege.web.visitor import Visitor

Answer = TypeVar("Answer")
Work = Callable[[Classes], Answer]

OPENED = (1 / 60, 20)  # classes opened from an address: rate, burst
HANDED_IN = (1 / 4, 8)  # files from a browser
FROM_THERE = 100  # browsers that one address may stand for: a school


class Register:
    """Asks the archive about classes, and writes into it."""

    def __init__(self, opened: Callable[[], Archive], limits: Limits) -> None:
        self._archive = opened
        self._writer = ThreadPoolExecutor(1, "classes")
        self._opening = limits.limit("classes", *OPENED)
        self._by_browser = limits.limit("files", *HANDED_IN)
        rate, burst = HANDED_IN
        self._by_address = limits.limit("files of an address", FROM_THERE * rate, FROM_THERE * burst)

    async def read(self, work: Work[Answer]) -> Answer:
        """What the archive answers."""
        return await asyncio.to_thread(self._done, work)

    async def write(self, work: Work[Answer]) -> Answer:
        """Have it written; what is acknowledged is in the archive."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, copy_context().run, self._done, work)

    def _done(self, work: Work[Answer]) -> Answer:
        try:
            return work(Classes(self._archive()))
        except Full as full:
            raise Busy(str(full)) from None

    async def may_open(self, visitor: Visitor) -> None:
        """Refuse who opens class after class."""
        if not await self._opening.take(visitor.network):
            raise Busy(_("You have opened many classes; wait a while before the next."))

    async def may_hand_in(self, visitor: Visitor) -> None:
        """Refuse who hands in file after file."""
        if not (await self._by_browser.take(visitor.client) and await self._by_address.take(visitor.network)):
            raise Busy(_("You have handed in many files; wait a moment before the next."))

    def close(self) -> None:
        """Write what is left."""
        self._writer.shutdown()
