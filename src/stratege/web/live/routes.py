"""Live games over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from contextlib import suppress
from typing import Annotated, Any, Literal

import anyio
from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from stratege.core import language
from stratege.core.errors import BadNotation, BadOption, StrategeError
from stratege.core.language import N_, _
from stratege.engine.adaptive import beginning_at, level_of
from stratege.engine.players import player_names
from stratege.web.errors import Busy
from stratege.web.guard import POLICY_VIOLATION
from stratege.web.limits import Buckets
from stratege.web.live.clock import Clock, new_clock
from stratege.web.live.game import Live, Seat, begin
from stratege.web.live.hub import Hub, new_name
from stratege.web.live.lines import LONGEST_TEXT, apart
from stratege.web.live.people import People
from stratege.web.live.session import Session, speaking
from stratege.web.live.views import start_of
from stratege.web.schemas import FAILURES, Created, Frame, LiveShape
from stratege.web.settings import Settings
from stratege.web.visitor import Visitor, visitor_of

router = APIRouter(prefix="/live", responses=FAILURES)

LONGEST_FRAME = 4096
BACKLOG = 64  # short answers that a slow connection may be behind
NO_SUCH_GAME, TOO_MANY = 4404, 4429  # why a connection is closed, as the client is told
MINUTE, SECOND = 60_000, 1000


class NewClock(BaseModel):
    """How long each player may think."""

    minutes: Annotated[float, Field(gt=0, le=180, allow_inf_nan=False)]
    increment: Annotated[
        float, Field(ge=0, le=180, allow_inf_nan=False, description=N_("seconds for each move"))
    ] = 0


class NewLive(BaseModel):
    """A game to begin. A seat is `me`, `open` (for whoever has the link) or a level of the machine."""

    game: Annotated[str, Field(max_length=20)]
    variant: Annotated[str | None, Field(max_length=20)] = None
    size: Annotated[str | None, Field(max_length=20)] = None
    position: Annotated[str | None, Field(max_length=LONGEST_TEXT)] = None
    seats: Annotated[list[str], Field(min_length=2, max_length=2, examples=[["me", "level:3"]])]
    clock: NewClock | None = None


class TakeSeat(BaseModel):
    """The player to be."""

    player: Literal[1, 2]


@router.post("", status_code=201, response_model=Created, summary=N_("Begin a game"))
async def create(request: Request, asked: NewLive) -> JSONResponse:
    """A new game, and where to play it."""
    live = await begun(request, asked)
    return JSONResponse({"id": live.id, "url": f"/play/{live.id}"}, 201)


@router.get("/{name}", response_model=LiveShape, summary=N_("A live game"))
async def show(request: Request, name: str) -> Response:
    """The game as the visitor sees it."""
    async with hub_of(request).visit(name) as session:
        seen = await apart(session.seen_by, visitor_of(request).identity)
        return Response(seen, media_type="application/json")


@router.post("/{name}/seat", response_model=LiveShape, summary=N_("Take an open seat"))
async def sit(request: Request, name: str, asked: TakeSeat) -> Response:
    """Whoever has the link and comes first plays; the others watch."""
    hub, who = hub_of(request), visitor_of(request).identity
    async with hub.visit(name) as session:
        await hub.sit(session, who, asked.player, await apart(people_of(request).name, who))
        return Response(await apart(session.seen_by, who), media_type="application/json")


@router.websocket("/{name}/socket")
async def socket(connection: WebSocket, name: str) -> None:
    """The game as it goes on; see `docs/web.md` for the frames."""
    hub: Hub = connection.app.state.hub
    await connection.accept()
    try:
        async with hub.visit(name) as session:
            await Conversation(connection, hub, session, visitor_of(connection)).run()
    except Busy as busy:  # which is no answer to anything the client has sent, or is about to send again
        await connection.send_json({"type": "busy", "error": str(busy)})
        await connection.close(TOO_MANY)
    except StrategeError as error:
        await connection.send_json({"type": "error", "error": str(error)})
        await connection.close(NO_SUCH_GAME)


def hub_of(request: Request) -> Hub:
    """The app's live games."""
    hub: Hub = request.app.state.hub
    return hub


def people_of(request: Request) -> People:
    """Those who play here."""
    people: People = request.app.state.people
    return people


async def begun(request: Request, asked: NewLive) -> Live:
    """The visitor's new game."""
    visitor, people = visitor_of(request), people_of(request)
    name = await apart(people.name, visitor.identity)
    level = await apart(people.adaptive, visitor.identity, asked.game)
    seats = [beginning_at(word, level) for word in asked.seats]
    live = await apart(new_live, asked.model_copy(update={"seats": seats}), visitor.identity, name)
    await hub_of(request).create(live, visitor)
    return live


def new_live(asked: NewLive, who: str, name: str = "") -> Live:
    """The game that is asked for, with this identity in it, so called."""
    if "me" not in asked.seats:
        raise BadOption(_("You must have a seat yourself: say `me` for one of them."))
    seed = random.getrandbits(32)
    start = start_of(asked.game, asked.variant or None, asked.size or None, asked.position or None, seed)
    one, two = (_seat(word, who, name, player_names(start.game)) for word in asked.seats)
    return begin(new_name(), start, (one, two), _clock(asked.clock), usual=not asked.position)


def _seat(word: str, who: str, name: str, players: list[str]) -> Seat:
    if (word in players and word.startswith("level:")) or level_of(word) is not None:
        return Seat(level=word)
    if word not in ("me", "open"):
        raise BadOption(
            _("A seat is `me`, `open`, `level:1` to `level:10` or `adaptive`, not {word!r}.", word=word[:40])
        )
    return Seat(owner=who, name=name) if word == "me" else Seat()


def _clock(asked: NewClock | None) -> Clock | None:
    if asked is None:
        return None
    return new_clock(max(1, round(asked.minutes * MINUTE)), round(asked.increment * SECOND))


class Conversation:
    """One connection to a live game: reads frames and does what they say, sends what is to be told.

    However slow the other end is, little waits for it here: short answers, and the fact that the game has
    changed. How it stands is written down when it can be sent, with the moves that were not sent before.
    """

    def __init__(self, connection: WebSocket, hub: Hub, session: Session, visitor: Visitor) -> None:
        settings: Settings = connection.app.state.settings
        self.identity, self.language = visitor.identity, language.current()
        self._connection, self._hub, self._session = connection, hub, session
        self._address = visitor.network
        self._bucket = Buckets(settings.frame_rate, settings.frame_burst)
        self._news = asyncio.Event()
        self._messages: deque[str] = deque()
        self._known = 0  # nodes of the game's tree
        self._changed = False
        self._last: tuple[int, Frame | None] = (-1, None)  # the move that was made last, and the version

    def tell(self, message: str) -> None:
        """Send it when its turn comes; a connection that is too far behind is closed, and may come back."""
        if len(self._messages) >= BACKLOG:
            self._work.cancel_scope.cancel()
        self._messages.append(message)
        self._news.set()

    def changed(self, last: Frame | None) -> None:
        """Send how the game stands when its turn comes."""
        version = self._session.live.version
        if last is not None or version != self._last[0]:  # else it is the visitors who have changed
            self._last = version, last
        self._changed = True
        self._news.set()

    async def run(self) -> None:
        """Until the other end leaves."""
        self._hub.join(self._session, self)
        try:
            async with anyio.create_task_group() as self._work:
                self._work.start_soon(self._send)
                await self._read()
                self._work.cancel_scope.cancel()
        finally:
            self._hub.leave(self._session, self)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it has left: `_read` hears so too
            while True:
                await self._news.wait()
                self._news.clear()
                if self._changed:
                    await self._connection.send_text(self._frame())
                while self._messages:
                    await self._connection.send_text(self._messages.popleft())

    def _frame(self) -> str:
        """How the game stands."""
        self._changed = False
        _version, last = self._last
        self._last = self._session.live.version, None  # told once
        known, self._known = self._known, len(self._session.live.nodes)
        return speaking(self.language, self._session.told_to, self.identity, known, last)

    async def _read(self) -> None:
        while True:
            message = await self._connection.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if not self._bucket.take(""):
                return await self._connection.close(POLICY_VIOLATION, _("Too many messages."))
            try:
                await self._hear(frame_in(message))
            except StrategeError as error:
                self._complain(error)

    async def _hear(self, frame: Frame) -> None:
        if frame.get("type") == "ping":
            self.tell(json.dumps({"type": "pong"}))
        elif frame.get("type") == "hint":
            self._work.start_soon(self._hint, frame)
        else:
            await self._hub.act(self._session, self.identity, frame, self._address)

    async def _hint(self, frame: Frame) -> None:
        try:
            self.tell(json.dumps(await self._hub.hint(self._session, self.identity, frame)))
        except StrategeError as error:
            self._complain(error)

    def _complain(self, error: StrategeError) -> None:
        self.tell(json.dumps({"type": "error", "error": str(error)}))


def frame_in(message: Any) -> dict[str, Any]:
    """The frame that a WebSocket message holds; `BadNotation` if it holds none."""
    text = message.get("text")
    if text is None or len(text) > LONGEST_FRAME:
        raise BadNotation(_("A message is a short text."))
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise BadNotation(_("A message must be JSON.")) from None
    if not isinstance(frame, dict):
        raise BadNotation(_("A message must be a JSON object."))
    return frame
