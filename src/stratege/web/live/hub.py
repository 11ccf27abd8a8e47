"""Live games at work: who is connected, saving each change before anybody hears of it, machines and clocks.

A game is in memory as a `Session` while somebody visits it, a machine thinks in it or its clock runs; else
it is only on disk. Its changes happen one at a time, under its lock: made as a value, saved, then shown to
everybody. If another process was faster to save one, the game is loaded again and the change decided anew.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import anyio
from sqlalchemy.exc import SQLAlchemyError

from stratege.core.errors import BadNotation, StrategeError
from stratege.core.language import _
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import Busy, Conflict
from stratege.web.limits import Limits
from stratege.web.live import jobs
from stratege.web.live.game import OVER, Live
from stratege.web.live.lines import HERE, apart, cost, job_of
from stratege.web.live.neighbours import Neighbours
from stratege.web.live.session import Listener, Session, speaking
from stratege.web.live.store import Store, by_itself
from stratege.web.metrics import CONFLICTS, SAVING
from stratege.web.schemas import Frame
from stratege.web.settings import Settings
from stratege.web.visitor import Visitor

log = logging.getLogger("stratege.web.hub")

ATTEMPTS = 5  # to have a machine's move chosen, when engines die or are busy
PAUSE = 0.5  # seconds between them
SHARE = 1 / 20  # of what its clock has left that a machine takes for a move
DAY = 24 * 3600
MANY = 100  # visitors that an address may stand for, beginning games
CANDIDATES = 3  # places shown by the first hint where a move is one place


class Hub:
    """All live games."""

    def __init__(
        self,
        store: Store,
        engines: EnginePool,
        settings: Settings,
        limits: Limits,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._store, self._engines, self._settings, self._on_end = store, engines, settings, on_end
        self._now = store.now
        self.sessions: dict[str, Session] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening: dict[str, asyncio.Task[Session]] = {}
        self._heard: dict[str, int] = {}  # versions of games that are being opened
        self._rules = limits.limit("rules", settings.rules_rate, settings.rules_burst)
        self._begun = limits.limit("games", settings.game_rate, settings.game_burst)
        # A school may be one address, so it has far more; what bounds the disk is `most_games`.
        self._begun_there = limits.limit(
            "games of an address", MANY * settings.game_rate, MANY * settings.game_burst
        )

    @property
    def sockets(self) -> int:
        """How many connections there are."""
        return sum(len(session.listeners) for session in self.sessions.values())

    @property
    def games(self) -> int:
        """How many games are in memory."""
        return len(self.sessions)

    def begin(self) -> None:
        """Begin with what happens by itself: once a day, games that were left long ago are deleted."""
        self._store.listen(Neighbours(self, self._store))
        self.start(self._tidy())

    async def create(self, live: Live, visitor: Visitor) -> None:
        """Put a visitor's new game on disk, unless there are too many already."""
        if not (await self._begun.take(visitor.client) and await self._begun_there.take(visitor.network)):
            raise Busy(_("You have begun many games; wait a while before the next."))
        if self._store.games >= self._settings.most_games:
            log.warning("no more games are kept", extra={"games": self._store.games})
            raise Busy(_("There are too many games here; try again later."))
        await self._store.save((None, live))

    @asynccontextmanager
    async def visit(self, name: str) -> AsyncIterator[Session]:
        """The game of that name, in memory for as long as the visit lasts; `Missing` if there is none."""
        session = self.sessions.get(name) or await self._opened(name)
        session.visits += 1
        try:
            self._follow(session)
            yield session
        finally:
            session.visits -= 1
            self._forget(session)

    def join(self, session: Session, listener: Listener) -> None:
        """Tell the connection of every change from now on, and everybody of the connection."""
        if self.sockets >= self._settings.most_sockets:
            raise Busy(_("Too many people are connected; try again in a moment."))
        asks = not session.listeners
        session.listeners.add(listener)
        self.show(session)
        self._store.announce(session.live, session.here, asks)

    def leave(self, session: Session, listener: Listener) -> None:
        """The connection is gone."""
        if listener in session.listeners:
            session.listeners.discard(listener)
            self.show(session)
            self._store.announce(session.live, session.here)

    async def act(self, session: Session, who: str, frame: Frame, address: str | None = None) -> None:
        """Do what a player asks for."""
        fresh = new_name()
        if session.live.players_of(who):
            session.address = address
        if not await self._rules.take(address or who, cost(session.live.position.game, 1)):
            raise Busy(_("Too many moves at once on boards as large as this; wait a moment."))
        await self._change(session, lambda live: live.act(who, frame, self._now(), fresh))

    async def sit(self, session: Session, who: str, player: int, name: str = "") -> None:
        """Take an open seat, under that name."""
        await self._change(session, lambda live: live.sit(who, player, name))

    async def hint(self, session: Session, who: str, frame: Frame) -> Frame:
        """Where to look (step 1), or the move (step 2), for the player to move; not against a person.

        The answer says for which version it is: the game may have gone on meanwhile.
        """
        live, step = session.live, frame.get("step")
        if frame.get("version", live.version) != live.version:
            raise Conflict(_("The game has gone on meanwhile; nothing was changed."))
        if step not in (1, 2):
            raise BadNotation(_("A hint has two steps."))
        if not live.free or live.to_move not in live.players_of(who) or live.outcome() is not None:
            raise Conflict(_("Hints are for who is to move, and not against a person."))
        if session.hint is None or session.hint[0] != live.current:
            options = {"seconds": self._settings.hint_seconds}
            found = await self._engines.answer(
                who, job_of(jobs.hint, live.line(), **options), session.address
            )
            session.hint = live.current, found
        words = hint_words(session.hint[1], step == 2)
        return {"type": "hint", "step": step, "version": live.version, **words}

    async def close(self) -> None:
        """End the machines' thinking and the clocks; everything is on disk."""
        for session in self.sessions.values():
            if session.alarm is not None:
                session.alarm.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tidy(self) -> None:
        while True:
            before = int(time.time() - DAY * self._settings.keep_days)
            try:
                if self._store.leads:
                    gone = await asyncio.to_thread(self._store.expire, before, set(self.sessions))
                    log.info("old games deleted", extra={"games": gone})
                await asyncio.to_thread(self._store.count)
            except (SQLAlchemyError, StrategeError) as error:  # tomorrow, then
                log.warning("old games could not be deleted", extra={"error": str(error)})
            await asyncio.sleep(DAY)

    async def _opened(self, name: str) -> Session:
        """The game brought into memory: once, however many come for it meanwhile."""
        if name not in self._opening:
            self._opening[name] = asyncio.get_running_loop().create_task(self._open(name))
        return await asyncio.shield(self._opening[name])

    async def _open(self, name: str) -> Session:
        try:
            live = self._store.resumed(await asyncio.to_thread(self._store.load, name))
        finally:
            del self._opening[name]
            heard = self._heard.pop(name, 0)
        session = self.sessions.setdefault(name, Session(live, self._now))
        asyncio.get_running_loop().call_later(PAUSE, self._forget, session)  # if nobody waits for it any more
        if heard > live.version:
            self.hear(name, heard)
        if by_itself(live) and not self._store.keeps(live):
            self._store.nudge(live)
        return session

    def hear(self, name: str, version: int) -> None:
        """Another process has changed a game: show it to those who are connected here."""
        if name in self.sessions:
            self.start(self.catch_up(self.sessions[name], version))
        elif name in self._opening:  # it may have been read before
            self._heard[name] = max(version, self._heard.get(name, 0))

    async def _change(self, session: Session, change: Callable[[Live], Live]) -> None:
        """Make a change, save it, and only then show it."""
        async with session.lock:
            for attempt in range(1, ATTEMPTS + 1):
                before = session.live
                large = cost(before.position.game, 1) > HERE
                after = await apart(change, before) if large else change(before)
                if after is before:
                    return
                rematch = [(None, after.again())] if after.next is not None and before.next is None else []
                with anyio.CancelScope(shield=True):  # what is on disk is in memory, whoever leaves meanwhile
                    try:
                        with SAVING.time():
                            await self._store.save((before, after), *rematch)
                    except Conflict:  # somebody else was faster: decide again, as things stand now
                        CONFLICTS.inc()
                        await self._reload(session)
                        if attempt == ATTEMPTS:
                            raise
                    else:
                        await self._put(session, after)
                        break
        if before.status != OVER == after.status:
            self._on_end()

    async def catch_up(self, session: Session, version: int) -> None:
        """Have the game in memory at that version at least: another process has changed it."""
        async with session.lock:
            if session.live.version < version:
                await self._reload(session)
            elif (resumed := self._store.resumed(session.live)) is not session.live:
                await self._put(session, resumed)
            else:
                self._follow(session)  # another process may keep it now

    async def _reload(self, session: Session) -> None:
        fresh = await asyncio.to_thread(self._store.load, session.live.id, session.live)
        await self._put(session, self._store.resumed(fresh))

    async def _put(self, session: Session, after: Live) -> None:
        """The game is this one now: show it, and have happen what follows."""
        before = session.live
        session.put(after)
        if cost(after.position.game, 1) > HERE:
            for spoken in {listener.language for listener in session.listeners}:
                await apart(speaking, spoken, session.now_as_json)
        self.show(session, last_move(before, after))
        self._follow(session)

    def show(self, session: Session, last: Frame | None = None) -> None:
        """Have everybody told how the game stands."""
        for listener in tuple(session.listeners):
            listener.changed(last)

    def _follow(self, session: Session) -> None:
        """Have happen what follows from how the game stands: a machine thinks, a clock runs out."""
        if session.alarm is not None:
            session.alarm.cancel()
            session.alarm = None
        ours = self._store.keeps(session.live)
        left = session.live.time_left(self._now()) if ours else None
        if left is not None:
            loop = asyncio.get_running_loop()
            session.alarm = loop.call_later(left / 1000 + 0.005, self._ring, session)
        wanted = session.live.current if ours and session.live.thinker is not None else None
        if session.thinking is not None and session.thought != wanted:
            if session.thinking is not asyncio.current_task():
                session.thinking.cancel()
            session.thinking = None
        if session.thinking is None and wanted is not None:
            session.thinking, session.thought = self.start(self._think(session)), wanted

    def _ring(self, session: Session) -> None:
        session.alarm = None
        self.start(self._flag(session))

    async def _flag(self, session: Session) -> None:
        await self._change(session, lambda live: live.ticked(self._now()))
        self._follow(session)
        self._forget(session)

    async def _think(self, session: Session) -> None:
        """Have the machine whose turn it is play; engines may die or be busy, so try more than once."""
        try:
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    return await self._answer(session)
                except StrategeError as error:
                    log.warning("no move", extra={"game": session.live.id, "error": str(error)})
                await asyncio.sleep(PAUSE * attempt)
            self._complain(session)
        finally:
            if session.thinking is asyncio.current_task():
                session.thinking = None
            self._forget(session)

    async def _answer(self, session: Session) -> None:
        live = session.live
        seconds, left = self._settings.level_seconds, live.time_left(self._now())
        if left is not None:
            seconds = max(0.01, min(seconds, left * SHARE / 1000))
        job = job_of(jobs.choose, live.line(), level=live.thinker, seconds=seconds)
        move = await self._engines.answer(f"game {live.id}", job, session.address)
        await self._change(
            session, lambda later: later.answer(move, self._now()) if same(live, later) else later
        )

    def _complain(self, session: Session) -> None:
        for listener in tuple(session.listeners):
            listener.tell(speaking(listener.language, _machine_trouble))

    def _forget(self, session: Session) -> None:
        if session.idle and self.sessions.get(session.live.id) is session:
            del self.sessions[session.live.id]

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something done beside all else, as long as the hub works."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _machine_trouble() -> str:
    words = _("The machine cannot move now; reload the page to try again.")
    return json.dumps({"type": "error", "error": words})


def new_name() -> str:
    """A name for a game that nobody guesses."""
    return secrets.token_urlsafe(9)


def same(live: Live, later: Live) -> bool:
    """Whether a machine's move for the game is still one for the later game."""
    return later.current == live.current and later.thinker is not None


def last_move(before: Live, after: Live) -> Frame | None:
    """The move just made, if it was one, and the board it was made on."""
    node = after.nodes[after.current]
    if node.parent != before.current or after.current == before.current:
        return None
    return {"move": node.move, "by": node.by, "before": before.nodes[before.current].board}


def hint_words(found: dict[str, Any], told: bool) -> Frame:
    """The best move and why, or only where to look: its first place, or some places of which one is right."""
    moves, best = found["moves"], found["moves"][0]
    places = best["move"].split("-")
    if told:
        worth, why = best["verdict"], found["why"].get(best["move"])
        worth = _("{move}: {why}", move=worth, why=why) if why else worth
        return {"places": places, "move": best["move"], "words": f"{best['move']} — {worth}"}
    if len(places) > 1:
        return {"places": places[:1], "move": None, "words": _("Look here.")}
    few = sorted(valued["move"] for valued in moves[:CANDIDATES])
    return {"places": few, "move": None, "words": _("One of these is best.")}
