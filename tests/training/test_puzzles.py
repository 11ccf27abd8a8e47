"""The puzzles that come with the games: enough of them, and each with one solution."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.core.errors import BadNotation, BadOption
from stratege.core.registry import GAMES
from stratege.training import making
from stratege.training.puzzle import Puzzle, puzzles, read, write

HAVE = [name for name, declared in GAMES.items() if declared.puzzle_boards]
AT_ONCE = ["chomp", "nimble"]  # a solver knows them; for the others a table is built first


@pytest.mark.parametrize("name", HAVE)
def test_there_are_five_hundred_of_each_game_and_all_can_be_played(name: str) -> None:
    found = puzzles(name)
    assert len(found) >= 500
    assert len({one.position for one in found}) == len(found)
    assert [one.rating for one in found] == sorted(one.rating for one in found)
    assert found[0].rating + 300 < found[-1].rating
    for one in found:
        line = one.line
        assert len(line.legal()) >= making.FEWEST_MOVES
        for move in one.solution:
            line = line.play(move)
        assert one.question


@pytest.mark.parametrize("name", AT_ONCE)
def test_each_has_exactly_one_solution_by_the_solver(name: str) -> None:
    assert making.faults(puzzles(name)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in HAVE if name not in AT_ONCE])
def test_each_has_exactly_one_solution_by_the_table(name: str) -> None:
    assert making.faults(puzzles(name)) == {}


def test_a_wrong_solution_is_found_out() -> None:
    right = puzzles("nimble")[0]
    line = right.line
    other = next(move for move in line.position.moves() if move != right.solution[0])
    wrong = Puzzle("nimble", right.variant, right.size, right.position, (other,), right.goal)
    assert making.faults([wrong]) == {right.position: f"{other} is not the only solution"}
    open_end = Puzzle("nimble", right.variant, right.size, right.position, (right.solution[0], "x"), "win")
    assert "end" in making.faults([open_end])[right.position]


def test_made_anew_they_are_the_same_and_have_one_solution() -> None:
    made = making.make("nimble", 8, seed=3)
    assert made == making.make("nimble", 8, seed=3)
    assert len(made) == 8
    assert making.faults(made) == {}
    assert read("nimble", write(made)) == sorted(made, key=lambda one: (one.rating, one.position))


def test_what_is_no_puzzle_is_refused() -> None:
    with pytest.raises(BadNotation, match="Line 2"):
        read("nimble", puzzles("nimble")[0].written() + "\nnonsense\n")


def test_a_game_without_proofs_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = SimpleNamespace(declaration=SimpleNamespace(puzzle_boards=()))
    monkeypatch.setattr(making, "game_class", lambda name: bare)
    with pytest.raises(BadOption, match="no puzzles"):
        making.boards("draughts")
    assert puzzles("draughts") == ()


@given(st.integers(0, 18))
def test_what_more_levels_solve_is_easier(solved: int) -> None:
    if solved:
        assert making.rating_of(solved, 18) < making.rating_of(solved - 1, 18)
