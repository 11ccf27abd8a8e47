"""A live game over its socket (docs/web.md): frames in, frames out, and how it stands."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol

from stratege.core.errors import StrategeError

Frame = dict[str, Any]


class Socket(Protocol):
    """What a socket can do, for who waits."""

    def send(self, message: str) -> None: ...

    def __iter__(self) -> Iterator[str | bytes]: ...


class AsyncSocket(Protocol):
    """What a socket can do, awaited."""

    async def send(self, message: str) -> None: ...

    def __aiter__(self) -> AsyncIterator[str | bytes]: ...


class Standing:
    """How the game stands, as the last frame had it."""

    def __init__(self) -> None:
        self.live: Frame = {}

    @property
    def version(self) -> int:
        """The number of the last change, which a move answers to."""
        return int(self.live.get("version", 0))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.live.get("status") == "over"

    @property
    def mine(self) -> bool:
        """Whether this client is to move."""
        playing = self.live.get("status") == "playing"
        return playing and self.live["view"]["to_move"] in self.live["you"]

    def hear(self, message: str | bytes) -> Frame:
        """Take in a frame; what the server refuses is a `StrategeError`."""
        frame: Frame = json.loads(message)
        if frame["type"] in ("error", "busy"):
            raise StrategeError(str(frame["error"]))
        if frame["type"] == "live":
            self.live = frame["live"]
        return frame

    def move_frame(self, move: str) -> str:
        """The frame that plays a move where the game stands."""
        return json.dumps({"type": "move", "move": move, "version": self.version})


class LiveGame(Standing):
    """A live game that goes on while it is iterated over: each frame of the server in turn."""

    def __init__(self, socket: Socket) -> None:
        super().__init__()
        self._socket = socket

    def __iter__(self) -> Iterator[Frame]:
        return (self.hear(message) for message in self._socket)

    def send(self, kind: str, **more: Any) -> None:
        """Send a frame of this kind: `resign`, `undo`, `hint`, …"""
        self._socket.send(json.dumps({"type": kind, **more}))

    def move(self, move: str) -> None:
        """Play a move."""
        self._socket.send(self.move_frame(move))


class AsyncLiveGame(Standing):
    """`LiveGame`, awaited."""

    def __init__(self, socket: AsyncSocket) -> None:
        super().__init__()
        self._socket = socket

    async def __aiter__(self) -> AsyncIterator[Frame]:
        async for message in self._socket:
            yield self.hear(message)

    async def send(self, kind: str, **more: Any) -> None:
        """Send a frame of this kind: `resign`, `undo`, `hint`, …"""
        await self._socket.send(json.dumps({"type": kind, **more}))

    async def move(self, move: str) -> None:
        """Play a move."""
        await self._socket.send(self.move_frame(move))
