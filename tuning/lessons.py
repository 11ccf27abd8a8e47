"""Samples as a network is trained on them: what it sees of each position, and what it should say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from stratege.core.compiling import bound, compiled
from stratege.core.registry import GAMES, game
from stratege.core.wordsize import as_words
from tuning.descent import Floats, Indices, Rows, returns
from tuning.samples import UNPLAYED, Samples, read_all
from tuning.weights import LINEAR, Judge, module_of, network_inputs

OF_SEARCH, DECAY = 0.7, 1.0
HELD_OUT = 19  # one game in so many; whatever the number of variants, which are played in turn, some of each
WORTH_COMPILING = 5000


class Lessons(NamedTuple):
    """Positions to learn from, and which of them, by whole games, are held out."""

    states: NDArray[numpy.int64]
    rows: Rows
    """Of all positions as they are, then of all turned by the first symmetry, and so on."""
    targets: Floats
    learned: Indices
    held_out: Indices


def lessons_of(
    name: str, folders: Sequence[Path], of_search: float = OF_SEARCH, decay: float = DECAY
) -> Lessons:
    """All samples of these folders; so much of a target is the search's value, the rest how the game went
    on."""
    samples = read_all(folders)
    states, held_out = samples.states.astype(numpy.int64), samples.games % HELD_OUT == 0
    turns = GAMES[name].symmetry.count(game(name).rules)
    rows = numpy.zeros((turns * len(states), len(network_inputs(name).GROUPS)), numpy.int16)
    _over_all(name, LINEAR, "encode", states, rows.ravel())
    chosen = numpy.flatnonzero(~held_out), numpy.flatnonzero(held_out)
    targets = targets_of(samples, network_inputs(name).SCALE, of_search, decay)
    return Lessons(states, rows, targets, *chosen)


def targets_of(samples: Samples, scale: int, of_search: float, decay: float = DECAY) -> Floats:
    """What a network should say of each position: the chance to win.

    How the game went on is what searches found later in it, each counting `decay` times as much as the one
    before it, and at last how it ended: with 1 this alone.
    """
    searched = chances(samples.values / scale)
    shown, unplayed = (samples.results + 1) / 2, samples.results == UNPLAYED
    if decay < 1:
        returns(searched, unplayed, samples.games, samples.random, decay, shown)
    played = of_search * searched + (1 - of_search) * shown
    return numpy.where(unplayed, searched, played).astype(numpy.float32)


def chances(odds: NDArray[numpy.floating[Any]]) -> NDArray[numpy.float64]:
    """The chance to win at the logarithms of the odds."""
    return 1 / (1 + numpy.exp(-odds.astype(numpy.float64)))


def loss_of_judge(name: str, judge: Judge, lessons: Lessons) -> float:
    """The loss of an evaluation (`weights.module_of`) on what is held out."""
    odds = values_by(name, judge, lessons.states[lessons.held_out]) / network_inputs(name).SCALE
    return loss_of(odds, lessons.targets[lessons.held_out])


def values_by(name: str, judge: Judge, states: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """What an evaluation says of each position."""
    values = numpy.zeros(len(states), numpy.int64)
    _over_all(name, judge, "judge", states, values)
    return values


def loss_of(odds: NDArray[numpy.floating[Any]], targets: Floats) -> float:
    """The mean cross-entropy between what is said and what should be."""
    return float(numpy.mean(numpy.logaddexp(0, odds) - targets * odds))


def _over_all(
    name: str, judge: Judge, what: str, states: NDArray[numpy.int64], out: NDArray[numpy.integer[Any]]
) -> None:
    """Have one of the functions of `encoding` run over all states, under the game's usual rules."""
    holes = {
        "inputs": network_inputs(name).__name__,
        "evaluation": module_of(name, judge),
        "symmetry": GAMES[name].symmetry.__name__,
    }
    large, state = len(states) > WORTH_COMPILING, tuple(map(int, states[0]))
    # In Python a word's highest bit is no sign.
    words = states.ravel() if large else states.view(numpy.uint64).ravel().tolist()
    code = (compiled if large else bound)("tuning.encoding", GAMES[name].kernel.__name__, **holes)
    getattr(code, what)(as_words(game(name).rules), state, words, out)
