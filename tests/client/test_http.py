"""The clients of a server: every question is in its OpenAPI document, both clients get its answers."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.house import House
from tests.web.visitors import settings_in

import stratege
from stratege.client import AsyncClient, Client, Refused, questions
from stratege.client.questions import Question
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
}


def questions_asked() -> dict[str, Question]:
    return {name: getattr(questions, name)(*asked) for name, asked in ASKED.items()}


def document(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = create_app(settings_in(folder)).openapi()
    return found


def test_every_question_is_in_the_openapi_document(tmp_path: Path) -> None:
    paths = document(tmp_path)["paths"]
    for name, question in questions_asked().items():
        fitting = [path for path in paths if re.fullmatch(re.sub(r"\{\w+\}", r"[^/]+", path), question.path)]
        exact = [path for path in fitting if path == question.path] or fitting
        assert len(exact) == 1, (name, fitting)
        operation = paths[exact[0]][question.method.lower()]
        known = {one["name"]: one for one in operation.get("parameters", ()) if one["in"] == "query"}
        assert set(question.params) <= set(known), name
        assert {one for one in known if known[one].get("required")} <= set(question.params), name
        assert ("requestBody" in operation) == (question.json is not None), name


def test_both_clients_have_a_method_for_every_question() -> None:
    made = {
        name
        for name, one in vars(questions).items()
        if inspect.isfunction(one) and one.__annotations__.get("return") == "Question" and name[0] != "_"
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
