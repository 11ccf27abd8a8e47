"""Live games in a PostgreSQL database, for as many processes and machines as serve them.

They have a schema of their own (`live`) beside the archive, which strangers' SQL cannot see. A move is one
statement: the game's row, if it is still what it was, the new move, and the news for the other processes,
which hear of it when it is committed. Who changes a game keeps it from then on (`watch.py`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL, Connection, Engine, create_engine, insert, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from stratege.archive.database import clear_errors, shown
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.web.errors import Failed, unavailable
from stratege.web.live.game import Live
from stratege.web.live.rows import packed
from stratege.web.live.sqlite_store import FILE
from stratege.web.live.store import Ear, Stale, Store, Waiting, by_itself, why
from stratege.web.live.tables import metadata
from stratege.web.live.watch import CHANNEL, HERE, LOCKS, LOOK, MOVED, TIME, Watch

log = logging.getLogger("stratege.web.store")

SCHEMA = "live"
VERSION = b"1"  # of the tables
MAKING = (LOCKS + 1, 0)  # the advisory lock of who makes them
MOST_SHOWN = 200  # people connected to one game that others are told of: a message has 8,000 bytes
READERS, MORE_READERS = 6, 6  # connections of a process
PATIENCE = {"connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "10"}
SESSION = f"-c search_path={SCHEMA} -c statement_timeout=20000 -c lock_timeout=10000"

MORE_TABLES = """
ALTER TABLE live ADD COLUMN IF NOT EXISTS keeper integer;
CREATE INDEX IF NOT EXISTS live_keeper ON live (keeper) WHERE keeper IS NOT NULL;
ALTER TABLE live SET (fillfactor = 70);
CREATE INDEX IF NOT EXISTS seated_live ON seated (live);
CREATE INDEX IF NOT EXISTS finished_left ON finished (live) WHERE record IS NOT NULL;
CREATE SEQUENCE IF NOT EXISTS process AS integer CYCLE;
CREATE UNLOGGED TABLE IF NOT EXISTS pulse (one boolean PRIMARY KEY, at bigint NOT NULL, up bigint NOT NULL);
CREATE UNLOGGED TABLE IF NOT EXISTS allowance (name text, key text, level float8 NOT NULL,
    given float8 NOT NULL, at bigint NOT NULL, PRIMARY KEY (name, key));
CREATE TABLE IF NOT EXISTS house (key text PRIMARY KEY, value bytea NOT NULL);
"""
NEW = "INSERT INTO live (id, version, touched, state, keeper)"
NEW += " VALUES (%(id)s, %(version)s, %(touched)s, %(state)s, %(keeper)s)"
CHANGE = (
    "UPDATE live SET version = %(version)s, touched = %(touched)s, state = %(state)s, keeper = %(keeper)s"
)
CHANGE += " WHERE id = %(id)s AND version = %(before)s"
SAVE = f"""
WITH changed AS ({{}} RETURNING id),
grown AS (
    INSERT INTO node (live, number, parent, move) SELECT id, fresh.* FROM changed,
        unnest(%(numbers)s::int[], %(parents)s::int[], %(moves)s::text[]) AS fresh)
SELECT pg_notify('{CHANNEL}', %(news)s) FROM changed"""
BEGIN, MOVE = SAVE.format(NEW), SAVE.format(CHANGE)

LEASE = f"""
INSERT INTO allowance AS a (name, key, level, given, at)
VALUES (%(name)s, %(key)s, %(burst)s::float8 - %(most)s, %(most)s, {TIME})
ON CONFLICT (name, key) DO UPDATE SET (level, given, at) = (
    SELECT full_to - part, part, excluded.at FROM (
        SELECT full_to, CASE WHEN full_to < %(least)s THEN 0 ELSE least(full_to, %(most)s) END AS part FROM (
            SELECT least(%(burst)s, a.level + %(rate)s * greatest(0, excluded.at - a.at) / 1000) AS full_to
        ) AS filled
    ) AS shared
) RETURNING given"""
FORGET = f"DELETE FROM allowance WHERE at < {TIME} - 3600000"  # an hour later every bucket is full


class PostgresqlStore(Store):
    """Live games in that database; those of a file in the folder are carried over, once."""

    errors: ClassVar[tuple[type[Exception], ...]] = (SQLAlchemyError, psycopg.Error)

    def __init__(self, database: str, folder: Path) -> None:
        engine = connected(database)
        with clear_errors(engine.url):
            _prepare(engine, folder / FILE)
            self._watch = Watch(_address(engine.url, "-c synchronous_commit=off"))
            self._changing = engine.execution_options(isolation_level="READ COMMITTED")
            super().__init__(engine)
        self.lease = self._leased

    def now(self) -> int:
        return self._watch.now()

    def resumed(self, live: Live) -> Live:
        up, clock = self._watch.up, live.clock
        late = clock is not None and clock.since is not None and clock.since < up
        return live.resumed(up) if late else live

    def gone(self) -> bool:
        return False  # a database that is away says so itself

    @property
    def ready(self) -> bool:
        return self._watch.there

    @property
    def leads(self) -> bool:
        return self._watch.leads

    @property
    def shared(self) -> bool:
        return True

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with super().reading() as connection:
                yield connection
        except self.errors as error:
            raise self._failure(why(error)) from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._changing.begin() as connection:
            yield connection

    def keeps(self, live: Live) -> bool:
        return live.id in self._watch.kept

    def listen(self, ear: Ear) -> None:
        self._watch.listen(ear)

    def announce(self, live: Live, people: Collection[str], asks: bool = False) -> None:
        self._say(live, HERE, sorted(people)[:MOST_SHOWN], asks)

    def nudge(self, live: Live) -> None:
        self._say(live, LOOK)

    def count(self) -> int:
        with self.writing() as connection:
            connection.exec_driver_sql(FORGET)
        return super().count()

    def close(self) -> None:
        super().close()
        self._watch.close()

    def _failure(self, words: str) -> Failed:
        log.error("the database cannot be reached", extra={"error": words})
        return unavailable()

    def _say(self, live: Live, *words: Any) -> None:
        """Have the others told, when the next changes are written."""
        kind, *more = words
        news = json.dumps([kind, self._watch.number, live.id, *more])
        self._queue.put(
            Waiting(
                lambda connection: _raw(connection).execute("SELECT pg_notify(%s, %s)", (CHANNEL, news)),
                live.id,
            )
        )

    def _write_change(self, connection: Connection, before: Live | None, after: Live) -> None:
        kept, number = self._watch.kept, self._watch.number
        ours = by_itself(after)
        known = 1 if before is None else len(before.nodes)
        fresh = after.nodes[known:]
        values = {
            "id": after.id,
            "version": after.version,
            "before": None if before is None else before.version,
            "touched": int(time.time()),
            "state": json.dumps(packed(after)),
            "keeper": number if ours else None,
            "numbers": list(range(known, known + len(fresh))),
            "parents": [node.parent for node in fresh],
            "moves": [node.move for node in fresh],
            "news": json.dumps([MOVED, number, after.id, after.version]),
        }
        # Before it is written: who changes it after us says so after us, and then it is theirs.
        (kept.add if ours else kept.discard)(after.id)
        if _raw(connection).execute(BEGIN if before is None else MOVE, values).rowcount != 1:
            kept.discard(after.id)
            raise Stale

    async def _leased(
        self, name: str, key: str, rate: float, burst: float, least: float, most: float
    ) -> float:
        """So much of an allowance, taken out of what all processes have of it; 0 if there is less."""
        values = {"name": name, "key": key, "rate": rate, "burst": burst, "least": least, "most": most}
        try:
            return await asyncio.to_thread(self._take, values)
        except self.errors as error:
            raise self._failure(why(error)) from error

    def _take(self, values: dict[str, Any]) -> float:
        with self.writing() as connection:
            row = _raw(connection).execute(LEASE, values).fetchone()
        return float(row[0])


def connected(database: str) -> Engine:
    """An engine on the database; who reads sees one state of it throughout."""
    url = make_url(database).set(drivername="postgresql+psycopg")
    engine = create_engine(
        url.update_query_dict({**PATIENCE, "options": SESSION}),
        pool_pre_ping=True,
        pool_size=READERS,
        max_overflow=MORE_READERS,
        isolation_level="REPEATABLE READ",
    )
    with clear_errors(url):
        engine.connect().close()
    return engine


def shared_secret(database: str, folder: Path, own: bytes) -> bytes:
    """The key that signs cookies, the same for all processes: that of the first one who asks for it."""
    engine = connected(database)
    try:
        with clear_errors(engine.url):
            _prepare(engine, folder / FILE)
            with psycopg.connect(_address(engine.url)) as raw:
                raw.execute("INSERT INTO house VALUES ('secret', %s) ON CONFLICT DO NOTHING", (own,))
                row = raw.execute("SELECT value FROM house WHERE key = 'secret'").fetchone()
    finally:
        engine.dispose()
    assert row is not None
    return bytes(row[0])


def _raw(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _address(url: URL, more: str = "") -> str:
    """The same as the driver itself takes it."""
    plain = url.set(drivername="postgresql").difference_update_query(["options"])
    return make_conninfo(plain.render_as_string(hide_password=False), options=f"{SESSION} {more}".strip())


def _prepare(engine: Engine, file: Path) -> None:
    """Make the tables if they are not there, with the games of the file, if there is one."""
    with psycopg.connect(_address(engine.url), autocommit=True) as raw:
        if _version(raw) is None:
            raw.execute("SELECT pg_advisory_lock(%s::int, %s::int)", MAKING)
            raw.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        if _version(raw) is None:
            metadata.create_all(engine)
            raw.execute(MORE_TABLES)
            with engine.begin() as connection:
                if file.exists():
                    _carry_over(connection, file)
                _raw(connection).execute("INSERT INTO house VALUES ('version', %s)", (VERSION,))
        if _version(raw) != VERSION:
            words = _("{database} was made by a later version of Stratège.", database=shown(engine.url))
            raise StrategeError(words)


def _version(raw: psycopg.Connection[Any]) -> bytes | None:
    """That of the tables; None if they are not all there."""
    there = raw.execute(f"SELECT to_regclass('{SCHEMA}.house')").fetchone()
    if there is None or there[0] is None:
        return None
    found = raw.execute("SELECT value FROM house WHERE key = 'version'").fetchone()
    return None if found is None else bytes(found[0])


def _carry_over(here: Connection, file: Path) -> None:
    """Take games, names and training of a file along; what happens by itself is for whoever looks first."""
    old = create_engine(f"sqlite:///{file}")
    with closing(old.connect()) as there:
        for table in metadata.sorted_tables:
            rows = [dict(row._mapping) for row in there.execute(select(table))]
            if rows:
                here.execute(insert(table), rows)
    here.exec_driver_sql("UPDATE live SET keeper = 0 WHERE state -> 'status' ->> 0 = 'playing'")
    old.dispose()
