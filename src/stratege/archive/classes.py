"""Classes: what a teacher asked, what was handed in, what it earned; the same on both databases.

Times are ISO texts in UTC, to the second. A hand-in is there before it is marked, and until it is marked it
waits. Keys of links are not here, only their digests.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from stratege.archive.database import clear_errors, reading, writing
from stratege.archive.schema import classroom, hand_in
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError
from stratege.core.language import _

LONGEST_NAME = 60


class Full(StrategeError):
    """No more can be kept."""


@dataclass(frozen=True)
class Room:
    """What a class may hold; `waiting` is of one browser, `rooms` and `all_waiting` of the whole archive."""

    rooms: int = 1000
    names: int = 200
    hand_ins: int = 4000
    characters: int = 30_000_000
    waiting: int = 3
    all_waiting: int = 1000


@dataclass(frozen=True)
class Classroom:
    """A class: its questions as `001:Q8`, the digests of its two keys, until when it takes and is kept."""

    id: str
    title: str
    questions: tuple[str, ...]
    teacher: str
    student: str
    opened: str
    closes: str
    kept_until: str

    def takes(self, now: str) -> bool:
        """Whether one can still hand in."""
        return not self.closes or now < self.closes

    @property
    def papers(self) -> list[str]:
        """The papers asked about."""
        return list(dict.fromkeys(one.split(":", 1)[0] for one in self.questions))


@dataclass(frozen=True)
class HandIn:
    """A file handed in; `summary` and `report` are empty while it waits, `source` where not asked for."""

    classroom: str
    name: str
    owner: str
    paper: str
    file: str
    source: str = field(repr=False)
    received: str = ""
    number: int = 0
    marked: str = ""
    summary: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def queries(self) -> bool:
        """Whether it holds queries, not Python: its name says so."""
        return self.file.endswith(".sql")


def instant(seconds: float | None = None) -> str:
    """A moment (now), as it is kept.

    >>> instant(0)
    '1970-01-01T00:00:00Z'
    """
    moment = datetime.now(UTC) if seconds is None else datetime.fromtimestamp(seconds, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def days_later(moment: str, days: float) -> str:
    """So many days after a moment.

    >>> days_later("2026-01-31T12:00:00Z", 1)
    '2026-02-01T12:00:00Z'
    """
    return instant((datetime.fromisoformat(moment) + timedelta(days=days)).timestamp())


class Classes:
    """The classes of an archive."""

    def __init__(self, archive: Archive, room: Room | None = None) -> None:
        self._engine, self._room = archive.engine, room or Room()

    def open(self, made: Classroom) -> None:
        """Put a new class in; `Full` if there are too many."""
        row = {**vars(made), "questions": json.dumps(made.questions)}
        with self._writing() as connection:
            if (connection.scalar(select(func.count()).select_from(classroom)) or 0) >= self._room.rooms:
                raise Full(_("There are too many classes here; try again later."))
            connection.execute(insert(classroom).values(row))

    def find(self, name: str, now: str) -> Classroom | None:
        """The class of that name, if its time is not over."""
        wanted = select(classroom).where(classroom.c.id == name, classroom.c.kept_until > now)
        with self._reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            return None
        return Classroom(**{**row._mapping, "questions": tuple(json.loads(row.questions))})

    def hand_in(self, entry: HandIn) -> int:
        """Keep a file that is handed in, and give it its number; `Full` if the class holds no more.

        Numbers grow, and are not used again when a class is deleted.
        """
        with self._writing() as connection:
            self._check_room(connection, entry)
            last = connection.scalar(select(func.max(hand_in.c.id))) or 0
            number = max(int(last) + 1, time.time_ns() // 1_000_000)
            kept = {name: getattr(entry, name) for name in ("name", "owner", "paper", "file", "source")}
            row = {"id": number, "classroom_id": entry.classroom, **kept, "received": entry.received}
            connection.execute(insert(hand_in).values({**row, "marked": "", "summary": "{}", "report": "{}"}))
        return number

    def _check_room(self, connection: Connection, entry: HandIn) -> None:
        room, here = self._room, hand_in.c.classroom_id == entry.classroom
        sums = select(
            func.count(), func.sum(func.length(hand_in.c.source)), func.count(hand_in.c.name.distinct())
        )
        count, characters, names = connection.execute(sums.where(here)).one()
        waits = select(func.count()).select_from(hand_in).where(hand_in.c.marked == "")
        known = select(hand_in.c.id).where(here, hand_in.c.name == entry.name).limit(1)
        if (connection.scalar(waits.where(here, hand_in.c.owner == entry.owner)) or 0) >= room.waiting:
            raise Full(_("What you handed in before is not marked yet; wait for it first."))
        if (connection.scalar(waits) or 0) >= room.all_waiting:
            raise Full(_("Too much waits to be marked here; try again later."))
        if count >= room.hand_ins or int(characters or 0) + len(entry.source) > room.characters:
            raise Full(_("This class holds no more files."))
        if names >= room.names and connection.scalar(known) is None:
            raise Full(_("This class holds no more names."))

    def waiting(self) -> list[HandIn]:
        """What is not marked yet, the oldest first, without the files."""
        return self._rows(hand_in.c.marked == "")

    def of_class(self, name: str) -> list[HandIn]:
        """All that was handed in to a class, the oldest first, without files and reports."""
        return self._rows(hand_in.c.classroom_id == name)

    def files(self, name: str) -> list[HandIn]:
        """All that was handed in to a class, the oldest first, with the files."""
        return self._rows(hand_in.c.classroom_id == name, ("source",))

    def read(self, number: int) -> HandIn | None:
        """One file with its report."""
        return next(iter(self._rows(hand_in.c.id == number, ("source", "report"))), None)

    def mark(self, number: int, summary: dict[str, Any], report: dict[str, Any], now: str) -> None:
        """Keep what a file earned; nothing happens if it is gone, or marked already."""
        waits = (hand_in.c.id == number) & (hand_in.c.marked == "")
        texts = {"summary": json.dumps(summary), "report": json.dumps(report, ensure_ascii=False)}
        with self._writing() as connection:
            connection.execute(update(hand_in).where(waits).values(marked=now, **texts))

    def delete(self, name: str) -> None:
        """Take a class out with all that was handed in."""
        self._delete(classroom.c.id == name)

    def purge(self, now: str) -> int:
        """Take out the classes whose time is over; how many those were."""
        return self._delete(classroom.c.kept_until <= now)

    def _delete(self, which: Any) -> int:
        gone = select(classroom.c.id).where(which)
        with self._writing() as connection:
            if connection.dialect.name == "sqlite":  # what is deleted is written over
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
            connection.execute(delete(hand_in).where(hand_in.c.classroom_id.in_(gone)))
            return int(connection.execute(delete(classroom).where(which)).rowcount)

    def _rows(self, which: Any, more: Sequence[str] = ()) -> list[HandIn]:
        names = [
            "id",
            "classroom_id",
            "name",
            "owner",
            "paper",
            "file",
            "received",
            "marked",
            "summary",
            *more,
        ]
        wanted = select(*(hand_in.c[name] for name in names)).where(which).order_by(hand_in.c.id)
        with self._reading() as connection:
            return [_entry(dict(row._mapping)) for row in connection.execute(wanted)]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with clear_errors(self._engine.url), writing(self._engine) as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with clear_errors(self._engine.url), reading(self._engine) as connection:
            yield connection


def _entry(row: dict[str, Any]) -> HandIn:
    row["number"], row["classroom"] = row.pop("id"), row.pop("classroom_id")
    row["summary"], row["report"] = json.loads(row["summary"]), json.loads(row.get("report", "{}"))
    return HandIn(**{"source": "", **row})
