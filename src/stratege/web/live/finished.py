"""Finished live games on their way into the archive.

The record of a game is saved together with its last move (`rows.py`), so no crash can lose it. The
scribe then has it put into the archive, and crosses it off. If that is interrupted it is done again, and the
archive knows a record that it has already: each game goes in once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from stratege.archive.formats import json_of, read
from stratege.archive.game_entry import GameEntry, Name
from stratege.archive.game_entry import kind as game_kind
from stratege.archive.record_texts import Written
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError
from stratege.core.registry import game
from stratege.web.engines.pool import EnginePool
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Job, Task
from stratege.web.live.game import Live, Seat
from stratege.web.settings import Settings

if TYPE_CHECKING:
    from stratege.web.live.store import Store

log = logging.getLogger("stratege.web.scribe")

EVENT = "live"
PERSON = Name("anonymous")  # who has not said how they are called
UNRATED = "(unrated)"  # after a name, in games that say little of how strong who bears it is
OPENING = 10  # moves
BATCH = 500  # games that go into the archive at once
PATIENCE = 30  # seconds before what failed is tried again
LOOK = 2.0  # seconds between looks at what other processes have left


def record_of(live: Live) -> str | None:
    """A game that is over as a line of JSON for the archive; None if it ended before both had moved."""
    outcome, line = live.outcome(), live.line()
    assert outcome is not None
    if live.ended is not None and len(line) <= 2:
        return None
    start, rated = line[0].position, counts(live)
    rules = start.game
    _start, begin = game_kind(rules.name, rules.variant.name, rules.size).first(start.text())
    entry = GameEntry(
        start,
        [node.move or "" for node in line[1:]],
        outcome.result,
        (_name(live.seats[0], rated), _name(live.seats[1], rated)),
        date.today().isoformat(),
        begin,
        outcome.code,
        {"Event": EVENT, "Round": _number(live.id)},
    )
    return json.dumps(json_of(entry), ensure_ascii=False)


def _name(seat: Seat, rated: bool) -> Name:
    """A level plays under the name that it has in house games, where the game counts for its rating."""
    name = seat.level or seat.name
    if not name:
        return PERSON
    return Name(name) if rated else Name(f"{name} {UNRATED}")


def counts(live: Live) -> bool:
    """Whether a game says how strong its players are.

    It is played from the usual start on the usual board, no move of it was taken back, and if it was given
    up, or lost on time, then not in the opening.
    """
    rules = live.position.game
    usual = live.usual and rules.size == game(rules.name, rules.variant.name).size
    straight = len(live.nodes) == len(live.line())
    return usual and straight and (live.ended is None or len(live.line()) > OPENING)


def _number(name: str) -> str:
    """What tells the game apart, without telling where it can be watched."""
    return hashlib.blake2b(name.encode(), digest_size=6).hexdigest()


@kind(300)
def keep(task: Task) -> list[str]:
    """Put finished games into the archive; why those were refused that were."""
    with Archive.open(task.job.options["database"]) as archive:
        records = enumerate(task.job.options["records"], start=1)
        added = archive.add(read(Written(line, text)) for line, text in records)
    return [refusal.reason for refusal in added.refused]


class Scribe:
    """Puts finished games into the archive, in the background and in another process."""

    def __init__(self, store: Store, engines: EnginePool, settings: Settings) -> None:
        self._store, self._engines, self._settings = store, engines, settings
        self._news = asyncio.Event()
        self._news.set()  # a former run may have left some

    def wake(self) -> None:
        """A game has ended."""
        self._news.set()

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            with suppress(TimeoutError):  # other processes do not tell us of the games that end there
                await asyncio.wait_for(self._news.wait(), LOOK if self._store.shared else None)
            await asyncio.sleep(self._settings.archive_pause)
            self._news.clear()
            try:
                while self._store.leads and await self._put_some():
                    pass
            except StrategeError as error:
                log.warning("finished games wait", extra={"error": str(error)})
                await asyncio.sleep(PATIENCE)
                self._news.set()

    async def _put_some(self) -> bool:
        """Put in some of the games that are left; whether there were any."""
        records = await asyncio.to_thread(self._store.finished, BATCH)
        if not records:
            return False
        options = {"database": self._settings.archive, "records": list(records.values())}
        for reason in await self._engines.answer("archive", Job(keep, options=options)):
            log.error("a finished game was refused", extra={"error": reason})
        await self._store.archived(records)
        return True
