"""The archive as the web app asks it: sums and single games in threads, the rest in other processes."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from typing import Any

from stratege.archive.explorer import Filter, explore, filter_of
from stratege.archive.game_entry import GameEntry
from stratege.archive.store import Archive, Player
from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _
from stratege.core.value import SEARCH
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import Missing, unavailable
from stratege.web.jobs.task import Job
from stratege.web.live.game import Node
from stratege.web.live.lines import job_of
from stratege.web.rooms.archive import jobs
from stratege.web.visitor import Visitor

log = logging.getLogger("stratege.web.archive")

UNKNOWN = "unknown"
NEVER = {"games": 0}

Move = dict[str, Any]


class ArchiveReader:
    """The app's archive, opened when somebody first asks it."""

    def __init__(self, database: str, engines: EnginePool) -> None:
        self.database, self._engines = database, engines
        self._opening = threading.Lock()
        self._archive: Archive | None = None

    def opened(self) -> Archive:
        """The archive itself; from any thread but the event loop's."""
        with self._opening:
            if self._archive is None:
                try:
                    self._archive = Archive.open(self.database)
                except StrategeError as error:
                    log.error("the archive cannot be opened", extra={"error": str(error)})
                    raise unavailable() from None
            return self._archive

    def close(self) -> None:
        """Let the database go."""
        if self._archive is not None:
            self._archive.close()

    async def explore(
        self, visitor: Visitor, line: list[Node], player: str | None, since: str | None, rating: int | None
    ) -> dict[str, Any]:
        """What was played in the line's last position; with conditions, games are replayed elsewhere."""
        only = await asyncio.to_thread(self._filter, player, since, rating)
        if only.open:
            return await asyncio.to_thread(self._sums, line)
        job = job_of(jobs.explore, line, database=self.database, only=only)
        found: dict[str, Any] = await self._asked(visitor, job)
        return found

    async def openings(self, visitor: Visitor, line: list[Node]) -> dict[str, Any]:
        """The openings from the line's last position on, as rings."""
        found: dict[str, Any] = await self._asked(
            visitor, job_of(jobs.openings, line, database=self.database)
        )
        return found

    async def moves(self, visitor: Visitor, line: list[Node]) -> dict[str, Any]:
        """The legal moves, best first: what is certain of each, and what came of it in practice."""
        valued = await self._asked(visitor, job_of(jobs.value, line))
        explored = await asyncio.to_thread(self._sums, line)
        moves = side_by_side(valued["moves"], explored["moves"])
        return {**valued, "games": explored["games"], "moves": moves}

    async def ask(self, visitor: Visitor, game: str, sql: str) -> bytes:
        """The answer to a question in SQL, as JSON."""
        options = {"database": self.database, "game": game, "sql": sql}
        answer: bytes | str = await self._asked(visitor, Job(jobs.sql, options=options))
        if isinstance(answer, str):
            raise BadOption(answer)
        return answer

    def game(self, number: int) -> GameEntry:
        """The game of that number."""
        found = self.opened().entry(number)
        if found is None:
            raise Missing(_("There is no such game."))
        return found

    def players(self, name: str, most: int) -> list[Player]:
        """Those who have played the game, the highest rated first."""
        return self.opened().players(name, most)

    async def _asked(self, visitor: Visitor, job: Job) -> Any:
        """A client's analysis and questions to the archive do not wait for each other."""
        return await self._engines.answer(f"archive {visitor.client}", job, visitor.network)

    def _filter(self, player: str | None, since: str | None, rating: int | None) -> Filter:
        return filter_of(self.opened(), player, since, rating)

    def _sums(self, line: list[Node]) -> dict[str, Any]:
        return explore(self.opened(), line[-1].position).as_json()


def side_by_side(valued: Sequence[Move], explored: Sequence[Move]) -> list[Move]:
    """Proof and practice of each move: wins first, then what is drawn or unknown, then losses.

    Of moves that are worth the same, the most played comes first. Moves that mirror each other share their
    statistics; `same` names the others.
    """
    played = {move: one for one in explored for move in (one["move"], *one["same"])}
    moves = [_with_statistics(one, played.get(one["move"])) for one in valued]
    return sorted(moves, key=lambda one: (-(one["value"] or 0), -(one["statistics"] or NEVER)["games"]))


def _with_statistics(valued: Move, played: Move | None) -> Move:
    certain = valued["kind"] != SEARCH
    proof = {name: valued[name] for name in ("move", "result", "plies", "margin", "sure", "reason", "book")}
    proof["kind"] = valued["kind"] if certain else UNKNOWN
    proof |= {name: valued[name] if certain else None for name in ("value", "verdict")}
    if played is None:
        return {**proof, "same": [], "statistics": None}
    same = [move for move in (played["move"], *played["same"]) if move != valued["move"]]
    sums = {name: number for name, number in played.items() if name not in ("move", "same")}
    return {**proof, "same": same, "statistics": sums}
