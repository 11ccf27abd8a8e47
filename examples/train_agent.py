"""Train a small agent for a game by having it play itself: NumPy alone, a few minutes on one core.

    python examples/train_agent.py awale --moves 10e6 --save awale.npz
    python examples/train_agent.py --all --curve docs/pictures/agents.svg

An actor-critic: one hidden layer looks at the board, from it come a preference for each move and what the
game is worth to the player to move. Hundreds of boards move at once (`stratege.envs.batch`); the same network
plays both sides, so that what one player gains the other loses. What it reaches is measured against players
of the house, and is no more than a beginner's strength: see docs/agents.md.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

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
BOARDS, STEPS = 256, 8  # boards that move together, and moves before the network learns from them
DISCOUNT = 0.99  # a win soon is better than a win late
RATE, ENTROPY = 1e-3, 0.02
BY_CHANCE = 0.25  # of the boards have one player who moves at random: else it forgets how to beat one
TESTED = 400  # games against chance, for a point of the curve
SIZES = {"mingmang": "5"}  # where the usual board has too many moves for so small a network
MOVES = {"awale": 12e6, "chomp": 3e6, "nimble": 3e6, "mingmang": 4e6, "quixo": 8e6}
OPPONENTS = ("random", "greedy", "level:1", "level:3")


class Network:
    """From what is seen, through one hidden layer, to a preference for each move and a value in [-1, 1]."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        draw = numpy.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float = 1.0) -> Floats:
            return draw.standard_normal((rows, columns), numpy.float32) * numpy.float32(scale / rows**0.5)

        self.weights = {
            "seen": layer(inputs, HIDDEN, 1.4),
            "seen_bias": numpy.zeros(HIDDEN, numpy.float32),
            "moves": layer(HIDDEN, actions, 0.1),
            "moves_bias": numpy.zeros(actions, numpy.float32),
            "value": layer(HIDDEN, 1, 0.1),
            "value_bias": numpy.zeros(1, numpy.float32),
        }
        self._first = {name: numpy.zeros_like(one) for name, one in self.weights.items()}
        self._second = {name: numpy.zeros_like(one) for name, one in self.weights.items()}
        self._learned = 0

    def forward(self, seen: Floats, mask: NDArray[numpy.bool_]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, how likely each legal move is, and the value for who is to move."""
        w = self.weights
        hidden = numpy.maximum(seen @ w["seen"] + w["seen_bias"], 0)
        wishes = numpy.where(mask, hidden @ w["moves"] + w["moves_bias"], numpy.float32(-1e9))
        wishes -= wishes.max(axis=1, keepdims=True)
        likely = numpy.exp(wishes)
        likely /= likely.sum(axis=1, keepdims=True)
        return hidden, likely, numpy.tanh(hidden @ w["value"] + w["value_bias"])[:, 0]

    def learn(
        self,
        seen: Floats,
        mask: NDArray[numpy.bool_],
        actions: NDArray[numpy.int64],
        own: Floats,
        returns: Floats,
    ) -> None:
        """One step of Adam: towards moves that turned out better than thought, and towards the truth.

        `own` is 0 for moves that were not its own choice.
        """
        w, count = self.weights, numpy.float32(len(seen))
        hidden, likely, value = self.forward(seen, mask)
        better = returns - value
        better = (better - better.mean()) / (better.std() + 1e-6)
        logarithm = numpy.log(likely + 1e-12)
        surprise = -(likely * logarithm).sum(axis=1, keepdims=True)
        wishes = likely.copy()
        wishes[numpy.arange(len(seen)), actions] -= 1
        wishes = (wishes * better[:, None] + ENTROPY * likely * (logarithm + surprise)) * own[:, None] / count
        worth = ((value - returns) * (1 - value**2) / count)[:, None]
        back = (wishes @ w["moves"].T + worth @ w["value"].T) * (hidden > 0)
        self._step(
            {
                "seen": seen.T @ back,
                "seen_bias": back.sum(axis=0),
                "moves": hidden.T @ wishes,
                "moves_bias": wishes.sum(axis=0),
                "value": hidden.T @ worth,
                "value_bias": worth.sum(axis=0),
            }
        )

    def _step(self, slopes: dict[str, Floats]) -> None:
        self._learned += 1
        for name, slope in slopes.items():
            self._first[name] = 0.9 * self._first[name] + 0.1 * slope
            self._second[name] = 0.999 * self._second[name] + 0.001 * slope**2
            first = self._first[name] / (1 - 0.9**self._learned)
            second = self._second[name] / (1 - 0.999**self._learned)
            self.weights[name] = (self.weights[name] - RATE * first / (second**0.5 + 1e-8)).astype("f4")


@dataclass
class Agent:
    """A network that plays a game as any player of the house does, looking one move ahead with its values."""

    game: Game
    network: Network
    name: str = "agent"

    @classmethod
    def new(cls, game: Game, seed: int = 0) -> Agent:
        """One that knows nothing yet."""
        inputs = prod(BatchEnv(game, 1, seed=0).observation_shape[1:])
        return cls(game, Network(inputs, game.action_count, seed))

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
        seen = numpy.concatenate([self._seen(one.position) for one in after])
        every = numpy.ones((len(seen), self.game.action_count), bool)
        worth = -self.network.forward(seen, every)[2]
        for place, one in enumerate(after):
            if (outcome := one.outcome()) is not None:
                worth[place] = 0 if outcome.winner is None else 2 if outcome.winner == line.to_move else -2
        return legal[int(worth.argmax())]

    def _seen(self, position: Position) -> Floats:
        observation, state = self.game.declaration.observation, position.state
        out = [0] * prod(observation.shape(self.game.rules, state))
        observation.observe(self.game.rules, state, out, 0)
        return scaled(self.game, numpy.array([out], numpy.float32))


def scaled(game: Game, seen: NDArray[numpy.float32]) -> Floats:
    """What is seen, in numbers of about the size of 1."""
    highest = game.declaration.observation.highest(game.rules, game.start(0).state)
    return (seen.reshape(len(seen), -1) / numpy.float32(max(1.0, highest**0.5))).astype(numpy.float32)


@dataclass
class Practice:
    """Boards on which an agent plays itself, and what it remembers of its last moves there."""

    agent: Agent
    seed: int = 0
    boards: BatchEnv = field(init=False)

    def __post_init__(self) -> None:
        self.boards = BatchEnv(self.agent.game, BOARDS, seed=self.seed)
        self._draw = numpy.random.default_rng(self.seed)
        number = numpy.arange(BOARDS)
        self._random = numpy.where(number < BY_CHANCE * BOARDS, 1 + number % 2, 0)  # who moves at random

    def play_and_learn(self) -> int:
        """Some moves on every board, and what they teach; how many were made."""
        past: list[tuple[NDArray[Any], ...]] = []
        for _step in range(STEPS):
            here, mask = self._look()
            _hidden, likely, _value = self.agent.network.forward(here, mask)
            by_chance = self.boards.to_move == self._random
            chosen = numpy.where(by_chance, self.boards.sample(), self._drawn(likely, mask))
            own = (~by_chance).astype(numpy.float32)
            reward, ended = self.boards.step(chosen)
            past.append((here, mask, chosen, own, reward.copy(), ended.copy()))
        _hidden, _likely, after = self.agent.network.forward(*self._look())
        returns = []
        for *_seen, reward, ended in reversed(past):
            # What comes next belongs to the other player; a game that has ended has nothing to come.
            after = numpy.where(ended == ON, -DISCOUNT * after, reward).astype(numpy.float32)
            returns.append(after)
        returns.reverse()
        seen, masks, actions, own = (numpy.concatenate(part) for part in list(zip(*past))[:4])
        self.agent.network.learn(seen, masks, actions, own, numpy.concatenate(returns))
        return STEPS * BOARDS

    def _look(self) -> tuple[Floats, NDArray[numpy.bool_]]:
        seen = self.boards.observe(numpy.empty(self.boards.observation_shape, numpy.float32))
        return scaled(self.agent.game, seen), self.boards.mask.astype(bool)

    def _drawn(self, likely: Floats, mask: NDArray[numpy.bool_]) -> NDArray[numpy.int64]:
        """A move for each board, each as often as it is likely: the largest of noisy logarithms."""
        noise = -numpy.log(-numpy.log(self._draw.random(likely.shape, numpy.float32) + 1e-12) + 1e-12)
        chosen: NDArray[numpy.int64] = numpy.where(
            mask, numpy.log(likely + 1e-12) + noise, -numpy.inf
        ).argmax(1)
        return chosen


def against_chance(agent: Agent, games: int = TESTED, seed: int = 1) -> float:
    """What it scores against random moves, from 0 to 1; half of the games as player 2."""
    boards = BatchEnv(agent.game, games, seed=seed)
    mine, score = 1 + numpy.arange(games) % 2, numpy.full(games, numpy.nan)
    while numpy.isnan(score).any():
        seen = boards.observe(numpy.empty(boards.observation_shape, numpy.float32))
        mask, movers = boards.mask.astype(bool), boards.to_move.copy()
        _hidden, likely, _value = agent.network.forward(scaled(agent.game, seen), mask)
        best = numpy.where(mask, likely, -1).argmax(axis=1)
        rewards, ends = boards.step(numpy.where(movers == mine, best, boards.sample()))
        won = numpy.where(ends == TERMINATED, numpy.where(movers == mine, rewards, -rewards), 0)
        score = numpy.where(numpy.isnan(score) & (ends != ON), 0.5 + won / 2, score)
    return float(score.mean())


def against(agent: Agent, name: str, games: int = 40) -> float:
    """What it scores against a player of the house, from 0 to 1, the sides swapped after each game."""
    score = 0.0
    for number in range(games):
        other: Player = player(name, agent.game, number)
        line = Line(agent.game.start(number // 2), ply_limit=agent.game.ply_limit or 400)
        sides = (agent, other) if number % 2 == 0 else (other, agent)
        line = line.play(line.legal()[number // 2 % len(line.legal())])  # else all games would be one
        while (outcome := line.outcome()) is None:
            line = line.play(sides[line.to_move - 1].choose(line, Limits(nodes=2000)))
        winner = None if outcome.winner is None else sides[outcome.winner - 1]
        score += 0.5 if winner is None else float(winner is agent)
    return score / games


Point = tuple[int, float]


def trained(
    game: Game, moves: float, seed: int = 0, told: Callable[[int, float], None] = lambda made, score: None
) -> tuple[Agent, list[Point]]:
    """An agent after so many moves against itself, and its score against chance on the way."""
    agent, curve = Agent.new(game, seed), list[Point]()
    practice, made = Practice(agent, seed), 0
    every = max(moves / 20, BOARDS * STEPS)
    for point in _points(moves, every):
        while made < point:
            made += practice.play_and_learn()
        curve.append((made, against_chance(agent)))
        told(*curve[-1])
    return agent, curve


def _points(moves: float, every: float) -> Iterator[float]:
    point = 0.0
    while point <= moves:
        yield point
        point += every


def main() -> None:
    """Train, say how it goes, and keep what was asked for."""
    parser = argparse.ArgumentParser(description="Train a small agent by self-play.")
    parser.add_argument("game", nargs="?", choices=list(stratege.GAMES), help="which game")
    parser.add_argument("--all", action="store_true", help="every game in turn")
    parser.add_argument("--size", help="of the board")
    parser.add_argument("--moves", type=float, help="how many to learn from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="keep the network as .npz")
    parser.add_argument("--curve", type=Path, help="draw the scores against chance as .svg")
    asked = parser.parse_args()
    lines = []
    for name in [*MOVES] if asked.all else [asked.game or parser.error("which game?")]:
        game, begun = stratege.game(name, size=asked.size or SIZES.get(name)), time.perf_counter()
        moves = asked.moves or MOVES.get(name, 3e6)
        agent, curve = trained(
            game,
            moves,
            asked.seed,
            lambda made, score: print(f"{made:>12,} moves: {score:.3f} against chance"),
        )
        seconds = time.perf_counter() - begun
        scores = ", ".join(f"{against(agent, other):.2f} {other}" for other in OPPONENTS)
        print(f"{game.label()}: {curve[-1][0]:,} moves in {seconds:.0f} s; against {scores}", flush=True)
        lines.append(Curve(game.label(), [(made / 1e6, score) for made, score in curve]))
        if asked.save:
            agent.save(asked.save)
    if asked.curve:
        title = "What small agents score against random moves"
        asked.curve.write_text(curves(title, lines, "million moves of self-play", "score"), encoding="utf-8")


if __name__ == "__main__":
    main()
