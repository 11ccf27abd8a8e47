"""What a visitor has trained, on disk: puzzles tried, a rating, mistakes and when they come again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from stratege.archive.ratings import START, UNKNOWN, Rating, rate
from stratege.core.language import _
from stratege.training.mistakes import Mistake
from stratege.training.puzzle import Puzzle, puzzles
from stratege.training.schedule import DAY, KNOWN, due, next_box
from stratege.web.errors import Missing
from stratege.web.live.rows import put
from stratege.web.live.store import Store
from stratege.web.live.tables import card_table, live_table, seated_table, solver_table, tried_table
from stratege.web.rooms.training.schemas import Deck, Standing

CERTAIN = 60.0  # the deviation of a puzzle's rating
WIDTH = 120  # ratings around one's own from which a puzzle is drawn, if there are some
KEPT = 400 * DAY  # for how long what nobody touches is kept
MOST_CARDS = 500


class Trainee:
    """One visitor's training. `clock` gives seconds."""

    def __init__(self, store: Store, who: str, clock: Callable[[], float]) -> None:
        self._store, self._who, self._now = store, who, int(clock())

    # Puzzles.

    def standing(self, name: str) -> Standing:
        """How well this visitor solves puzzles of the game."""
        row = self._solver(name)
        rating, deviation = (row.rating, row.deviation) if row else (START, UNKNOWN)
        tried, solved = (row.tried, row.solved) if row else (0, 0)
        figures = {"rating": round(rating), "deviation": round(deviation), "tried": tried, "solved": solved}
        return {"game": name, **figures}  # type: ignore[typeddict-item]

    def next_puzzle(self, name: str, draw: random.Random) -> tuple[Puzzle, bool]:
        """A puzzle about as hard as the visitor is strong, and whether it was tried before.

        One that was not tried yet, as long as there are any; then the one tried longest ago.
        """
        known = puzzles(name)
        if not known:
            raise Missing(_("There are no puzzles of this game."))
        with self._store.reading() as connection:
            mine = select(tried_table).where(tried_table.c.person == self._who)
            tried = {row.puzzle: row.at for row in connection.execute(mine)}
        fresh = [one for one in known if one.id not in tried]
        if not fresh:
            return min(known, key=lambda one: tried[one.id]), True
        rating = self.standing(name)["rating"]
        near = [one for one in fresh if abs(one.rating - rating) <= WIDTH]
        return draw.choice(near or [min(fresh, key=lambda one: abs(one.rating - rating))]), False

    def has_tried(self, puzzle: Puzzle) -> bool:
        """Whether this puzzle has counted already."""
        wanted = select(tried_table).where(
            tried_table.c.person == self._who, tried_table.c.puzzle == puzzle.id
        )
        with self._store.reading() as connection:
            return connection.execute(wanted).first() is not None

    async def note(self, puzzle: Puzzle, solved: bool) -> int:
        """The puzzle is solved or not: what the rating gains by it, nothing if it has counted before."""
        if self.has_tried(puzzle):
            await self._store.write(lambda connection: self._write_tried(connection, puzzle))
            return 0
        before = self._solver(puzzle.name)
        mine = Rating(before.rating, before.deviation) if before else Rating()
        old = round(mine.value)
        rate(mine, Rating(puzzle.rating, CERTAIN), float(solved))
        values = {
            "person": self._who,
            "game": puzzle.name,
            "rating": mine.value,
            "deviation": mine.deviation,
            "tried": (before.tried if before else 0) + 1,
            "solved": (before.solved if before else 0) + solved,
            "touched": self._now,
        }

        def write(connection: Connection) -> None:
            self._forget_strangers(connection)
            self._write_tried(connection, puzzle)
            put(connection, solver_table, values)

        await self._store.write(write)
        return round(mine.value) - old

    def _solver(self, name: str) -> Any:
        wanted = select(solver_table).where(solver_table.c.person == self._who, solver_table.c.game == name)
        with self._store.reading() as connection:
            return connection.execute(wanted).first()

    def _write_tried(self, connection: Connection, puzzle: Puzzle) -> None:
        values = {"person": self._who, "puzzle": puzzle.id, "at": self._now}
        put(connection, tried_table, values)

    def _forget_strangers(self, connection: Connection) -> None:
        """What was left so long ago that no cookie leads to it any more."""
        old = self._now - KEPT
        connection.execute(delete(solver_table).where(solver_table.c.touched < old))
        connection.execute(delete(tried_table).where(tried_table.c.at < old))
        connection.execute(delete(card_table).where(card_table.c.due < old))

    # Mistakes.

    def deck(self) -> Deck:
        """How one's mistakes stand."""
        mine = card_table.c.person == self._who
        with self._store.reading() as connection:
            rows = connection.execute(select(card_table.c.due).where(mine)).all()
            games = connection.scalar(select(func.count()).select_from(self._unreviewed().subquery())) or 0
        coming = sorted(row.due for row in rows if row.due is not None and row.due > self._now)
        known = sum(row.due is None for row in rows)
        return {
            "due": len(rows) - len(coming) - known,
            "later": len(coming),
            "known": known,
            "next_hours": -(-(coming[0] - self._now) // 3600) if coming else None,
            "games": games,
        }

    def due_card(self) -> Any:
        """The mistake that has waited longest to be repeated; None if none is due."""
        wanted = select(card_table).where(card_table.c.person == self._who, card_table.c.due <= self._now)
        with self._store.reading() as connection:
            return connection.execute(wanted.order_by(card_table.c.due, card_table.c.number)).first()

    def card(self, number: int) -> Any:
        """The mistake of that number; `Missing` if there is none that is to be repeated now."""
        wanted = select(card_table).where(card_table.c.person == self._who, card_table.c.number == number)
        with self._store.reading() as connection:
            row = connection.execute(wanted.where(card_table.c.due <= self._now)).first()
        if row is None:
            raise Missing(_("There is no such mistake to repeat now."))
        return row

    async def recall(self, card: Any, knew: bool) -> int | None:
        """A mistake was repeated: in how many days it comes again, None if it is known now."""
        box = next_box(card.box, knew)
        when = due(box, self._now)
        mine = (card_table.c.person == self._who) & (card_table.c.number == card.number)
        change = update(card_table).where(mine).values(box=box, due=when)
        await self._store.write(lambda connection: connection.execute(change))
        return None if box == KNOWN or when is None else (when - self._now) // DAY

    def next_game(self) -> str | None:
        """A finished game of one's own that has not been looked through, the last one first."""
        with self._store.reading() as connection:
            row = connection.execute(self._unreviewed().limit(1)).first()
        return None if row is None else str(row.live)

    async def learn(
        self,
        live: str,
        game: tuple[str, str, str],
        start: str,
        moves: Sequence[str],
        found: Sequence[Mistake],
    ) -> None:
        """A game was looked through: its mistakes are to be repeated."""
        name, variant, size = game

        def write(connection: Connection) -> None:
            mine = card_table.c.person == self._who
            last = connection.scalar(select(func.max(card_table.c.number)).where(mine)) or 0
            there = connection.scalar(select(func.count()).select_from(card_table).where(mine)) or 0
            for number, one in enumerate(found[: max(0, MOST_CARDS - there)], start=last + 1):
                line = [variant, size, start, list(moves[: one.ply])]
                values = {"person": self._who, "number": number, "game": name, "line": line}
                values |= {"played": one.played, "right": list(one.right), "box": 0, "due": self._now}
                connection.execute(insert(card_table).values(values))
            done = (seated_table.c.person == self._who) & (seated_table.c.live == live)
            connection.execute(update(seated_table).where(done).values(reviewed=1))

        await self._store.write(write)

    def _unreviewed(self) -> Any:
        mine = (seated_table.c.person == self._who) & seated_table.c.points.is_not(None)
        there = live_table.c.id == seated_table.c.live
        wanted = select(seated_table.c.live, live_table.c.touched).distinct().join(live_table, there)
        return wanted.where(mine, seated_table.c.reviewed == 0).order_by(live_table.c.touched.desc())
