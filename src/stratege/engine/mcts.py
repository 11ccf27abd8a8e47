"""The player `mcts`: Monte-Carlo tree search within limits, always with a legal move in hand."""

from __future__ import annotations

import random
import threading
from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Protocol, cast

from stratege.core.compiling import bound, compiled
from stratege.core.game import Game
from stratege.core.kernel import Rules, State
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.variant import Repetition
from stratege.core.wordsize import as_state, as_words
from stratege.engine import mcts_kernel as words
from stratege.engine.limits import Limits

KERNEL = "stratege.engine.mcts_kernel"

ROOM = 1 << 21  # nodes of the tree; memory is taken only as it grows
PLAYOUTS = 20_000  # where the limits set neither nodes nor time
INTERPRETED_ROOM = 1 << 14
INTERPRETED_PLAYOUTS = 200
PATIENCE = 2  # see `engine.mcts_kernel`, as the next
EXPLORATION = 20
PLIES, MOST_PLIES = 16, 200  # after which a random game is cut short where somebody looks better, and anyway


@dataclass(frozen=True)
class Tried:
    """A move at the root: how often it was visited, and how it did for the player to move.

    `proof` is 1, 0 or -1 where the move was proved to win, draw or lose; else None.
    """

    move: int
    visits: int
    win_rate: float
    proof: int | None


class MctsKernel(Protocol):
    """The template `engine.mcts_kernel` over a game's rules, in either life."""

    def enter(self, rules: Rules, state: State, work: MutableSequence[int]) -> None:
        """Grow the tree until a limit is reached or STOP is set."""


class MonteCarlo:
    """Plays the move it has visited most, a proved win before any other, a proved loss after any other.

    `Limits.nodes` counts random games. Without it and without a time, there are `PLAYOUTS` of them;
    `Limits.depth` means nothing here. The same seed and number of random games make the same choices.
    One thread uses it at a time; `stop` may be called from any.
    """

    def __init__(self, game: Game, seed: int | None = None, interpreted: bool = False) -> None:
        self.name = "mcts"
        self.game = game
        self.playouts = 0
        self._compiled = game.compilable and not interpreted
        load = compiled if self._compiled else bound
        evaluation = game.declaration.evaluation
        self._code = cast(MctsKernel, load(KERNEL, game.kernel.__name__, evaluation=evaluation.__name__))
        self._work = self._room(ROOM if self._compiled else INTERPRETED_ROOM)
        self._work[words.RANDOM] = random.Random(seed).randrange(1, 1 << 32)
        self._lock = threading.Lock()
        self._searching: object | None = None
        self._compile()

    def choose(self, line: Line, limits: Limits) -> int:
        """A legal move, within the limits; the line must go on."""
        moves = line.legal()
        return moves[0] if len(moves) == 1 else self.weigh(line.position, limits)[0].move

    def weigh(self, position: Position, limits: Limits) -> list[Tried]:
        """Every legal move with what the search saw of it, best first."""
        search = self._begin(position, limits)
        timer = None
        if limits.seconds is not None:
            timer = threading.Timer(limits.seconds, self._end, [search])
            timer.daemon = True
            timer.start()
        try:
            self._code.enter(*self._words(position), self._work)
        finally:
            self._end(search)
            if timer is not None:
                timer.cancel()
        self.playouts = int(self._work[words.PLAYOUTS])
        return sorted(self._tried(), key=_merit, reverse=True)

    def stop(self) -> None:
        """End the search under way as soon as may be; without one, nothing."""
        self._end(self._searching)

    def _begin(self, position: Position, limits: Limits) -> object:
        """Set the words for a search, and name it."""
        work = self._work
        moves = position.legal()
        unlimited = limits.nodes is None and limits.seconds is None
        usual = PLAYOUTS if self._compiled else INTERPRETED_PLAYOUTS
        most = usual if unlimited else 1 << 62 if limits.nodes is None else limits.nodes
        work[words.PLAYOUTS], work[words.PLAYOUT_LIMIT] = 0, most
        first = work[words.MOVES]
        work[first : first + len(moves)] = moves
        work[words.ROOT_MOVES] = len(moves)
        with self._lock:
            work[words.STOP] = 0
            self._searching = object()
            return self._searching

    def _end(self, search: object | None) -> None:
        """Stop this search, unless it has ended and another one has begun."""
        with self._lock:
            if search is self._searching:
                self._work[words.STOP] = 1

    def _tried(self) -> list[Tried]:
        work = self._work
        root = int(work[words.TREE])
        first, count = int(work[root + words.FIRST]), int(work[root + words.CHILDREN])
        return [self._tried_at(first + words.WIDTH * i) for i in range(count)]

    def _tried_at(self, node: int) -> Tried:
        visits, reward, _first, _children, move, proof = map(int, self._work[node : node + words.WIDTH])
        rate = reward / (2 * visits) if visits else 0.5
        return Tried(move, visits, rate, None if proof == words.UNKNOWN else words.DRAWN - proof)

    def _compile(self) -> None:
        """Have the machine code ready, so that a time limit is spent on searching."""
        start = self.game.start(seed=0)
        if self._compiled and start.legal():
            kept = self._work[words.RANDOM]
            self.weigh(start, Limits(nodes=1))
            self._work[words.RANDOM] = kept

    def _words(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The rules and the state."""
        rules, state = self.game.rules, position.state
        return (as_words(rules), as_state(state, self.game.least_words)) if self._compiled else (rules, state)

    def _room(self, nodes: int) -> MutableSequence[int]:
        """The work array, laid out."""
        game = self.game
        moves = words.SCRATCH
        tree = moves + game.most_moves
        end = tree + words.WIDTH * (nodes + game.most_moves + 1)
        work: MutableSequence[int]
        if self._compiled:
            import numpy

            work = cast(MutableSequence[int], numpy.zeros(end, numpy.int64))
        else:
            work = [0] * end
        work[words.MOVES], work[words.TREE], work[words.END] = moves, tree, end
        work[words.PLY_CAP], work[words.LAST_PLY] = PLIES, game.longest or MOST_PLIES
        work[words.PATIENCE], work[words.EXPLORATION] = PATIENCE, EXPLORATION
        work[words.PROOFS] = int(game.variant.repetition is Repetition.ALLOWED)
        return work


def _merit(tried: Tried) -> tuple[int, int, float]:
    """What is played first: a proved win, then by visits, a proved loss last."""
    certain = tried.proof if tried.proof in (1, -1) else 0
    return certain or 0, tried.visits, tried.win_rate
