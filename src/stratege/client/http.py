"""A server of Stratège asked from Python: `Client` waits for each answer, `AsyncClient` is awaited.

    with Client("http://127.0.0.1:8765") as server:
        print(server.analyse(stratege.game("awale").start(), seconds=2)["moves"][0])

Both have the same methods, one for each of the `questions`, which say what is asked and what comes back; what
is refused is a `Refused`, with the server's sentence; where no server answers, in time or as one does, that
is `Unavailable`. Shapes are those of `stratege.web`. A client keeps its cookie: what it begins is its own.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from stratege.client import questions as ask
from stratege.client.questions import Question
from stratege.core.errors import Unavailable
from stratege.core.extras import require
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position

require("client")

import httpx  # noqa: E402 - its absence is said above

from stratege.client.live import AsyncLiveGame, LiveGame  # noqa: E402
from stratege.client.reaching import Refused, decoded, reaching, refusal  # noqa: E402

__all__ = ["AsyncClient", "Client", "Refused", "Unavailable"]

Where = Line | Position
Analysed = dict[str, Any]
"""An analysis as `Analysis.as_json` has it."""

TIMEOUT = 60.0
DATA, EVENT = "data: ", "event: "

T = TypeVar("T")
P = ParamSpec("P")


def waiting(question: Callable[P, Question[T]]) -> Callable[Concatenate[Client, P], T]:
    """The method that asks this and waits for the answer."""

    @functools.wraps(question)
    def method(self: Client, /, *arguments: P.args, **options: P.kwargs) -> T:
        asked = question(*arguments, **options)
        with reaching(self.address):
            return _answer(asked, self._http.request(**_request(asked)))

    return cast("Callable[Concatenate[Client, P], T]", method)


def awaited(
    question: Callable[P, Question[T]],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    """The method that asks this, and is awaited."""

    @functools.wraps(question)
    async def method(self: AsyncClient, /, *arguments: P.args, **options: P.kwargs) -> T:
        asked = question(*arguments, **options)
        with reaching(self.address):
            return _answer(asked, await self._http.request(**_request(asked)))

    return cast("Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]", method)


class Client:
    """A server, asked one thing after the other. `http` replaces the client that is used, for tests."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8765",
        timeout: float = TIMEOUT,
        http: httpx.Client | None = None,
    ) -> None:
        with reaching(address):
            self._http = http or httpx.Client(base_url=address, timeout=timeout)
        self.address, self._timeout = address, timeout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the server."""
        self._http.close()

    health = waiting(ask.health)
    games = waiting(ask.games)
    preparation = waiting(ask.preparation)
    position = waiting(ask.position)
    moves = waiting(ask.moves)
    picture = waiting(ask.picture)
    explore = waiting(ask.explore)
    openings = waiting(ask.openings)
    archived_game = waiting(ask.archived_game)
    players = waiting(ask.players)
    sql = waiting(ask.sql)
    begin = waiting(ask.begin)
    live = waiting(ask.live)
    sit = waiting(ask.sit)
    study = waiting(ask.study)
    chomp_map = waiting(ask.chomp_map)
    chomp_gallery = waiting(ask.chomp_gallery)
    nimble = waiting(ask.nimble)
    tables = waiting(ask.tables)
    papers = waiting(ask.papers)
    paper = waiting(ask.paper)
    call = waiting(ask.call)
    mark = waiting(ask.mark)
    mark_sql = waiting(ask.mark_sql)
    run = waiting(ask.run)
    trace = waiting(ask.trace)
    look = waiting(ask.look)
    heat = waiting(ask.heat)
    encode = waiting(ask.encode)
    decode = waiting(ask.decode)
    compare = waiting(ask.compare)
    open_class = waiting(ask.open_class)
    classroom = waiting(ask.classroom)
    delete_class = waiting(ask.delete_class)
    hand_in = waiting(ask.hand_in)
    hand_ins = waiting(ask.hand_ins)
    handed_in = waiting(ask.handed_in)
    marks = waiting(ask.marks)
    marks_csv = waiting(ask.marks_csv)
    class_files = waiting(ask.class_files)

    def analyse(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Analysed:
        """Every move valued, best first."""
        return _last(list(self.analysis(line, seconds, depth)))

    def analysis(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Iterator[Analysed]:
        """Every move valued, after each completed depth; the last one is the result."""
        question = ask.analysis(line, seconds, depth)
        with reaching(self.address), self._http.stream(**_request(question)) as answer:
            if not answer.is_success:
                answer.read()
            _check(answer)
            reader = Events()
            for text in answer.iter_lines():
                found = reader.read(text)
                if found is not None:
                    yield found

    @contextmanager
    def playing(self, name: str) -> Iterator[LiveGame]:
        """A live game as it goes on, over its socket."""
        from websockets.sync.client import connect

        with reaching(self.address):
            socket = connect(
                _socket(self._http, name),
                additional_headers=_cookies(self._http),
                open_timeout=self._timeout,
            )
        with socket:
            yield LiveGame(socket, self.address)


class AsyncClient:
    """A server, asked from an event loop: `Client`'s methods, to be awaited."""

    def __init__(
        self,
        address: str = "http://127.0.0.1:8765",
        timeout: float = TIMEOUT,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        with reaching(address):
            self._http = http or httpx.AsyncClient(base_url=address, timeout=timeout)
        self.address, self._timeout = address, timeout

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the server."""
        await self._http.aclose()

    health = awaited(ask.health)
    games = awaited(ask.games)
    preparation = awaited(ask.preparation)
    position = awaited(ask.position)
    moves = awaited(ask.moves)
    picture = awaited(ask.picture)
    explore = awaited(ask.explore)
    openings = awaited(ask.openings)
    archived_game = awaited(ask.archived_game)
    players = awaited(ask.players)
    sql = awaited(ask.sql)
    begin = awaited(ask.begin)
    live = awaited(ask.live)
    sit = awaited(ask.sit)
    study = awaited(ask.study)
    chomp_map = awaited(ask.chomp_map)
    chomp_gallery = awaited(ask.chomp_gallery)
    nimble = awaited(ask.nimble)
    tables = awaited(ask.tables)
    papers = awaited(ask.papers)
    paper = awaited(ask.paper)
    call = awaited(ask.call)
    mark = awaited(ask.mark)
    mark_sql = awaited(ask.mark_sql)
    run = awaited(ask.run)
    trace = awaited(ask.trace)
    look = awaited(ask.look)
    heat = awaited(ask.heat)
    encode = awaited(ask.encode)
    decode = awaited(ask.decode)
    compare = awaited(ask.compare)
    open_class = awaited(ask.open_class)
    classroom = awaited(ask.classroom)
    delete_class = awaited(ask.delete_class)
    hand_in = awaited(ask.hand_in)
    hand_ins = awaited(ask.hand_ins)
    handed_in = awaited(ask.handed_in)
    marks = awaited(ask.marks)
    marks_csv = awaited(ask.marks_csv)
    class_files = awaited(ask.class_files)

    async def analyse(self, line: Where, seconds: float = 1.0, depth: int | None = None) -> Analysed:
        """Every move valued, best first."""
        return _last([one async for one in self.analysis(line, seconds, depth)])

    async def analysis(
        self, line: Where, seconds: float = 1.0, depth: int | None = None
    ) -> AsyncGenerator[Analysed, None]:
        """Every move valued, after each completed depth; the last one is the result."""
        question = ask.analysis(line, seconds, depth)
        with reaching(self.address):
            async with self._http.stream(**_request(question)) as answer:
                if not answer.is_success:
                    await answer.aread()
                _check(answer)
                reader = Events()
                async for text in answer.aiter_lines():
                    found = reader.read(text)
                    if found is not None:
                        yield found

    @asynccontextmanager
    async def playing(self, name: str) -> AsyncGenerator[AsyncLiveGame, None]:
        """A live game as it goes on, over its socket."""
        from websockets.asyncio.client import connect

        with reaching(self.address):
            socket = await connect(
                _socket(self._http, name),
                additional_headers=_cookies(self._http),
                open_timeout=self._timeout,
            )
        async with socket:
            yield AsyncLiveGame(socket, self.address)


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
        found = decoded(line.removeprefix(DATA))
        if self._event == "error":
            raise Refused(200, str(found.get("error", found)))
        return cast(Analysed, found)


def _last(found: list[Analysed]) -> Analysed:
    if not found:
        raise Unavailable(_("The server ended the analysis before it had begun."))
    return found[-1]


def _check(answer: httpx.Response) -> None:
    if answer.is_success:
        return
    try:
        sentence = str(answer.json()["error"])
    except (ValueError, KeyError, TypeError):
        raise refusal(answer.status_code, answer.reason_phrase) from None
    raise Refused(answer.status_code, sentence)


def _request(question: Question[Any]) -> dict[str, Any]:
    """A question as httpx sends it."""
    files = None if question.files is None else {name: (name, data) for name, data in question.files.items()}
    return {
        "method": question.method,
        "url": question.path,
        "params": dict(question.params),
        "json": question.json,
        "files": files,
        "data": question.form,
        "headers": {"Authorization": f"Bearer {question.key}"} if question.key else {},
    }


def _answer(question: Question[T], answer: httpx.Response) -> T:
    """What the server says: bytes, JSON, or nothing."""
    _check(answer)
    said = answer.content if question.raw else decoded(answer.content) if answer.content else None
    return cast(T, said)


def _socket(http: httpx.Client | httpx.AsyncClient, name: str) -> str:
    """The address of a live game's socket, below the server's own as all questions are."""
    base = http.base_url
    path = base.path.rstrip("/") + ask.socket_path(name)
    return str(base.copy_with(scheme="wss" if base.scheme == "https" else "ws", path=path))


def _cookies(http: httpx.Client | httpx.AsyncClient) -> dict[str, str]:
    """Who this client is, for the socket too."""
    words = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    return {"Cookie": words} if words else {}
