"""Every move of a position valued, best first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.engine.alphabeta import INFINITE, WIN, WON, Searcher
from stratege.engine.alphabeta_kernel import SETTLED
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.oracle import Oracle, in_words, value_of

EXACT, SEARCH = "exact", "search"


@dataclass(frozen=True)
class ValuedMove:
    """A legal move with its value for the player to move.

    `kind` is `exact` for a value that is proven, `search` for one that a search of `depth` plies found.
    `result` is 1, 0 or -1 where the end is certain (won, drawn, lost), `plies` in how many plies it comes and
    `margin` by how many seeds, if known. Otherwise `value` is in hundredths of the game's unit. `line` is the
    main line, this move first. `sure` is False for a value of a table that a turn limit or a rule about
    repetition might yet change.
    """

    move: str
    kind: str
    depth: int
    value: int
    result: int | None
    plies: int | None
    margin: int | None
    line: tuple[str, ...]
    reason: str
    sure: bool = True

    @property
    def verdict(self) -> str:
        """The value in words or figures: `won in 7`, `+0.35`."""
        if self.result is None:
            return f"{self.value / 100:+.2f}"
        return in_words(Exact(self.result, self.plies, self.margin))

    def as_json(self) -> dict[str, object]:
        """The move for programs."""
        return {
            "move": self.move,
            "kind": self.kind,
            "depth": self.depth,
            "value": self.value,
            "result": self.result,
            "plies": self.plies,
            "margin": self.margin,
            "sure": self.sure,
            "verdict": self.verdict,
            "line": list(self.line),
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Analysis:
    """What is known of a position: all its moves, best first, and what finding it took."""

    position: Position
    moves: tuple[ValuedMove, ...]
    depth: int
    nodes: int
    seconds: float

    def as_json(self) -> dict[str, object]:
        """The analysis for programs."""
        rules = self.position.game
        return {
            "game": rules.name,
            "variant": rules.variant.name,
            "size": rules.size,
            "position": self.position.text(),
            "to_move": self.position.to_move,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "moves": [valued.as_json() for valued in self.moves],
        }


class Analyst:
    """Values all moves of positions of one game; stopped from any thread."""

    def __init__(self, game: Game, table_mib: int = 32) -> None:
        self.game = game
        self._oracle = Oracle(game)
        self._searcher = (
            None if self._oracle.knows_all else Searcher(game, table_mib, shelf=self._oracle.shelf)
        )

    def analyse(
        self,
        position: Position,
        limits: Limits,
        history: Sequence[Position] = (),
        on_depth: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """All legal moves valued within the limits; `on_depth` sees each completed depth."""
        begun = time.perf_counter()
        known = _known(self._oracle, position)
        if self._searcher is None or not any(map(_to_search, known.values())):
            return Analysis(position, _best_first(known), 0, 0, time.perf_counter() - begun)
        return self._searched(self._searcher, position, known, limits, history, on_depth)

    @property
    def interpreted(self) -> bool:
        """Whether it searches on the rules in plain Python, for want of machine code."""
        return self._searcher is not None and self._searcher.interpreted

    def stop(self) -> None:
        """End the analysis under way."""
        if self._searcher is not None:
            self._searcher.stop()

    def _searched(
        self,
        searcher: Searcher,
        position: Position,
        known: dict[int, ValuedMove],
        limits: Limits,
        history: Sequence[Position],
        on_depth: Callable[[Analysis], None] | None,
    ) -> Analysis:
        begun = time.perf_counter()
        open_moves = [move for move, valued in known.items() if _to_search(valued)]
        analysis, complete = Analysis(position, _best_first(known), 0, 0, 0.0), known
        with searcher.alarm(limits.seconds):
            searcher.prepare(position, history, limits.nodes)
            for depth in range(1, limits.depth + 1):
                for move in sorted(open_moves, key=lambda move: -known[move].value):
                    searcher.catch_up()
                    value = -searcher.value(position.play(move), -INFINITE, INFINITE, depth - 1, ply=1)
                    if searcher.stopped:
                        break
                    known[move] = self._found(position, move, value, depth, searcher.line(1), known[move])
                else:
                    seconds = time.perf_counter() - begun
                    analysis = Analysis(position, _best_first(known), depth, searcher.nodes, seconds)
                    complete = dict(known)
                    if on_depth is not None:
                        on_depth(analysis)
                    if not any(map(_to_search, known.values())):
                        break
                    continue
                break
        # Of a depth cut short only proofs count: what was found at two depths cannot be compared. Without any
        # complete depth, `complete` is `known` itself: a few values are better than none.
        known = {move: one if one.kind == EXACT else complete[move] for move, one in known.items()}
        seconds = time.perf_counter() - begun
        return replace(analysis, moves=_best_first(known), nodes=searcher.nodes, seconds=seconds)

    def _found(
        self, position: Position, move: int, value: int, depth: int, rest: tuple[int, ...], before: ValuedMove
    ) -> ValuedMove:
        """What the search found; what was certain before stays so."""
        player, line = position.to_move, []
        for number in (move, *rest):
            line.append(self.game.move_text(number, player))
            player = 3 - player
        found = replace(before, depth=depth, value=value, line=tuple(line))
        if abs(value) > WON:
            return replace(found, kind=EXACT, result=1 if value > 0 else -1, plies=WIN - abs(value))
        if before.kind == EXACT:
            return before
        if abs(value) > SETTLED:  # every line ends in the tables
            sure = self.game.declaration.certainty is None
            return replace(found, kind=EXACT, result=1 if value > 0 else -1, sure=sure)
        return found


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


def known(position: Position) -> Analysis:
    """What is certain without searching, at once; moves of which nothing is certain have depth 0.

    >>> import stratege
    >>> [valued.verdict for valued in known(stratege.parse("chomp", "2,2")).moves]
    ['won', 'lost', 'lost']
    """
    begun = time.perf_counter()
    moves = _best_first(_known(Oracle(position.game), position))
    return Analysis(position, moves, 0, 0, time.perf_counter() - begun)


def _known(oracle: Oracle, position: Position) -> dict[int, ValuedMove]:
    certain = oracle.moves(position)
    return {
        move: _certain(oracle, position, move, certain[move]) if move in certain else _unknown(position, move)
        for move in position.legal()
    }


def _certain(oracle: Oracle, position: Position, move: int, exact: Exact) -> ValuedMove:
    text, reason = position.game.move_text(move, position.to_move), _reason(position, move)
    depth = 1 if exact.plies == 1 else 0
    sure = exact.plies is not None or oracle.sure(position.play(move))
    return ValuedMove(
        text,
        EXACT,
        depth,
        value_of(exact),
        exact.result,
        exact.plies,
        exact.margin,
        (text,),
        reason,
        sure,
    )


def _unknown(position: Position, move: int) -> ValuedMove:
    text, reason = position.game.move_text(move, position.to_move), _reason(position, move)
    return ValuedMove(text, SEARCH, 0, 0, None, None, None, (text,), reason)


def _to_search(valued: ValuedMove) -> bool:
    """Whether a search can tell more: the value, or how long a known win or loss takes."""
    if valued.kind == SEARCH:
        return True
    return bool(valued.result) and valued.plies is None and valued.margin is None


def _best_first(known: dict[int, ValuedMove]) -> tuple[ValuedMove, ...]:
    return tuple(sorted(known.values(), key=lambda valued: -valued.value))


def _reason(position: Position, move: int) -> str:
    explanation = position.game.declaration.explanation
    return explanation.explain(position, move) if explanation else ""
