"""Live games over WebSocket: two people and a spectator, coming back, machines, hints, restarts."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.patience import wait_until
from tests.web.visitors import House, served, settings_in

import stratege
from stratege.core.registry import GAMES
from stratege.web.app import create_app
from stratege.web.live import routes as live_api
from stratege.web.live.lines import HERE, cost
from stratege.web.live.routes import BACKLOG, TOO_MANY, Conversation
from stratege.web.live.sqlite_store import FILE


def test_two_people_play_a_whole_game_and_a_third_watches(house: House) -> None:
    ann, bob, eve = house.visitor(), house.visitor(), house.visitor()
    name = ann.begin("quixo", "me", "open", size="3")
    assert ann.live(name)["status"] == "waiting"
    assert bob.sit(name, 2).json()["you"] == [2]
    assert eve.sit(name, 2).status_code == 409
    assert eve.sit(name, 1).status_code == 409
    draw = random.Random(5)
    with ann.at(name) as one, bob.at(name) as two, eve.at(name) as third:
        third.hear()
        assert third.live["you"] == []
        assert "only its players" in third.refused("move", move="0,0-0,2", version=third.live["version"])
        assert "only its players" in third.refused("resign")
        assert "not your turn" in two.refused("move", move="0,0-0,2", version=third.live["version"])
        one.settle()
        assert (one.live["spectators"], [seat["present"] for seat in one.live["seats"]]) == (1, [True, True])
        here = stratege.game("quixo", size="3").start()
        while here.outcome() is None:
            mover, other = (one, two) if here.to_move == 1 else (two, one)
            move = draw.choice(here.moves())
            mover.until(other.live.get("version", 0))
            before, here = here, here.play(move)
            live = mover.play(move)
            assert live["view"]["position"] == here.text()
            for watcher in (other, third):
                message = watcher.hear()
                while message["live"]["version"] < live["version"]:
                    message = watcher.hear()
                assert message["live"]["view"]["position"] == here.text()
                assert message["last"]["before"] == before.text()
                assert message["last"]["move"] == move
        outcome = here.outcome()
        assert outcome is not None
        assert third.live["result"]["winner"] == outcome.winner
        assert third.live["status"] == "over"
        one.send("rematch")
        two.send("rematch")
        while one.live["next"] is None:
            one.hear()
    again = ann.live(one.live["next"])
    assert (again["you"], again["status"]) == ([2], "playing")


def test_a_move_that_is_sent_twice_is_played_once(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    name = ann.begin("awale", "me", "open")
    bob.sit(name, 2)
    with ann.at(name) as talk:
        talk.hear()
        version = talk.live["version"]
        talk.send("move", move="e", version=version)
    with ann.at(name) as talk:  # the answer was lost: it comes back and sends the move again
        talk.hear()
        assert "meanwhile" in talk.refused("move", move="e", version=version)
        assert [node["move"] for node in talk.live["tree"]["nodes"]] == [None, "e"]


def test_a_game_survives_the_server(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with served(create_app(settings)) as house:
        ann = house.visitor()
        name = ann.begin("awale", "me", "me", clock={"minutes": 10, "increment": 1})
        with ann.at(name) as talk:
            talk.hear()
            for move in "eg":
                talk.play(move)
            talk.send("undo")
            before = talk.until(talk.live["version"] + 1)
    with served(create_app(settings)) as house:
        back = house.visitor()
        back.client.cookies = ann.client.cookies
        with back.at(name) as talk:
            talk.hear()
            for kept in ("view", "tree", "you", "version", "status", "offers"):
                assert talk.live[kept] == before[kept], kept
            assert talk.live["clock"]["running"]
            assert abs(talk.live["clock"]["remaining_ms"][1] - before["clock"]["remaining_ms"][1]) < 5000
            talk.send("redo")
            assert talk.until(before["version"] + 1)["view"]["ply"] == 2
        assert house.visitor().live(name)["you"] == []


def test_who_runs_out_of_time_loses_without_anybody_asking(house: House) -> None:
    ann = house.visitor()
    name = ann.begin("awale", "me", "me", clock={"minutes": 0.005})
    with ann.at(name) as talk:
        talk.hear()
        talk.play("e")
        live = talk.until(2)
        assert live["result"]["code"] == "time"
        assert live["result"]["winner"] == 1
        assert live["clock"] == {"remaining_ms": [300, 0], "running": False}


@pytest.mark.parametrize("name", GAMES)
def test_a_machine_answers_and_gives_hints_in_two_steps(thinking_house: House, name: str) -> None:
    ann = thinking_house.visitor()
    game = ann.begin(name, "level:2", "me", size={"mingmang": "4"}.get(name))
    with ann.at(game) as talk:
        talk.hear()
        live = talk.until(1)  # the machine begins
        assert (live["view"]["ply"], live["view"]["to_move"]) == (1, 2)
        talk.send("hint", step=1)
        first = talk.hear("hint")
        talk.send("hint", step=2)
        second = talk.hear("hint")
        assert first["version"] == second["version"] == live["version"]
        assert talk.refused("hint", step=1, version=live["version"] - 1).startswith("The game has gone on")
        assert first["move"] is None
        assert second["move"] in live["view"]["moves"]
        assert second["move"].split("-")[0] in first["places"]
        talk.play(second["move"])
        live = talk.until(3)
        assert live["view"]["ply"] == 3 or live["status"] == "over"
        talk.send("undo")
        assert talk.until(live["version"] + 1)["view"]["ply"] == 1


def test_no_hints_against_a_person(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    name = ann.begin("awale", "me", "open")
    bob.sit(name, 2)
    with ann.at(name) as talk:
        assert "not against a person" in talk.refused("hint", step=1)
        assert "two steps" in talk.refused("hint", step=[])


def test_what_cannot_be_begun(house: House) -> None:
    ann = house.visitor()
    for seats, words in (
        (["open", "level:1"], "a seat yourself"),
        (["me", "level:11"], "A seat is"),
        (["me"], "seats"),
    ):
        answer = ann.post("/api/v1/live", json={"game": "awale", "seats": seats})
        assert answer.status_code == 400
        assert words in answer.json()["error"]
    over = {"game": "chomp", "position": "1", "seats": ["me", "me"]}
    assert ann.post("/api/v1/live", json=over).json() == {"error": "The game is over."}


def test_there_is_no_socket_of_a_game_that_is_not(house: House) -> None:
    with house.visitor().at("nothing") as talk:
        assert talk.hear("error")["error"] == "There is no such game."
        with pytest.raises(WebSocketDisconnect) as closed:
            talk.socket.receive_json()
    assert closed.value.code == 4404


def test_a_game_that_changed_on_disk_is_caught_up_with(house: House) -> None:
    """As after a load that was overtaken by a change: refused once, with the disk's game from then on."""
    ann = house.visitor()
    name = ann.begin("awale", "me", "me")
    with ann.at(name) as talk:
        talk.hear()
        session = house.app.state.hub.sessions[name]
        behind = session.live
        talk.play("e")
        session.put(behind)
        assert "meanwhile" in talk.refused("move", move="a", version=0)
        assert talk.play("g")["view"]["ply"] == 2


def test_too_many_connections_are_refused(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, most_sockets=1))) as house:
        ann = house.visitor()
        name = ann.begin("awale", "me", "me")
        with ann.at(name) as talk:
            assert talk.hear()["live"]["you"] == [1, 2]  # else the other may be the first one counted
            with ann.at(name) as other:
                assert "Too many people" in other.hear("busy")["error"]
                with pytest.raises(WebSocketDisconnect) as closed:
                    other.hear()
            assert closed.value.code == TOO_MANY
            assert talk.play("e")["view"]["ply"] == 1
        with ann.at(name) as again:  # it was no final word
            assert again.hear()["live"]["you"] == [1, 2]


def test_a_game_is_in_memory_only_while_somebody_needs_it(house: House) -> None:
    ann = house.visitor()
    name = ann.begin("awale", "me", "me")
    with ann.at(name) as talk:
        talk.hear()
        talk.play("e")
        assert ann.get("/health").json()["games"] == 1
    wait_until(lambda: ann.get("/health").json()["games"] == 0)
    assert ann.live(name)["view"]["ply"] == 1


def test_games_left_long_ago_are_deleted(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with served(create_app(settings)) as house:
        ann = house.visitor()
        names = [ann.begin("awale", "me", "me") for _game in range(3)]
    with sqlite3.connect(tmp_path / FILE) as raw:
        raw.execute("UPDATE live SET touched = touched - 91 * 86400 WHERE id <> ?", (names[1],))
    with served(create_app(settings)) as house:
        wait_until(lambda: house.app.state.store.count() == 1)
        found = [house.visitor().get(f"/api/v1/live/{name}").status_code for name in names]
    assert found == [404, 200, 404]


def test_nothing_piles_up_for_a_slow_connection_and_nobody_waits_for_it(house: House) -> None:
    stuck: list[Conversation] = []

    class Stuck(Conversation):
        async def _send(self) -> None:
            stuck.append(self)
            await asyncio.sleep(3600)

    ann = house.visitor()
    name = ann.begin("awale", "me", "me")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(live_api, "Conversation", Stuck)
        with ann.at(name) as silent:
            while not stuck:
                time.sleep(0.01)
            patched.undo()
            with ann.at(name) as talk:
                talk.hear()
                for _pair in range(BACKLOG):
                    talk.play("e")
                    talk.send("undo")
                    talk.until(talk.live["version"] + 1)
                assert len(house.app.state.hub.sessions[name].listeners) == 2
                assert not stuck[0]._messages
                for _ping in range(BACKLOG + 1):
                    silent.send("ping")
                while len(house.app.state.hub.sessions[name].listeners) > 1:  # it is let go
                    talk.settle()
                assert len(stuck[0]._messages) <= BACKLOG + 1


def test_large_boards_are_played_outside_the_loop_and_not_without_end(tmp_path: Path) -> None:
    large = cost(stratege.game("mingmang", "no-repeat", "16"), 1)
    assert large > HERE
    with served(create_app(settings_in(tmp_path, rules_rate=1, rules_burst=3 * large))) as house:
        ann, bob = house.visitor(), house.visitor()
        name = ann.begin("mingmang", "me", "me", variant="no-repeat", size="16")
        with ann.at(name) as talk:
            talk.hear()
            for ply in range(1, 4):
                live = talk.play(talk.live["view"]["moves"][0])
                assert live["view"]["ply"] == ply
            why = talk.refused("move", move=live["view"]["moves"][0], version=live["version"])
            assert "Too many moves" in why
        with bob.at(bob.begin("nimble", "me", "me")) as small:
            small.hear()
            assert "Too many moves" in small.refused("undo")  # the same address
    with served(create_app(settings_in(tmp_path))) as house, house.visitor().at(name) as talk:
        assert talk.hear()["live"]["view"]["ply"] == 3


def test_only_moves_that_are_new_are_sent_and_only_boards_that_are_now(house: House) -> None:
    ann = house.visitor()
    name = ann.begin("mingmang", "me", "me", variant="no-repeat", size="4")
    with ann.at(name) as talk:
        talk.hear()
        for _ply in range(6):
            version, move = talk.live["version"], talk.live["view"]["moves"][-1]
            talk.send("move", move=move, version=version)
            frame = talk.socket.receive_json()
            assert [node["move"] for node in frame["live"]["tree"]["nodes"]] == [move]
            talk._complete(frame["live"]["tree"])
            talk.live = frame["live"]
            assert "seen=" not in frame["live"]["view"]["position"]
            assert "history" not in frame["live"]["view"]
        whole = ann.live(name)
        assert whole["tree"]["nodes"] == talk.live["tree"]["nodes"]
        assert "seen=" in whole["view"]["position"]
        assert len(whole["view"]["history"]) == 6


def test_a_game_nobody_looks_at_is_not_in_memory(house: House) -> None:
    ann = house.visitor()
    name = ann.begin("awale", "me", "me")
    hub = house.app.state.hub
    with ann.at(name) as talk:
        talk.hear()
        assert (hub.games, hub.sockets) == (1, 1)
    ann.live(name)
    assert (hub.games, hub.sockets) == (0, 0)
