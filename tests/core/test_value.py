"""Values: ordered, negated, hashed, written; the integers of compiled code stand for nothing else."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from stratege.core import language, scores
from stratege.core.recipe import Exact
from stratege.core.value import EXACT, SEARCH, TABLE, Value

PLIES = st.none() | st.integers(1, 900)
MARGINS = st.none() | st.integers(1, 48)
PROVEN = st.builds(
    lambda kind, won, plies, margin: Value(kind, won, plies, None if margin is None else won * margin),
    st.sampled_from([EXACT, TABLE]),
    st.sampled_from([1, -1]),
    PLIES,
    MARGINS,
)
DRAWN = st.builds(lambda plies: Value(EXACT, 0, plies), PLIES)
GUESSED = st.builds(
    lambda estimate, depth: Value(SEARCH, estimate=estimate, depth=depth, unit="seed"),
    st.integers(-5000, 5000),
    st.integers(1, 60),
)
VALUES = PROVEN | DRAWN | GUESSED


@given(VALUES, VALUES)
def test_values_are_ordered_and_negation_turns_the_order(one: Value, other: Value) -> None:
    assert (one < other) + (other < one) + (one.score == other.score) == 1
    assert (one < other) == (-other < -one)
    assert (one <= other) == (not other < one)
    assert (one >= other) == (other <= one)
    negated = -one
    assert -negated == one
    assert (one == other) <= (hash(one) == hash(other))
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_better_value_is_greater() -> None:
    best_first = [
        Value(EXACT, 1, 3),
        Value(EXACT, 1, 5),
        Value(TABLE, 1, None, 12),
        Value(TABLE, 1, None, 2),
        Value(SEARCH, estimate=250),
        Value(EXACT, 0),
        Value(SEARCH, estimate=-250),
        Value(EXACT, -1, None, -2),
        Value(EXACT, -1, 4),
        Value(EXACT, -1, 2),
    ]
    assert sorted(best_first, reverse=True) == best_first


@given(VALUES, st.integers(-scores.WIN, scores.WIN), st.integers(1, 60))
def test_a_search_may_prove_but_never_unprove(before: Value, score: int, depth: int) -> None:
    after = before.searched(score, depth, False, "pawn", TABLE)
    if scores.is_won(score) or not before.proven:
        assert after.score == score or (before.margin is not None and scores.is_won(score))
        assert after.score == score
    else:
        assert after == before
    assert (after.kind == EXACT and not before.proven) <= scores.is_won(score)
    if after.kind == SEARCH:
        assert (after.result, after.depth, after.unit) == (None, depth, "pawn")


@given(st.integers(-scores.WIN + 200, scores.WIN - 200), st.integers(0, scores.MAX_PLY - 1))
def test_a_score_is_carried_up_and_down_the_tree(score: int, ply: int) -> None:
    if not scores.SETTLED - 200 < abs(score) < scores.SETTLED + 200:
        assert scores.seen_from_above(scores.seen_from_here(score, ply), ply) == score


def test_a_move_is_worth_the_opposite_of_what_follows_a_ply_later() -> None:
    assert Value.of_table(Exact(-1, 0, -3)).one_ply_before() == Value(EXACT, 1, 1, 3, depth=1)
    assert Value.of_table(Exact(1, 6)).one_ply_before() == Value(EXACT, -1, 7)
    assert Value.of_table(Exact(0), TABLE).one_ply_before() == Value(TABLE, 0)


def test_values_are_written_in_words_and_for_programs_in_one_way() -> None:
    words = {
        Value(EXACT, 1, 7): "won in 7",
        Value(EXACT, -1, 7): "lost in 7",
        Value(TABLE, 1, None, 3): "won by 3",
        Value(TABLE, -1, None, -3): "lost by 3",
        Value(EXACT, 1): "won",
        Value(EXACT, 0, 1): "drawn",
        Value(SEARCH, estimate=-35): "-0.35",
    }
    assert {value: str(value) for value in words} == words
    assert Value(TABLE, -1, None, -3).as_json() == {
        "kind": "table",
        "depth": 0,
        "value": -20384,
        "result": -1,
        "plies": None,
        "margin": -3,
        "conversion": None,
        "unit": "",
        "selective": False,
        "sure": False,
        "expected": 0.0,
        "verdict": "lost by 3",
    }
    assert Value(EXACT, 1).as_json()["sure"] is True
    assert Value(SEARCH, estimate=5).as_json()["sure"] is False
    language.use("fr")
    assert str(Value(EXACT, 1, 7)) == "gagné en 7"
    assert str(Value(SEARCH, estimate=35)) == "+0,35"
