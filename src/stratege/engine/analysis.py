"""Every move of a position valued, best first."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.engine.searcher import DEEPEST, INFINITE, WIN, WON, Limits, Searcher

EXACT, SEARCH = "exact", "search"


@dataclass(frozen=True)
class ValuedMove:
    """A legal move with its value for the player to move.

    `kind` is `exact` for a value that is proven, `search` for one that a search of `depth` plies found.
    `result` is 1, 0 or -1 where the end is certain (won, drawn, lost), and `plies` in how many plies it
    comes, if known. Otherwise `value` is in hundredths of the game's unit. `line` is the main line, this move
    first.
    """

    move: str
    kind: str
    depth: int
    value: int
    result: int | None
    plies: int | None
    line: tuple[str, ...]
    reason: str

    @property
    def verdict(self) -> str:
        """The value in words or figures: `won in 7`, `+0.35`."""
        if self.result is None:
            return f"{self.value / 100:+.2f}"
        if self.result == 0:
            return _("drawn")
        if self.plies is None:
            return _("won") if self.result > 0 else _("lost")
        return _("won in {n}", n=self.plies) if self.result > 0 else _("lost in {n}", n=self.plies)


@dataclass(frozen=True)
class Analysis:
    """What is known of a position: all its moves, best first, and what finding it took."""

    position: Position
    moves: tuple[ValuedMove, ...]
    depth: int
    nodes: int
    seconds: float


class Analyst:
    """Values all moves of positions of one game; stopped from any thread."""

    def __init__(self, game: Game, table_mib: int = 32) -> None:
        self.game = game
        self._solver = _room(game, "solver")
        solved = self._solver is not None and self._solver.solves_all(game.rules)
        self._searcher = None if solved else Searcher(game, table_mib)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        history: Sequence[Position] = (),
        on_depth: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """All legal moves valued within the limits; `on_depth` sees each completed depth."""
        if not position.legal():
            return Analysis(position, (), 0, 0, 0.0)
        if self._solver is not None:
            begun = time.perf_counter()
            results: dict[int, int] | None = self._solver.values(self.game.rules, position.state)
            if results is not None:
                return self._solved(position, results, begun)
        assert self._searcher is not None
        return self._searched(self._searcher, position, limits, history, on_depth)

    def stop(self) -> None:
        """End the analysis under way."""
        if self._searcher is not None:
            self._searcher.stop()

    def _solved(self, position: Position, results: dict[int, int], begun: float) -> Analysis:
        moves = [
            ValuedMove(text, EXACT, 0, result * WIN, result, None, (text,), _reason(position, move))
            for move, result in sorted(results.items(), key=lambda item: -item[1])
            for text in [self.game.move_text(move, position.to_move)]
        ]
        return Analysis(position, tuple(moves), 0, 0, time.perf_counter() - begun)

    def _searched(
        self,
        searcher: Searcher,
        position: Position,
        limits: Limits,
        history: Sequence[Position],
        on_depth: Callable[[Analysis], None] | None,
    ) -> Analysis:
        begun = time.perf_counter()
        reasons = {move: _reason(position, move) for move in position.legal()}
        known = {move: self._at_first_sight(position, move, reasons[move]) for move in reasons}
        open_moves = [move for move, valued in known.items() if valued.kind != EXACT]
        analysis = Analysis(position, tuple(known.values()), 0, 0, 0.0)
        with searcher.alarm(limits.seconds):
            searcher.prepare(position, history, limits.nodes)
            for depth in range(1, limits.depth + 1):
                for move in sorted(open_moves, key=lambda move: -known[move].value):
                    value = -searcher.value(position.play(move), -INFINITE, INFINITE, depth - 1, ply=1)
                    if searcher.stopped:
                        break
                    known[move] = self._valued(position, move, value, depth, searcher.line(1), reasons[move])
                else:
                    best_first = sorted(known.values(), key=lambda valued: -valued.value)
                    seconds = time.perf_counter() - begun
                    analysis = Analysis(position, tuple(best_first), depth, searcher.nodes, seconds)
                    if on_depth is not None:
                        on_depth(analysis)
                    if all(valued.kind == EXACT for valued in best_first):
                        break
                    continue
                break
        best_first = sorted(known.values(), key=lambda valued: -valued.value)
        return replace(
            analysis, moves=tuple(best_first), nodes=searcher.nodes, seconds=time.perf_counter() - begun
        )

    def _at_first_sight(self, position: Position, move: int, reason: str) -> ValuedMove:
        """A move that ends the game is known at once; any other is worth nothing yet."""
        text = self.game.move_text(move, position.to_move)
        outcome = position.play(move).outcome()
        if outcome is None:
            return ValuedMove(text, SEARCH, 0, 0, None, None, (text,), reason)
        result = 0 if outcome.winner is None else 1 if outcome.winner == position.to_move else -1
        return ValuedMove(text, EXACT, 1, result * (WIN - 1), result, 1, (text,), reason)

    def _valued(
        self, position: Position, move: int, value: int, depth: int, rest: tuple[int, ...], reason: str
    ) -> ValuedMove:
        player, line = position.to_move, []
        for number in (move, *rest):
            line.append(self.game.move_text(number, player))
            player = 3 - player
        if abs(value) > WON:
            return ValuedMove(
                line[0], EXACT, depth, value, 1 if value > 0 else -1, WIN - abs(value), tuple(line), reason
            )
        return ValuedMove(line[0], SEARCH, depth, value, None, None, tuple(line), reason)


def analyse(
    position: Position,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    on_depth: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Every move of the position valued; without a limit, for one second.

    >>> import stratege
    >>> best = analyse(stratege.parse("nimble", "0,0,1,2,0,2")).moves[0]
    >>> best.move, best.verdict, best.reason
    ('3-1', 'won', 'the nim-sum is 2: move a pawn from 3 to 1')
    """
    if depth is None and nodes is None and seconds is None:
        seconds = 1.0
    limits = Limits(DEEPEST if depth is None else depth, nodes, seconds)
    return Analyst(position.game).analyse(position, limits, on_depth=on_depth)


def _reason(position: Position, move: int) -> str:
    room = _room(position.game, "explain")
    return str(room.explain(position, move)) if room else ""


def _room(game: Game, part: str) -> ModuleType | None:
    """That part of the game's room, or None if it has none."""
    name = f"stratege.games.{game.name}.{part}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
