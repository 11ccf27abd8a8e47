"""A live game over its socket (docs/web.md): frames in, frames out, and how it stands."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol

from stratege.client.reaching import decoded, reaching
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
    """How the game stands, as the last frame had it; `address` is the server's."""

    def __init__(self, address: str = "") -> None:
        self.address = address
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
        frame: Frame = decoded(message)
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

    def __init__(self, socket: Socket, address: str = "") -> None:
        super().__init__(address)
        self._socket = socket

    def __iter__(self) -> Iterator[Frame]:
        with reaching(self.address):
            for message in self._socket:
                yield self.hear(message)

    def send(self, kind: str, **more: Any) -> None:
        """Send a frame of this kind: `resign`, `undo`, `hint`, …"""
        self._send(json.dumps({"type": kind, **more}))

    def move(self, move: str) -> None:
        """Play a move."""
        self._send(self.move_frame(move))

    def _send(self, frame: str) -> None:
        with reaching(self.address):
            self._socket.send(frame)


class AsyncLiveGame(Standing):
    """`LiveGame`, awaited."""

    def __init__(self, socket: AsyncSocket, address: str = "") -> None:
        super().__init__(address)
        self._socket = socket

    async def __aiter__(self) -> AsyncIterator[Frame]:
        with reaching(self.address):
            async for message in self._socket:
                yield self.hear(message)

    async def send(self, kind: str, **more: Any) -> None:
        """Send a frame of this kind: `resign`, `undo`, `hint`, …"""
        await self._send(json.dumps({"type": kind, **more}))

    async def move(self, move: str) -> None:
        """Play a move."""
        await self._send(self.move_frame(move))

    async def _send(self, frame: str) -> None:
        with reaching(self.address):
            await self._socket.send(frame)
