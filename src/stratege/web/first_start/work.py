"""What the process does that prepares the app: the chores in their order, but people first."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection

from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.wanted import granted
from stratege.engine.preparing import prepare, wish_for, wishes
from stratege.web.first_start.chores import CODECS, ENGINE, PICTURES, SECONDS, Chore, Notes, do_all

log = logging.getLogger(__name__)

WAITED_FOR = (ENGINE, PICTURES, CODECS)
LOW, LOWEST = 10, 19  # the niceness of what somebody may wait for, as for engines, and of all other work
USUAL = 10.0  # seconds of work at the usual pace that are believed before any is done
LONGEST_PAUSE = 30.0  # seconds: who is always busy shall get tables too

READY, WORKING, ELSEWHERE, FAILED = "ready", "working", "elsewhere", "failed"


@dataclass(frozen=True)
class News:
    """What the process is doing and how many seconds it has to go, or why it has ended."""

    state: str = READY
    chore: Chore | None = None
    part: int = 0
    fraction: float = 0.0
    error: str = ""
    seconds: int = 0


def run(pipe: Connection, chores: Sequence[Chore], notes: Notes, archive: str, spoken: str) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who ends us
    _be_nice(LOW)
    language.use(spoken)
    free = threading.Event()
    free.set()
    threading.Thread(target=_watch, args=(pipe, free), daemon=True).start()
    with notes.alone() as alone:
        if not alone:
            pipe.send(News(ELSEWHERE))
            return
        at_work = AtWork(pipe, chores, free)
        try:
            at_work.grant_wishes()
            do_all(chores, notes, archive, at_work.tell)
            at_work.grant_wishes()
        except StrategeError as error:
            pipe.send(News(FAILED, error=str(error)))
        else:
            pipe.send(News())


class AtWork:
    """The chores under way: what is told of them, and what goes before them.

    `free` is set while nobody waits for an engine. Tables and house games then go on; while it is not set
    they rest, and whenever somebody misses an engine, that is compiled first.
    """

    def __init__(self, pipe: Connection, chores: Sequence[Chore], free: threading.Event) -> None:
        self._pipe, self._chores, self._free = pipe, chores, free
        self._told = News()
        self._granted: set[Game] = set()
        self._finished: set[Chore] = set()
        self._begun, self._rested = time.monotonic(), 0.0

    def tell(self, chore: Chore, fraction: float) -> None:
        """So much of a chore is done, and all that was to be done before it."""
        self._finished.update(self._chores[: self._chores.index(chore)])
        self._say(chore, fraction)
        if chore.kind not in WAITED_FOR:
            _be_nice(LOWEST)
            self._rest()
        if fraction == 0.0 or chore.kind not in WAITED_FOR:
            self.grant_wishes()

    def grant_wishes(self) -> None:
        """Compile what somebody misses; not while something else is being compiled."""
        for chosen in wishes():
            if chosen not in self._granted:  # it may be that nothing can be kept
                self._granted.add(chosen)
                wish = self._chore_for(chosen)
                self._say(wish, 0.0)
                try:
                    prepare(chosen, partial(self._say, wish))
                except Exception:  # a wish that cannot be granted hinders nothing else
                    log.exception("the engine of %s cannot be prepared", wish.words)
                    granted(*wish_for(chosen))
                self._finished.add(wish)

    def _chore_for(self, chosen: Game) -> Chore:
        """The chore that is a wish too, or else one beside them."""
        usual = (chore for chore in self._chores if chore.kind == ENGINE and chore.game == chosen)
        return next(usual, Chore(ENGINE, chosen.name, chosen.variant.name, chosen.size))

    def _say(self, chore: Chore, fraction: float) -> None:
        part = self._chores.index(chore) + 1 if chore in self._chores else self._told.part or 1
        news = News(WORKING, chore, part, round(fraction, 2), seconds=self._left(chore, fraction))
        if (news.chore, news.fraction) != (self._told.chore, self._told.fraction):
            self._pipe.send(news)
            self._told = news

    def _rest(self) -> None:
        """Wait until nobody waits for us, but not for ever."""
        begun = time.monotonic()
        self._free.wait(LONGEST_PAUSE)
        self._rested += time.monotonic() - begun

    def _left(self, chore: Chore, fraction: float) -> int:
        """Seconds to go, at the pace of what is done; as long as that is little, at the usual pace."""
        here, others = SECONDS[chore.kind], self._finished - {chore}
        done = sum(SECONDS[one.kind] for one in others) + here * fraction
        later = {*self._chores} - self._finished - {chore}
        rest = sum(SECONDS[one.kind] for one in later) + here * (1 - fraction)
        worked = time.monotonic() - self._begun - self._rested
        return round(rest * (worked + USUAL) / (done + USUAL))


def _be_nice(niceness: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(max(0, niceness - os.nice(0)))


def _watch(pipe: Connection, free: threading.Event) -> None:
    """Hear whether somebody waits for an engine, and go when our parent goes, whatever we are doing."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            free.clear() if pipe.recv() else free.set()
    os._exit(0)
