"""Making puzzles: positions as they come up in play, kept where exactly one move is right.

How hard a puzzle is, the levels tell: each tries it some times, and the share of those who find every move
gives a rating on Elo's scale, the one at which half would be expected to. Levels that look things up are
left out.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.registry import game, game_class
from stratege.core.strength import BEST
from stratege.engine.limits import Limits
from stratege.engine.oracle import Oracle
from stratege.engine.players import Player, player
from stratege.tables.first_use import half_of_memory
from stratege.tables.shelf import Shelf
from stratege.training.forced import can_try
from stratege.training.proof import Only, Prover
from stratege.training.puzzle import Puzzle

FEWEST_MOVES = 3  # of a position in which one can go wrong
LOOKS = 4  # positions of a random game that are looked at
LATE = 12  # positions at the end of a game among which wins by force are looked for
LONGEST = 3  # own moves of a solution
EASY = 0.15  # of the puzzles at most are won in one move
TRIES = 2  # of each level
NODES = 20_000  # a move of a level
MIDDLE, SCALE = 1500, 400  # of the ratings
PATIENCE = 4000  # random games in a row without a new puzzle

Heard = Callable[[int], None]


def boards(name: str) -> list[Game]:
    """The boards of a game on which puzzles are made; `BadOption` if it has none."""
    declared = game_class(name).declaration.puzzle_boards
    if not declared:
        raise BadOption(_("There are no puzzles of this game: nothing proves their solutions."))
    return [game(name, variant, size) for variant, size in declared]


def make(name: str, count: int, seed: int = 0, heard: Heard = lambda made: None) -> list[Puzzle]:
    """So many puzzles of the game, or fewer where no more are found; the same for the same seed.

    Tables that take seconds are built first. `heard` is told how many there are.
    """
    makers = [Maker(one, random.Random(f"puzzles {seed} {one.label()}")) for one in boards(name)]
    made: dict[str, Puzzle] = {}
    most_easy = math.ceil(EASY * count)
    idle = 0
    while len(made) < count and idle < PATIENCE:
        idle += 1
        puzzle = makers[(len(made) + idle) % len(makers)].find()
        if puzzle is None or puzzle.position in made:
            continue
        if puzzle.goal == "win1":
            if most_easy == 0:
                continue
            most_easy -= 1
        idle = 0
        made[puzzle.position] = puzzle
        heard(len(made))
    return [maker.rated(one) for maker in makers for one in made.values() if maker.game == one.line.game]


def prover_of(rules: Game) -> Prover:
    """Who proves things of this game; its table is built if nothing else will do."""
    shelf = Shelf()
    if rules.declaration.recipe is not None and rules.declaration.solver is None and not can_try(rules):
        from stratege.tables.builder import Builder

        builder = Builder(shelf, rules, os.cpu_count() or 1, half_of_memory())
        builder.build(builder.plan(None))
        shelf.forget()
    return Prover(Oracle(rules, shelf))


def faults(puzzles: Iterable[Puzzle]) -> dict[str, str]:
    """What is wrong with puzzles, by their positions; those that are right are left out."""
    provers: dict[Game, Prover] = {}
    found = {}
    for puzzle in puzzles:
        line = puzzle.line
        if line.game not in provers:
            provers[line.game] = prover_of(line.game)
        if why := provers[line.game].fault(puzzle):
            found[puzzle.position] = why
    return found


class Maker:
    """Makes puzzles on one board."""

    def __init__(self, rules: Game, draw: random.Random) -> None:
        self.game, self._draw = rules, draw
        self._prover = prover_of(rules)
        self._levels: list[Player] = []

    def find(self) -> Puzzle | None:
        """A puzzle from a random game, if it has one."""
        lines = [line for line in self._played() if len(line.legal()) >= FEWEST_MOVES]
        if can_try(self.game):
            lines = lines[-LATE:]
        for line in self._draw.sample(lines, min(LOOKS, len(lines))):
            alone = Line(replace(line.position, past=frozenset()))
            only = self._prover.only(alone)
            if only is not None:
                return self._puzzle(alone, only)
        return None

    def rated(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with its rating."""
        if not self._levels:
            ladder = enumerate(self.game.declaration.ladder, start=1)
            names = [f"level:{number}" for number, strength in ladder if strength != BEST]
            self._levels = [player(name, self.game, seed=number) for number, name in enumerate(names)]
        tries = [level for level in self._levels for _try in range(TRIES)]
        solved = sum(map(partial(solves, puzzle), tries))
        return replace(puzzle, rating=rating_of(solved, len(tries)))

    def _played(self) -> Iterator[Line]:
        """The lines of a random game."""
        line = Line(self.game.start(self._draw.getrandbits(32)), ply_limit=self.game.ply_limit)
        while line.legal():
            yield line
            line = line.replay(self._draw.choice(line.legal()))

    def _puzzle(self, line: Line, only: Only) -> Puzzle:
        """The puzzle of this position, its solution as long as each own move is the only one."""
        start, moves = line, [only.move]
        line = line.replay(only.move)
        while only.value.result == 1 and line.outcome() is None and len(moves) < 2 * LONGEST - 1:
            reply = self._draw.choice(self._prover.best_replies(line))
            after = line.replay(reply)
            following = self._prover.only(after)
            if following is None or following.value.result != 1:
                break
            moves += [reply, following.move]
            line = after.replay(following.move)
        texts = (
            start.game.move_text(move, start.to_move if ply % 2 == 0 else 3 - start.to_move)
            for ply, move in enumerate(moves)
        )
        rules, position = start.game, start.position.text()
        return Puzzle(rules.name, rules.variant.name, rules.size, position, tuple(texts), only.goal)


def solves(puzzle: Puzzle, level: Player) -> bool:
    """Whether a player finds every move of the solution."""
    line = puzzle.line
    for ply, move in enumerate(puzzle.solution):
        if ply % 2 == 0 and level.choose(line, Limits(nodes=NODES)) != line.game.parse_move(
            move, line.to_move
        ):
            return False
        line = line.play(move)
    return True


def rating_of(solved: int, tries: int) -> int:
    """How hard a puzzle is that so many of those who tried have solved.

    >>> rating_of(9, 18), rating_of(18, 18) < 1100, rating_of(0, 18) > 1900
    (1500, True, True)
    """
    chance = (solved + 1) / (tries + 2)
    return round(MIDDLE + SCALE * math.log10((1 - chance) / chance))
