"""The archive of games: open it, put games in, ask it."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from sqlalchemy import Connection, Engine, Row, Select, bindparam, func, or_, select

from stratege.archive.database import (
    bring_up_to_date,
    chosen_url,
    clear_errors,
    connect,
    reading,
    shown,
    writing,
)
from stratege.archive.formats import Refusal
from stratege.archive.game_entry import RESULT_OF, GameEntry, Name, kind, split_moves
from stratege.archive.ratings import START, UNKNOWN
from stratege.archive.schema import game, player, rating, ruleset
from stratege.archive.validate import Validated, validate
from stratege.archive.writer import delete_player, recompute, write
from stratege.core.errors import StrategeError, Unavailable
from stratege.core.language import _

PAGE = 10_000  # games read at a time


@dataclass
class Added:
    """What became of games on their way in."""

    new: int = 0
    known: int = 0
    refused: list[Refusal] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many there were."""
        return self.new + self.known + len(self.refused)


@dataclass(frozen=True)
class Player:
    """A player and where they stand in one game."""

    number: int
    name: Name
    game: str
    rating: float
    deviation: float
    highest: int
    games: int


class Archive:
    """An archive of games in a database; used from several threads and processes at once."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @classmethod
    def open(cls, database: str | None = None) -> Self:
        """The archive in that file or at that PostgreSQL address, made if there is none; or one's own."""
        engine = connect(chosen_url(database))
        bring_up_to_date(engine, recompute)
        return cls(engine)

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return shown(self.engine.url)

    def add(self, entries: Iterable[GameEntry | Refusal]) -> Added:
        """Put games in: all those that follow the rules and are not there yet, in one transaction."""
        return self.put([validate(entries)])

    def put(self, parts: Iterable[Validated]) -> Added:
        """Put games in that have been validated, all parts in one transaction."""
        accepted, refused = 0, list[Refusal]()

        def noted() -> Iterator[Validated]:
            nonlocal accepted
            for validated in parts:
                accepted += len(validated.accepted.digest)
                refused.extend(validated.refused)
                yield validated

        with clear_errors(self.engine.url), writing(self.engine) as connection:
            new = write(connection, noted())
        return Added(new, accepted - new, refused)

    def recompute(self) -> None:
        """Compute ratings and statistics anew from the games."""
        with clear_errors(self.engine.url), writing(self.engine) as connection:
            recompute(connection)

    def delete_player(self, number: int) -> None:
        """Take out a player with all their games."""
        with clear_errors(self.engine.url), writing(self.engine) as connection:
            if connection.scalar(select(player.c.id).where(player.c.id == number)) is None:
                raise StrategeError(_("There is no player {number}.", number=number))
            delete_player(connection, number)

    def players(self, name: str, most: int | None = None) -> list[Player]:
        """All players as they stand in the game of that name, the highest rated first.

        Given `most`, so many of those who have played it.
        """
        theirs = (rating.c.player_id == player.c.id) & (rating.c.game == name)
        wanted = select(player, rating).select_from(player.join(rating, theirs, isouter=most is None))
        if most is not None:
            wanted = wanted.order_by(rating.c.value.desc(), player.c.id).limit(most)
        with self._asking() as connection:
            rows = connection.execute(wanted).fetchall()
        found = [
            Player(
                row[0],
                Name(*row[1:4]),
                name,
                *(row[6:10] if row[6] is not None else (START, UNKNOWN, round(START), 0)),
            )
            for row in rows
        ]
        return sorted(found, key=lambda one: (-one.rating, one.number))

    def counts(self) -> dict[tuple[str, str, str], tuple[int, int]]:
        """Games and plies by game, variant and size."""
        wanted = (
            select(ruleset.c.game, ruleset.c.variant, ruleset.c.size, func.count(), func.sum(game.c.plies))
            .join_from(game, ruleset)
            .group_by(ruleset.c.id, ruleset.c.game, ruleset.c.variant, ruleset.c.size)
        )
        with self._asking() as connection:
            return {(row[0], row[1], row[2]): (row[3], int(row[4])) for row in connection.execute(wanted)}

    def entries(self, name: str | None = None) -> Iterator[tuple[int, GameEntry]]:
        """The games with their numbers, in the order in which they came in: all, or of one game."""
        for rows in self.pages(game_rows(), PAGE, name):
            yield from ((row.id, entry_of_row(row)) for row in rows)

    def entry(self, number: int) -> GameEntry | None:
        """The game of that number, if there is one."""
        with self._asking() as connection:
            return entries_of(connection, [number]).get(number)

    def pages(self, wanted: Select[Any], most: int, name: str | None = None) -> Iterator[Sequence[Row[Any]]]:
        """Rows of `game_rows`, all or of one game, so many at a time."""
        if name is not None:
            wanted = wanted.where(ruleset.c.game == name)
        last = 0
        with self._asking() as connection:
            while rows := connection.execute(wanted.where(game.c.id > last).limit(most)).fetchall():
                last = rows[-1].id
                yield rows

    @contextmanager
    def _asking(self) -> Iterator[Connection]:
        with clear_errors(self.engine.url), reading(self.engine) as connection:
            yield connection


@functools.cache
def game_rows() -> Select[Any]:
    """Games with their rules and players, by number."""
    one, two = player.alias("one"), player.alias("two")
    columns: list[Any] = [game, ruleset.c.game, ruleset.c.variant, ruleset.c.size]
    columns += [table.c[name].label(f"{table.name}_{name}") for table in (one, two) for name in Name._fields]
    rows: Select[Any] = (
        select(*columns)
        .join_from(game, ruleset)
        .join(one, one.c.id == game.c.player1_id)
        .join(two, two.c.id == game.c.player2_id)
        .order_by(game.c.id)
    )
    return rows


def entries_of(connection: Connection, numbers: Sequence[int]) -> dict[int, GameEntry]:
    """The games of these numbers, as far as they are there."""
    rows = connection.execute(_numbered(), {"numbers": numbers}) if numbers else ()
    return {row.id: entry_of_row(row) for row in rows}


@functools.cache
def _numbered() -> Select[Any]:
    """Made once: to put it together takes as long as to have it answered."""
    return game_rows().where(game.c.id.in_(bindparam("numbers", expanding=True)))


def entry_of_row(row: Row[Any]) -> GameEntry:
    """The game that a row of `game_rows` holds."""
    try:
        return _entry_of_row(row)
    except (StrategeError, KeyError, ValueError, TypeError, AttributeError):
        raise Unavailable(_("Game {number} of the archive is damaged.", number=row.id)) from None


def _entry_of_row(row: Row[Any]) -> GameEntry:
    chosen = kind(row.game, row.variant, row.size)
    notes = json.loads(row.notes) if row.notes else {}
    start, begin = chosen.first(row.start)
    return GameEntry(
        start,
        split_moves(chosen.game, row.moves),
        RESULT_OF[row.result],
        (
            Name(row.one_surname, row.one_first_name, row.one_birth),
            Name(row.two_surname, row.two_first_name, row.two_birth),
        ),
        row.date,
        begin,
        row.ending,
        notes.get("tags", {}),
        {int(ply): text for ply, text in notes.get("comments", {}).items()},
    )


def played_by(number: int) -> Any:
    """The condition that a player played the game."""
    return or_(game.c.player1_id == number, game.c.player2_id == number)
