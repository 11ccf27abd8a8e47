"""Who prepares gives way to a person who waits, and to who misses an engine; engines come first of all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from filelock import FileLock
from tests.patience import PATIENCE, wait_until
from tests.web.visitors import served, settings_in

from stratege.core.game import Game
from stratege.core.language import use
from stratege.core.readiness import ready_code_only
from stratege.core.registry import GAMES, game
from stratege.core.wanted import granted, want, wanted
from stratege.engine import preparing
from stratege.engine.alphabeta import Searcher
from stratege.engine.preparing import wish_for
from stratege.web.app import create_app
from stratege.web.first_start import preparation, work
from stratege.web.first_start.chores import (
    CODECS,
    ENGINE,
    HOUSE_GAMES,
    PICTURES,
    SECONDS,
    TABLE,
    Chore,
    Notes,
    engine_chores,
)
from stratege.web.first_start.preparation import time_left
from stratege.web.first_start.work import AtWork, News

QUIXO, NIMBLE = game("quixo"), game("nimble", None, "6x2")
SMALL_ENGINE = Chore(ENGINE, "nimble", None, "6x2")
CHORES = [
    Chore(ENGINE, "quixo"),
    Chore(TABLE, "quixo", None, "3"),
    Chore(HOUSE_GAMES, "nimble", None, "6x2", 7),
]


class Heard:
    """A pipe that somebody listens to."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def send(self, news: News) -> None:
        self.news.append(news)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache without machine code."""
    monkeypatch.setenv("STRATEGE_CACHE", str(tmp_path / "cache"))
    preparing.keeps_code.cache_clear()
    return tmp_path / "cache"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The engines that were asked of the compiler, which is not at home."""
    asked: list[Game] = []

    def pretend(chosen: Game, tell: Callable[[float], None]) -> None:
        asked.append(chosen)
        tell(0.5)
        granted(*wish_for(chosen))

    monkeypatch.setattr(work, "prepare", pretend)
    return asked


@pytest.fixture(autouse=True)
def no_lower_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is at work here is this very process, which has other tests to run."""
    monkeypatch.setattr(work, "_be_nice", lambda niceness: None)


def at_work(free: bool = True) -> tuple[AtWork, Heard, threading.Event]:
    heard, event = Heard(), threading.Event()
    if free:
        event.set()
    return AtWork(cast(Any, heard), CHORES, event), heard, event


def test_tables_and_games_rest_while_somebody_waits_and_engines_do_not(cache: Path) -> None:
    one, heard, free = at_work(free=False)
    one.tell(CHORES[0], 0.5)  # at once
    resting = threading.Thread(target=one.tell, args=(CHORES[1], 0.25))
    resting.start()
    while not heard.news or heard.news[-1].chore != CHORES[1]:
        time.sleep(0.001)
    resting.join(0.05)
    assert resting.is_alive()
    free.set()
    resting.join(PATIENCE)
    assert not resting.is_alive()


def test_who_is_always_busy_gets_tables_all_the_same(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LONGEST_PAUSE", 0.01)
    one, heard, _free = at_work(free=False)
    one.tell(CHORES[1], 0.25)
    assert heard.news[-1].chore == CHORES[1]


def test_what_somebody_misses_is_compiled_before_anything_else(cache: Path, made: list[Game]) -> None:
    one, heard, _free = at_work()
    want(*wish_for(QUIXO))
    one.tell(CHORES[1], 0.25)
    assert made == [QUIXO]
    assert [(news.chore, news.fraction, news.part) for news in heard.news] == [
        (CHORES[1], 0.25, 2),
        (CHORES[0], 0.0, 1),
        (CHORES[0], 0.5, 1),
    ]
    one.tell(CHORES[2], 0.0)
    want(*wish_for(QUIXO))  # nothing could be kept: it is not tried for ever
    want(*wish_for(NIMBLE))
    one.tell(CHORES[2], 0.5)
    assert made == [QUIXO, NIMBLE]
    assert heard.news[-1].chore == Chore(ENGINE, "nimble", "standard", "6x2")


def test_while_one_engine_is_compiled_no_other_is_begun(cache: Path, made: list[Game]) -> None:
    one, _heard, _free = at_work()
    want(*wish_for(NIMBLE))
    one.tell(CHORES[0], 0.5)
    assert made == []
    one.tell(CHORES[0], 0.0)
    assert made == [NIMBLE]


def test_the_bar_moves_and_says_how_long_it_takes(cache: Path) -> None:
    one, heard, _free = at_work()
    for chore in CHORES:
        for step in range(11):
            one.tell(chore, step / 10)
    assert [news.part for news in heard.news] == [1] * 11 + [2] * 11 + [3] * 11
    seconds = [news.seconds for news in heard.news]
    assert seconds[0] == sum(SECONDS[chore.kind] for chore in CHORES)
    assert seconds == sorted(seconds, reverse=True)
    assert seconds[-1] == 0


def test_what_was_wished_for_counts_as_done_and_nothing_else(
    cache: Path, made: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    one, heard, _free = at_work()
    want(*wish_for(NIMBLE))
    one.grant_wishes()
    assert [news.seconds for news in heard.news] == [6 + 41, round((3 + 41) * 10 / 13)]
    one.tell(CHORES[0], 0.0)
    assert heard.news[-1].seconds == round(41 * 10 / 16)


def test_the_time_left_is_said_roughly() -> None:
    said = {seconds: time_left(seconds) for seconds in (0, 1, 42, 119, 150, 600)}
    assert [*said.values()] == [
        "",
        "about 5 s left",
        "about 45 s left",
        "about 120 s left",
        "about 2 min left",
        "about 10 min left",
    ]
    use("fr")
    assert time_left(42) == "encore 45 s environ"


def test_the_engine_comes_before_tables_and_house_games(tmp_path: Path) -> None:
    chores = engine_chores()
    assert chores[0].kind == PICTURES
    assert [chore.name for chore in chores[1:-1]] == list(GAMES)
    assert chores[-1].kind == CODECS
    assert len({chore.words for chore in chores}) == len(chores)
    one = preparation.Preparation(settings_in(tmp_path, warm=True, chores=tuple(CHORES[1:])))
    kinds = [chore.kind for chore in one._chores]
    assert kinds[-2:] == [TABLE, HOUSE_GAMES]
    assert set(kinds[:-2]) <= {ENGINE, PICTURES, CODECS}


def test_how_far_it_is_counts_all_parts(tmp_path: Path) -> None:
    one = preparation.Preparation(settings_in(tmp_path, chores=tuple(CHORES[1:])))
    percents = []
    for part, chore in enumerate(CHORES[1:], start=1):
        for fraction in (0.0, 0.5, 1.0):
            one.news = News(work.WORKING, chore, part, fraction)
            percents.append(one.shape()["percent"])
    assert percents == [0, 25, 50, 50, 75, 100]


def test_only_what_was_made_is_said_to_be_ready(tmp_path: Path) -> None:
    some = preparation.Preparation(settings_in(tmp_path, warm=True))
    every = preparation.Preparation(settings_in(tmp_path, warm=True, chores=tuple(CHORES[1:])))
    assert some.shape()["words"] == "The engines are ready."
    assert every.shape()["words"] == "Tables and house games are ready."


def test_an_engine_that_was_prepared_and_deleted_is_prepared_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes(tmp_path, str(tmp_path / "archive.sqlite"))
    for chore in (SMALL_ENGINE, Chore(PICTURES, "")):
        assert notes.left([chore]) == [chore]
        notes.note(chore)
        assert notes.left([chore]) == [chore]  # there is no code
    monkeypatch.delenv("STRATEGE_CACHE")
    preparing.prepare(NIMBLE)
    notes.note(SMALL_ENGINE)
    assert notes.left([SMALL_ENGINE]) == []


@pytest.mark.parametrize("kind", [PICTURES, CODECS])
def test_preparing_pictures_compiles_what_they_take(kind: str) -> None:
    told: list[float] = []
    Chore(kind, "").do("", told.append)
    assert told == sorted(told)
    assert Notes(Path(), "")._is_gone(Chore(kind, "")) is False


def test_a_machine_replies_while_its_engine_is_being_compiled(
    nimble_code: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler takes for ever; then it finds that somebody else was quicker."""
    monkeypatch.setattr(preparation, "engine_chores", lambda: (SMALL_ENGINE,))
    cache.mkdir()
    compiler, app = FileLock(cache / preparing.LOCK), create_app(settings_in(tmp_path, warm=True))
    with compiler, served(app) as house:
        ann = house.visitor()
        assert "Preparing the engine for Nimble" in ann.get("/api/v1/preparation").json()["words"]
        name = ann.begin("nimble", "me", "level:5", size="6x2")
        with ann.at(name) as talk:
            talk.hear()
            version = talk.live["version"]
            talk.play(talk.live["view"]["moves"][0])
            talk.until(version + 2)
        assert wanted() == [wish_for(NIMBLE)]
        assert not (cache / "compiled").exists()
        assert ann.get("/api/v1/preparation").json()["state"] == "working"
        (cache / "compiled").symlink_to(nimble_code)
        compiler.release()
        house.until_prepared()
        assert ann.get("/api/v1/preparation").json()["state"] == "ready"
        assert wanted() == []
        want(*wish_for(NIMBLE))  # and whatever is missed later is seen to
        wait_until(lambda: not wanted(), 0.05)


@pytest.mark.usefixtures("own_wishes")
def test_a_process_waits_for_the_first_visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "engine_chores", lambda: ())
    with served(create_app(settings_in(tmp_path, warm=True))) as house:
        visitor = house.visitor()
        wait_until(lambda: visitor.get("/health").json()["workers"])
        assert visitor.get("/api/v1/preparation").json()["state"] == "ready"


def test_a_wish_that_cannot_be_granted_hinders_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = []

    def fail_first(chosen: Game, tell: Callable[[float], None]) -> None:
        made.append(chosen)
        if len(made) == 1:
            raise RuntimeError("LLVM has had enough")

    monkeypatch.setattr(work, "prepare", fail_first)
    want(*wish_for(QUIXO))
    time.sleep(0.01)
    want(*wish_for(NIMBLE))
    at_work()[0].grant_wishes()
    assert made == [QUIXO, NIMBLE]
    assert wish_for(QUIXO) not in wanted()
    assert "cannot be prepared" in caplog.text


def test_nobody_compiles_for_a_board_too_wide_for_the_compiler(cache: Path) -> None:
    want("game", "nimble", "standard", "200x2")
    assert preparing.wishes() == []
    assert wanted() == []
    with ready_code_only():
        assert Searcher(game("nimble", "standard", "200x2"), table_mib=1).interpreted
    assert wanted() == []
