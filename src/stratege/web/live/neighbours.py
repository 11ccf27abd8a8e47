"""Other processes that serve the same games: what they do is followed here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine
from typing import TYPE_CHECKING, Any

from stratege.core.errors import StrategeError
from stratege.web.live.session import Session
from stratege.web.live.store import Store

if TYPE_CHECKING:
    from stratege.web.live.hub import Hub

log = logging.getLogger("stratege.web.neighbours")


class Neighbours:
    """Hears of changes, of who is connected elsewhere, and which games are kept here from now on."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub, self._store = hub, store

    def changed(self, name: str, version: int) -> None:
        """Another process has changed a game: show it to those who are connected here."""
        self._hub.hear(name, version)

    def present(self, name: str, process: int, people: frozenset[str], asks: bool) -> None:
        """So are connected to a game there."""
        session = self._hub.sessions.get(name)
        if session is None:
            return
        self._note(session, process, people)
        if asks and session.listeners:
            self._store.announce(session.live, session.here)

    def wanted(self, names: Collection[str]) -> None:
        """Have happen what follows from how these games stand."""
        for name in names:
            self._hub.start(self._tried(self._looked(name)))

    def alive(self, processes: frozenset[int]) -> None:
        """Who was connected to a process that is gone is not connected."""
        for session in self._hub.sessions.values():
            for process in set(session.elsewhere) - processes:
                self._note(session, process, frozenset())

    def caught_up(self) -> None:
        """Look whether the games here are as they are in the database, and tell others who is here."""
        self._hub.start(self._tried(self._compared()))
        for session in self._hub.sessions.values():
            self._store.announce(session.live, session.here, asks=True)

    def _note(self, session: Session, process: int, people: frozenset[str]) -> None:
        before = dict(session.elsewhere)
        session.elsewhere.pop(process, None)
        if people:
            session.elsewhere[process] = people
        if before != session.elsewhere:
            self._hub.show(session)

    async def _looked(self, name: str) -> None:
        async with self._hub.visit(name):
            """Which is all it takes."""

    async def _compared(self) -> None:
        sessions = dict(self._hub.sessions)
        versions = await asyncio.to_thread(self._store.versions, list(sessions))
        for name, session in sessions.items():
            await self._hub.catch_up(session, versions.get(name, 0))

    async def _tried(self, work: Coroutine[Any, Any, None]) -> None:
        """What fails here fails again where somebody asks for it, and is told to them."""
        try:
            await work
        except StrategeError as error:
            log.warning("a game could not be followed", extra={"error": str(error)})
