"""A live game in memory, and how it is written down for those who see it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Protocol, TypeVar

from stratege.core import language
from stratege.web.live.game import Live
from stratege.web.live.views import live_for_one, live_now, live_whole, tree
from stratege.web.schemas import Frame

T = TypeVar("T")


class Listener(Protocol):
    """A connection that is told of every change."""

    identity: str
    language: str

    def tell(self, message: str) -> None:
        """Send it, without waiting."""

    def changed(self, last: Frame | None) -> None:
        """Send the game as it stands when there is time for it; `last` is the move just made."""


class Session:
    """A live game in memory."""

    def __init__(self, live: Live, now: Callable[[], int]) -> None:
        self.live, self._time = live, now
        self.lock = asyncio.Lock()
        self.visits = 0
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[int, frozenset[str]] = {}  # who is connected to other processes
        self.thinking: asyncio.Task[None] | None = None
        self.thought: int | None = None  # the node that a machine thinks about
        self.address: str | None = None  # from where it was last played: who makes machines think
        self.alarm: asyncio.TimerHandle | None = None
        self._whole: dict[str, str] = {}
        self._now: dict[str, str] = {}
        self._trees: dict[int, str] = {}
        self.hint: tuple[int, dict[str, Any]] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing needs it in memory."""
        return not self.visits and self.thinking is None and self.alarm is None

    @property
    def here(self) -> set[str]:
        """Who is connected to this process."""
        return {listener.identity for listener in tuple(self.listeners)}

    def put(self, live: Live) -> None:
        """The game is this one now."""
        self.live = live
        for written in (self._whole, self._now, self._trees):
            written.clear()

    def seen_by(self, who: str) -> str:
        """The game as this identity sees it, in the language spoken: a `LiveShape` as JSON."""
        whole = self._once(self._whole, lambda live: json.dumps(live_whole(live)))
        return f"{whole[:-1]}, {self._for_one(who)}"

    def now_as_json(self) -> str:
        """How the game stands, in the language spoken: a `LiveNow`."""
        return self._once(self._now, lambda live: json.dumps(live_now(live)))

    def _once(self, written: dict[str, str], write: Callable[[Live], str]) -> str:
        """What was written down in the language spoken, or is now; the game may change meanwhile."""
        live, spoken = self.live, language.current()
        if (known := written.get(spoken)) is not None:
            return known
        fresh = write(live)
        if live is self.live:
            written[spoken] = fresh
        return fresh

    def told_to(self, who: str, known: int, last: Frame | None) -> str:
        """The frame that tells this identity how the game stands, and its moves but for those known.

        Drawing the board and writing it down is most of the work of a move, and done once for everybody.
        """
        if known not in self._trees:
            self._trees[known] = json.dumps({**tree(self.live, known), "known": known})
        live = f'{self.now_as_json()[:-1]}, "tree": {self._trees[known]}, {self._for_one(who)}'
        return f'{{"type": "live", "live": {live}, "last": {json.dumps(last)}}}'

    def _for_one(self, who: str) -> str:
        present = self.here.union(*self.elsewhere.values())
        return json.dumps(live_for_one(self.live, who, self._time(), present))[1:]


def speaking(spoken: str, function: Callable[..., T], *arguments: Any) -> T:
    """What the function gives when it is called in that language."""

    def speak() -> T:
        language.use(spoken)
        return function(*arguments)

    return copy_context().run(speak)
