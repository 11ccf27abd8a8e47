"""Finished live games are in the archive: once, however they ended, even if the server dies in between."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.patience import wait_until
from tests.web.conftest import fresh_database
from tests.web.live.test_game import ANN, BOB, ME, act, game, played
from tests.web.visitors import House, served, settings_in

from stratege.archive.formats import read
from stratege.archive.game_entry import GameEntry, Name
from stratege.archive.record_texts import Written
from stratege.archive.sql_role import make_role
from stratege.archive.store import Archive
from stratege.archive.validate import validate
from stratege.web.app import create_app
from stratege.web.jobs.task import Job, Task
from stratege.web.live.finished import OPENING, keep, record_of
from stratege.web.live.game import Live, Seat
from stratege.web.live.sqlite_store import SqliteStore

LINE = ("0,0-0,2", "2,2-2,0", "0,0-0,2", "2,2-2,0", "0,0-0,2")  # player 1 has the top row of a 3×3 board
NEVER = 1e6  # seconds


def entry_of(live: Live) -> GameEntry:
    """The record of a live game, read back."""
    record = record_of(live)
    assert record is not None
    entry = read(Written(1, record))
    assert isinstance(entry, GameEntry)
    assert not validate([entry]).refused
    return entry


def test_a_record_says_how_the_game_was() -> None:
    won = played(game("quixo", ME, ME, size="3"), *LINE)
    assert (entry_of(won).result, entry_of(won).ending, tuple(entry_of(won).moves)) == ("1-0", "line", LINE)
    resigned = act(played(game(), "e", "g", "a"), BOB, "resign")
    assert (entry_of(resigned).result, entry_of(resigned).ending) == ("1-0", "resigned")
    agreed = act(act(played(game(), "e", "g"), ANN, "offer-draw"), BOB, "accept-draw")
    assert (entry_of(agreed).result, entry_of(agreed).ending) == ("1/2-1/2", "agreed")
    late = played(game(clock=(1000, 0)), "e", "g").ticked(10**6)
    assert (entry_of(late).result, entry_of(late).ending) == ("0-1", "time")
    begun = game("nimble", ME, ME)
    moved = played(begun, begun.position.moves()[0])
    moved = played(moved, moved.position.moves()[0])
    assert entry_of(act(moved, ANN, "resign")).start == begun.position  # which was drawn by lot


def test_levels_have_the_names_of_house_games_and_people_have_none() -> None:
    live = against_a_level(OPENING + 2)
    entry = entry_of(act(live, ANN, "resign"))
    assert entry.players == (Name("anonymous"), Name("level:9"))
    assert live.id not in entry.tags.values()  # nobody learns from the archive where it can be watched


def against_a_level(plies: int, size: str | None = None) -> Live:
    """A game of Awalé that goes on."""
    live = game("awale", ME, Seat(level="level:9"), size=size)
    for _ply in range(plies):
        live = live._played(live.position.moves()[-1], 0)
    return live


def test_only_usual_games_say_how_strong_a_level_is() -> None:
    """Else one could pull its rating down with positions, boards or undone moves that make it lose."""
    usual = against_a_level(OPENING + 2)
    undone = act(usual, ANN, "undo")
    odd = {
        "short": against_a_level(OPENING - 2),
        "small": against_a_level(OPENING + 2, "3"),
        "chosen": replace(usual, usual=False),
        "undone": undone._played(undone.position.moves()[0], 0),
    }
    assert entry_of(act(usual, ANN, "resign")).players[1] == Name("level:9")
    for why, live in odd.items():
        assert entry_of(act(live, ANN, "resign")).players[1] == Name("level:9 (unrated)"), why


def test_a_game_that_hardly_began_is_not_kept() -> None:
    assert record_of(act(game(), ANN, "resign")) is None
    assert record_of(act(played(game(), "e"), ANN, "resign")) is None


def test_the_first_end_counts_and_is_written_with_the_last_move(tmp_path: Path) -> None:
    begun = played(game("quixo", ME, ME, size="3"), *LINE[:-1])
    over = played(begun, LINE[-1])
    back = act(over, ANN, "undo")
    resigned = act(back, ANN, "resign")
    store = SqliteStore(tmp_path)

    async def save(*steps: Live) -> None:
        for before, after in pairwise(steps):
            await store.save((before, after))

    asyncio.run(store.save((None, begun)))
    assert store.finished(10) == {}
    asyncio.run(save(begun, over, back, resigned))
    assert store.finished(10) == {"g": record_of(over)}
    asyncio.run(store.archived(["g"]))
    assert store.finished(10) == {}
    asyncio.run(save(resigned, act(resigned, ANN, "undo")))
    store.close()
    again = SqliteStore(tmp_path)
    assert again.finished(10) == {}
    again.close()


def play_out(house: House) -> None:
    """A whole game on one screen."""
    ann = house.visitor()
    name = ann.begin("quixo", "me", "me", size="3")
    with ann.at(name) as talk:
        talk.hear()
        for move in LINE:
            talk.play(move)
        assert talk.live["status"] == "over"


def wait_for_games(house: House, count: int) -> None:
    """Until the archive has so many games."""
    visitor = house.visitor()
    wait_until(lambda: visitor.get("/api/v1/explore?game=quixo&size=3").json()["games"] == count, 0.1)


def test_a_game_that_ends_is_soon_in_the_explorer(tmp_path: Path) -> None:
    with served(create_app(settings_in(tmp_path, archive_pause=0.0))) as house:
        play_out(house)
        wait_for_games(house, 1)
        play_out(house)  # the same moves, but another game
        wait_for_games(house, 2)
        told = house.visitor().get("/api/v1/archive/games/2").json()
        assert (told["players"], told["moves"]) == (["anonymous", "anonymous"], list(LINE))


@pytest.mark.parametrize("written", [False, True], ids=["before", "after"])
def test_a_server_that_dies_before_or_after_writing_loses_and_doubles_nothing(
    tmp_path: Path, written: bool
) -> None:
    with served(create_app(settings_in(tmp_path, archive_pause=NEVER))) as house:
        play_out(house)
    database = str(tmp_path / "archive.sqlite")
    if written:  # but not crossed off
        store = SqliteStore(tmp_path)
        records = {"database": database, "records": list(store.finished(10).values())}
        assert keep(Task(0, Job(keep, options=records), lambda kind, payload: None)) == []
        store.close()
    with served(create_app(settings_in(tmp_path, archive_pause=0.0))) as house:
        wait_for_games(house, 1)
        wait_until(lambda: not house.app.state.store.finished(10), 0.05)
    with Archive.open(database) as archive:
        assert len(list(archive.entries())) == 1


def test_the_archive_may_be_a_postgresql_database(tmp_path: Path, postgresql: str) -> None:
    database = fresh_database(postgresql)
    settings = settings_in(tmp_path, archive_pause=0.0, database=database, live=database)
    with served(create_app(settings)) as house:
        play_out(house)
        wait_for_games(house, 1)
        visitor = house.visitor()
        asked = {"game": "quixo", "sql": "SELECT nbtours FROM Partie"}
        assert "sql-role" in visitor.get("/api/v1/sql", params=asked).text
        with Archive.open(database) as archive:
            make_role(archive)
        assert visitor.get("/api/v1/sql", params=asked).json()["rows"] == [[len(LINE)]]
        for secret in ("SELECT rolpassword FROM pg_authid", "SELECT value FROM live.house"):
            assert visitor.get("/api/v1/sql", params={"sql": secret}).status_code == 400, secret
        only = visitor.get("/api/v1/explore?game=quixo&size=3&player=anonymous&since=2020-01-01")
        assert only.json()["games"] == 1
    assert not list(tmp_path.glob("*.sqlite"))
