"""The table of free Ming Mang, against a solver with nothing but dictionaries and the rules."""

from __future__ import annotations

import hashlib
import random

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk, Interrupted, helped, interrupted, interrupting, plain

import stratege
from stratege.core.errors import BadOption, StrategeError
from stratege.core.kernel import State
from stratege.core.recipe import Exact, Layer, Work
from stratege.games.colourings import level_solver
from stratege.games.colourings.levels import Levels
from stratege.games.mingmang import kernel, table_recipe
from stratege.games.mingmang.retrograde.level_solver import LevelSolver

GAME = stratege.game("mingmang", size=3)
RULES = GAME.rules
(LAYER,) = table_recipe.layers(RULES, None)

OLD_3X3 = "a178c3f53db327c9e58bf23145572c704b32366f78253517c8058e0c97d201f2"
OLD_4X4 = "9e4a57d4427f62b40b118cfd4e509c161b754d141c9f752ddfebf80cbe15c444"


def naive() -> dict[State, int]:
    """Plies to the end of every board of 3 × 3 that has an end, found level by level."""
    afters: dict[State, list[State]] = {}
    for number in range(3**9):
        digits = [number // 3**cell % 3 for cell in range(9)]
        state = tuple(sum(1 << cell for cell in range(9) if digits[cell] == who) for who in (1, 2))
        out = [0] * 36
        count = kernel.moves(RULES, state, out, 0)
        afters[state] = [kernel.play(RULES, state, move) for move in out[:count]]
    plies: dict[State, int] = {}
    for level in range(100):
        for state, nexts in afters.items():
            if state not in plies:
                known = [plies[after] for after in nexts if plies.get(after, level) < level]
                won = any(distance % 2 == 0 for distance in known)
                if won or len(known) == len(nexts):
                    plies[state] = level
    return plies


@pytest.fixture(scope="module")
def data() -> NDArray[numpy.uint8]:
    return Desk(table_recipe, RULES).build().data[LAYER.name]


@pytest.mark.bounds
def test_it_agrees_with_the_naive_solver_on_every_board(data: NDArray[numpy.uint8]) -> None:
    expected = naive()
    for state in ((mine, theirs) for mine in range(512) for theirs in range(512) if not mine & theirs):
        distance = expected.get(state)
        result = 0 if distance is None else 1 if distance % 2 else -1
        found = table_recipe.probe(RULES, state, lambda _layer, at, length: data[at : at + length].tobytes())
        assert found == Exact(result, distance), state


@pytest.mark.bounds
def test_moves_taken_back_are_those_of_the_rules() -> None:
    for size in (3, 4):
        table_recipe.selfcheck(stratege.game("mingmang", size=size).rules, 5)


def test_stopped_anywhere_it_goes_on_to_the_same_bytes(data: NDArray[numpy.uint8]) -> None:
    for seed in range(5):
        half = numpy.zeros_like(data)
        with pytest.raises(Interrupted):
            table_recipe.solve(RULES, LAYER, half, {}, interrupted(after=random.Random(seed).randint(1, 20)))
        assert not numpy.array_equal(half, data)
        table_recipe.solve(RULES, LAYER, half, {}, plain(workers=1 + seed % 2))
        assert numpy.array_equal(half, data)


def test_the_bytes_are_those_of_ever(data: NDArray[numpy.uint8]) -> None:
    """The 3 × 3 table of version 1, as an earlier solver made it, move by move backwards."""
    assert hashlib.sha256(data.tobytes()).hexdigest() == OLD_3X3


@pytest.mark.soak
def test_the_bytes_of_4_by_4_are_those_of_ever() -> None:
    rules = stratege.game("mingmang", size=4).rules
    (whole,) = Desk(table_recipe, rules).build().data.values()
    assert hashlib.sha256(whole.tobytes()).hexdigest() == OLD_4X4


def solved(pawns: int, found: Levels, work: Work) -> list[NDArray[numpy.uint8]]:
    """The boards of 4 × 4 with so many pawns, part by part."""
    solver = LevelSolver(stratege.game("mingmang", size=4).rules, pawns, work, found)
    solver.solve()
    return [solver.part(number) for number in range(len(solver.starts))]


@pytest.mark.bounds
@pytest.mark.parametrize("pawns", [3, 7, pytest.param(9, marks=pytest.mark.soak)])
def test_sweeps_alone_and_board_by_board_find_the_same(pawns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    by_board = solved(pawns, Levels(), plain())
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 0)
    monkeypatch.setattr(level_solver, "FEW", 1 << 60)
    monkeypatch.setattr(level_solver, "PART_BOARDS", 1 << 12)
    swept = solved(pawns, Levels(), plain())
    assert numpy.array_equal(numpy.concatenate(by_board), numpy.concatenate(swept))


@pytest.mark.parametrize("kills", [(40, 300), pytest.param((3, 80, 500, 700), marks=pytest.mark.soak)])
def test_levels_survive_a_kill(kills: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 2_000)
    monkeypatch.setattr(level_solver, "PART_BOARDS", 1 << 14)
    whole = numpy.concatenate(solved(8, Levels(), plain()))
    for after in kills:
        kept: dict[str, NDArray[numpy.uint8]] = {}
        work = plain(1, interrupting(after), kept)
        with pytest.raises(Interrupted):
            solved(8, Levels(work.scratch), work)
        again = plain(2, scratch=kept)
        assert numpy.array_equal(numpy.concatenate(solved(8, Levels(again.scratch), again)), whole)


def test_more_levels_than_a_byte_can_tell_are_an_error() -> None:
    for levels in (Levels(), Levels(plain().scratch)):
        for _level in range(255):
            levels.append([b"", b"l"])
        with pytest.raises(StrategeError, match="more than 255 plies"):
            levels.append([b""])


def test_others_who_look_at_parts_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever of them dies, and whatever a build that was killed left in the files."""
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 2_000)
    monkeypatch.setattr(level_solver, "PART_BOARDS", 1 << 14)
    monkeypatch.setattr(level_solver, "JOB_ENTRIES", 1 << 9)
    whole = numpy.concatenate(solved(8, Levels(), plain()))
    kept: dict[str, NDArray[numpy.uint8]] = {}
    work = helped(stratege.game("mingmang", size=4).rules, Layer("pawns-8", 0, 0), kept)
    for _time in range(2):
        assert numpy.array_equal(numpy.concatenate(solved(8, Levels(), work)), whole)
        kept["known"][:] = 255


@pytest.mark.bounds
def test_a_whole_table_is_solved_anew() -> None:
    rules = stratege.game("mingmang", size=4).rules

    def difference(table: NDArray[numpy.uint8]) -> int:
        return LevelSolver(rules, 6, plain(), Levels()).first_difference(lambda start, end: table[start:end])

    data = numpy.concatenate(solved(6, Levels(), plain()))
    assert difference(data) == -1
    for entry in random.Random(3).sample(range(len(data)), 5):
        spoilt = data.copy()
        spoilt[entry] = 0 if spoilt[entry] else 4
        assert difference(spoilt) == entry


def test_even_pages_lost_at_random_are_made_again(data: NDArray[numpy.uint8]) -> None:
    holes = data.copy()
    holes[numpy.random.default_rng(1).random(len(data)) < 0.3] = 0
    table_recipe.solve(RULES, LAYER, holes, {}, plain())
    assert numpy.array_equal(holes, data)


@pytest.mark.bounds
def test_a_wrong_entry_is_found(data: NDArray[numpy.uint8]) -> None:
    assert table_recipe.wrong(RULES, LAYER, data, {}, None, plain()) == -1
    for number in random.Random(2).sample(range(len(data)), 20):
        spoilt = data.copy()
        spoilt[number] ^= 1
        assert table_recipe.wrong(RULES, LAYER, spoilt, {}, numpy.array([number]), plain()) == number


@pytest.mark.bounds
def test_the_statistics_cover_every_board(data: NDArray[numpy.uint8]) -> None:
    found = table_recipe.statistics(RULES, LAYER, data, plain())
    assert found["won"] + found["lost"] + found["drawn"] == 3**9
    assert sum(found["by_distance"].values()) == found["won"] + found["lost"]
    assert found["longest"] == 28
    assert found["start"] == {"result": 1, "plies": 1}
    assert found["first_moves"] == {
        "2,1-2,2": {"result": 1, "plies": 1},
        "3,2-2,2": {"result": -1, "plies": 2},
    }


def test_larger_boards_are_refused() -> None:
    with pytest.raises(BadOption, match="up to 5×5"):
        table_recipe.layers(stratege.game("mingmang", size=6).rules, None)
    with pytest.raises(BadOption, match="no limit"):
        table_recipe.layers(RULES, 3)
