"""The clients of a server: every question is in its OpenAPI document, both clients get its answers."""

from __future__ import annotations

import asyncio
import inspect
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.browser.house import House
from tests.web.visitors import settings_in

import stratege
from stratege.client import AsyncClient, Client, Refused, Unavailable, questions
from stratege.client.questions import Question
from stratege.core.errors import StrategeError
from stratege.core.line import Line
from stratege.web.app import create_app

START = stratege.game("quixo", size=3).start()
LINE = Line(START, ["0,0-0,2"])
ASKED = {
    "health": (),
    "games": (),
    "preparation": (),
    "position": (LINE,),
    "analysis": (LINE, 1.0, 3),
    "moves": (LINE,),
    "picture": (LINE, "png", 100),
    "explore": (LINE, "somebody", "2020-01-01", 1500),
    "archived_game": (1,),
    "players": ("quixo",),
    "sql": ("SELECT 1", "quixo"),
    "begin": (START, ["me", "level:1"], 5.0, 1.0),
    "live": ("name",),
    "sit": ("name", 2),
    "openings": (LINE,),
    "study": ("(;GM[awale];B[e])",),
    "chomp_map": (4, 3),
    "chomp_gallery": (),
    "nimble": (stratege.parse("nimble", "0,1,2"),),
    "tables": (),
    "papers": (),
    "paper": ("002",),
    "call": ("002", "chomp.joue", ["[5, 5]", "(1, 3)"]),
    "mark": ("002", ["x = 1"], ["Q3"]),
    "mark_sql": ("001", "Q22", "SELECT 1"),
    "run": ("002", "Q3", "x = 1", ["5", "3"], ["typed"]),
    "trace": ("002", "Q3", "x = 1", ["5", "3"]),
    "look": (b"", "nb"),
    "heat": (b"",),
    "encode": (b"", "nb", "runs"),
    "decode": (b"",),
    "compare": (b"",),
    "open_class": ("Term", ["002:Q3"], "2030-01-31T18:00Z", 3),
    "classroom": ("name", "key"),
    "delete_class": ("name", "key"),
    "hand_in": ("name", "key", "Ada", "002", "x = 1", "a.py"),
    "hand_ins": ("name", "key"),
    "handed_in": ("name", "key", 1),
    "marks": ("name", "key", "version"),
    "marks_csv": ("name", "key"),
    "class_files": ("name", "key"),
}
NOT_ASKED = {
    "/api/v1/games/{name}/lesson": "a page's own steps",
    "/api/v1/me": "a browser's name",
    "/api/v1/review": "an analysis of each position says the same",
    "/api/v1/sql/questions": "a page's own list",
    "/api/v1/training": "a visitor's own",
    "/api/v1/training/mistake": "a visitor's own",
    "/api/v1/training/puzzle": "a visitor's own",
    "/api/v1/training/review": "a visitor's own",
    "/api/v1/watch/tree": "pictures for a page",
    "/api/v1/watch/tree.{kind}": "pictures for a page",
    "/api/v1/watch/{name}": "pictures for a page",
    "/api/v1/why": "the library's own errors say it",
}
"""Operations that are for the pages, and why."""


def fitting(paths: dict[str, Any], question: Question[Any]) -> list[str]:
    """The path of the document that a question goes to."""
    found = [path for path in paths if re.fullmatch(re.sub(r"\{\w+\}", r"[^/]+", path), question.path)]
    return [path for path in found if path == question.path] or found


def body_of(operation: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """The schema of what is sent."""
    (content,) = operation["requestBody"]["content"].values()
    name = content["schema"]["$ref"].rsplit("/", 1)[1]
    found: dict[str, Any] = document["components"]["schemas"][name]
    return found


def questions_asked() -> dict[str, Question[Any]]:
    return {name: getattr(questions, name)(*asked) for name, asked in ASKED.items()}


def document(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = create_app(settings_in(folder)).openapi()
    return found


def test_every_question_is_in_the_openapi_document(tmp_path: Path) -> None:
    said = document(tmp_path)
    paths, reached = said["paths"], set()
    for name, question in questions_asked().items():
        (path,) = fitting(paths, question)
        reached.add(path)
        operation = paths[path][question.method.lower()]
        known = {one["name"]: one for one in operation.get("parameters", ()) if one["in"] == "query"}
        assert set(question.params) <= set(known), name
        assert {one for one in known if known[one].get("required")} <= set(question.params), name
        sent = question.json if question.files is None else {**question.files, **(question.form or {})}
        assert ("requestBody" in operation) == (sent is not None), name
        if sent is not None:
            body = body_of(operation, said)
            assert set(sent) <= set(body["properties"]), name
            assert set(body.get("required", ())) <= set(sent), name
    assert set(NOT_ASKED) <= set(paths) - reached


def test_both_clients_have_a_method_for_every_question() -> None:
    made = {
        name
        for name, one in vars(questions).items()
        if inspect.isfunction(one)
        and str(one.__annotations__.get("return")).startswith("Question[")
        and name[0] != "_"
    }
    assert made == set(ASKED)
    for client in (Client, AsyncClient):
        assert made <= set(vars(client))
    for name in made:
        assert inspect.signature(getattr(Client, name)).parameters.keys() == (
            inspect.signature(getattr(AsyncClient, name)).parameters.keys()
        )


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    house = House(tmp_path_factory.mktemp("served"))
    yield house.address
    house.close()


def test_a_client_that_waits(address: str) -> None:
    with Client(address) as server:
        assert server.health()["version"] == stratege.__version__
        assert [one["name"] for one in server.games()] == list(stratege.GAMES)
        assert server.position(LINE)["moves"] == LINE.position.moves()
        found = list(server.analysis(LINE, seconds=30, depth=3))
        assert found[-1]["depth"] == 3
        mine = [one.as_json()["move"] for one in LINE.analyse(depth=3).moves]
        assert sorted(one["move"] for one in found[-1]["moves"]) == sorted(map(str, mine))
        assert server.picture(LINE).startswith(b"<svg")
        assert server.explore(LINE)["moves"] == []
        assert len(server.moves(LINE)["moves"]) == len(LINE.legal())
        assert server.players("quixo") == []
        with pytest.raises(Refused, match="nosuch") as refused:
            server.players("nosuch")
        assert refused.value.status in (400, 404)
        with pytest.raises(Refused):
            server.archived_game(99)
        assert server.chomp_map(3, 2)["winning_moves"] == ["1,2"]
        assert server.call("002", "chomp.joue", ["[5, 5, 5]", "(1, 3)"])["error"] is None
        assert server.study("(;GM[awale];B[e])")["nodes"][1]["move"] == "e"
        picture = bytes.fromhex("424d1e000000000000001a0000000c000000010001000100180000000000")
        assert server.decode(server.encode(picture, "nb")).startswith(b"\x89PNG")
        opened = server.open_class("Term", ["002:Q3"])
        key = opened["teacher"].partition("#")[2]
        assert server.classroom(opened["id"], key)["role"] == "teacher"
        assert server.marks_csv(opened["id"], key).count(b"\n") == 1
        server.delete_class(opened["id"], key)
        with pytest.raises(Refused):
            server.marks(opened["id"], key)
        made = server.begin(START, ["me", "me"])
        with server.playing(made["id"]) as game:
            plies = 0
            for frame in game:
                if frame["type"] == "live" and game.mine and plies < 2:
                    plies += 1
                    game.move(game.live["view"]["moves"][0])
                elif plies == 2:
                    game.send("resign")
                    plies = 3
                if game.over:
                    break
        assert server.live(made["id"])["status"] == "over"


def test_a_client_that_is_awaited(address: str) -> None:
    async def talk() -> None:
        async with AsyncClient(address) as server:
            games, health = await asyncio.gather(server.games(), server.health())
            assert (len(games), health["status"]) == (len(stratege.GAMES), "ok")
            assert (await server.analyse(LINE, seconds=30, depth=2))["depth"] == 2
            with pytest.raises(Refused):
                await server.live("nosuch")
            made = await server.begin(START, ["me", "open"])
            async with AsyncClient(address) as other:
                seen = await other.sit(made["id"], 2)
                assert seen["you"] == [2]
            async with server.playing(made["id"]) as game:
                async for _frame in game:
                    if game.mine and game.version:
                        await game.move(game.live["view"]["moves"][0])
                    if game.live["view"]["ply"] == 1:
                        break

    asyncio.run(asyncio.wait_for(talk(), 120))


@contextmanager
def answering(words: bytes | None) -> Iterator[str]:
    """The address of somebody who says the same to everybody and leaves; or, if None, nothing to nobody."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while words is not None:
                try:
                    visitor, _address = server.accept()
                except OSError:
                    return
                with visitor:
                    visitor.recv(1 << 16)
                    visitor.sendall(words)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


NOBODY = "http://127.0.0.1:1"
"""Where nobody listens: a port that none is given by chance."""


async def frames(server: AsyncClient) -> None:
    async with server.playing("name") as game:
        async for _frame in game:
            pass


def asked_in_every_way(address: str, timeout: float = 60) -> list[Exception]:
    """What comes of asking a plain question, a stream and a socket, waiting and awaited."""
    found: list[Exception] = []

    async def talk() -> None:
        async with AsyncClient(address, timeout) as server:
            with pytest.raises(StrategeError) as plain:
                await server.games()
            with pytest.raises(StrategeError) as streamed:
                await server.analyse(LINE)
            found.extend([plain.value, streamed.value])
            with pytest.raises(StrategeError) as live:
                await frames(server)
            found.append(live.value)

    with Client(address, timeout) as server:
        with pytest.raises(StrategeError) as plain:
            server.games()
        with pytest.raises(StrategeError) as streamed:
            server.analyse(LINE)
        found.extend([plain.value, streamed.value])
        with pytest.raises(StrategeError) as live, server.playing("name") as game:
            list(game)
        found.append(live.value)
    asyncio.run(talk())
    assert all(re.fullmatch(r"[^\n]+\.", str(one)) for one in found), found
    return found


def test_a_server_that_is_down_is_said_in_one_sentence() -> None:
    for error in asked_in_every_way(NOBODY):
        assert isinstance(error, Unavailable)
        assert str(error).startswith(f"{NOBODY} cannot be reached: ")
    for wrong in ("localhost:1", "http://[", "ftp://127.0.0.1", ""):
        with pytest.raises(Unavailable, match="cannot be reached"), Client(wrong) as server:
            server.health()


def test_who_answers_something_else_is_no_server_of_ours() -> None:
    page = b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: 6\r\n\r\n<html>"
    with answering(page % b"404 Not Found") as address:
        for error in asked_in_every_way(address):
            assert isinstance(error, Refused)
            assert (error.status, str(error)) == (404, "The server answers 404 Not Found.")
    with answering(page % b"301 Moved") as address, Client(address) as server, pytest.raises(Refused):
        server.games()
    with answering(page % b"200 OK") as address, Client(address) as server:
        for question in (server.games, lambda: server.analyse(LINE)):
            with pytest.raises(Unavailable):
                question()


def test_who_leaves_or_is_silent_is_said_to() -> None:
    begun = b'HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\ndata: {"depth": 1}\n\n'
    for words in (b"", b"no HTTP\r\n\r\n", begun):
        with answering(words) as address:
            assert all(isinstance(error, Unavailable) for error in asked_in_every_way(address))
    late = pytest.raises(Unavailable, match="no answer in time")
    with answering(None) as address, Client(address, timeout=0.1) as server, late:
        server.games()
