"""What the thinking processes do with the archive: all that replays games or may take long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stratege.archive import exam_sql
from stratege.archive.explorer import Filter, explore
from stratege.archive.formats import Written, read
from stratege.archive.store import Archive
from stratege.core.errors import StrategeError, Unavailable
from stratege.core.position import Position


def explored(position: Position, database: str, only: Filter, between: Callable[[], None]) -> dict[str, Any]:
    """What the games that qualify did in the position."""
    with Archive.open(database) as archive:
        return explore(archive, position, only, between).as_json()


def answered(database: str, game: str, sql: str) -> dict[str, Any] | str:
    """The answer to a question; a sentence if it is not a good one."""
    with Archive.open(database) as archive:
        try:
            answer = exam_sql.ask(archive, game, sql)
        except Unavailable:
            raise
        except StrategeError as error:
            return str(error)
    return {"columns": answer.columns, "rows": answer.rows, "cut": answer.cut}


def kept(database: str, records: Sequence[str]) -> list[str]:
    """Put the games in; why those were refused that were."""
    with Archive.open(database) as archive:
        added = archive.add(read(Written(line, text)) for line, text in enumerate(records, start=1))
    return [refusal.reason for refusal in added.refused]
