"""Two variants of a game side by side: on which boards they give another result.

What a board is worth is asked of the solver, then of the tables, then of a search that only believes ends
that it has seen; a board of which one of the variants is not known is counted as such. Where tables keep the
boards in the same order, whole layers are compared byte by byte.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stratege.core.comparison import BoardGroup
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.engine.alphabeta import EVERYTHING, Searcher
from stratege.engine.alphabeta_kernel.work import USE_EXCHANGES
from stratege.engine.limits import Limits
from stratege.tables.shelf import Shelf

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes

CHUNK = 1 << 22

Pair = tuple[Exact, Exact]


@dataclass
class GroupDifference:
    """A group of boards: how many were compared, and how many of those known to both are another result
    (won, drawn, lost) or, with the same result, another margin."""

    name: str
    boards: int
    known: int = 0
    other_result: int = 0
    other_margin: int = 0
    changed: tuple[State, Pair] | None = None
    """The first board with another result; else with another margin."""


@dataclass(frozen=True)
class Opening:
    """A first move and what it is worth to who makes it, in either variant, where that is known.

    Where it is not legal it is worth nothing that could be known.
    """

    start: Position
    move: str
    legal: tuple[bool, bool]
    values: tuple[Exact | None, Exact | None]

    @property
    def changes(self) -> bool:
        """Whether it is legal in one variant only, or known to be worth something else."""
        if not all(self.legal):
            return True
        one, other = self.values
        return one is not None and other is not None and _kind(one, other) != SAME


@dataclass
class Difference:
    """All of it; `smallest` is the first board that has another result, else another margin."""

    groups: list[GroupDifference] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)

    @property
    def smallest(self) -> tuple[State, Pair] | None:
        """The first board that changes its result; if none does, its margin."""
        found = [group.changed for group in self.groups if group.changed is not None]
        results = [one for one in found if _kind(*one[1]) == OTHER_RESULT]
        return next(iter(results or found), None)


SAME, OTHER_MARGIN, OTHER_RESULT = range(3)


def _kind(one: Exact, other: Exact) -> int:
    if one.result != other.result:
        return OTHER_RESULT
    return SAME if one.margin == other.margin else OTHER_MARGIN


class Valuer:
    """What boards of one variant are worth to the player to move, nothing having been played before."""

    def __init__(self, game: Game, shelf: Shelf, nodes: int) -> None:
        self.game, self.shelf, self.nodes = game, shelf, nodes

    @functools.cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self.game, features=EVERYTHING & ~USE_EXCHANGES)

    def value(self, position: Position) -> Exact | None:
        """What is certain of a position; None if nothing is."""
        outcome, player = position.outcome(), position.to_move
        if outcome is not None:
            result = 0 if outcome.winner is None else 1 if outcome.winner == player else -1
            score = outcome.score
            return Exact(result, 0, score and score[player - 1] - score[2 - player])
        solver = self.game.declaration.solver
        values = None if solver is None else solver.values(self.game.rules, position.state)
        if values is not None:
            return Exact(max(values.values()))
        exact = self.shelf.probe(self.game, position.state)
        if exact is not None or self.nodes == 0:
            return exact
        found = self._searcher.search(position, Limits(nodes=self.nodes))
        plies = found.plies_to_end
        return None if plies is None else Exact(1 if found.value > 0 else -1, plies)

    def part(self, layer: str, start: int, end: int) -> Bytes | None:
        """Bytes of a layer of the table, if it is there."""
        import numpy

        found = self.shelf.fetch(self.game, layer, start, end - start)
        return None if found is None else numpy.frombuffer(found, numpy.uint8)


def difference(one: Game, other: Game, limit: int, shelf: Shelf, nodes: int) -> Difference:
    """Compare two variants of a game that declares a comparison, up to that limit.

    `nodes` is how far to search a board that is not known otherwise; 0 for not at all.
    """
    comparison = one.declaration.comparison
    assert comparison is not None, "who asks has looked"
    valuers = Valuer(one, shelf, nodes), Valuer(other, shelf, nodes)
    groups = [_compared(group, *valuers) for group in comparison.groups(one, limit)]
    pairs = zip(comparison.starts(one, limit), comparison.starts(other, limit))
    return Difference(groups, [opening for pair in pairs for opening in _openings(pair, nodes, shelf)])


def _openings(starts: tuple[Position, Position], nodes: int, shelf: Shelf) -> Iterator[Opening]:
    """The first moves of either."""
    first, second = starts
    one, other = (Valuer(start.game, shelf, nodes) for start in starts)
    moves = [*first.legal(), *(move for move in second.legal() if move not in first.legal())]
    for move in moves:
        legal = move in first.legal(), move in second.legal()
        values = _opened(one, first, move), _opened(other, second, move)
        yield Opening(first, first.game.move_text(move, first.to_move), legal, values)


def _opened(valuer: Valuer, start: Position, move: int) -> Exact | None:
    """What a first move is worth to who makes it, if it is legal and that is known."""
    value = valuer.value(start.play(move)) if move in start.legal() else None
    return None if value is None else _turned(value)


def _turned(value: Exact) -> Exact:
    plies = None if value.plies is None else value.plies + 1
    return Exact(-value.result, plies, None if value.margin is None else -value.margin)


def _compared(group: BoardGroup, one: Valuer, other: Valuer) -> GroupDifference:
    by_bytes = None if group.layer is None else _by_bytes(group, group.layer, (one, other))
    if by_bytes is not None:
        return by_bytes
    found = GroupDifference(group.name, group.count)
    for index in range(group.count):
        state = group.state(index)
        values = [valuer.value(Position(valuer.game, state)) for valuer in (one, other)]
        if values[0] is not None and values[1] is not None:
            _count(found, 1, state, (values[0], values[1]))
    return found


def _count(found: GroupDifference, boards: int, state: State, pair: Pair) -> None:
    kind = _kind(*pair)
    found.known += boards
    found.other_result += boards if kind == OTHER_RESULT else 0
    found.other_margin += boards if kind == OTHER_MARGIN else 0
    if kind != SAME and (found.changed is None or _kind(*found.changed[1]) < kind):
        found.changed = state, pair


def _by_bytes(group: BoardGroup, layer: str, valuers: tuple[Valuer, Valuer]) -> GroupDifference | None:
    """Equal bytes of a layer mean the same: ask about one board of each pair of bytes, count the others.

    None if one of the two does not have the layer.
    """
    import numpy

    firsts: dict[int, int] = {}
    counts = numpy.zeros(1 << 16, numpy.int64)
    for start in range(0, group.count, CHUNK):
        one, other = (valuer.part(layer, start, min(start + CHUNK, group.count)) for valuer in valuers)
        if one is None or other is None:
            return None
        pairs = one.astype(numpy.uint16) << 8 | other
        many = numpy.bincount(pairs, minlength=len(counts))
        for pair in numpy.flatnonzero((counts == 0) & (many > 0)).tolist():
            firsts[pair] = start + int(numpy.argmax(pairs == pair))
        counts += many
    found = GroupDifference(group.name, group.count)
    for pair, index in sorted(firsts.items(), key=lambda item: item[1]):
        state = group.state(index)
        values = [valuer.shelf.probe(valuer.game, state) for valuer in valuers]
        if values[0] is not None and values[1] is not None:
            _count(found, int(counts[pair]), state, (values[0], values[1]))
    return found
