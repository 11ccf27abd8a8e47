"""Several processes with one database: here two apps on folders of their own, as if on two machines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url
from tests.patience import PATIENCE, wait_until
from tests.web.conftest import fresh_database
from tests.web.live.test_game import ME, game, played
from tests.web.visitors import House, Visitor, served, settings_in

from stratege.web.app import create_app
from stratege.web.errors import Conflict
from stratege.web.live.game import Live, Seat
from stratege.web.live.postgresql_store import PostgresqlStore
from stratege.web.live.sqlite_store import SqliteStore
from stratege.web.live.watch import LOCKS


@pytest.fixture
def database(postgresql: str) -> str:
    return fresh_database(postgresql)


@contextmanager
def machine(folder: Path, database: str, **chosen: Any) -> Iterator[House]:
    """An app on that database, with a folder of its own."""
    folder.mkdir(exist_ok=True)
    with served(create_app(settings_in(folder, live=database, **chosen))) as house:
        yield house


@pytest.fixture
def machines(tmp_path: Path, database: str) -> Iterator[tuple[House, House]]:
    with machine(tmp_path / "a", database) as one, machine(tmp_path / "b", database) as two:
        yield one, two


def moved(visitor: Visitor, house: House) -> Visitor:
    """The same person, at another machine."""
    there = house.visitor()
    there.client.cookies = visitor.client.cookies
    return there


def kill(house: House, database: str) -> None:
    """Have the server take an app's connection for gone, as when its process dies, but that it lives on."""
    store = house.app.state.store
    address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    number = store._watch.number
    with psycopg.connect(address, autocommit=True) as raw:
        raw.execute(
            """SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND objid = %s::int::oid
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""",
            (number,),
        )
    wait_until(lambda: store._watch.number != number)


def test_two_people_of_one_game_may_be_at_two_machines(machines: tuple[House, House]) -> None:
    one, two = machines
    ann, bob = one.visitor(), two.visitor()
    name = ann.begin("quixo", "me", "open", size="3")
    assert bob.sit(name, 2).status_code == 200
    with ann.at(name) as hers, bob.at(name) as his:
        hers.until(1)
        his.until(1)
        while not all(seat["present"] for seat in hers.live["seats"]):
            hers.hear()
        while not all(seat["present"] for seat in his.live["seats"]):
            his.hear()
        hers.play("0,0-0,2")
        message = his.hear()
        while message["live"]["version"] < 2:
            message = his.hear()
        assert message["last"]["move"] == "0,0-0,2"
        his.play("2,2-2,0")
        hers.until(3)
        assert [node["move"] for node in hers.live["tree"]["nodes"]] == [None, "0,0-0,2", "2,2-2,0"]
        hers.send("offer-draw", version=3)
        his.until(4)
        his.send("accept-draw", version=4)
        assert hers.until(5)["result"]["code"] == his.until(5)["result"]["code"] == "agreed"
    assert moved(ann, two).live(name)["you"] == [1]  # a cookie of one machine is good at the other


def test_who_leaves_the_other_machine_is_seen_to_be_gone(machines: tuple[House, House]) -> None:
    one, two = machines
    ann, bob = one.visitor(), two.visitor()
    name = ann.begin("quixo", "me", "me", size="3")
    with ann.at(name) as hers:
        hers.hear()
        with bob.at(name):
            while hers.live["spectators"] != 1:
                hers.hear()
        while hers.live["spectators"] != 0:
            hers.hear()


def test_of_two_changes_at_once_one_is_made_and_the_other_decided_again(
    machines: tuple[House, House],
) -> None:
    """Both sit down at once, both offer a draw at once: nobody is told of what did not happen."""
    one, two = machines
    ann = one.visitor()
    seated = []
    with ThreadPoolExecutor(2) as threads:
        for _turn in range(5):
            name = ann.begin("quixo", "me", "open", size="3")
            rivals = [one.visitor(), two.visitor()]
            codes = [answer.status_code for answer in threads.map(Visitor.sit, rivals, [name] * 2, [2] * 2)]
            assert sorted(codes) == [200, 409]
            bob = moved(rivals[codes.index(200)], two)
            with ann.at(name) as hers, bob.at(name) as his:
                hers.until(1)
                his.until(1)
                gate = threading.Barrier(2)

                def offer(talk: Any, gate: threading.Barrier = gate) -> None:
                    gate.wait()
                    talk.send("offer-draw")

                list(threads.map(offer, (hers, his)))
                assert hers.until(3)["result"]["code"] == his.until(3)["result"]["code"] == "agreed"
                seated.append(name)
    store = one.app.state.store
    assert [store.load(name).version for name in seated] == [3] * 5


def test_a_clock_runs_on_when_the_machine_that_kept_it_is_gone(tmp_path: Path, database: str) -> None:
    with machine(tmp_path / "b", database) as two:
        with machine(tmp_path / "a", database) as one:
            ann = one.visitor()
            name = ann.begin("quixo", "me", "open", size="3", clock={"minutes": 0.03, "increment": 0})
            bob = two.visitor()
            bob.sit(name, 2)
            with ann.at(name) as hers:
                hers.until(1)
                hers.play("0,0-0,2")  # his clock runs, kept by the machine that she is at
        with bob.at(name) as his:
            while his.hear()["live"]["status"] != "over":
                pass
            assert his.live["result"]["code"] == "time"
            assert his.live["result"]["winner"] == 1


def test_a_machines_move_is_made_when_the_process_that_thinks_is_gone(tmp_path: Path, database: str) -> None:
    with machine(tmp_path / "a", database) as one, machine(tmp_path / "b", database) as two:
        thinking = threading.Event()
        answers(one, thinking)
        answers(two, thinking)
        ann = one.visitor()
        name = ann.begin("quixo", "me", "level:1", size="3")
        with ann.at(name) as hers, moved(ann, two).at(name) as there:
            hers.hear()
            hers.play("0,0-0,2")
            there.until(1)
            assert there.settle()["version"] == 1
            thinking.set()  # which helps nobody who has begun: the first one thinks for ever
            assert there.settle()["version"] == 1
            kill(one, database)
            assert there.until(2)["tree"]["nodes"][-1]["by"] == 2
            assert hers.until(2)["version"] == 2  # who was away meanwhile has heard of it


def answers(house: House, thinking: threading.Event) -> None:
    """Have the app's engines play the first move there is; who asks before that waits for ever."""

    async def answer(client: str, job: Any, address: str | None = None) -> Any:
        if not thinking.is_set():
            await asyncio.Event().wait()
        return job.line().position.moves()[0]

    house.app.state.engines.answer = answer


def test_clocks_stand_while_nobody_could_play(tmp_path: Path, database: str) -> None:
    """All processes were down: the time is nobody's. One was up throughout: it is the player's."""
    store = PostgresqlStore(database, tmp_path)
    hour = 3_600_000
    live = played(game(clock=(hour, 0)), "e", now=store._watch.up - hour)
    assert store.resumed(live) is not live  # the database is new: nobody could play an hour ago
    with store.writing() as connection:  # as if somebody had served for two hours, and did until now
        connection.exec_driver_sql(f"UPDATE pulse SET up = up - {2 * hour}, at = at + {hour}")
    second = PostgresqlStore(database, tmp_path)
    assert second.resumed(live) is live
    assert live.time_left(second.now()) == 0
    with store.writing() as connection:  # as if nobody had for the last hour
        connection.exec_driver_sql(f"UPDATE pulse SET at = at - {hour}")
    third = PostgresqlStore(database, tmp_path)
    left = third.resumed(live).time_left(third.now())
    assert left is not None
    assert left > hour / 2
    for one in (store, second, third):
        one.close()


def test_each_game_has_one_keeper_and_one_process_leads(tmp_path: Path, database: str) -> None:
    one, two = PostgresqlStore(database, tmp_path), PostgresqlStore(database, tmp_path)
    assert [one.leads, two.leads] == [True, False]
    begun = game("quixo", ME, Seat(level="level:1"), size="3")
    thinking = played(begun, "0,0-0,2")

    async def story() -> None:
        ears = [Ear(), Ear()]
        for store, ear in zip((one, two), ears):
            store.listen(ear)
        await one.save((None, begun))
        assert not one.keeps(begun)  # a person is to move: nothing happens by itself
        await one.save((begun, thinking))
        assert (one.keeps(thinking), two.keeps(thinking)) == (True, False)
        await ears[1].until(("changed", "g", 1))
        with pytest.raises(Conflict):
            await two.save((begun, thinking))
        two.nudge(thinking)
        await ears[0].until(("wanted", "g"))
        await asyncio.to_thread(one.close)
        await ears[1].until(("wanted", "g"))
        assert two.keeps(thinking)
        await asyncio.to_thread(wait_until, lambda: two.leads)

    asyncio.run(story())
    two.close()


def test_a_lock_of_a_stranger_makes_nobody_alive(tmp_path: Path, database: str) -> None:
    """Visitors' SQL runs by a user of little rights, who may lock all the same."""
    url = make_url(database).set(drivername="postgresql")
    one, two = PostgresqlStore(database, tmp_path), PostgresqlStore(database, tmp_path)
    thinking = played(game("quixo", ME, Seat(level="level:1"), size="3"), "0,0-0,2")
    asyncio.run(one.save((None, thinking)))
    with two.writing() as connection:
        connection.exec_driver_sql(f"CREATE ROLE stranger_{url.database} LOGIN")
    theirs = url.set(username=f"stranger_{url.database}").render_as_string(hide_password=False)
    with psycopg.connect(theirs, autocommit=True) as stranger:
        gone, coming = one._watch.number, two._watch.number + 1
        one.close()
        for number in (gone, coming):
            stranger.execute("SELECT pg_advisory_lock(%s::int, %s::int)", (LOCKS, number))

        async def adopted() -> None:
            ear = Ear()
            two.listen(ear)
            await ear.until(("wanted", "g"))

        asyncio.run(adopted())
        three = PostgresqlStore(database, tmp_path)
        assert three._watch.number > coming
        assert (two.leads, three.leads) == (True, False)
        three.close()
    two.close()


class Ear:
    """Writes down what it hears."""

    def __init__(self) -> None:
        self._heard: list[tuple[Any, ...]] = []

    async def until(self, news: tuple[Any, ...]) -> None:
        async with asyncio.timeout(PATIENCE):
            while news not in self._heard:
                await asyncio.sleep(0.01)

    def changed(self, name: str, version: int) -> None:
        self._heard.append(("changed", name, version))

    def present(self, name: str, process: int, people: frozenset[str], asks: bool) -> None:
        self._heard.append(("present", name, people, asks))

    def wanted(self, names: Any) -> None:
        self._heard += [("wanted", name) for name in names]

    def alive(self, processes: frozenset[int]) -> None:
        self._heard.append(("alive", len(processes)))

    def caught_up(self) -> None:
        self._heard.append(("caught up",))


def test_games_and_names_of_a_file_are_carried_over_once(tmp_path: Path, database: str) -> None:
    file = SqliteStore(tmp_path)
    old = played(game("chomp", ME, Seat(level="level:4")), "2,2")
    asyncio.run(file.save((None, old)))
    file.close()
    for _start in range(2):
        store = PostgresqlStore(database, tmp_path)
        assert store.count() == 1
        assert store.load("g") == old

        async def adopted(store: PostgresqlStore = store) -> None:
            ear = Ear()
            store.listen(ear)
            await ear.until(("wanted", "g"))  # the level is to move

        asyncio.run(adopted())
        store.close()


def test_limits_hold_at_all_machines_together(tmp_path: Path, database: str) -> None:
    small = {"game_rate": 0.001, "game_burst": 16}
    with (
        machine(tmp_path / "a", database, **small) as one,
        machine(tmp_path / "b", database, **small) as two,
    ):
        ann = one.visitor()
        doors = [ann, moved(ann, two)]
        asked = {"game": "quixo", "seats": ["me", "me"]}
        codes = [doors[turn % 2].post("/api/v1/live", json=asked).status_code for turn in range(24)]
        assert codes.count(201) == 16
        assert codes.count(429) == 8


def test_a_database_that_is_away_is_said_in_a_sentence_and_all_goes_on_when_it_is_back(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine(tmp_path / "a", database) as house:
        ann = house.visitor()
        name = ann.begin("quixo", "me", "me", size="3")
        assert ann.get("/ready").status_code == 200
        store = house.app.state.store

        def broken(*_what: Any) -> None:
            raise psycopg.OperationalError("connection to server at db.internal failed")

        with monkeypatch.context() as away:
            away.setattr(store, "_write_change", broken)
            with ann.at(name) as talk:
                talk.hear()
                said = talk.refused("move", move="0,0-0,2", version=0)
        assert "internal" not in said
        assert "cannot be reached" in said
        monkeypatch.setattr(type(store._watch), "there", False)
        answer = ann.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"ready": False})
        monkeypatch.undo()
        kill(house, database)
        with ann.at(name) as talk:
            talk.hear()
            assert talk.play("0,0-0,2")["version"] == 1


def test_a_game_changed_while_it_is_opened_is_shown_as_it_is(
    machines: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = machines
    ann = one.visitor()
    name = ann.begin("quixo", "me", "me", size="3")
    store, loaded, go_on = two.app.state.store, threading.Event(), threading.Event()
    real = store.load

    def slow(*what: Any) -> Live:
        found: Live = real(*what)
        loaded.set()
        assert go_on.wait(PATIENCE)
        return found

    monkeypatch.setattr(store, "load", slow)
    with ThreadPoolExecutor(1) as thread, ann.at(name) as hers:
        hers.hear()

        def watch() -> int:
            with moved(ann, two).at(name) as there:
                return int(there.until(1)["version"])

        watching = thread.submit(watch)
        assert loaded.wait(PATIENCE)
        hers.play("0,0-0,2")
        wait_until(lambda: two.app.state.hub._heard.get(name) == 1)
        go_on.set()
        assert watching.result(PATIENCE) == 1
