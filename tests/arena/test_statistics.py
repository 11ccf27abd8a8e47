"""What scores prove: laws that hold for all of them, and other people's figures."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize, stats  # type: ignore[import-untyped]

from stratege.arena.statistics import (
    Score,
    Sprt,
    Verdict,
    elo,
    elo_of,
    log_likelihood_ratio,
    rate_of,
    wilson,
)
from stratege.core.errors import BadOption

counts = st.integers(0, 1000)
scores = st.builds(Score, counts, counts, counts)
pairs = st.lists(st.integers(0, 500), min_size=5, max_size=5)
elos = st.floats(-800, 800)


@given(scores)
def test_the_interval_holds_the_rate_and_lies_between_none_and_all(score: Score) -> None:
    low, high = wilson(score)
    assert 0 <= low <= score.rate <= high <= 1
    assert low < high


@given(scores)
def test_the_other_player_sees_everything_mirrored(score: Score) -> None:
    low, high = wilson(score)
    assert wilson(score.reversed()) == pytest.approx((1 - high, 1 - low))
    mine, theirs = elo(score), elo(score.reversed())
    assert theirs.difference == pytest.approx(-mine.difference)
    assert (theirs.low, theirs.high) == pytest.approx((-mine.high, -mine.low))


@given(scores, st.integers(2, 10))
def test_more_of_the_same_games_say_more(score: Score, times: int) -> None:
    assume(score.games > 0)
    low, high = wilson(score)
    more_low, more_high = wilson(Score(score.wins * times, score.draws * times, score.losses * times))
    assert more_high - more_low < high - low


@given(scores, st.floats(0.5, 0.9), st.floats(0.901, 0.999))
def test_to_be_surer_takes_a_wider_interval(score: Score, less: float, more: float) -> None:
    assume(score.games > 0)
    low, high = wilson(score, more)
    assert low <= wilson(score, less)[0]
    assert high >= wilson(score, less)[1]


@given(counts, counts, st.sampled_from([0.9, 0.95, 0.99]))
def test_without_draws_it_is_the_interval_of_scipy(wins: int, losses: int, confidence: float) -> None:
    assume(wins + losses > 0)
    theirs = stats.binomtest(wins, wins + losses).proportion_ci(confidence, method="wilson")
    assert wilson(Score(wins, 0, losses), confidence) == pytest.approx((theirs.low, theirs.high))


@given(scores)
def test_draws_make_the_interval_too_wide_and_never_too_narrow(score: Score) -> None:
    assume(score.games > 0)
    p = score.rate
    true_variance = (score.wins + score.draws / 4) / score.games - p * p
    assert true_variance <= p * (1 - p) + 1e-12
    assert p * (1 - p) - true_variance == pytest.approx(score.draws / score.games / 4)


def test_no_game_proves_nothing() -> None:
    assert wilson(Score()) == (0.0, 1.0)
    nothing = elo(Score())
    assert (nothing.difference, nothing.low, nothing.high) == (0, -math.inf, math.inf)


def test_all_won_or_lost_is_infinite_on_one_side() -> None:
    won, lost = elo(Score(10)), elo(Score(losses=10))
    assert (won.difference, won.high) == (math.inf, math.inf)
    assert 100 < won.low < 200
    assert (lost.difference, lost.low) == (-math.inf, -math.inf)
    assert lost.high == pytest.approx(-won.low)


@given(elos)
def test_rates_and_differences_are_each_others_inverse(difference: float) -> None:
    assert elo_of(rate_of(difference)) == pytest.approx(difference, abs=1e-6)


@pytest.mark.parametrize(("rate", "difference"), [(0.5, 0), (0.64, 100), (0.76, 200), (0.91, 400)])
def test_well_known_elo_differences(rate: float, difference: float) -> None:
    assert rate_of(difference) == pytest.approx(rate, abs=0.005)


@given(pairs, elos, elos)
def test_the_ratio_is_antisymmetric_and_mirrored(seen: list[int], elo0: float, elo1: float) -> None:
    ratio = log_likelihood_ratio(seen, elo0, elo1)
    assert log_likelihood_ratio(seen, elo1, elo0) == pytest.approx(-ratio, abs=1e-6)
    assert log_likelihood_ratio(seen[::-1], -elo0, -elo1) == pytest.approx(ratio, abs=1e-6)


@given(st.lists(st.integers(1, 200), min_size=3, max_size=5), elos, elos, st.integers(2, 5))
def test_the_ratio_adds_up(seen: list[int], elo0: float, elo1: float, times: int) -> None:
    once, often = (log_likelihood_ratio([n * k for n in seen], elo0, elo1) for k in (1, times))
    assert often == pytest.approx(times * once, rel=1e-6, abs=1e-6)


@given(pairs)
def test_the_ratio_points_to_the_hypothesis_that_the_score_is_nearer_to(seen: list[int]) -> None:
    mean = sum(place * count for place, count in enumerate(seen)) / 4 / max(1, sum(seen))
    assume(sum(seen) >= 10)
    if mean > rate_of(105):
        assert log_likelihood_ratio(seen, 0, 100) > 0
    if mean < rate_of(-5):
        assert log_likelihood_ratio(seen, 0, 100) < 0


def best_likelihood(seen: Sequence[int], mean: float) -> float:
    """The greatest log-likelihood of any distribution with this mean, found by a general optimiser."""
    places = [place / (len(seen) - 1) for place in range(len(seen))]
    constraints = [
        {"type": "eq", "fun": lambda p: sum(p) - 1},
        {"type": "eq", "fun": lambda p: sum(q * place for q, place in zip(p, places)) - mean},
    ]
    found = optimize.minimize(
        lambda p: -sum(count * math.log(q) for count, q in zip(seen, p)) / sum(seen),
        [1 / len(seen)] * len(seen),
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(seen),
        constraints=constraints,
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert found.success
    return -float(found.fun) * sum(seen)


@pytest.mark.parametrize(
    ("seen", "elo0", "elo1"),
    [((20, 30, 25), 0, 50), ((3, 10, 40, 20, 7), 0, 30), ((9, 1, 4, 2, 8), -100, 100), ((50, 1, 2), -50, 0)],
)
def test_the_ratio_is_that_of_the_likeliest_distributions(
    seen: Sequence[int], elo0: float, elo1: float
) -> None:
    expected = best_likelihood(seen, rate_of(elo1)) - best_likelihood(seen, rate_of(elo0))
    assert log_likelihood_ratio(seen, elo0, elo1) == pytest.approx(expected, abs=1e-4)


def test_for_small_differences_it_is_the_normal_approximation() -> None:
    seen = (40, 160, 420, 190, 50)
    total = sum(seen)
    mean = sum(n * place / 4 for place, n in enumerate(seen)) / total
    variance = sum(n * (place / 4 - mean) ** 2 for place, n in enumerate(seen)) / total
    s0, s1 = rate_of(0), rate_of(5)
    approximation = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(seen, 0, 5) == pytest.approx(approximation, rel=0.02)


def test_one_outcome_alone_is_judged_by_its_own_chance() -> None:
    # All pairs won: the likeliest distributions put the mean itself on a win and the rest on a loss.
    expected = 20 * math.log(rate_of(100) / rate_of(0))
    assert log_likelihood_ratio((0, 0, 0, 0, 20), 0, 100) == pytest.approx(expected, rel=0.01)
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 100) == 0


def test_verdicts_at_walds_bounds() -> None:
    test = Sprt(0, 50, alpha=0.05, beta=0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert test.verdict((0, 0, 1, 0, 0)) is Verdict.CONTINUE
    assert test.verdict((0, 0, 10, 0, 60)) is Verdict.ACCEPT
    assert test.verdict((60, 0, 10, 0, 0)) is Verdict.REJECT


@pytest.mark.parametrize(
    "arguments", [(10, 10), (10, 0), (0, 5000), (math.nan, 5), (0, 10, 0.0), (0, 10, 0.05, 1)]
)
def test_an_impossible_test_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(BadOption):
        Sprt(*arguments)


@pytest.mark.parametrize(("truth", "wrong"), [(0, Verdict.ACCEPT), (150, Verdict.REJECT)])
def test_the_verdict_is_seldom_wrong(truth: float, wrong: Verdict) -> None:
    draw = random.Random(1)
    test = Sprt(0, 150)
    chance = rate_of(truth)
    mistakes = 0
    for _match in range(100):
        seen = [0] * 5
        while test.verdict(seen) is Verdict.CONTINUE:
            seen[2 * sum(draw.random() < chance for _game in range(2))] += 1
        mistakes += test.verdict(seen) is wrong
    assert mistakes <= 12  # 5 expected at most; 13 or more would happen once in 600
