"""A network for a game: trained on samples, rounded to integers, written as a file of weights.

Whole games are held out, and of several tries, which differ in their first weights and in the order of the
positions, the one that does best on those games is kept. After each epoch a try is kept on disk, and goes on
from there if it was ended.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy

from stratege.core import weights as files
from stratege.core.files import write_whole
from stratege.core.pieces import Doing, Piece, in_order
from stratege.core.weights import LANES, OWN_ROWS
from tuning import descent
from tuning.descent import Floats, Rows
from tuning.lessons import DECAY, OF_SEARCH, Lessons, lessons_of, loss_of, loss_of_judge
from tuning.rounding import rounded
from tuning.samples import plan_of
from tuning.weights import LINEAR, OWN, Inputs, network_inputs

BATCH = 512
LAST_RATE = 0.005  # of the first one
FIRST_WEIGHTS, FIRST_FACTORS = 0.1, 0.5  # how far they lie apart


@dataclass(frozen=True)
class Course:
    """How a network is trained."""

    epochs: int = 30
    rate: float = 2e-3
    seed: int = 1
    """Of the first try; the others have the next ones."""
    tries: int = 2
    hidden: bool = True
    """Without, what is seen counts straight for the value: tables of patterns, whose entries are added up."""
    of_search: float = OF_SEARCH
    """How much of a target is what the search found; the rest is how the game went on."""
    decay: float = DECAY
    """How much less what was found a ply later counts there; 1: only how it ended (`lessons.targets_of`)."""


class Network(NamedTuple):
    """A network in floating point, as `descent` has it."""

    matrix: Floats
    factors: Floats
    loss: float
    """On what was held out."""


def run(name: str, folders: Sequence[Path], course: Course, path: Path, command: str, doing: Doing) -> None:
    """Train, keep the best try, write its weights, and print how good they are."""
    lessons = lessons_of(name, folders, course.of_search, course.decay)
    before = {judge: loss_of_judge(name, judge, lessons) for judge in (LINEAR, OWN)}
    told = ", ".join(f"{judge} {loss:.4f}" for judge, loss in before.items())
    print(f"{len(lessons.targets):,} positions; loss on what is held out: {told}", flush=True)
    seeds = range(course.seed, course.seed + course.tries)
    pieces = (Piece(number, train, (name, folders, course, seed)) for number, seed in enumerate(seeds))
    best = min(in_order(doing, pieces, course.tries), key=lambda network: network.loss)
    inputs = network_inputs(name)
    rows, shift = rounded(best.matrix, best.factors, inputs.GROUPS, inputs.SCALE)
    about = {
        "game": name,
        "shift": shift,
        "command": command,
        "plans": [plan_of(folder) for folder in folders],
        "course": asdict(course),
        "positions": len(lessons.targets),
        "loss": round(best.loss, 5),
    }
    files.write(path, rows, about)
    print(f"{path}: loss {best.loss:.4f}, in integers {loss_of_judge(name, path.read_bytes(), lessons):.4f}")


def train(name: str, folders: Sequence[Path], course: Course, seed: int) -> Network:
    """One try, gone on with if it was begun."""
    lessons, inputs = lessons_of(name, folders, course.of_search, course.decay), network_inputs(name)
    shape = Shape(inputs.ROWS, parts_of(inputs))
    state = _State.first(shape, len(inputs.GROUPS), seed, course.hidden)
    kept = folders[0] / f"try-{seed}{'' if course.hidden else '-tables'}.npz"
    about = repr((name, inputs.GROUPS, asdict(course), len(lessons.targets)))
    state = state.resumed(kept, about)
    for epoch in range(state.epoch, course.epochs):
        mean = _epoch(state, shape, lessons, course, epoch, numpy.random.default_rng([seed, epoch]))
        state = state._replace(epoch=epoch + 1)
        state.keep(kept, about)
        loss = _held_out(lessons, *shape.network(state.weights))
        print(
            f"try {seed}, epoch {epoch + 1} of {course.epochs}: {mean:.4f}, held out {loss:.4f}", flush=True
        )
    matrix, factors = shape.network(state.weights)
    return Network(matrix, factors, _held_out(lessons, matrix, factors))


def parts_of(inputs: Inputs) -> Rows:
    """For each row the shared rows of its cells: one for each cell of a group of patterns and its mark."""
    parts = numpy.full((inputs.ROWS, max(inputs.CELLS)), -1, numpy.int16)
    row, first = OWN_ROWS, 0
    for size, cells in zip(inputs.GROUPS, inputs.CELLS, strict=True):
        patterns = numpy.arange(size)
        for cell in range(cells):
            parts[row : row + size, cell] = first + 3 * cell + patterns // 3**cell % 3
        row, first = row + size, first + 3 * cells
    return parts


class Shape(NamedTuple):
    """How the one array of a try's weights is divided: rows, shared rows, factors."""

    rows: int
    parts: Rows

    @property
    def shared(self) -> int:
        """How many shared rows there are."""
        return int(self.parts.max(initial=-1)) + 1

    def divided(self, weights: Floats) -> tuple[Floats, Floats, Floats]:
        """The rows of each fact's own, those shared, the factors."""
        every = weights.reshape(-1, LANES)
        return every[: self.rows], every[self.rows : -1], every[-1]

    def network(self, weights: Floats) -> tuple[Floats, Floats]:
        """The matrix and the factors that the weights make."""
        own, shared, factors = self.divided(weights)
        matrix = numpy.empty_like(own)
        descent.spread(own, shared, self.parts, matrix)
        return matrix, factors


class _State(NamedTuple):
    """Where a try is: all weights in one array, what Adam knows of them, and how many epochs are over."""

    weights: Floats
    means: Floats
    squares: Floats
    epoch: int = 0

    @classmethod
    def first(cls, shape: Shape, facts: int, seed: int, hidden: bool = True) -> _State:
        """Small random weights, with sums that begin halfway between the bounds, and rows that have parts
        made of these alone; where nothing is hidden, zeros, which stay so in all lanes but the last."""
        draw = numpy.random.default_rng(seed)
        weights = draw.normal(0, FIRST_WEIGHTS, (shape.rows + shape.shared + 1) * LANES).astype(numpy.float32)
        own, shared, factors = shape.divided(weights)
        own[(shape.parts >= 0).any(axis=1)] = 0
        own += numpy.float32(0.5 / facts)
        own[:, descent.LINEAR] = 0
        shared[:, descent.LINEAR] = 0
        factors[:] = draw.normal(0, FIRST_FACTORS, LANES)
        if not hidden:
            weights[:] = 0
        factors[descent.LINEAR] = 1
        return cls(weights, numpy.zeros_like(weights), numpy.zeros_like(weights))

    def resumed(self, path: Path, about: str) -> _State:
        """What was kept of the same try, or this."""
        if not path.exists():
            return self
        with numpy.load(path) as kept:
            if str(kept["about"]) != about:
                return self
            return _State(kept["weights"], kept["means"], kept["squares"], int(kept["epoch"]))

    def keep(self, path: Path, about: str) -> None:
        """Put it on disk, whole."""
        content = io.BytesIO()
        numpy.savez(content, about=numpy.array(about), **self._asdict())
        write_whole(path, content.getvalue())


def _epoch(
    state: _State, shape: Shape, lessons: Lessons, course: Course, epoch: int, draw: numpy.random.Generator
) -> float:
    """Once through the lessons in a new order, each turned at random; the mean loss on the way."""
    slopes = numpy.zeros_like(state.weights)
    of_own, of_shared, of_factors = shape.divided(slopes)
    order, total = draw.permutation(lessons.learned), 0.0
    turns = len(lessons.rows) // len(lessons.targets)
    order += len(lessons.targets) * draw.integers(turns, size=len(order))
    batches = len(order) // BATCH
    for batch in range(batches):
        chosen = order[batch * BATCH : (batch + 1) * BATCH]
        matrix, factors = shape.network(state.weights)
        given = (lessons.rows, lessons.targets, chosen, matrix, factors)
        total += descent.gradient(*given, of_own, of_factors)
        descent.gathered(of_own, shape.parts, of_shared)
        count = epoch * batches + batch + 1
        rate = course.rate * max(LAST_RATE, 1 - count / (course.epochs * batches))
        descent.step(state.weights, slopes, state.means, state.squares, count, rate)
    return total / (batches * BATCH)


def _held_out(lessons: Lessons, matrix: Floats, factors: Floats) -> float:
    odds = numpy.zeros(len(lessons.held_out), numpy.float32)
    descent.outputs(lessons.rows[lessons.held_out], matrix, factors, odds)
    return loss_of(odds, lessons.targets[lessons.held_out])
