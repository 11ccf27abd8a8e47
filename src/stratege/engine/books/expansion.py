"""Building a book: the position to search next is the one that play is likeliest to come to.

This is Lincke's drop-out expansion (T. R. Lincke, Strategies for the Automatic Construction of Opening Books,
2001) for both sides: a position is the farther away the more plies lead to it and the more each of these
moves gives away, and the nearest ones that are not in the book are searched next. How far that is follows
from the book's own values, so a move that turns out bad is left alone, and its better alternative followed.

Positions are searched in batches, each chosen from what the batches before have found: with a limit other
than time the book is the same whoever did the work, and whenever it was stopped and taken up again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from stratege import __version__
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.pieces import Doing, Piece
from stratege.core.position import Position
from stratege.core.value import EXACT, Value
from stratege.core.variant import Repetition
from stratege.engine.adviser import Adviser, Choice
from stratege.engine.alphabeta import EVERYTHING, check_size
from stratege.engine.alphabeta_kernel.work import PARTS
from stratege.engine.books.book import KINDS, NOWHERE, About, Book, Entry
from stratege.engine.books.symmetric import Turning
from stratege.engine.limits import DEEPEST, Limits

TABLE_MIB = 32
PLIES_GIVEN = 64
"""How many plies it counts for to give away a whole win: a quarter of a seed, in an even game, is one ply."""
LARGEST_BATCH, SHARE = 64, 4
"""A batch has at most so many positions, and at most one for each so many that the book has."""


def check_game(game: Game) -> None:
    """Refuse a game that has no use for a book, or whose board cannot be searched."""
    solver = game.declaration.solver
    if solver is not None and solver.SOLVES_ALL:
        raise BadOption(_("{game} needs no book: it is solved.", game=game.title))
    if game.start(seed=0) != game.start(seed=1):
        raise BadOption(_("{game} has no book: it begins at random.", game=game.title))
    if not game.start(seed=0).legal():
        raise BadOption(_("There is nothing to search: the game is over."))
    check_size(game.start(seed=0))


def begun(game: Game, limits: Limits, command: str) -> Book:
    """A book without positions, each of which is to be searched within the limits, as players search."""
    check_game(game)
    about = About(
        game.name,
        game.variant.name,
        game.size,
        game.rules,
        None if limits.depth == DEEPEST else limits.depth,
        limits.nodes,
        limits.seconds,
        game.declaration.selective if limits.depth == DEEPEST else (),
        game.declaration.evaluation.UNIT,
        command,
        __version__,
    )
    return Book(game, about)


def limits_of(book: Book) -> Limits:
    """How long each of its positions is searched."""
    about = book.about
    return Limits(about.depth or DEEPEST, about.nodes, about.seconds)


def features_of(book: Book) -> int:
    """How each of its positions is searched; refuse a way that was given up since it was begun."""
    if unknown := sorted(set(book.about.parts) - set(PARTS)):
        words = _("This book was searched in a way that is no more ({part}): build it anew.", part=unknown[0])
        raise BadOption(words)
    return EVERYTHING | sum(PARTS[part] for part in book.about.parts)


class Expansion:
    """A book that grows. `keep` is called with it after each batch, `told` after each position."""

    def __init__(
        self,
        book: Book,
        keep: Callable[[Book], None] = lambda book: None,
        told: Callable[[int], None] = lambda positions: None,
    ) -> None:
        self.book, self._keep, self._told = book, keep, told
        self._turning = Turning(book.game, fast=True)
        self._children: list[list[State]] = []
        self._parents: dict[State, list[tuple[int, int]]] = {}
        for number in range(len(book)):
            self._know(number)

    def grow(self, positions: int, doing: Doing) -> None:
        """Search until the book has so many positions, or there are no more worth a search."""
        waiting: dict[int, State] = {}
        how = limits_of(self.book), features_of(self.book)
        found: dict[int, Entry] = {}

        def handed_out() -> Iterator[Piece[Entry] | None]:
            while batch := self.frontier(min(self._batch, positions - len(self.book))):
                waiting.update(enumerate(batch, len(self.book)))
                for number, state in list(waiting.items()):
                    yield Piece(number, searched, (Position(self.book.game, state), *how))
                while waiting:
                    yield None

        with closing(doing(handed_out())) as results:
            for number, entry in results:
                found[number] = entry
                self._told(len(self.book) + len(found))
                if len(found) == len(waiting):
                    self._conclude(waiting, found)

    def _conclude(self, waiting: dict[int, State], found: dict[int, Entry]) -> None:
        """Take a whole batch into the book."""
        for number, state in sorted(waiting.items()):
            self._know(self.book.add(state, found[number]))
        waiting.clear()
        found.clear()
        self.book.refresh()
        self._keep(self.book)

    def frontier(self, most: int) -> list[State]:
        """The positions to search next, nearest first: none of the book, and none that is known."""
        book, found, seen = self.book, list[State](), set[State]()
        ahead = [(0.0, self._turning.least(book.game.start(seed=0).state)[0])]
        while ahead and len(found) < most:
            far, state = heapq.heappop(ahead)
            if state in seen:
                continue
            seen.add(state)
            number = book.numbers.get(state)
            if number is None:
                found.append(state)
            elif not book.worth(number).kind:
                best = book.worth(number).expected
                for worth, child in zip(book.worths(number), self._children[number]):
                    if not worth.kind and child not in seen:
                        given = max(0.0, best - worth.expected)
                        heapq.heappush(ahead, (far + 1 + PLIES_GIVEN * given, child))
        return found

    @property
    def _batch(self) -> int:
        return min(LARGEST_BATCH, len(self.book) // SHARE + 1)

    def _know(self, number: int) -> None:
        """Link an entry with all others that it leads to, or that lead to it."""
        book = self.book
        state, entry = book.states[number], book.entries[number]
        children = [self._turning.after(state, move) for move in entry.moves]
        self._children.append(children)
        for place, child in enumerate(children):
            self._parents.setdefault(child, []).append((number, place))
            entry.links[place] = book.numbers.get(child, NOWHERE)
        for parent, place in self._parents.get(state, ()):
            book.entries[parent].links[place] = number


def searched(position: Position, limits: Limits, features: int) -> Entry:
    """What searches with these features say of a least position's moves; one for all that are images of each
    other. Each move gets its share of the limits.
    """
    game, line = position.game, Line(position)
    # A memory of its own for each position: with others' the values would depend on who was searched where.
    adviser = Adviser(game, TABLE_MIB, features=features, selective=False, book=False)
    known = {game.parse_move(one.move, position.to_move): one.value for one in adviser.known(line).moves}
    kept = sorted(set(Turning(game).representatives(position.state, list(known)).values()))
    share = shared(limits, len(kept))
    values = {
        move: known[move] if known[move].proven else _valued(adviser, line.replay(move), share)
        for move in kept
    }
    depths = [value.depth + 1 for value in values.values() if not value.proven]
    kinds = tuple(KINDS.index(_without_past(game, value).kind) for value in values.values())
    scores = tuple(value.score for value in values.values())
    return Entry(min(depths, default=0), tuple(kept), scores, kinds)


def _valued(adviser: Adviser, after: Line, limits: Limits) -> Value:
    """What the move is worth after which the line stands: the mean of the last two depths.

    Who has the last move of a search looks better than they are. Moves that were followed farther would look
    better or worse than the others for that alone.
    """
    told: list[Choice] = []
    value = adviser.choose(after, limits, told.append).value
    before = [
        choice.value for choice in told if 0 < choice.depth == value.depth - 1 and not choice.value.proven
    ]
    if before and not value.proven:
        value = replace(value, estimate=(value.estimate + before[-1].estimate) // 2)
    return value.one_ply_before()


def shared(limits: Limits, moves: int) -> Limits:
    """What one of so many moves gets of the limits of its position, whose plies it has played one of."""
    depth = limits.depth if limits.depth == DEEPEST else max(1, limits.depth - 1)
    nodes = None if limits.nodes is None else max(1, limits.nodes // moves)
    return Limits(depth, nodes, None if limits.seconds is None else limits.seconds / moves)


def _without_past(game: Game, value: Value) -> Value:
    """A book does not know how a position came about, which may decide where boards must not come back."""
    hidden = game.variant.repetition is not Repetition.ALLOWED and value.kind == EXACT
    return replace(value, kind=KINDS[1]) if hidden else value
