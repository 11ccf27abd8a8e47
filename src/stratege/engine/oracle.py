"""What is certain without searching: the end of a game, a game that is solved, a position in a table."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from pathlib import Path

from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.line import Line
from stratege.core.readiness import if_ready, only_ready_code
from stratege.core.recipe import Exact
from stratege.core.value import EXACT, TABLE, Value
from stratege.core.variant import Repetition
from stratege.tables.shelf import Shelf

REHEARSED = 80  # plies


class Oracle:
    """Answers for lines of one game; what it does not know, it leaves out."""

    def __init__(self, game: Game, shelf: Shelf | None = None) -> None:
        self.game = game
        self._solver, self._certainty = game.declaration.solver, game.declaration.certainty
        self.shelf = Shelf() if shelf is None else shelf
        make = game.declaration.conversion
        self._conversion = make and make(game.rules, functools.partial(self.shelf.gather, game))

    @property
    def knows_all(self) -> bool:
        """Whether no position of this game needs a search."""
        return self._solver is not None and self._solver.SOLVES_ALL

    def prepare(self) -> None:
        """Have ready what is looked up, and what a table's recipe works out at the first look at a layer.

        Where somebody waits (`core.readiness`), that is done when it is needed.
        """
        self.moves(Line(self.game.start(seed=0)))
        if self.has_tables and not only_ready_code():
            _rehearse(self.game, self.shelf.folder, self.shelf.stamp(self.game))

    @property
    def has_tables(self) -> bool:
        """Whether there is a table of this game."""
        return bool(self.shelf.layers(self.game))

    @property
    def table_kind(self) -> str:
        """What a value is that rests on tables: not sure where the past may change what they say."""
        return EXACT if self._certainty is None else TABLE

    def moves(self, line: Line, proving: bool = True) -> dict[int, Value]:
        """The legal moves that are known, each with its worth to the player who makes it.

        Proving that the past cannot change what a table says may take a tenth of a second a move. Who is only
        to play believes it where that is likely.
        """
        in_time = line.ply_limit is None or line.plies + 1 < line.ply_limit
        if self._solver is not None and in_time:
            solve = functools.partial(self._solver.values, self.game.rules, line.position.state)
            results = if_ready(solve)
            if results is not None:
                return {move: Value(EXACT, result) for move, result in results.items()}
        afters = {move: self._known(line.replay(move), proving) for move in line.legal()}
        known = {move: after.one_ply_before() for move, after in afters.items() if after is not None}
        return known if self._conversion is None else known | self._converted(line.position.state, known)

    def best(self, line: Line, known: dict[int, Value]) -> list[int]:
        """The moves that nothing `known` speaks against: those that win, or else those that do not lose.

        Of moves that are all known, only the quickest wins, the best margins, the slowest losses. Of wins
        that a table knows without their length, those that come to a conversion soonest; of such losses, the
        latest.
        """
        legal = line.legal()
        top = max((value.score for value in known.values()), default=0)
        if len(known) == len(legal) or top > 0:
            best = [move for move, value in known.items() if value.score == top]
            return _converting(known, known[best[0]]) or best
        return [move for move in legal if move not in known or known[move].result == 0]

    def _converted(self, state: State, known: dict[int, Value]) -> dict[int, Value]:
        """The moves that end no one knows when, and the plies until their conversion."""
        assert self._conversion is not None
        results = {move: value.result for move, value in known.items() if value.result and _endless(value)}
        plies = if_ready(functools.partial(self._conversion.plies, state, results)) if results else None
        return {
            move: replace(known[move], conversion=after, unit=self._conversion.UNIT)
            for move, after in (plies or {}).items()
        }

    def _known(self, line: Line, proving: bool) -> Value | None:
        """What is certain of the position that a line leads to, for the player to move."""
        outcome, player = line.outcome(), line.to_move
        if outcome is None:
            state = line.position.state
            exact = self._probed(state)
            if exact is None:
                return None
            if exact.plies is not None or self._sure(state, proving):
                return Value.of_table(exact, EXACT)
            return Value.of_table(exact, TABLE) if self._likely(state) else None
        margin = None
        if outcome.score is not None:
            margin = outcome.score[player - 1] - outcome.score[2 - player]
        result = 0 if outcome.winner is None else 1 if outcome.winner == player else -1
        return Value.of_table(Exact(result, 0, margin))

    def _sure(self, state: State, proving: bool) -> bool:
        """Whether what the table says of a position is known to hold whatever was played before."""
        if self._certainty is None or not proving:
            return self._certainty is None
        ends = self.game.variant.repetition is Repetition.ENDS
        return self._certainty.certain(self.game.rules, state, self._margin, ends)

    def _likely(self, state: State) -> bool:
        return self._certainty is None or self._certainty.likely(self.game.rules, state)

    def _margin(self, state: State) -> int | None:
        exact = self._probed(state)
        return None if exact is None else exact.margin

    def _probed(self, state: State) -> Exact | None:
        return if_ready(functools.partial(self.shelf.probe, self.game, state))


@functools.lru_cache(maxsize=16)
def _rehearse(game: Game, folder: Path, stamp: int) -> None:
    """Look up all moves of a random game, once for the same tables."""
    oracle, draw, line = Oracle(game, Shelf(folder)), random.Random(0), Line(game.start(seed=0))
    while line.plies < REHEARSED:
        oracle.moves(line)
        on = [move for move in line.legal() if line.replay(move).outcome() is None]
        if not on:
            break
        line = line.play(draw.choice(on))


def _endless(value: Value) -> bool:
    """Whether a table knows who wins, but neither when nor by how much."""
    return value.plies is None and value.margin is None


def _converting(known: dict[int, Value], best: Value) -> list[int]:
    """Of the moves that are worth as much as the best, those with the right conversion; none if none has."""
    plies = {
        move: value.conversion
        for move, value in known.items()
        if value.result == best.result and _endless(value) and value.conversion is not None
    }
    if not plies or not _endless(best) or not best.result:
        return []
    wanted = min(plies.values()) if best.result > 0 else max(plies.values())
    return [move for move, after in plies.items() if after == wanted]
