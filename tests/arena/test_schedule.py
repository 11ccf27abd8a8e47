"""Pairings: what each format promises, for any number of players."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Mapping

import pytest

from stratege.arena.schedule import FORMATS, Pair, gauntlet, ladder, points_of, round_robin, rungs, swiss
from stratege.arena.statistics import Score

NAMES = "abcdefghijklm"


@pytest.mark.parametrize("count", range(2, 14))
def test_a_round_robin_has_every_pair_once_and_shares_the_first_moves(count: int) -> None:
    pairs = round_robin(NAMES[:count], [])
    assert sorted(map(sorted, pairs)) == sorted(map(list, itertools.combinations(NAMES[:count], 2)))
    began = Counter(pair[0] for pair in pairs)
    assert max(began[name] for name in NAMES[:count]) - min(began[name] for name in NAMES[:count]) <= 2
    again = round_robin(NAMES[:count], [{}])
    assert again == [(two, one) for one, two in pairs]


def test_a_gauntlet_is_one_against_all() -> None:
    assert gauntlet("abcd", []) == [("a", "b"), ("a", "c"), ("a", "d")]
    assert gauntlet("abcd", [{}]) == [("b", "a"), ("c", "a"), ("d", "a")]


def played(pairs: list[Pair], draw: random.Random) -> dict[Pair, Score]:
    outcomes = [Score(wins=2), Score(1, 0, 1), Score(losses=2), Score(1, 1, 0)]
    return {pair: draw.choice(outcomes) for pair in pairs}


@pytest.mark.parametrize("count", range(2, 14))
def test_a_swiss_tournament_pairs_everybody_and_nobody_twice(count: int) -> None:
    players, draw = NAMES[:count], random.Random(count)
    results: list[Mapping[Pair, Score]] = []
    rounds = FORMATS["swiss"].rounds(count)
    assert 2**rounds >= count
    for _round in range(rounds):
        pairs = swiss(players, results)
        present = [name for pair in pairs for name in pair]
        assert len(present) == len(set(present)) == count - count % 2
        results.append(played(pairs, draw))
    met = Counter(frozenset(pair) for scores in results for pair in scores)
    assert max(met.values()) == 1 or count < 4
    byes = Counter(name for scores in results for name in set(players).difference(*scores))
    assert max(byes.values(), default=0) <= 1
    whole = sum(points_of(players, results).values())
    assert whole == sum(score.games for scores in results for score in scores.values()) + 2 * sum(
        byes.values()
    )


def test_in_a_swiss_round_equals_meet() -> None:
    first = swiss(NAMES[:8], [])
    won = {pair: Score(wins=2) for pair in first}
    points = points_of(NAMES[:8], [won])
    assert all(points[one] == points[two] for one, two in swiss(NAMES[:8], [won]))


def test_rounds_beyond_all_opponents_go_on() -> None:
    results: list[Mapping[Pair, Score]] = []
    for _round in range(9):
        results.append(played(swiss("abcd", results), random.Random(1)))
    assert len(results[-1]) == 2


def test_on_a_ladder_who_beats_the_one_above_takes_the_place() -> None:
    first = {("a", "b"): Score(0, 1, 1), ("c", "d"): Score(1, 0, 1)}
    assert rungs("abcd", [first]) == ["b", "a", "c", "d"]
    assert ladder("abcd", [first]) == [("a", "c")]
    second = {("a", "c"): Score(losses=2)}
    assert rungs("abcd", [first, second]) == ["b", "c", "a", "d"]
    assert rungs("abcde", [first, second])[-1] == "e"  # who comes later begins at the bottom
    assert ladder("ab", [{("a", "b"): Score(losses=2)}]) == [("b", "a")]
