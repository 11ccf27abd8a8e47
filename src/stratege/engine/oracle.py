"""What is certain without searching: the end of a game, a game that is solved, a position in a table."""

from __future__ import annotations

import functools
from collections.abc import Callable

from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.readiness import if_ready
from stratege.core.recipe import Exact
from stratege.core.variant import Repetition
from stratege.engine.alphabeta_kernel import MARGIN, SETTLED, WIN
from stratege.tables.shelf import Shelf


class Oracle:
    """Answers for positions of one game; what it does not know, it leaves out."""

    def __init__(self, game: Game, shelf: Shelf | None = None) -> None:
        self.game = game
        self._solver = game.declaration.solver
        self.shelf = Shelf() if shelf is None else shelf
        make = game.declaration.conversion
        self._conversion = make and make(game.rules, functools.partial(self.shelf.gather, game))

    @property
    def knows_all(self) -> bool:
        """Whether no position of this game needs a search."""
        return self._solver is not None and self._solver.SOLVES_ALL

    def moves(self, position: Position) -> dict[int, Exact]:
        """The legal moves that are known, each with its worth to the player who makes it."""
        if self._solver is not None:
            solve = functools.partial(self._solver.values, self.game.rules, position.state)
            results = if_ready(solve)
            if results is not None:
                return {move: Exact(result) for move, result in results.items()}
        afters = {move: self._known(position.play(move)) for move in position.legal()}
        return {move: _before(after) for move, after in afters.items() if after is not None}

    def best(self, position: Position, enough: Callable[[], bool] = lambda: False) -> list[int]:
        """The moves that nothing known speaks against: those that win, or else those that do not lose.

        Of moves that are all known, only the quickest wins, the best margins, the slowest losses. Of wins
        that a table knows without their length, those that bring the win nearer, as long as the same oracle
        is asked throughout a game and `enough`, which tells when there is no more time, lets it find them.
        """
        legal, known = position.legal(), self.moves(position)
        top = max((value_of(exact) for exact in known.values()), default=0)
        if len(known) == len(legal) or top > 0:
            best = [move for move, exact in known.items() if value_of(exact) == top]
            if self._conversion is not None and known[best[0]] == Exact(1):
                nearest = functools.partial(self._conversion.nearest, position.state, best, enough)
                best = if_ready(nearest) or best
            return best
        return [move for move in legal if move not in known or known[move].result == 0]

    def sure(self, position: Position) -> bool:
        """Whether what the table says of a position holds whatever was played before."""
        certainty = self.game.declaration.certainty
        if certainty is None:
            return True
        ends = self.game.variant.repetition is Repetition.ENDS
        return certainty.certain(self.game.rules, position.state, self._margin, ends)

    def _margin(self, state: State) -> int | None:
        exact = self._probed(state)
        return None if exact is None else exact.margin

    def _probed(self, state: State) -> Exact | None:
        return if_ready(functools.partial(self.shelf.probe, self.game, state))

    def _known(self, position: Position) -> Exact | None:
        outcome = position.outcome()
        if outcome is None:
            return self._probed(position.state)
        margin = None
        if outcome.score is not None:
            margin = outcome.score[position.to_move - 1] - outcome.score[2 - position.to_move]
        if outcome.winner is None:
            return Exact(0, 0, margin)
        return Exact(1 if outcome.winner == position.to_move else -1, 0, margin)


def value_of(exact: Exact) -> int:
    """What is known as one number, so that it can be compared with what searches find."""
    if exact.plies is not None:
        return exact.result * (WIN - exact.plies)
    return exact.result * (SETTLED + MARGIN * abs(exact.margin or 1))


def in_words(exact: Exact) -> str:
    """What is known, to who reads it: `won in 7`, `lost by 3`, `drawn`."""
    if exact.result == 0:
        return _("drawn")
    if exact.plies is None and exact.margin is not None:
        n = abs(exact.margin)
        return _("won by {n}", n=n) if exact.result > 0 else _("lost by {n}", n=n)
    if exact.plies is None:
        return _("won") if exact.result > 0 else _("lost")
    return _("won in {n}", n=exact.plies) if exact.result > 0 else _("lost in {n}", n=exact.plies)


def _before(after: Exact) -> Exact:
    """The worth of a move by that of the position it leads to."""
    return Exact(
        -after.result,
        None if after.plies is None else after.plies + 1,
        None if after.margin is None else -after.margin,
    )
