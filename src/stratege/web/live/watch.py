"""The processes that share a PostgreSQL database: who is alive, who keeps which game, what they say.

A process has a number, and holds an advisory lock of that number on one connection. Anybody who may ask the
database something could hold such a lock, so only those of our own user count. However a process ends, the
server frees its lock: then the games whose `keeper` it was are taken over by whoever looks first, within a
second or two. The same connection hears what the others say (`LISTEN`), and beats once a second: `pulse` is
when anybody last did, and since when there has been no longer pause. So clocks run on when one process dies,
and stand while all are down.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from stratege.web.live.store import Ear
from stratege.web.metrics import TAKEN_OVER

log = logging.getLogger("stratege.web.watch")

CHANNEL = "stratege_live"
LOCKS = 0x57A7E6  # the first half of our advisory locks; the second is a process's number
BEAT = 1.0  # seconds
GLANCE = 0.2  # seconds for which one waits for news before looking whether it is time to end
LATE = 5.0  # seconds without a beat after which the database is not there
OUTAGE = 5000  # milliseconds without anybody's beat: nobody could play
SOON = 0.02  # seconds: an answer that took longer says little about what time it is there
AT_ONCE = 500  # games taken over in one beat

MOVED, HERE, LOOK = "moved", "here", "look"

TIME = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
PULSE = f"""
INSERT INTO pulse (one, at, up) VALUES (true, {TIME}, {TIME})
ON CONFLICT (one) DO UPDATE SET at = excluded.at,
    up = CASE WHEN pulse.at < excluded.at - {OUTAGE} THEN excluded.at ELSE pulse.up END
RETURNING at, up"""
ALIVE = f"""
SELECT objid::int FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND classid = {LOCKS} AND objsubid = 2 AND granted
    AND datname = current_database() AND database = datid AND usename = current_user"""
NUMBER = f"""
SELECT number, pg_try_advisory_lock({LOCKS}, number) FROM (SELECT nextval('process')::int AS number) AS new"""
ADOPT = f"""
UPDATE live SET keeper = %s WHERE id IN (
    SELECT id FROM live WHERE keeper IS NOT NULL AND keeper NOT IN ({ALIVE})
    LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED)
RETURNING id"""


class Watch:
    """This process among the others. `kept` are the games that are ours; `up`: since when one can play."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.number, self.up = 0, 0
        self.kept: set[str] = set()
        self._ear: Ear | None = None
        self._offset, self._beaten = 0.0, 0.0
        self._processes: frozenset[int] = frozenset()
        self._connection = self._connected()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    @property
    def there(self) -> bool:
        """Whether the database was, a moment ago."""
        return time.monotonic() - self._beaten < LATE

    @property
    def leads(self) -> bool:
        """Whether what one process does for all is ours: the oldest one does it."""
        return self.number == min(self._processes, default=0)

    def now(self) -> int:
        """The database's time in milliseconds: all processes go by it, on whatever machine they are."""
        return int(time.monotonic() * 1000 + self._offset)

    def listen(self, ear: Ear) -> None:
        """Have it told, in the event loop that runs now, what the others do."""
        self._ear, self._loop = ear, asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Leave: others keep our games from now on."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        self._connection.close()

    def _connected(self) -> psycopg.Connection[Any]:
        """A new connection is a new number: what we kept by the old one is anybody's."""
        connection = psycopg.connect(self._address, autocommit=True)
        locked = False
        while not locked:  # a number that somebody else holds is left to them
            self.number, locked = connection.execute(NUMBER).fetchone() or (0, False)
        connection.execute(f"LISTEN {CHANNEL}")
        self.kept.clear()
        self._beat(connection)
        return connection

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                if self._connection.closed:
                    self._connection = self._connected()
                self._tell(lambda ear: ear.caught_up())
                self._attend(self._connection)
            except psycopg.Error as error:
                log.warning("the database cannot be reached", extra={"error": str(error).strip()})
                self._connection.close()
                self._ending.wait(BEAT)

    def _attend(self, connection: psycopg.Connection[Any]) -> None:
        while not self._ending.is_set():
            for note in connection.notifies(timeout=GLANCE):
                self._hear(note.payload)
            if time.monotonic() - self._beaten >= BEAT:
                self._beat(connection)

    def _beat(self, connection: psycopg.Connection[Any]) -> None:
        begun = time.monotonic()
        row = connection.execute(PULSE).fetchone()
        assert row is not None
        self._beaten = time.monotonic()
        if not self._offset or self._beaten - begun < SOON:
            self._offset = row[0] - 1000 * (begun + self._beaten) / 2
        interrupted, self.up = self.up != row[1], row[1]
        if interrupted:
            self._tell(lambda ear: ear.caught_up())
        alive = frozenset(number for (number,) in connection.execute(ALIVE))
        if alive != self._processes:
            self._processes = alive
            self._tell(lambda ear: ear.alive(alive))
        if self._ear is not None:
            self._adopt(connection)

    def _adopt(self, connection: psycopg.Connection[Any]) -> None:
        """Keep the games whose keeper is gone."""
        names = [name for (name,) in connection.execute(ADOPT, (self.number,))]
        if names:
            log.warning("games taken over", extra={"games": len(names)})
            self.kept.update(names)
            TAKEN_OVER.inc(len(names))
            self._tell(lambda ear: ear.wanted(names))

    def _hear(self, payload: str) -> None:
        try:
            kind, sender, name, *more = json.loads(payload)
        except ValueError:
            log.warning("news that nobody understands", extra={"news": payload[:200]})
            return
        if sender == self.number:
            return
        if kind == MOVED:
            self.kept.discard(name)  # who changes a game keeps it
            self._tell(lambda ear: ear.changed(name, more[0]))
        elif kind == HERE:
            self._tell(lambda ear: ear.present(name, sender, frozenset(more[0]), more[1]))
        elif kind == LOOK and name in self.kept:
            self._tell(lambda ear: ear.wanted([name]))

    def _tell(self, what: Callable[[Ear], None]) -> None:
        ear = self._ear
        if ear is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(what, ear)
