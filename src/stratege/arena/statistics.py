"""What the score of a match proves: intervals, Elo differences, and when to stop playing.

Everything is seen by player A. A win is worth 1, a draw ½, a loss 0; the rate is points over games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import NormalDist

from stratege.core.errors import BadOption
from stratege.core.language import _

Interval = tuple[float, float]

CONFIDENCE = 0.95
FARTHEST = 2000  # Elo; beyond it the loser hardly ever gets a point
NEVER_SEEN = 1e-3  # how often an outcome that has not been seen yet counts as seen


@dataclass(frozen=True)
class Score:
    """Games won, drawn and lost by player A.

    >>> Score(3, 1, 2).points
    3.5
    >>> Score(3, 1, 2) + Score(wins=1)
    Score(wins=4, draws=1, losses=2)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float:
        """Points over games, from 0 to 1; ½ while nothing is known."""
        return self.points / self.games if self.games else 0.5

    def reversed(self) -> Score:
        """The same games seen by player B."""
        return Score(self.losses, self.draws, self.wins)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True)
class Elo:
    """A difference in Elo with its interval; infinite where all games were won or lost."""

    difference: float
    low: float
    high: float


def wilson(score: Score, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval of the rate (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927).

    The rate p with draws as half points takes the place of the share of successes, n is the number
    of games, and the variance is that of a game without draws, p(1 − p)/n. With draws the true variance is
    less by (share of draws)/4n, so the interval is then wider than it need be, never too narrow. It takes
    games to be independent. Without any game it is everything.

    >>> [round(bound, 4) for bound in wilson(Score(8, 0, 2))]
    [0.4902, 0.9433]
    """
    if score.games == 0:
        return 0.0, 1.0
    n, p, z = score.games, score.rate, deviations(confidence)
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low = 0.0 if p == 0 else max(0.0, centre - half)
    high = 1.0 if p == 1 else min(1.0, centre + half)
    return low, high


def elo_of(rate: float) -> float:
    """The difference in Elo at which the stronger player's expected score is `rate`.

    >>> elo_of(0.5), round(elo_of(0.75)), elo_of(1)
    (0.0, 191, inf)
    """
    if rate <= 0:
        return -math.inf
    if rate >= 1:
        return math.inf
    return 400 * math.log10(rate / (1 - rate))


def rate_of(elo: float) -> float:
    """The expected score of the player who is `elo` ahead; the inverse of `elo_of`."""
    if elo < 0:
        return 1 - rate_of(-elo)
    return 1 / (1 + 10 ** (-elo / 400))


def elo(score: Score, confidence: float = CONFIDENCE) -> Elo:
    """The difference in Elo that the score shows, its interval being Wilson's carried over.

    >>> elo(Score(10, 0, 0)).difference
    inf
    """
    low, high = wilson(score, confidence)
    return Elo(elo_of(score.rate), elo_of(low), elo_of(high))


class Verdict(StrEnum):
    """What a sequential test says: play on, it is elo1, or it is elo0."""

    CONTINUE = "continue"
    ACCEPT = "accept"
    REJECT = "reject"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of "A is elo1 ahead" against "A is elo0 ahead", elo0 < elo1.

    `alpha` is the chance to accept elo1 when elo0 is true, `beta` the chance to reject it when it is
    true; the bounds are Wald's (A. Wald, Ann. Math. Stat. 16, 1945). What is counted are pairs of games on
    one opening with the sides swapped, by their five possible sums of points (the pentanomial model): the
    two games of a pair are not independent, but pairs are.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -FARTHEST <= self.elo0 < self.elo1 <= FARTHEST:
            raise BadOption(
                _(
                    "A test needs two Elo differences between {low} and {high}, the smaller one first.",
                    low=-FARTHEST,
                    high=FARTHEST,
                )
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadOption(_("The chances of a wrong verdict must be between 0 and one half."))

    @property
    def bounds(self) -> Interval:
        """The ratios below which elo1 is rejected and above which it is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio after these pairs; see `log_likelihood_ratio`."""
        return log_likelihood_ratio(pairs, self.elo0, self.elo1)

    def verdict(self, pairs: Sequence[int]) -> Verdict:
        """Whether the pairs suffice, and for what."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        if ratio >= high:
            return Verdict.ACCEPT
        return Verdict.REJECT if ratio <= low else Verdict.CONTINUE


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much likelier the outcomes are when A is elo1 ahead than when A is elo0 ahead, as a logarithm.

    `counts` says how often each outcome came up, from the worst to the best for A, evenly spaced: three
    outcomes of a game, or five of a pair of games. Each hypothesis fixes only the mean, so each is
    represented by its likeliest distribution: the generalised test of X. Li, J. Liu and Z. Ying (Sequential
    Analysis 33, 2014), worked out for this case by M. Van den Bergh for Stockfish's fishtest
    (hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf). As there, an outcome not seen counts as seen a
    thousandth of a time, so that it stays possible.
    """
    if not any(counts):
        return 0.0
    weights = [count or NEVER_SEEN for count in counts]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    likely0, likely1 = _likeliest(shares, rate_of(elo0)), _likeliest(shares, rate_of(elo1))
    terms = (weight * math.log(one / zero) for weight, zero, one in zip(weights, likely0, likely1))
    return math.fsum(terms)


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """Of the distributions on evenly spaced outcomes from 0 to 1 with this mean, the one under which the
    observed shares (none of them 0) are likeliest.

    By Lagrange it is share / (1 + t·(outcome − mean)), with the one t that gives it this mean; the mean falls
    as t grows, from one end of where all terms are positive to the other.
    """
    offsets = [place / (len(shares) - 1) - mean for place in range(len(shares))]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _step in range(200):
        t = (low + high) / 2
        if t in (low, high):
            break
        if sum(share * offset / (1 + t * offset) for share, offset in zip(shares, offsets)) > 0:
            low = t
        else:
            high = t
    return [share / (1 + t * offset) for share, offset in zip(shares, offsets)]


def deviations(confidence: float) -> float:
    """How many standard deviations either side hold this share of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
