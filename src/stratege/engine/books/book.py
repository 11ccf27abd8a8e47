"""An opening book: a graph of positions that were searched, and what their moves are worth in its light.

Positions are known by their state, seen by the player to move and turned to be the least of its images
(`symmetric.py`), so that transpositions and symmetric positions are one. Each has the values that a search
gave its moves. A move that leads to another position of the book is worth what that one is worth, by minimax;
one that leads back, to a position that is no farther from the start than where it is made, keeps the value of
its search: values would otherwise go round for ever.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.position import Position
from stratege.core.scores import WIN, is_won, seen_from_above
from stratege.core.value import EXACT, SEARCH, TABLE, Value, expectation
from stratege.engine.books.symmetric import Turning

KINDS = (SEARCH, TABLE, EXACT)
"""How a value is known, by number; a proof, the higher number, is never overruled by what was searched."""

NOWHERE = -1
VARIETY = 0.01
"""Players choose among moves that promise at most so much less than the best, of 1 for a win."""


class Worth(NamedTuple):
    """A move's worth to who makes it: `core.scores`' score, the kind's number, the plies looked ahead."""

    score: int
    kind: int
    depth: int

    @property
    def expected(self) -> float:
        """The expected result, from 0 (lost) to 1 (won)."""
        return expectation(self.score)


@dataclass
class Entry:
    """A position of a book: its moves, one of those that are images of each other, as a search saw them.

    `links` are the numbers of the entries where the moves lead, or `NOWHERE`.
    """

    depth: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]
    kinds: tuple[int, ...]
    links: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.links = self.links or [NOWHERE] * len(self.moves)


@dataclass(frozen=True)
class About:
    """What a book's file says about it: whose it is, and how it was made.

    Its positions were searched for so many plies, nodes or seconds, by a plain search, or by a selective one
    with these `parts` (`engine.alphabeta_kernel.work.PARTS`).
    """

    game: str
    variant: str
    size: str
    rules: tuple[int, ...]
    depth: int | None
    nodes: int | None
    seconds: float | None
    parts: tuple[str, ...] = ()
    unit: str = ""
    command: str = ""
    version: str = ""

    @property
    def selective(self) -> bool:
        """Whether its estimates are something else than minimax's."""
        return bool(self.parts)

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {**vars(self), "selective": self.selective}

    def fits(self, game: Game) -> bool:
        """Whether it is about this game, by the rules of today."""
        mine = (self.game, self.variant, self.size, self.rules)
        return mine == (game.name, game.variant.name, game.size, game.rules)


@dataclass(frozen=True)
class BookMove:
    """What a book says of a move: its value, and whether the position that it leads to is in the book too.

    Of a move that is proven that need not be so.
    """

    value: Value
    followed: bool


class Book:
    """Positions with their moves' values; the first one is the start. Whoever adds any calls `refresh`."""

    def __init__(self, game: Game, about: About) -> None:
        self.game, self.about = game, about
        self.states: list[State] = []
        self.entries: list[Entry] = []
        self.numbers: dict[State, int] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, state: State, entry: Entry) -> int:
        """Put a position in, which is not there yet; its number."""
        self.numbers[state] = len(self.entries)
        self.states.append(state)
        self.entries.append(entry)
        return len(self.entries) - 1

    def refresh(self) -> None:
        """Forget what was concluded from fewer positions."""
        for name in ("plies", "_concluded"):
            self.__dict__.pop(name, None)

    @cached_property
    def plies(self) -> dict[int, int]:
        """By number, how far from the start each position is; in that order."""
        found = {0: 0} if self.entries else {}
        for number in (ahead := list(found)):
            for link in self.entries[number].links:
                if link != NOWHERE and link not in found:
                    found[link] = found[number] + 1
                    ahead.append(link)
        return found

    @cached_property
    def _concluded(self) -> dict[int, tuple[tuple[Worth, ...], Worth]]:
        """By number: what each move is worth, and the position itself."""
        done: dict[int, tuple[tuple[Worth, ...], Worth]] = {}
        for number in reversed(self.plies):
            entry = self.entries[number]
            worths = []
            for score, kind, link in zip(entry.scores, entry.kinds, entry.links):
                worth = Worth(score, kind, entry.depth)
                if not kind and link != NOWHERE and self.plies[link] > self.plies[number]:
                    below = done[link][1]
                    worth = Worth(seen_from_above(-below.score, 1), below.kind, below.depth + 1)
                worths.append(worth)
            done[number] = tuple(worths), concluded(worths)
        return done

    def worths(self, number: int) -> tuple[Worth, ...]:
        """What the moves of an entry are worth, in its order."""
        return self._concluded[number][0]

    def worth(self, number: int) -> Worth:
        """What the position of an entry is worth to the player to move."""
        return self._concluded[number][1]

    def value(self, worth: Worth) -> Value:
        """The same as people and programs see it."""
        score, kind, depth = worth
        if not kind:
            return Value(
                SEARCH, estimate=score, depth=depth, selective=self.about.selective, unit=self.about.unit
            )
        result = (score > 0) - (score < 0)
        return Value(KINDS[kind], result, WIN - abs(score) if is_won(score) else None, depth=depth)

    def moves(self, position: Position) -> dict[int, BookMove]:
        """What the book says of the legal moves of a position; nothing if that is not in it."""
        turning = self._turning
        least, symmetry = turning.least(position.state)
        number = self.numbers.get(least)
        if number is None or number not in self.plies:
            return {}
        entry, worths = self.entries[number], self.worths(number)
        said = {
            move: BookMove(self.value(worth), link != NOWHERE)
            for move, worth, link in zip(entry.moves, worths, entry.links)
        }
        images = {move: turning.move_image(move, symmetry) for move in position.legal()}
        stands_for = turning.representatives(least, list(images.values()))
        return {move: said[stands_for[image]] for move, image in images.items() if stands_for[image] in said}

    def choices(self, position: Position, among: Sequence[int]) -> dict[int, Value]:
        """Of these moves those that a player may take from the book: the best, and what is nearly as good.

        Where the book does not go on it says no more than a search would, unless it has a proof: such moves
        are left to that.
        """
        said = self.moves(position)
        known = {move: said[move] for move in among if move in said}
        if not known:
            return {}
        least = max(one.value.expected for one in known.values()) - VARIETY
        return {
            move: one.value
            for move, one in known.items()
            if (one.followed or one.value.proven) and one.value.expected >= least
        }

    @cached_property
    def _turning(self) -> Turning:
        return Turning(self.game)

    def summary(self) -> dict[str, Any]:
        """The book in numbers."""
        kinds = [self.worth(number).kind for number in self.plies]
        return {
            "positions": len(self),
            "plies": max(self.plies.values(), default=0),
            "proven": sum(map(bool, kinds)),
            "start": self.value(self.worth(0)).as_json() if self.entries else None,
        }


def drawn(choices: dict[int, Value], draw: random.Random | None) -> int:
    """One of them: the best, or any where there is something to draw with."""
    best = max(choices, key=lambda move: choices[move].score)
    return best if draw is None else draw.choice(list(choices))


def concluded(worths: Sequence[Worth]) -> Worth:
    """What a position is worth whose moves are worth that: proven by a win, or if all of its moves are."""
    best = max(worths, key=lambda worth: (worth.score, worth.kind))
    if best.score > 0:
        return best
    return best._replace(kind=min(worth.kind for worth in worths))
