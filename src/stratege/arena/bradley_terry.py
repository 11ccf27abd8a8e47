"""Ratings of many players from all their games at once: the Bradley–Terry model in Elo.

The chance of A against B is `rate_of(A − B)`, a draw counts as half a game won and half a game lost, and
the ratings are those under which all results together are likeliest (R. A. Bradley and M. E. Terry,
Biometrika 39, 1952; D. R. Hunter, Annals of Statistics 32, 2004). Whoever has won every game would be
infinitely strong; so each player is also held to have drawn `PRIOR` games against somebody of the mean,
which is little beside the games of a tournament and keeps every rating finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from stratege.arena.statistics import CONFIDENCE, Score, deviations

PRIOR = 1.0
NATURAL = 400 / math.log(10)  # Elo in one unit of the logistic function
CLOSE = 1e-10
STEPS = 500

Floats = NDArray[numpy.float64]


@dataclass(frozen=True)
class Rated:
    """A rating in Elo, the mean of all players being 0, and its interval is ± `error`."""

    elo: float
    error: float


def ratings(
    players: Sequence[str],
    scores: Mapping[tuple[str, str], Score],
    prior: float = PRIOR,
    confidence: float = CONFIDENCE,
) -> dict[str, Rated]:
    """The likeliest rating of each player; `scores` has each pair once, seen by the first of it.

    Without a prior, the ratings exist only where no group of players has won every game against the others.

    >>> from stratege.arena.statistics import elo_of
    >>> found = ratings(["a", "b"], {("a", "b"): Score(3, 0, 1)}, prior=0)
    >>> round(found["a"].elo - found["b"].elo) == round(elo_of(0.75))
    True
    """
    number = {name: place for place, name in enumerate(players)}
    size = len(players)
    games, points = numpy.zeros((size, size)), numpy.zeros(size)
    for (one, two), score in scores.items():
        a, b = number[one], number[two]
        games[a, b] += score.games
        games[b, a] += score.games
        points[a] += score.points
        points[b] += score.games - score.points
    found = _likeliest(games, points, prior)
    errors = deviations(confidence) * NATURAL * numpy.sqrt(_variances(games, found, prior))
    elos = NATURAL * (found - found.mean())
    return {name: Rated(float(elos[place]), float(errors[place])) for name, place in number.items()}


def _likeliest(games: Floats, points: Floats, prior: float) -> Floats:
    """The maximum of the likelihood, which is concave, by Newton's steps, halved where they go too far."""
    rates = numpy.zeros(len(points))
    best = _likelihood(games, points, prior, rates)
    for _step in range(STEPS):
        expected = (games * _chance(rates)).sum(axis=1)
        slope = points - expected + prior * (0.5 - _logistic(rates))
        step = numpy.linalg.pinv(_information(games, rates, prior)) @ slope
        while (there := _likelihood(games, points, prior, rates + step)) < best and abs(step).max() > CLOSE:
            step /= 2
        rates, best = rates + step, there
        if abs(step).max() < CLOSE:
            break
    return rates


def _likelihood(games: Floats, points: Floats, prior: float, rates: Floats) -> float:
    """The logarithm of how likely the points are: Σ points·rate − Σ games·log(e^a + e^b), each pair once."""
    pairs = games * numpy.logaddexp(rates[:, None], rates[None, :])
    drawn = prior * (rates / 2 - numpy.logaddexp(rates, 0))
    return float(points @ rates - pairs.sum() / 2 + drawn.sum())


def _information(games: Floats, rates: Floats, prior: float) -> Floats:
    """Fisher's information: minus the second derivatives of the likelihood."""
    chance = _chance(rates)
    weights = games * chance * (1 - chance)
    alone = _logistic(rates)
    return numpy.diag(weights.sum(axis=1) + prior * alone * (1 - alone)) - weights


def _variances(games: Floats, rates: Floats, prior: float) -> Floats:
    """Of each rating against the mean of all: the covariance that the information leaves, centred."""
    size = len(rates)
    centre = numpy.eye(size) - 1 / size
    covariance = centre @ numpy.linalg.pinv(_information(games, rates, prior)) @ centre
    return numpy.maximum(numpy.diag(covariance), 0.0)


def _chance(rates: Floats) -> Floats:
    return _logistic(rates[:, None] - rates[None, :])


def _logistic(x: Floats) -> Floats:
    return numpy.asarray(0.5 * (1 + numpy.tanh(x / 2)))
