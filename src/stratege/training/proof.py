"""Proving that a position has one solution: what tables and solvers say of every move."""

from __future__ import annotations

from dataclasses import dataclass

from stratege.core.line import Line
from stratege.core.value import EXACT, Value
from stratege.engine.oracle import Oracle
from stratege.training.forced import can_try, forced
from stratege.training.puzzle import HOLD, WIN, Puzzle

FOR_EVER = 1000  # plies


@dataclass(frozen=True)
class Only:
    """The one move that keeps the best result, and what it is worth."""

    move: int
    value: Value

    @property
    def goal(self) -> str:
        """What a puzzle asks for here."""
        return HOLD if self.value.result == 0 else f"{WIN}{self.value.plies or ''}"


class Prover:
    """Asks one game's oracle, and takes nothing for proven that is not so for every move."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    def values(self, line: Line) -> dict[int, Value] | None:
        """Every legal move with its proven worth; None where one of them is not certain."""
        known = self.oracle.moves(line)
        certain = len(known) == len(line.legal()) and all(one.kind == EXACT for one in known.values())
        return known if certain else None

    def only(self, line: Line) -> Only | None:
        """The only move that wins, or the only one that does not lose; None where there is no such move.

        Where everything can be tried out: the only one that forces a win in as few plies as can be.
        """
        if can_try(line.game):
            found = forced(line)
            return Only(found[1][0], Value(EXACT, 1, found[0])) if found and len(found[1]) == 1 else None
        values = self.values(line)
        if not values or len(values) == 1:
            return None
        best = max(value.result or 0 for value in values.values())
        keeping = [move for move, value in values.items() if (value.result or 0) == best]
        return Only(keeping[0], values[keeping[0]]) if best >= 0 and len(keeping) == 1 else None

    def best_replies(self, line: Line) -> list[int]:
        """What holds out longest, as far as is known."""
        if can_try(line.game):
            known = {move: forced(line.replay(move)) for move in line.legal()}
            worth = {move: found[0] if found else FOR_EVER for move, found in known.items()}
        else:
            worth = {move: value.score for move, value in self.oracle.moves(line).items()}
        return [move for move in worth if worth[move] == max(worth.values())]

    def fault(self, puzzle: Puzzle) -> str:
        """What is wrong with a puzzle; empty if each move of its solution is the only one."""
        line, own = puzzle.line, puzzle.solution[::2]
        if len(puzzle.solution) != 2 * len(own) - 1:
            return "the solution does not end with one's own move"
        for ply, move in enumerate(puzzle.solution):
            only = self.only(line) if ply % 2 == 0 else None
            if ply % 2 == 0:
                if only is None or line.game.move_text(only.move, line.to_move) != move:
                    return f"{move} is not the only solution"
                if ply == 0 and only.goal != puzzle.goal:
                    return f"it is {only.goal}, not {puzzle.goal}"
            line = line.play(move)
        return ""
