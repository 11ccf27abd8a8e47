"""Wins forced within a few plies, by trying everything: the proof where no table knows all moves."""

from __future__ import annotations

import functools

from stratege.core.game import Game
from stratege.core.kernel import GOES_ON, State
from stratege.core.line import Line
from stratege.core.repetition import reason_to_end
from stratege.core.variant import Repetition

DEEPEST = 5  # plies
MOST = 10_000  # boards of a tree that is tried out


def can_try(rules: Game) -> bool:
    """Whether the game's trees are small enough, and its boards tell all that the rules need."""
    return rules.most_moves**DEEPEST <= MOST and rules.variant.repetition is Repetition.ALLOWED


def forced(line: Line) -> tuple[int, list[int]] | None:
    """In how many plies the player to move can force a win, and all moves that do so in as many; None if that
    takes more than `DEEPEST`."""
    tree = Tree(line.game)
    for plies in range(1, DEEPEST + 1, 2):
        found = [move for move in line.legal() if tree.lost(tree.after(line.position.state, move), plies - 1)]
        if found:
            return plies, found
    return None


class Tree:
    """Everything that can be played, a few plies far."""

    def __init__(self, rules: Game) -> None:
        self._kernel, self._rules, self._most = rules.kernel, rules.rules, rules.most_moves
        self.lost = functools.cache(self._lost)

    def after(self, state: State, move: int) -> State:
        """The state after a move."""
        return self._kernel.play(self._rules, state, move)

    def _lost(self, state: State, plies: int) -> bool:
        """Whether the player to move has lost within so many plies, whatever they play."""
        margin, following = self._end(state)
        if margin is not None:
            return margin < 0
        return plies >= 2 and all(self._won(after, plies - 1) for after in following)

    def _won(self, state: State, plies: int) -> bool:
        """Whether the player to move can have won within so many plies."""
        margin, following = self._end(state)
        if margin is not None:
            return margin > 0
        return any(self.lost(after, plies - 1) for after in following)

    def _end(self, state: State) -> tuple[int | None, list[State]]:
        """The final margin for the player to move if it is over, else what can follow."""
        room = [0] * self._most
        moves = room[: self._kernel.moves(self._rules, state, room, 0)]
        reason = reason_to_end(self._kernel.finished(self._rules, state), False, bool(moves))
        if reason != GOES_ON:
            return self._kernel.result(self._rules, state, reason), []
        return None, [self.after(state, move) for move in moves]
