"""Those who play here, known by a cookie only: how they are called, their games, and how they did."""

from __future__ import annotations

import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, delete, select

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.registry import GAMES, game
from stratege.engine.adaptive import ADAPTIVE, FIRST, level_of, next_level
from stratege.web.errors import Conflict
from stratege.web.live.game import OVER
from stratege.web.live.rows import put
from stratege.web.live.store import Store
from stratege.web.live.tables import live_table, person_table, seated_table
from stratege.web.schemas import MyGame, Tally

SHORTEST, LONGEST = 2, 30  # letters of a name
YEAR = 366 * 24 * 3600  # as long as the cookie may live
RESERVED = ("anonymous", "random", "greedy", "mcts", "exam", "human", ADAPTIVE)


class People:
    """Names and games of those who play here, in the file of the live games. `clock` gives seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock

    def name(self, who: str) -> str:
        """How somebody is called; empty if they have not said so."""
        with self.store.reading() as connection:
            named = select(person_table.c.name).where(person_table.c.id == who)
            return connection.scalar(named) or ""

    async def rename(self, who: str, name: str) -> str:
        """Call somebody so, if nobody else is; an empty name takes it back. The name as it is kept."""
        name = checked(name)
        now = int(self.clock())

        def write(connection: Connection) -> None:
            connection.execute(delete(person_table).where(person_table.c.touched < now - YEAR))
            taken = select(person_table.c.id).where(person_table.c.key == compared(name))
            if connection.scalar(taken) in (None, who):
                connection.execute(delete(person_table).where(person_table.c.id == who))
                if name:
                    values = {"id": who, "name": name, "key": compared(name), "touched": now}
                    put(connection, person_table, values, replace=False)  # or somebody was faster

        await self.store.write(write)
        if self.name(who) != name:
            raise Conflict(_("Somebody else here is called {name}.", name=name))
        return name

    def games(self, who: str, most: int) -> list[MyGame]:
        """The games that somebody has begun or joined: those that go on first, then the last ones."""
        mine = (
            select(live_table.c.id, live_table.c.touched, live_table.c.state, seated_table)
            .join(seated_table, seated_table.c.live == live_table.c.id)
            .where(seated_table.c.person == who)
            .order_by(seated_table.c.points.is_not(None), live_table.c.touched.desc())
            .limit(2 * most)
        )
        with self.store.reading() as connection:
            rows = {row.id: row for row in connection.execute(mine)}  # once, also who plays both sides
        known = [row for row in list(rows.values())[:most] if row.game in GAMES]
        return [_described(row, who, int(self.clock())) for row in known]

    def adaptive(self, who: str, game: str) -> int:
        """The level at which somebody's next game against `adaptive` begins: as the last one left it."""
        last = (
            select(seated_table.c.opponent, seated_table.c.points)
            .where(seated_table.c.person == who, seated_table.c.game == game)
            .where(seated_table.c.points.is_not(None), seated_table.c.opponent.startswith(f"{ADAPTIVE}:"))
            .order_by(seated_table.c.since.desc(), seated_table.c.live.desc())
            .limit(1)
        )
        with self.store.reading() as connection:
            row = connection.execute(last).one_or_none()
        level = None if row is None else level_of(row.opponent)
        return FIRST if row is None or level is None else next_level(level, row.points)

    def tallies(self, who: str) -> list[Tally]:
        """What somebody has won, drawn and lost in each game, against others."""
        ended = select(
            seated_table.c.live, seated_table.c.game, seated_table.c.points, seated_table.c.player
        ).where(seated_table.c.person == who, seated_table.c.points.is_not(None))
        with self.store.reading() as connection:
            rows = connection.execute(ended).all()
        sides = Counter(row.live for row in rows)
        counted = Counter((row.game, row.points) for row in rows if sides[row.live] == 1)
        names = [name for name in GAMES if any(known == name for known, _points in counted)]
        return [
            {
                "game": name,
                "title": game(name).title,
                "won": counted[name, 1.0],
                "drawn": counted[name, 0.5],
                "lost": counted[name, 0.0],
            }
            for name in names
        ]


def checked(name: str) -> str:
    """A name that one may give oneself, as it is kept; nobody passes for a machine by it."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        return ""
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadOption(_("A name has {least} to {most} signs.", least=SHORTEST, most=LONGEST))
    if not all(sign.isalnum() or sign in " -'’._" for sign in name) or not name[0].isalnum():
        raise BadOption(_("A name is made of letters, figures, spaces, hyphens and apostrophes."))
    if compared(name) in RESERVED:
        raise BadOption(_("{name} is the name of something else here.", name=name))
    return name


def compared(name: str) -> str:
    """The name as names are told apart: letters that look alike by their form are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def _described(row: Any, who: str, now: int) -> MyGame:
    seats, state = row.state["seats"], row.state
    status, to_move, ply = state.get("status", (None, None, None))
    mine = [player for player, seat in enumerate(seats, start=1) if seat[1] == who]
    other = seats[2 - mine[0]]
    return {
        "url": f"/play/{row.id}",
        "label": game(*state["game"]).label(),
        "game": state["game"][0],
        "opponent": {"level": other[0], "name": other[2] if len(other) > 2 else "", "here": len(mine) == 2},
        "over": status == OVER,
        "your_turn": status != OVER and to_move in mine and len(mine) == 1,
        "points": row.points if len(mine) == 1 else None,
        "ply": ply,
        "hours": max(0, now - row.touched) // 3600,
    }
