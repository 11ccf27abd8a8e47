"""Analysis: every legal move, best first, with true values, kinds, lines and reasons."""

from __future__ import annotations

import pytest
from tests.engine.test_alphabeta import forced_end, minimax, random_positions
from tests.games.catalogue import identify, usual_games

import stratege
from stratege.core import language
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.adviser import Adviser, analyse
from stratege.engine.analysis import Analysis
from stratege.engine.limits import Limits
from stratege.games.chomp import solver
from stratege.games.nimble.solver import is_lost, winning_moves


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_every_legal_move_is_valued_best_first(rules: Game) -> None:
    for position in random_positions(rules, 3, "analysis"):
        found = position.analyse(depth=3)
        assert sorted(valued.move for valued in found.moves) == sorted(position.moves())
        values = [valued.value for valued in found.moves]
        assert values == sorted(values, reverse=True)
        for valued in found.moves:
            assert valued.line[0] == valued.move
            here: Position = position
            for move in valued.line:
                here = here.play(move)


@pytest.mark.parametrize("name", ["awale", "quixo", "mingmang"])
def test_the_values_are_minimaxs(name: str) -> None:
    rules = stratege.game(name, size={"mingmang": "4"}.get(name))
    for position in random_positions(rules, 8, "values"):
        for valued in analyse(position, depth=3).moves:
            if valued.value.depth == 3:
                assert valued.value.score == -minimax(position.play(valued.move), 2, position), (
                    position.text()
                )


def test_a_proven_value_is_exact_and_says_in_how_many_plies() -> None:
    position = stratege.parse("quixo", "xxxx./ooo../...../...../.....:1")
    best = analyse(position, depth=3).moves[0]
    assert (best.kind, best.value.result, best.value.plies, best.verdict) == ("exact", 1, 1, "won in 1")
    assert best.reason == "makes a line"
    outcome = position.play(best.move).outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_chomp_is_solved_at_once_and_the_distance_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    bar = stratege.parse("chomp", "4,4")
    found = analyse(bar, depth=1).moves
    assert [(valued.move, valued.verdict) for valued in found if valued.value.score > 0] == [("1,3", "won")]
    assert {valued.kind for valued in found} == {"exact"}
    assert forced_end(bar, 7)
    assert not forced_end(bar, 5)
    for most in (solver.MOST_AT_ONCE, 10):  # solved, and too large to be
        monkeypatch.setattr(solver, "MOST_AT_ONCE", most)
        deep = analyse(bar, depth=12).moves
        assert [(valued.move, valued.verdict) for valued in deep[:1]] == [("1,3", "won in 7")]
        assert all(valued.value.plies for valued in deep)


def test_an_unfinished_value_is_a_search_with_its_depth() -> None:
    found = analyse(stratege.game("awale").start(), depth=5)
    assert {(valued.kind, valued.value.depth, valued.value.result) for valued in found.moves} == {
        ("search", 5, None)
    }
    assert found.depth == 5
    assert found.nodes > 0


@pytest.mark.parametrize("misere", [False, True])
def test_nimble_is_solved_whatever_the_board(misere: bool) -> None:
    rules = stratege.game("nimble", "misere" if misere else "standard", "4x2")
    lost: dict[Position, bool] = {}

    def loses(position: Position) -> bool:
        if position not in lost:
            outcome = position.outcome()
            if outcome is not None:
                lost[position] = outcome.winner != position.to_move
            else:
                lost[position] = all(not loses(position.play(move)) for move in position.legal())
        return lost[position]

    for position in random_positions(rules, 60, "nimble"):
        assert is_lost(position.state, misere) == loses(position)
        winning = {f"{origin + 1}-{target + 1}" for origin, target in winning_moves(position.state, misere)}
        assert winning == {move for move in position.moves() if loses(position.play(move))}
        found = analyse(position)
        assert {valued.move for valued in found.moves if valued.value.result == 1} == winning
        assert all(valued.kind == "exact" for valued in found.moves)
        assert all(bool(valued.reason) == (valued.value.result == 1) for valued in found.moves)


def test_nimble_explains_itself_in_both_languages() -> None:
    position = stratege.parse("nimble", "0,0,1,2,0,2")
    assert analyse(position).moves[0].reason == "the nim-sum is 2: move a pawn from 3 to 1"
    language.use("fr")
    assert analyse(position).moves[0].reason == "la nim-somme est 2 : déplacez un pion de 3 vers 1"
    assert analyse(position).moves[0].verdict == "gagné"


def test_reasons_say_what_a_move_does() -> None:
    awale = {
        v.move: v.reason
        for v in analyse(stratege.parse("awale", "3,0,1,0,2,5,2,1,0,3,0,1:15,15"), depth=1).moves
    }
    assert awale["e"] == "takes 3 seeds, threatens to take 2 with f"
    flips = analyse(stratege.parse("mingmang", "xoo./...x/..../....:1"), depth=1).moves[0]
    assert flips.reason == "flips 2 pawns"
    arms = {v.move: v.reason for v in analyse(stratege.parse("chomp", "3,3,3"), depth=1).moves}
    assert arms["1,1"] == "leaves two arms of the same length"


def test_a_finished_game_has_no_moves_to_value() -> None:
    assert analyse(stratege.parse("chomp", "1")).moves == ()


def test_each_depth_is_reported_and_stopping_keeps_what_is_known() -> None:
    adviser = Adviser(stratege.game("quixo"))
    depths: list[int] = []

    def watch(so_far: Analysis) -> None:
        depths.append(so_far.depth)
        if so_far.depth == 3:
            adviser.stop()

    found = adviser.advise(Line(stratege.game("quixo").start()), Limits(), on_depth=watch)
    assert depths == [1, 2, 3]
    assert found.depth == 3
    assert len(found.moves) == 44


@pytest.mark.parametrize("nodes", [3_000, 10_000, 30_000])
def test_values_of_a_depth_cut_short_are_left_out(nodes: int) -> None:
    """Cut short, Quixo's mirrored first moves would differ by what a ply more or less makes."""
    found = analyse(stratege.game("quixo").start(), nodes=nodes)
    whole = analyse(stratege.game("quixo").start(), depth=found.depth)
    assert found.depth > 1
    assert {one.move: one.value for one in found.moves} == {one.move: one.value for one in whole.moves}
    assert {one.value.depth for one in found.moves} == {found.depth}


def test_one_analysis_after_the_other_has_its_whole_time() -> None:
    """The alarm that ended one must not end the next."""
    adviser = Adviser(stratege.game("quixo"))
    depths = [
        adviser.advise(Line(stratege.game("quixo").start()), Limits(seconds=0.1)).depth for _run in range(4)
    ]
    assert min(depths) >= 1
