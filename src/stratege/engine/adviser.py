"""The one adviser: what is known of a line's moves, from solver, tables and search, in that order.

Every door asks it, so that every door says the same: the library, the terminal, the line protocol, the web
and the players.
"""

from __future__ import annotations

import functools
import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.readiness import if_ready
from stratege.core.scores import INFINITE
from stratege.core.value import TABLE, UNKNOWN, Value
from stratege.engine.alphabeta import EVERYTHING, Found, Manner, Searcher, check_size
from stratege.engine.analysis import Analysis, ValuedMove
from stratege.engine.books.book import drawn
from stratege.engine.books.finding import book_of
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.oracle import Oracle
from stratege.tables.first_use import Watching, build_on_first_use, silently
from stratege.tables.shelf import Shelf

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Choice:
    """A move chosen: its value for the player to move, what finding it took, and the main line."""

    move: int
    value: Value
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]


class Adviser:
    """Knows what can be known of one game; used from one thread at a time, stopped from any.

    `table_mib` and `threads` are the search's. Tables that take seconds only are built when they are first
    needed if the caller allows it: `building` is told which (`tables.first_use.silently`, or who shows a
    bar); None allows nothing. `knows=False` is for players who are to rely on their search alone, `features`
    says what that search does, `selective` whether a move may be chosen by a selective one (None: as the
    game has it): it is where no depth is asked for, since such a depth means minimax of that depth. Without a
    `book`, the game's opening book is left shut.
    """

    def __init__(
        self,
        game: Game,
        table_mib: int = 32,
        threads: int = 1,
        building: Watching | None = None,
        shelf: Shelf | None = None,
        knows: bool = True,
        features: int = EVERYTHING,
        selective: bool | None = None,
        book: bool = True,
    ) -> None:
        self.game = game
        self._selective = bool(game.declaration.selective) if selective is None else selective
        self._book = book_of(game) if book and knows else None
        self._oracle = Oracle(game, shelf) if knows else None
        self._building = building if knows else None
        self._make = functools.partial(Searcher, game, table_mib, threads, features)
        self._made: Searcher | None = None
        self._untabled: Searcher | None = None
        self._stopping = False

    @property
    def knows_all(self) -> bool:
        """Whether no position of this game needs a search."""
        return self._oracle is not None and self._oracle.knows_all

    @property
    def interpreted(self) -> bool:
        """Whether it searches on the rules in plain Python, for want of machine code."""
        return self._made is not None and self._made.interpreted

    def prepare(self) -> None:
        """Have the search and what is looked up ready, which may mean compiling: nobody's thinking time."""
        self._searcher()
        if self._oracle is not None:
            self._oracle.prepare()

    def advise(
        self,
        line: Line,
        limits: Limits,
        on_depth: Callable[[Analysis], None] | None = None,
        selective: bool = False,
    ) -> Analysis:
        """All legal moves valued within the limits, best first; `on_depth` sees each completed depth.

        A `selective` search looks further in the same time; without, values are minimax's of that depth.
        """
        begun = time.perf_counter()
        if not self.knows_all:
            check_size(line.position)  # before everything about it is looked up
        try:
            known = self._known(line)
            if self.knows_all or not any(map(_to_search, known.values())):
                return Analysis(line, _best_first(known), 0, 0, time.perf_counter() - begun)
            return self._searched(line, known, limits, on_depth, selective)
        finally:
            self.forget_stop()

    def known(self, line: Line) -> Analysis:
        """What is certain without searching, at once; moves of which nothing is certain have depth 0."""
        begun = time.perf_counter()
        return Analysis(line, _best_first(self._known(line)), seconds=time.perf_counter() - begun)

    def choose(
        self,
        line: Line,
        limits: Limits,
        on_depth: Callable[[Choice], None] | None = None,
        manner: Manner | None = None,
        draw: random.Random | None = None,
    ) -> Choice:
        """One move within the limits, among those that nothing known speaks against; the line must go on.

        `manner` is how a player searches who is not to play its best, `draw` puts equal moves in any order.
        Who has a certain time takes a move from the opening book if there is one; who asks for so many plies
        or nodes wants that search.
        """
        if self._made is not None:
            self._made.catch_up()
        begun = time.perf_counter()
        certain, among = {}, line.legal()
        if not among:
            raise StrategeError(_("There is nothing to search: the game is over."))
        if self._oracle is not None:
            certain = self._oracle.moves(line, proving=False)
            among = self._oracle.best(line, certain)
        try:
            value = certain.get(among[0], UNKNOWN)
            choice = Choice(among[0], value, value.depth, 0, time.perf_counter() - begun, (among[0],))
            if on_depth is not None and value.proven:
                on_depth(choice)
            if self.knows_all if manner is None else len(among) == 1:
                return choice
            if draw is not None and len(among) < len(line.legal()):
                among = draw.sample(among, len(among))
            if value.conversion is not None:  # a table chose, and a search cannot know better
                return replace(choice, move=among[0], line=(among[0],))
            booked = self._from_book(line, among, limits)
            if booked:
                move = drawn(booked, draw)
                choice = replace(
                    choice, move=move, value=booked[move], depth=booked[move].depth, line=(move,)
                )
                if on_depth is not None:
                    on_depth(choice)
                return choice
            # Of moves that are all known to be worth the same, tables would have the search see nothing else.
            searcher = self._searcher(tables=not certain.keys() >= {*among})
            manner = manner or Manner(selective=limits.depth == DEEPEST)
            searcher.behave(replace(manner, selective=manner.selective and self._selective))
            return self._chosen(searcher, line, certain, among, limits, begun, on_depth)
        finally:
            self.forget_stop()

    def _from_book(self, line: Line, among: list[int], limits: Limits) -> dict[int, Value]:
        """The moves to choose from by the book; none once a game goes round."""
        asked = limits.seconds is None or limits.nodes is not None or limits.depth < DEEPEST
        if self._book is None or asked or line.times_before:
            return {}
        return self._book.choices(line.position, among)

    def _chosen(
        self,
        searcher: Searcher,
        line: Line,
        certain: dict[int, Value],
        among: list[int],
        limits: Limits,
        begun: float,
        on_depth: Callable[[Choice], None] | None,
    ) -> Choice:
        """The best of these moves, by searching."""

        def as_choice(found: Found) -> Choice:
            value = certain.get(found.move, UNKNOWN)
            if found.depth > 0:
                value = self._value(searcher, value, found.value, found.depth)
            seconds = time.perf_counter() - begun
            return Choice(found.move, value, found.depth, found.nodes, seconds, found.line)

        def tell(found: Found) -> None:
            if on_depth is not None:
                on_depth(as_choice(found))

        left = None if limits.seconds is None else begun + limits.seconds - time.perf_counter()
        # Moves that lose at once the search sees itself; it is quicker with all of them than with some.
        left_out = {*line.legal()} - {*among}
        some = among if any(certain.get(move, UNKNOWN).plies != 1 for move in left_out) else None
        own = replace(limits, seconds=left)
        found = searcher.search(line.position, own, line.history, tell, some)
        if found.move not in among:  # there was no time for a single depth
            found = replace(found, move=among[0], line=(among[0],))
        return as_choice(found)

    def stop(self) -> None:
        """End what is under way, or the next thing to begin, as soon as may be; from any thread."""
        self._stopping = True
        for searcher in filter(None, (self._made, self._untabled)):
            searcher.stop()

    def forget_stop(self) -> None:
        """A `stop` before now is not for the next question."""
        self._stopping = False
        for searcher in filter(None, (self._made, self._untabled)):
            searcher.forget_stop()

    def _searcher(self, tables: bool = True) -> Searcher:
        """The search, over what tables know or without."""
        if tables or self._oracle is None or not self._oracle.has_tables:
            if self._made is None:
                self._made = self._stoppable(self._make(shelf=self._oracle.shelf if self._oracle else None))
            return self._made
        if self._untabled is None:
            self._untabled = self._stoppable(self._make())
        return self._untabled

    def _stoppable(self, searcher: Searcher) -> Searcher:
        """The search, which may have been told to stop before it was there."""
        if self._stopping:
            searcher.stop()
        return searcher

    def _build(self, line: Line) -> None:
        """Build what is missing, if that is allowed and quick; without it, searching will do."""
        if self._building is not None and self._oracle is not None:
            build = functools.partial(build_on_first_use, line.position, self._oracle.shelf, self._building)
            try:
                if if_ready(build):  # if not, another time
                    self._made = None  # it looks its tables up when it is made
            except StrategeError as error:
                log.warning("%s", error)
                self._building = None

    def _known(self, line: Line) -> dict[int, ValuedMove]:
        """All legal moves, each with what is certain of it."""
        self._build(line)
        certain = {} if self._oracle is None else self._oracle.moves(line)
        explanation, position = self.game.declaration.explanation, line.position
        book = {} if self._book is None else self._book.moves(position)
        known = {}
        for move in line.legal():
            text = self.game.move_text(move, position.to_move)
            reason = explanation.explain(position, move) if explanation else ""
            booked = book[move].value if move in book else None
            value = self._in_time(line, certain.get(move, UNKNOWN))
            known[move] = ValuedMove(text, value, (text,), reason, booked)
        return known

    def _searched(
        self,
        line: Line,
        known: dict[int, ValuedMove],
        limits: Limits,
        on_depth: Callable[[Analysis], None] | None,
        selective: bool,
    ) -> Analysis:
        begun, searcher = time.perf_counter(), self._searcher()
        searcher.behave(Manner(selective=selective))
        afters = {move: line.position.replay(move) for move, valued in known.items() if _to_search(valued)}
        analysis, complete = Analysis(line, _best_first(known)), known
        with searcher.alarm(limits.seconds):
            searcher.prepare(line.position, line.history, limits.nodes)
            for depth in range(1, limits.depth + 1):
                for move in sorted(afters, key=lambda move: -known[move].value.score):
                    searcher.catch_up()
                    score = -searcher.value(afters[move], -INFINITE, INFINITE, depth - 1, ply=1)
                    if searcher.stopped:
                        break
                    known[move] = self._found(line, move, score, depth, searcher.line(1), known[move])
                else:
                    seconds = time.perf_counter() - begun
                    analysis = Analysis(line, _best_first(known), depth, searcher.nodes, seconds)
                    complete = dict(known)
                    if on_depth is not None:
                        on_depth(analysis)
                    if not any(map(_to_search, known.values())):
                        break
                    continue
                break
        # Of a depth cut short only proofs count: what was found at two depths cannot be compared. Without any
        # complete depth, `complete` is `known` itself: a few values are better than none.
        known = {move: one if one.value.proven else complete[move] for move, one in known.items()}
        seconds = time.perf_counter() - begun
        return replace(analysis, moves=_best_first(known), nodes=searcher.nodes, seconds=seconds)

    def _found(
        self, line: Line, move: int, score: int, depth: int, rest: tuple[int, ...], before: ValuedMove
    ) -> ValuedMove:
        """What the search found; what was certain before stays so."""
        value = self._in_time(line, self._value(self._searcher(), before.value, score, depth))
        if value == before.value:
            return before
        players = (line.to_move, 3 - line.to_move)
        texts = (self.game.move_text(one, players[ply % 2]) for ply, one in enumerate((move, *rest)))
        return replace(before, value=value, line=tuple(texts))

    def _value(self, searcher: Searcher, before: Value, score: int, depth: int) -> Value:
        """The value of a score of the search."""
        kind = self._oracle.table_kind if self._oracle is not None else TABLE
        return before.searched(score, depth, searcher.selective, searcher.unit, kind)

    def _in_time(self, line: Line, value: Value) -> Value:
        """The value, not quite certain if the line's ply limit may come before the end."""
        if line.ply_limit is None or not value.result:
            return value
        late = value.plies is None or line.plies + value.plies > line.ply_limit
        return replace(value, kind=TABLE) if late else value


def analyse(
    line: Line | Position,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    on_depth: Callable[[Analysis], None] | None = None,
    building: Watching | None = silently,
    selective: bool = False,
) -> Analysis:
    """Every move of the line, or of a position without a past, valued; without a limit, for one second.

    Tables that take seconds to build are built when they are first needed, unless `building` is None. A
    `selective` search looks further; without, values are minimax's of the depth.

    >>> import stratege
    >>> best = analyse(stratege.parse("nimble", "0,0,1,2,0,2")).moves[0]
    >>> best.move, best.verdict, best.reason
    ('3-1', 'won', 'the nim-sum is 2: move a pawn from 3 to 1')
    """
    if depth is None and nodes is None and seconds is None:
        seconds = 1.0
    limits = Limits(DEEPEST if depth is None else depth, nodes, seconds)
    line = Line(line) if isinstance(line, Position) else line
    return Adviser(line.game, building=building).advise(line, limits, on_depth, selective)


def _to_search(valued: ValuedMove) -> bool:
    """Whether a search can tell more: the value, or how long a known win or loss takes."""
    value = valued.value
    if not value.proven:
        return True
    return bool(value.result) and value.plies is None and value.margin is None


def _best_first(known: dict[int, ValuedMove]) -> tuple[ValuedMove, ...]:
    return tuple(sorted(known.values(), key=lambda valued: -valued.value.score))
