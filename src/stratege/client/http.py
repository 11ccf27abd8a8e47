"""A server of Stratège asked from Python: `Client` waits for each answer, `AsyncClient` is awaited.

    with Client("http://127.0.0.1:8765") as server:
        print(server.analyse(stratege.game("awale").start(), seconds=2)["moves"][0])

Both have the same methods; what is refused is a `Refused`, with the server's sentence. Shapes are those of
`stratege.web.schemas`. A client keeps its cookie: what it begins is its own.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Self, cast

from stratege.client import questions as ask
from stratege.client.live import AsyncLiveGame, LiveGame
from stratege.client.questions import Question
from stratege.core.errors import StrategeError
from stratege.core.extras import require
from stratege.core.line import Line
from stratege.core.position import Position

require("client")

import httpx  # noqa: E402 - its absence is said above

if TYPE_CHECKING:
    from stratege.web.rooms.archive.schemas import (
        ArchivedGame,
        ExplorationShape,
        KnownMoves,
        PlayerShape,
        SqlAnswer,
    )
    from stratege.web.schemas import Created, GameShape, Health, LiveShape, PreparationShape, View

Where = Line | Position
Analysed = dict[str, Any]
"""An analysis as `Analysis.as_json` has it."""

TIMEOUT = 60.0
DATA, EVENT = "data: ", "event: "


class Refused(StrategeError):
    """The server would not, and says why; `status` is the HTTP status."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """A server, asked one thing after the other. `http` replaces the client that is used, for tests."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8765",
        timeout: float = TIMEOUT,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(base_url=address, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the server."""
        self._http.close()

    def health(self) -> Health:
        """How the server is doing."""
        return cast("Health", self._json(ask.health()))

    def games(self) -> list[GameShape]:
        """The games there are."""
        return cast("list[GameShape]", self._json(ask.games()))

    def preparation(self) -> PreparationShape:
        """What the server is making in the background."""
        return cast("PreparationShape", self._json(ask.preparation()))

    def position(self, line: Where) -> View:
        """A position, drawn, with its legal moves."""
        return cast("View", self._json(ask.position(line)))

    def analyse(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Analysed:
        """Every move valued, best first."""
        return list(self.analysis(line, seconds, depth))[-1]

    def analysis(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Iterator[Analysed]:
        """Every move valued, after each completed depth; the last one is the result."""
        question = ask.analysis(line, seconds, depth)
        with self._http.stream(question.method, question.path, params=dict(question.params)) as answer:
            if answer.is_error:
                answer.read()
            _check(answer)
            yield from _found(answer.iter_lines())

    def moves(self, line: Where) -> KnownMoves:
        """The legal moves with what is proven of each and what the archive has."""
        return cast("KnownMoves", self._json(ask.moves(line)))

    def picture(self, line: Where, kind: str = "svg", width: int | None = None) -> bytes:
        """The board as `svg` or `png`, the line as `gif`."""
        return self._sent(ask.picture(line, kind, width)).content

    def explore(
        self, line: Where, player: str | None = None, since: str | None = None, rating: int | None = None
    ) -> ExplorationShape:
        """What the games of the archive did in the position."""
        return cast("ExplorationShape", self._json(ask.explore(line, player, since, rating)))

    def archived_game(self, number: int) -> ArchivedGame:
        """A game of the archive."""
        return cast("ArchivedGame", self._json(ask.archived_game(number)))

    def players(self, game: str) -> list[PlayerShape]:
        """The best players of a game."""
        return cast("list[PlayerShape]", self._json(ask.players(game)))

    def sql(self, query: str, game: str | None = None) -> SqlAnswer:
        """One SELECT over the papers' tables."""
        return cast("SqlAnswer", self._json(ask.sql(query, game)))

    def begin(
        self, start: Position, seats: Sequence[str], minutes: float | None = None, increment: float = 0
    ) -> Created:
        """Begin a live game; a seat is `me`, `open` or a level."""
        return cast("Created", self._json(ask.begin(start, seats, minutes, increment)))

    def live(self, name: str) -> LiveShape:
        """A live game, as this client sees it."""
        return cast("LiveShape", self._json(ask.live(name)))

    def sit(self, name: str, player: int) -> LiveShape:
        """Take an open seat of a live game."""
        return cast("LiveShape", self._json(ask.sit(name, player)))

    @contextmanager
    def playing(self, name: str) -> Iterator[LiveGame]:
        """A live game as it goes on, over its socket."""
        from websockets.sync.client import connect

        with connect(*_socket(self._http, name), additional_headers=_cookies(self._http)) as socket:
            yield LiveGame(socket)

    def _json(self, question: Question) -> Any:
        return self._sent(question).json()

    def _sent(self, question: Question) -> httpx.Response:
        return _check(
            self._http.request(
                question.method, question.path, params=dict(question.params), json=question.json
            )
        )


class AsyncClient:
    """A server, asked from an event loop: `Client`'s methods, to be awaited."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8765",
        timeout: float = TIMEOUT,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient(base_url=address, timeout=timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the server."""
        await self._http.aclose()

    async def health(self) -> Health:
        """How the server is doing."""
        return cast("Health", await self._json(ask.health()))

    async def games(self) -> list[GameShape]:
        """The games there are."""
        return cast("list[GameShape]", await self._json(ask.games()))

    async def preparation(self) -> PreparationShape:
        """What the server is making in the background."""
        return cast("PreparationShape", await self._json(ask.preparation()))

    async def position(self, line: Where) -> View:
        """A position, drawn, with its legal moves."""
        return cast("View", await self._json(ask.position(line)))

    async def analyse(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Analysed:
        """Every move valued, best first."""
        found = [one async for one in self.analysis(line, seconds, depth)]
        return found[-1]

    async def analysis(
        self, line: Where, seconds: float = 1.0, depth: int | None = None
    ) -> AsyncGenerator[Analysed, None]:
        """Every move valued, after each completed depth; the last one is the result."""
        question = ask.analysis(line, seconds, depth)
        async with self._http.stream(question.method, question.path, params=dict(question.params)) as answer:
            if answer.is_error:
                await answer.aread()
            _check(answer)
            reader = Events()
            async for text in answer.aiter_lines():
                found = reader.read(text)
                if found is not None:
                    yield found

    async def moves(self, line: Where) -> KnownMoves:
        """The legal moves with what is proven of each and what the archive has."""
        return cast("KnownMoves", await self._json(ask.moves(line)))

    async def picture(self, line: Where, kind: str = "svg", width: int | None = None) -> bytes:
        """The board as `svg` or `png`, the line as `gif`."""
        return (await self._sent(ask.picture(line, kind, width))).content

    async def explore(
        self, line: Where, player: str | None = None, since: str | None = None, rating: int | None = None
    ) -> ExplorationShape:
        """What the games of the archive did in the position."""
        return cast("ExplorationShape", await self._json(ask.explore(line, player, since, rating)))

    async def archived_game(self, number: int) -> ArchivedGame:
        """A game of the archive."""
        return cast("ArchivedGame", await self._json(ask.archived_game(number)))

    async def players(self, game: str) -> list[PlayerShape]:
        """The best players of a game."""
        return cast("list[PlayerShape]", await self._json(ask.players(game)))

    async def sql(self, query: str, game: str | None = None) -> SqlAnswer:
        """One SELECT over the papers' tables."""
        return cast("SqlAnswer", await self._json(ask.sql(query, game)))

    async def begin(
        self, start: Position, seats: Sequence[str], minutes: float | None = None, increment: float = 0
    ) -> Created:
        """Begin a live game; a seat is `me`, `open` or a level."""
        return cast("Created", await self._json(ask.begin(start, seats, minutes, increment)))

    async def live(self, name: str) -> LiveShape:
        """A live game, as this client sees it."""
        return cast("LiveShape", await self._json(ask.live(name)))

    async def sit(self, name: str, player: int) -> LiveShape:
        """Take an open seat of a live game."""
        return cast("LiveShape", await self._json(ask.sit(name, player)))

    @asynccontextmanager
    async def playing(self, name: str) -> AsyncGenerator[AsyncLiveGame, None]:
        """A live game as it goes on, over its socket."""
        from websockets.asyncio.client import connect

        async with connect(*_socket(self._http, name), additional_headers=_cookies(self._http)) as socket:
            yield AsyncLiveGame(socket)

    async def _json(self, question: Question) -> Any:
        return (await self._sent(question)).json()

    async def _sent(self, question: Question) -> httpx.Response:
        return _check(
            await self._http.request(
                question.method, question.path, params=dict(question.params), json=question.json
            )
        )


class Events:
    """Server-sent events, read line by line."""

    def __init__(self) -> None:
        self._event = ""

    def read(self, line: str) -> Analysed | None:
        """What the line brings; None if it only prepares. An event `error` is a `Refused`."""
        if line.startswith(EVENT):
            self._event = line.removeprefix(EVENT)
        if not line.startswith(DATA):
            return None
        found = json.loads(line.removeprefix(DATA))
        if self._event == "error":
            raise Refused(200, str(found.get("error", found)))
        return cast(Analysed, found)


def _found(lines: Iterator[str]) -> Iterator[Analysed]:
    reader = Events()
    return (found for found in map(reader.read, lines) if found is not None)


def _check(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        try:
            sentence = str(answer.json()["error"])
        except (ValueError, KeyError, TypeError):
            sentence = f"{answer.status_code} {answer.reason_phrase}"
        raise Refused(answer.status_code, sentence)
    return answer


def _socket(http: httpx.Client | httpx.AsyncClient, name: str) -> tuple[str]:
    address = http.base_url.join(ask.socket_path(name))
    scheme = "wss" if address.scheme == "https" else "ws"
    return (str(address.copy_with(scheme=scheme)),)


def _cookies(http: httpx.Client | httpx.AsyncClient) -> dict[str, str]:
    """Who this client is, for the socket too."""
    words = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    return {"Cookie": words} if words else {}
