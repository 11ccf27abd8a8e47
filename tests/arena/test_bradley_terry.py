"""Ratings over all games: held to closed forms, to a search that knows no calculus, and to simulation."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.arena.bradley_terry import NATURAL, PRIOR, ratings
from stratege.arena.statistics import Score, elo_of, rate_of

Scores = dict[tuple[str, str], Score]
COUNTS = st.integers(0, 12)
SCORE = st.builds(Score, COUNTS, COUNTS, COUNTS)


def likelihood(elos: dict[str, float], scores: Scores, prior: float) -> float:
    """The logarithm of the model's likelihood, written out as its definition says."""
    total = sum(
        score.points * math.log(rate_of(elos[a] - elos[b]))
        + (score.games - score.points) * math.log(rate_of(elos[b] - elos[a]))
        for (a, b), score in scores.items()
    )
    drawn = (math.log(rate_of(elo)) + math.log(rate_of(-elo)) for elo in elos.values())
    return total + prior / 2 * sum(drawn)


def climb(players: str, scores: Scores, prior: float) -> dict[str, float]:
    """The likeliest ratings by trying one player's number after the other, in ever smaller steps."""
    elos, step = dict.fromkeys(players, 0.0), 256.0
    best = likelihood(elos, scores, prior)
    while step > 1e-4:
        better = False
        for name, change in itertools.product(players, (step, -step)):
            tried = {**elos, name: elos[name] + change}
            if (value := likelihood(tried, scores, prior)) > best + 1e-13:
                elos, best, better = tried, value, True
        step = step if better else step / 2
    mean = sum(elos.values()) / len(elos)
    return {name: elo - mean for name, elo in elos.items()}


TABLES: list[Scores] = [
    {("a", "b"): Score(6, 2, 2), ("b", "c"): Score(5, 1, 4), ("a", "c"): Score(7, 0, 3)},
    {("a", "b"): Score(3, 0, 1), ("b", "c"): Score(1, 0, 4)},  # a and c never met
    {("a", "b"): Score(1, 8, 1), ("a", "c"): Score(0, 3, 2), ("b", "c"): Score(2, 2, 2)},
]


@pytest.mark.parametrize("scores", TABLES)
@pytest.mark.parametrize("prior", [0.0, PRIOR])
def test_no_other_ratings_are_likelier(scores: Scores, prior: float) -> None:
    found, climbed = ratings("abc", scores, prior), climb("abc", scores, prior)
    assert {name: one.elo for name, one in found.items()} == pytest.approx(climbed, abs=0.5)


def test_two_players_without_a_prior_are_the_pairwise_formula() -> None:
    found = ratings("ab", {("a", "b"): Score(7, 2, 3)}, prior=0)
    assert found["a"].elo - found["b"].elo == pytest.approx(elo_of(8 / 12))
    # The difference of two has the variance 1/(n p q); each is half of it from their mean.
    half = 1.959964 * NATURAL / math.sqrt(12 * (8 / 12) * (4 / 12)) / 2
    assert found["a"].error == found["b"].error == pytest.approx(half)


def test_results_through_a_third_player_count() -> None:
    chain = ratings("abc", TABLES[1], prior=0)
    assert chain["a"].elo - chain["b"].elo == pytest.approx(elo_of(0.75))
    assert chain["b"].elo - chain["c"].elo == pytest.approx(elo_of(0.2))


def test_who_wins_everything_stays_finite_and_first() -> None:
    found = ratings("abc", {("a", "b"): Score(wins=20), ("b", "c"): Score(wins=20), ("a", "c"): Score(20)})
    assert found["a"].elo > found["b"].elo > found["c"].elo
    assert 200 < found["a"].elo < 2000
    assert ratings("ab", {})["a"].elo == 0


@given(ab=SCORE, bc=SCORE, ac=SCORE)
def test_the_mean_is_nought_and_the_names_do_not_matter(ab: Score, bc: Score, ac: Score) -> None:
    scores = {("a", "b"): ab, ("b", "c"): bc, ("a", "c"): ac}
    found = ratings("abc", scores)
    assert sum(one.elo for one in found.values()) == pytest.approx(0, abs=1e-6)
    turned = ratings("cab", {(b, a): score.reversed() for (a, b), score in scores.items()})
    for name, one in found.items():
        assert turned[name].elo == pytest.approx(one.elo, abs=1e-4)
        assert turned[name].error == pytest.approx(one.error, abs=1e-4)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth = {"a": 120.0, "b": 40.0, "c": -30.0, "d": -130.0}
    draw, held, tries = random.Random(5), 0, 150
    for _try in range(tries):
        scores: Scores = {}
        for a, b in itertools.combinations(truth, 2):
            won = sum(draw.random() < rate_of(truth[a] - truth[b]) for _game in range(40))
            scores[a, b] = Score(wins=won, losses=40 - won)
        found = ratings("abcd", scores)
        held += sum(abs(found[name].elo - elo) <= found[name].error for name, elo in truth.items())
    assert 0.92 < held / (4 * tries) < 0.98
