"""A search on the rules in plain Python plays what the compiled one plays, and becomes it when it can."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

from stratege.core import readiness
from stratege.core.compiling import cache_root
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.readiness import ready_code_only
from stratege.core.registry import GAMES, game
from stratege.core.wanted import granted, want, wanted
from stratege.core.words import mix
from stratege.engine.adviser import Adviser
from stratege.engine.alphabeta import Found, Manner, Searcher
from stratege.engine.alphabeta_kernel import work
from stratege.engine.limits import Limits
from stratege.engine.players import SearchPlayer, player
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf


class FreshMachine:
    """A machine that has never compiled anything, until `code_comes`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch, self._usual = monkeypatch, os.environ.get("STRATEGE_CACHE")
        monkeypatch.setenv("STRATEGE_CACHE", str(folder))

    def code_comes(self, name: str) -> None:
        """All that a search of the game needs is compiled."""
        if self._usual is None:
            self._monkeypatch.delenv("STRATEGE_CACHE")
        else:
            self._monkeypatch.setenv("STRATEGE_CACHE", self._usual)
        copy_context().run(_compile, name)


def _compile(name: str) -> None:
    readiness._only.set(False)
    Searcher(game(name))


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FreshMachine]:
    """A fresh machine, where nobody waits for the compiler."""
    with ready_code_only():
        yield FreshMachine(tmp_path / "empty", monkeypatch)


def positions(name: str, count: int, seed: int = 1) -> list[Position]:
    """The positions of a random game."""
    draw, here = random.Random(seed), game(name).start(seed=0)
    seen: list[Position] = []
    while len(seen) < count and here.legal():
        seen.append(here)
        here = here.play(draw.choice(here.legal()))
    return seen


def essence(found: Found) -> tuple[object, ...]:
    return found.move, found.value, found.depth, found.nodes, found.line


def searched(searcher: Searcher, name: str) -> list[object]:
    """What is found on the way through a game, by players who overlook more or less."""
    found: list[object] = []
    for number, here in enumerate(positions(name, 6)):
        searcher.behave(Manner(16 * (number % 3), 77 + number, 99 + number))
        found.append(essence(searcher.search(here, Limits(nodes=1500))))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_both_lives_search_the_same_tree(name: str, machine: FreshMachine) -> None:
    slow = Searcher(game(name))
    found = searched(slow, name)
    assert slow.interpreted
    machine.code_comes(name)
    fast = Searcher(game(name))
    assert not fast.interpreted
    assert searched(fast, name) == found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [1, 5, 10])
def test_every_level_moves_at_once_without_machine_code(name: str, level: int, machine: FreshMachine) -> None:
    here = positions(name, 2)[-1]
    level_player = player(f"level:{level}", game(name), seed=3)
    assert isinstance(level_player, SearchPlayer)
    limits = Limits(seconds=0.2 if level == 10 else None)
    move = level_player.choose(Line(here), limits)
    assert move in here.legal()
    assert level_player.interpreted
    if level < 10:
        machine.code_comes(name)
        again = player(f"level:{level}", game(name), seed=3)
        assert isinstance(again, SearchPlayer)
        assert not again.interpreted
        assert again.choose(Line(here), limits) == move


def test_machine_code_that_comes_is_used_at_the_next_move_with_all_that_is_remembered(
    machine: FreshMachine,
) -> None:
    whole, switching = (Searcher(game("quixo")) for _number in range(2))
    first, second = positions("quixo", 2)
    for one in (whole, switching):
        one.search(first, Limits(nodes=1500))
    stays = essence(whole.search(second, Limits(nodes=1500)))
    assert whole.interpreted
    machine.code_comes("quixo")
    assert essence(switching.search(second, Limits(nodes=1500))) == stays
    assert not switching.interpreted


def test_an_analysis_goes_on_with_machine_code_that_comes(machine: FreshMachine) -> None:
    here, adviser = Line(game("awale").start()), Adviser(game("awale"))
    adviser.prepare()
    assert adviser.interpreted
    lives = []

    def on_depth(so_far: object) -> None:
        lives.append(adviser.interpreted)
        if len(lives) == 3:
            machine.code_comes("awale")

    found = adviser.advise(here, Limits(depth=6), on_depth=on_depth)
    assert lives == [True, True, True, False, False, False]
    again = Adviser(game("awale")).advise(here, Limits(depth=6))
    assert [one.as_json() for one in found.moves] == [one.as_json() for one in again.moves]


def test_who_goes_over_to_machine_code_sees_the_tables_then(
    machine: FreshMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path / "tables"))
    awale, shelf = game("awale"), Shelf()
    one = Searcher(awale, shelf=shelf)
    here = awale.parse("1,0,1,0,0,0,1,0,1,0,0,1:22,21:1:0")
    one.search(here, Limits(depth=3))
    assert one.interpreted
    machine.code_comes("awale")
    copy_context().run(_build, awale)
    one.search(here, Limits(depth=3))
    assert not one.interpreted
    assert one._work[work.TABLED] == 1


def _build(awale: Game) -> None:
    readiness._only.set(False)
    builder = Builder(Shelf(), awale, 1, 1 << 28)
    builder.build(builder.plan(4))


def test_machine_code_is_wished_for_once_and_the_oldest_wish_comes_first(
    machine: FreshMachine,
) -> None:
    assert wanted() == []
    for name in ("quixo", "nimble", "quixo"):
        Searcher(game(name))
    wishes = [("game", one.name, one.variant.name, one.size) for one in map(game, ("quixo", "nimble"))]
    assert wanted() == wishes
    granted(*wishes[0])
    granted(*wishes[0])
    assert wanted() == wishes[1:]


def test_wishes_that_make_no_sense_are_dropped(machine: FreshMachine) -> None:
    want("game", "quixo")
    folder = cache_root() / "wanted"
    for name, content in (("a", "[1"), ("b", '["x"]'), ("c", "7"), ("d", "")):
        (folder / name).write_text(content)
    (folder / "e").mkdir()
    assert wanted() == [("game", "quixo")]
    for number in range(200):
        want("many", str(number))
    assert len(wanted()) <= 100


def test_a_hash_is_the_same_in_both_lives() -> None:
    from stratege.core import intrinsics

    draw = random.Random(5)
    for _number in range(200):
        seed, word = draw.getrandbits(63), draw.getrandbits(64)
        signed = word - (1 << 64) if word >> 63 else word
        assert mix(seed, word) == intrinsics.mix(seed, signed)
    for bit in (0, 63, 64, 100, 4000):
        assert mix(1, 1 << bit) != mix(1, 0)
