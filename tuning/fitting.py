"""Weights by regression: those under which the results of the engine's games are likeliest.

The engine plays itself from random openings with few nodes a move. Each position of each game is a sample:
its features, and how the game ended for the player to move. The weights are those under which the ends are
likeliest (logistic regression, Newton's method), scaled so that the first one, which is the game's unit, is
100, or without a unit the largest 80: finer differences make the search slower, and no better.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy

from stratege.core.game import Game
from stratege.core.pieces import Doing, Piece, in_order
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits
from tuning.weights import weighted

NODES = 3000
TOGETHER = 20  # games of one piece of work
OPENING_PLIES = 6
LONGEST = 160
SKIPPED_PLIES = 2  # right after the opening, chance rather than play has the word
RIDGE = 1.0  # keeps features that hardly occur from running away

Sample = tuple[tuple[int, ...], float]


def run(name: str, games: int, doing: Doing) -> None:
    """Play, fit, print."""
    parts = [range(first, min(first + TOGETHER, games)) for first in range(0, games, TOGETHER)]
    pieces = (Piece(number, play_games, (name, part)) for number, part in enumerate(parts))
    samples = [sample for part in in_order(doing, pieces, len(parts)) for sample in part]
    weights = fit(samples)
    scale = 100 / weights[0] if weighted(name).UNIT else 80 / max(abs(weights))
    print(f"{name}: {games} games, {len(samples)} positions")
    print("likelihood a position:", round(likelihood(samples, weights), 5))
    print("weights:", [round(float(weight) * scale) for weight in weights])


def play_games(name: str, seeds: range) -> list[Sample]:
    """The samples of the games with these seeds."""
    rules = game(name)
    searcher = Searcher(rules)
    return [sample for seed in seeds for sample in samples_of(rules, searcher, seed)]


def samples_of(rules: Game, searcher: Searcher, seed: int) -> Iterator[Sample]:
    """Play one game; its positions with the result for who was to move."""
    features = weighted(rules.name).features
    draw = random.Random(seed)
    position = rules.start()
    for _ply in range(OPENING_PLIES):
        if position.legal():
            position = position.play(draw.choice(position.legal()))
    played: list[Position] = []
    while position.outcome() is None and len(played) < LONGEST:
        played.append(position)
        # Now and then a random move, so that the games differ and more kinds of position occur.
        found = searcher.search(position, Limits(nodes=NODES), played[:-1])
        move = draw.choice(position.legal()) if draw.random() < 0.05 else found.move
        position = position.play(move)
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    for place in played[SKIPPED_PLIES:]:
        result = 0.5 if winner is None else float(winner == place.to_move)
        yield features(rules.rules, place.state), result


def fit(samples: list[Sample]) -> numpy.ndarray:
    """The weights of the logistic model, by Newton's method."""
    inputs = numpy.array([features for features, _result in samples], float)
    results = numpy.array([result for _features, result in samples])
    weights = numpy.zeros(inputs.shape[1])
    for _step in range(30):
        chance = 1 / (1 + numpy.exp(-inputs @ weights))
        slope = inputs.T @ (results - chance) - RIDGE * weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + RIDGE * numpy.eye(len(weights))
        weights += numpy.linalg.solve(bend, slope)
    return weights


def likelihood(samples: list[Sample], weights: numpy.ndarray) -> float:
    """The mean logarithm of the chance given to what happened."""
    inputs = numpy.array([features for features, _result in samples], float)
    results = numpy.array([result for _features, result in samples])
    chance = 1 / (1 + numpy.exp(-inputs @ weights))
    return float(numpy.mean(results * numpy.log(chance) + (1 - results) * numpy.log(1 - chance)))
