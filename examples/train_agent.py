"""Train a small agent for a game by having it play itself: NumPy alone, a minute or two on one core.

    python examples/train_agent.py awale --moves 1e6 --save awale.npz
    python examples/train_agent.py --all --curve docs/pictures/agents.svg

Temporal differences, as TD-Gammon learned: one hidden layer looks at a board and says what the game is worth
to the player to move. A move is chosen by looking at the boards that all moves lead to
(`BatchEnv.look_ahead`), and what the best of them is worth is what the board before it should have been
worth. Many boards move at once, and the same network plays both sides: what one player gains the other loses.
What it reaches is measured against players of the house: see docs/agents.md.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads would wait for each other

import numpy
from numpy.typing import NDArray

import stratege
from stratege.core.charts import Curve, curves
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.limits import Limits
from stratege.engine.players import Player, player
from stratege.envs.batch import ON, TERMINATED, BatchEnv

Floats = NDArray[numpy.float32]

HIDDEN = 128
BOARDS, STEPS = 128, 16  # boards that move together, and moves before the network learns from them
TRACE = 0.85  # how far what is learned of a board reaches back: the λ of TD(λ)
DISCOUNT = 0.995  # a win soon is better than a win late
RATE = 2e-3
OPENING, FIRST_BY_CHANCE = (
    6,
    0.5,
)  # of the first moves of a game half are drawn by lot: else it sees few boards
BY_CHANCE = 0.03  # and some of the others
MOST = 12  # numbers are told apart up to this one
SIZES = {"mingmang": "5"}  # where the usual board has too many moves for so small a network
MOVES = {"awale": 1e6, "chomp": 4e5, "nimble": 2e5, "mingmang": 4e5, "quixo": 4e5}
OPPONENTS = ("random", "greedy", "level:1", "level:3")
LEVEL = "level:1"  # against whom the curves are drawn
POINTS, TESTED = 8, 40  # points of a curve, and games for each


class Network:
    """From what is seen, through one hidden layer, to a value in [-1, 1] for the player to move."""

    def __init__(self, inputs: int, seed: int = 0) -> None:
        draw = numpy.random.default_rng(seed)
        scale = numpy.float32((2 / inputs) ** 0.5)
        self.weights = {
            "seen": draw.standard_normal((inputs, HIDDEN), numpy.float32) * scale,
            "seen_bias": numpy.zeros(HIDDEN, numpy.float32),
            "value": draw.standard_normal((HIDDEN, 1), numpy.float32) * numpy.float32(0.1 / HIDDEN**0.5),
            "value_bias": numpy.zeros(1, numpy.float32),
        }
        self._first = {name: numpy.zeros_like(one) for name, one in self.weights.items()}
        self._second = {name: numpy.zeros_like(one) for name, one in self.weights.items()}
        self._learned = 0

    def forward(self, seen: Floats) -> tuple[Floats, Floats]:
        """The hidden layer, and the value for who is to move."""
        w = self.weights
        hidden = numpy.maximum(seen @ w["seen"] + w["seen_bias"], 0)
        return hidden, numpy.tanh(hidden @ w["value"] + w["value_bias"])[:, 0]

    def learn(self, seen: Floats, truth: Floats, rate: float = RATE) -> None:
        """One step of Adam towards what the boards turned out to be worth: the square of what is missing."""
        hidden, value = self.forward(seen)
        worth = ((value - truth) * (1 - value**2) / numpy.float32(len(seen)))[:, None]
        back = worth @ self.weights["value"].T * (hidden > 0)
        slopes = {
            "seen": seen.T @ back,
            "seen_bias": back.sum(axis=0),
            "value": hidden.T @ worth,
            "value_bias": worth.sum(axis=0),
        }
        self._learned += 1
        for name, slope in slopes.items():
            self._first[name] = 0.9 * self._first[name] + 0.1 * slope
            self._second[name] = 0.999 * self._second[name] + 0.001 * slope**2
            first = self._first[name] / (1 - 0.9**self._learned)
            second = self._second[name] / (1 - 0.999**self._learned)
            self.weights[name] = (self.weights[name] - rate * first / (second**0.5 + 1e-8)).astype("f4")


@dataclass
class Agent:
    """A network that plays a game as any player of the house does: it looks one move ahead, no further."""

    game: Game
    network: Network
    name: str = "agent"

    @classmethod
    def new(cls, game: Game, seed: int = 0) -> Agent:
        """One that knows nothing yet."""
        shape = BatchEnv(game, 1, seed=0).observation_shape
        return cls(game, Network(encoded(game, numpy.zeros(shape, numpy.float32)).shape[1], seed))

    @classmethod
    def load(cls, game: Game, path: Path) -> Agent:
        """One that was saved."""
        agent = cls.new(game)
        with numpy.load(path) as kept:
            agent.network.weights = {name: kept[name] for name in agent.network.weights}
        return agent

    def save(self, path: Path) -> None:
        """Keep what it has learned."""
        numpy.savez_compressed(path, allow_pickle=False, **self.network.weights)

    def choose(self, line: Line, limits: Limits) -> int:
        """The move after which the other player is worst off, as far as it can tell."""
        legal = line.legal()
        after = [line.play(move) for move in legal]
        worth = -self.network.forward(
            encoded(self.game, numpy.stack([self._seen(one.position) for one in after]))
        )[1]
        for place, one in enumerate(after):
            if (outcome := one.outcome()) is not None:
                worth[place] = 0 if outcome.winner is None else 2 if outcome.winner == line.to_move else -2
        return legal[int(worth.argmax())]

    def best(self, boards: BatchEnv) -> tuple[NDArray[numpy.int64], Floats]:
        """The same for every board of a batch: the move, and what it is worth to who makes it."""
        ahead = boards.look_ahead(numpy.float32)
        later = -numpy.float32(DISCOUNT) * self.network.forward(encoded(self.game, ahead.seen))[1]
        worth = numpy.where(ahead.ends == ON, later, ahead.rewards).astype(numpy.float32)
        first = numpy.flatnonzero(numpy.diff(ahead.boards, prepend=-1))
        highest = numpy.maximum.reduceat(worth, first)
        places = numpy.where(worth == highest[ahead.boards], numpy.arange(len(worth)), len(worth))
        return ahead.actions[numpy.minimum.reduceat(places, first)], highest

    def _seen(self, position: Position) -> Floats:
        observation, state = self.game.declaration.observation, position.state
        shape = observation.shape(self.game.rules, state)
        out = [0] * prod(shape)
        observation.observe(self.game.rules, state, out, 0)
        return numpy.array(out, numpy.float32).reshape(shape)


def encoded(game: Game, seen: Floats) -> Floats:
    """What is seen as the network takes it: of every number whether it is at least 1, 2, 3…, and how large.

    So that odd and even, or two seeds and four, are as different as they are in the games. Of boards of one
    and nothing that is how many stand in each row, column and long diagonal.
    """
    highest = game.declaration.observation.highest(game.rules, game.start(0).state)
    plain = seen.reshape(len(seen), -1) / numpy.float32(max(1, highest))
    counts = seen.reshape(len(seen), -1) if highest > 1 else lines(seen)
    steps = numpy.arange(
        1, min(int(highest) if highest > 1 else seen.shape[-1], MOST) + 1, dtype=numpy.float32
    )
    told = (counts[:, :, None] >= steps).reshape(len(seen), -1)
    return numpy.concatenate([told, plain], axis=1, dtype=numpy.float32)


def lines(seen: Floats) -> Floats:
    """How much stands in each row and column of a board, and in the long diagonals of a square one."""
    sums = [seen.sum(axis=-1), seen.sum(axis=-2)]
    if seen.shape[-1] == seen.shape[-2]:
        sums += [numpy.trace(board, axis1=-2, axis2=-1)[..., None] for board in (seen, seen[..., ::-1])]
    return numpy.concatenate([one.reshape(len(seen), -1) for one in sums], axis=1)


@dataclass
class Practice:
    """Boards on which an agent plays itself."""

    agent: Agent
    seed: int = 0
    boards: BatchEnv = field(init=False)

    def __post_init__(self) -> None:
        self.boards = BatchEnv(self.agent.game, BOARDS, seed=self.seed)
        self._draw = numpy.random.default_rng(self.seed)

    def play_and_learn(self, rate: float = RATE) -> int:
        """Some moves on every board, and what they teach; how many were made."""
        past = []
        for _step in range(STEPS):
            seen = self.boards.observe(numpy.empty(self.boards.observation_shape, numpy.float32))
            best, worth = self.agent.best(self.boards)
            chance = numpy.where(self.boards.plies < OPENING, FIRST_BY_CHANCE, BY_CHANCE)
            by_chance = self._draw.random(BOARDS) < chance
            _rewards, ends = self.boards.step(numpy.where(by_chance, self.boards.sample(), best))
            past.append((encoded(self.agent.game, seen), worth, by_chance | (ends != ON)))
        _best, after = self.agent.best(self.boards)
        truths = []
        for _seen, worth, cut in reversed(past):
            # What comes next belongs to the other player. It says nothing where a move was not the best one.
            later = -numpy.float32(DISCOUNT) * after
            after = numpy.where(cut, worth, TRACE * later + (1 - TRACE) * worth).astype(numpy.float32)
            truths.append(after)
        seen = numpy.concatenate([one for one, _worth, _cut in past])
        self.agent.network.learn(seen, numpy.concatenate(truths[::-1]), rate)
        return STEPS * BOARDS


def against_chance(agent: Agent, games: int = 10 * TESTED, seed: int = 1) -> float:
    """What it scores against random moves, from 0 to 1; half of the games as player 2."""
    boards = BatchEnv(agent.game, games, seed=seed)
    mine, score = 1 + numpy.arange(games) % 2, numpy.full(games, numpy.nan)
    while numpy.isnan(score).any():
        movers = boards.to_move.copy()
        rewards, ends = boards.step(numpy.where(movers == mine, agent.best(boards)[0], boards.sample()))
        won = numpy.where(ends == TERMINATED, numpy.where(movers == mine, rewards, -rewards), 0)
        score = numpy.where(numpy.isnan(score) & (ends != ON), 0.5 + won / 2, score)
    return float(score.mean())


def against(agent: Agent, name: str, games: int = TESTED) -> float:
    """What it scores against a player of the house, from 0 to 1, the sides swapped after each game."""
    score = 0.0
    other: Player = player(name, agent.game, 1)
    for number in range(games):
        line = Line(agent.game.start(number // 2), ply_limit=agent.game.ply_limit or 400)
        sides = (agent, other) if number % 2 == 0 else (other, agent)
        line = line.play(line.legal()[number // 2 % len(line.legal())])  # else all games would be one
        while (outcome := line.outcome()) is None:
            line = line.play(sides[line.to_move - 1].choose(line, Limits(nodes=2000)))
        winner = None if outcome.winner is None else sides[outcome.winner - 1]
        score += 0.5 if winner is None else float(winner is agent)
    return score / games


class Point(NamedTuple):
    """How good an agent is after so many moves."""

    moves: int
    random: float
    level: float


def trained(
    game: Game,
    moves: float,
    seed: int = 0,
    told: Callable[[Point], None] = lambda point: None,
    points: int = POINTS,
    games: int = TESTED,
) -> tuple[Agent, list[Point]]:
    """An agent after so many moves against itself, and its scores on the way, each over so many games."""
    agent, curve = Agent.new(game, seed), list[Point]()
    practice, made = Practice(agent, seed), 0
    for number in range(points + 1):
        while made < moves * number / points:
            made += practice.play_and_learn(RATE * (1 - 0.9 * made / moves))
        curve.append(Point(made, against_chance(agent, 10 * games), against(agent, LEVEL, games)))
        told(curve[-1])
    return agent, curve


def drawn(curve_of: dict[str, list[Point]]) -> str:
    """The curves of all games against the lowest level, as SVG: against chance they are soon at the top."""
    lines = [
        Curve(name, [(point.moves / points[-1].moves, point.level) for point in points])
        for name, points in curve_of.items()
    ]
    return curves(f"What small agents score against {LEVEL}", lines, "part of the training", "score")


def main() -> None:
    """Train, say how it goes, and keep what was asked for."""
    parser = argparse.ArgumentParser(description="Train a small agent by self-play.")
    parser.add_argument("game", nargs="?", choices=list(stratege.GAMES), help="which game")
    parser.add_argument("--all", action="store_true", help="every game in turn")
    parser.add_argument("--size", help="of the board")
    parser.add_argument("--moves", type=float, help="how many to learn from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="keep the network as .npz")
    parser.add_argument("--curve", type=Path, help="draw the scores as .svg")
    asked = parser.parse_args()
    curve_of = {}
    for name in [*MOVES] if asked.all else [asked.game or parser.error("which game?")]:
        game, begun = stratege.game(name, size=asked.size or SIZES.get(name)), time.perf_counter()
        agent, curve_of[game.label()] = trained(game, asked.moves or MOVES.get(name, 4e5), asked.seed, told)
        seconds = time.perf_counter() - begun
        scores = ", ".join(f"{against(agent, other):.2f} {other}" for other in OPPONENTS)
        made = curve_of[game.label()][-1].moves
        print(f"{game.label()}: {made:,} moves in {seconds:.0f} s; against {scores}", flush=True)
        if asked.save:
            agent.save(asked.save)
    if asked.curve:
        asked.curve.write_text(drawn(curve_of), encoding="utf-8")


def told(point: Point) -> None:
    """Say how far it is."""
    print(f"{point.moves:>12,} moves: {point.random:.3f} random, {point.level:.3f} {LEVEL}", flush=True)


if __name__ == "__main__":
    main()
