"""Positions for a network to learn from: the engine plays itself and notes what its searches find.

Games begin with a few random plies and have a random move now and then; beside most positions of a game
stands one that a few random plies lead to from there, so that bad ones are seen too. Each is searched with
the same number of nodes. A game that goes round, or takes too long, is left: it counts as won if one side is
clearly ahead, else as drawn. Where the plan allows tables, searches look into them, and what they know of a
position stands in place of how its game ended. What part n of a folder holds depends on the plan and on n
only, and, if the plan allows them, on the tables that are there.
"""

from __future__ import annotations

import functools
import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy

from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.pieces import Doing, Piece
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.scores import is_settled
from stratege.engine.alphabeta import Manner, Searcher
from stratege.engine.limits import Limits
from stratege.tables.shelf import Shelf
from tuning.samples import UNPLAYED, Samples, file_of, keep_plan, write
from tuning.weights import Judge, judge_of, module_of, network_inputs

GAMES = 60  # of a part
TABLE_MIB = 4
CLEAR = 2  # so many times the network's scale ahead, a game that is left counts as won


@dataclass(frozen=True)
class Plan:
    """How positions are made."""

    game: str
    variants: tuple[str, ...]
    judge: str
    """Who judges, as in the command (`weights.judge_of`)."""
    nodes: int = 6000
    """Of each search."""
    seed: int = 1
    opening: tuple[int, int] = (2, 8)
    """Fewest and most random plies that a game begins with."""
    random_moves: float = 0.04
    excursions: float = 0.6
    """For how many positions of a game another one is noted, and by how many random plies at most."""
    farthest: int = 3
    longest: int = 200
    """After so many plies a game is left, and when so many boards of it have come back."""
    returns: int = 1
    tables: bool = False
    """Whether searches and results may be those of the tables that stand on this machine."""
    selective: bool = False
    """Whether searches are those of the game's players, not plain ones."""


def run(plan: Plan, folder: Path, parts: int, doing: Doing) -> None:
    """Make the parts that are not there yet."""
    judge = judge_of(plan.judge, plan.game)
    keep_plan(folder, as_kept(plan))
    missing = [part for part in range(parts) if not file_of(folder, part).exists()]
    begun, positions = time.monotonic(), 0
    pieces = (Piece(part, made, (plan, judge, part)) for part in missing)
    for done, (part, samples) in enumerate(doing(pieces), start=1):
        write(folder, part, samples)
        positions += len(samples.games)
        spent = time.monotonic() - begun
        left = spent / done * (len(missing) - done) / 60
        total = f"{parts - len(missing) + done} of {parts} parts"
        print(f"{total}, {positions:,} positions in {spent:.0f} s, about {left:.0f} min left", flush=True)


def as_kept(plan: Plan) -> dict[str, Any]:
    """The plan as it is read back from its file."""
    kept: dict[str, Any] = json.loads(json.dumps(asdict(plan)))
    return kept


def made(plan: Plan, judge: Judge, part: int) -> Samples:
    """The games of one part, played."""
    noted, module = [], module_of(plan.game, judge)
    shelf = Shelf() if plan.tables else None
    searchers = [
        Searcher(game(plan.game, variant), TABLE_MIB, evaluation=module, shelf=shelf)
        for variant in plan.variants
    ]
    for searcher in searchers:
        searcher.behave(Manner(selective=plan.selective))
    for number in range(part * GAMES, (part + 1) * GAMES):
        variant = number % len(plan.variants)
        draw = random.Random(f"{plan.seed} {number}")
        for state, value, result, random_move in play(searchers[variant], plan, draw):
            exact = None if shelf is None else shelf.probe(searchers[variant].game, state)
            known = result if exact is None else exact.result
            noted.append((state, variant, value, known, number, random_move))
    columns = list(zip(*noted))
    kinds = (numpy.uint64, numpy.int8, numpy.int16, numpy.int8, numpy.int32, numpy.bool_)
    return Samples(*[numpy.array(*one) for one in zip(columns, kinds)])


Noted = tuple[tuple[int, ...], int, int, bool]


def play(searcher: Searcher, plan: Plan, draw: random.Random) -> Iterator[Noted]:
    """The positions of one game and those beside it: state, value, result for who is to move, and whether
    they moved at random."""
    position = _opening(searcher.game, plan, draw)
    beside: list[Noted] = []
    played: list[tuple[Position, int, bool]] = []
    look = functools.partial(searcher.search, limits=Limits(nodes=plan.nodes))
    seen: set[tuple[State, int]] = set()  # boards that come back: who goes round learns little
    while position.outcome() is None and len(played) < plan.longest:
        seen.add((position.state, position.to_move))
        if len(played) + 1 - len(seen) >= plan.returns:
            break
        found, at_random = look(position), draw.random() < plan.random_moves
        played.append((position, found.value, at_random))
        if draw.random() < plan.excursions:
            other = _walk(position, draw.randint(1, plan.farthest), draw)
            if other is not None:
                beside.append((other.state, look(other).value, UNPLAYED, False))
        if is_settled(found.value):
            break
        position = position.replay(draw.choice(position.legal()) if at_random else found.move)
    winner = _winner(position, *played[-1][:2])
    for place, value, at_random in played:
        result = 0 if winner is None else 1 if winner == place.to_move else -1
        yield place.state, value, result, at_random
    yield from beside


def _opening(rules: Game, plan: Plan, draw: random.Random) -> Position:
    while True:
        position = _walk(rules.start(draw.getrandbits(32)), draw.randint(*plan.opening), draw)
        if position is not None:
            return position


def _walk(position: Position, plies: int, draw: random.Random) -> Position | None:
    """The position after random moves; None if the game ends on the way."""
    for _ply in range(plies):
        if not position.legal():
            return None
        position = position.play(draw.choice(position.legal()))
    return position if position.outcome() is None else None


def _winner(position: Position, last: Position, value: int) -> int | None:
    """Who won, or would have, by what was found where it was last looked, when a game is left."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner
    if abs(value) < CLEAR * network_inputs(position.game.name).SCALE:
        return None
    return last.to_move if value > 0 else 3 - last.to_move
