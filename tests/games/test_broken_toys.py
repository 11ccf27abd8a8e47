"""The contract can fail: it rejects a sound toy game broken in each of many ways, for the right reason."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import pytest
from tests.games.contract import Broken, check

from stratege.core.errors import BadNotation
from stratege.core.game import Game, Span, parse_counts, parse_player
from stratege.core.kernel import Rules, State
from stratege.core.position import Position
from stratege.core.variant import Variant


class HeapRules:
    """Take one, two or three from a heap; who cannot take loses."""

    def moves(self, rules: Rules, state: State, out: MutableSequence[int], start: int) -> int:
        for move in range(1, min(3, state[0]) + 1):
            out[start] = move
            start += 1
        return start

    def play(self, rules: Rules, state: State, move: int) -> State:
        return (state[0] - move,)

    def finished(self, rules: Rules, state: State) -> int:
        return 0

    def result(self, rules: Rules, state: State, reason: int) -> int:
        return -1

    def trace(self, rules: Rules, state: State, player: int) -> State:
        return state


TOY = Variant("toy", "", "")


@dataclass(frozen=True)
class Heap(Game):
    """A sound toy game."""

    variant: Variant = TOY
    name: ClassVar[str] = "heap"
    title: ClassVar[str] = "Heap"
    variants: ClassVar[Mapping[str, Variant]] = {}
    reasons: ClassVar[Mapping[int, tuple[str, str]]] = {1: ("no-move", "player {player} cannot take")}
    rules: ClassVar[Rules] = ()
    kernel: ClassVar[Any] = HeapRules()

    most_moves: ClassVar[int] = 3
    action_count: ClassVar[int] = 4
    longest: ClassVar[int | None] = 20
    size: ClassVar[str] = "20"

    @classmethod
    def create(cls, variant: str | None, size: str | None) -> Self:
        return cls()

    @classmethod
    def size_of(cls, text: str) -> None:
        return None

    def start(self, seed: int | None = None) -> Position:
        return Position(self, (20,))

    def read(self, fields: Sequence[str]) -> tuple[State, int]:
        if len(fields) != 2:
            raise BadNotation("two parts")
        counts = parse_counts(fields[0], "the heap")
        if len(counts) != 1 or counts[0] > 20:
            raise BadNotation("one heap of at most 20")
        return (counts[0],), parse_player(fields[1])

    def write(self, position: Position) -> list[str]:
        return [str(position.state[0]), str(position.to_move)]

    def move_text(self, move: int, player: int) -> str:
        return str(move)

    def parse_move(self, text: str, player: int) -> int:
        if text not in ("1", "2", "3"):
            raise BadNotation("1, 2 or 3")
        return int(text)

    def why_illegal(self, position: Position, move: int) -> str:
        return "the heap is too small" if move > position.state[0] else "take 1, 2 or 3"

    def drawn(self, position: Position) -> list[list[Span]]:
        return [[(f"heap of {position.state[0]}", "")]]

    def svg(self, position: Position) -> str:
        places = "".join(f'<g data-spot="{take}"/>' for take in (1, 2, 3))
        return f'<svg xmlns="http://www.w3.org/2000/svg"><title>heap</title>{places}</svg>'


def with_rules(**functions: Any) -> Heap:
    """The toy with some rules replaced."""
    return with_parts(kernel=type("BrokenRules", (HeapRules,), functions)())


def with_parts(**parts: Any) -> Heap:
    """The toy with some of its own parts replaced."""
    broken: type[Heap] = type("BrokenHeap", (Heap,), parts)
    return broken()


def unsorted_moves(self: Any, rules: Rules, state: State, out: MutableSequence[int], start: int) -> int:
    moves = range(min(3, state[0]), 0, -1)
    out[start : start + len(moves)] = list(moves)
    return start + len(moves)


def doubled_moves(self: Any, rules: Rules, state: State, out: MutableSequence[int], start: int) -> int:
    moves = [1, 1] if state[0] else []
    out[start : start + len(moves)] = moves
    return start + len(moves)


_calls = itertools.count()


def impure_play(self: Any, rules: Rules, state: State, move: int) -> State:
    return (max(0, state[0] - move - next(_calls) % 2),)


class Shared(HeapRules):
    """Rules that keep a board of their own, which every move changes for all positions at once."""

    taken = 0

    def play(self, rules: Rules, state: State, move: int) -> State:
        self.taken += move
        return super().play(rules, state, move)


SHARED = Shared()


@dataclass(frozen=True)
class Unhashable(Heap):
    extras: list[int] = field(default_factory=list)


def lenient_read(self: Heap, fields: Sequence[str]) -> tuple[State, int]:
    try:
        return Heap.read(self, fields)
    except BadNotation:
        return (20,), 1


TOYS = {
    "moves are sorted and unique": with_rules(moves=unsorted_moves),
    "moves are sorted": with_rules(moves=doubled_moves),
    "the same move from the same position": with_rules(play=impure_play),
    "leaves the position as it was": with_parts(
        kernel=SHARED, drawn=lambda self, position: [[(f"taken {SHARED.taken}", "")]]
    ),
    "a tuple of non-negative integers": with_rules(
        play=lambda self, rules, state, move: (state[0] - move - 3,),
    ),
    "every reason of the kernel has its words": with_rules(
        finished=lambda self, rules, state: 9 if state[0] < 5 else 0
    ),
    "text reads back as the position": with_parts(write=lambda self, position: [str(position.state[0]), "1"]),
    "a move's text reads back": with_parts(move_text=lambda self, move, player: str(4 - move)),
    "a text of its own": with_parts(move_text=lambda self, move, player: "1"),
    "can be hashed": Unhashable(),
    "a game that may not end has a ply limit": with_parts(longest=None),
    "every game ends within 4 plies": with_parts(longest=4),
    "the winner is who has the better score": with_parts(
        score=lambda self, position, reason: (position.to_move, 0)
    ),
    "well-formed SVG": with_parts(svg=lambda self, position: "<svg>"),
    "the places that moves touch": with_parts(
        svg=lambda self, position: '<svg xmlns="http://www.w3.org/2000/svg"><title>heap</title></svg>'
    ),
    "garbage is no position": with_parts(read=lenient_read),
    "with BadNotation, not ValueError": with_parts(
        read=lambda self, fields: ((int(fields[0]),), int(fields[1]))
    ),
    "the same seed gives the same start": with_parts(
        start=lambda self, seed=None: Position(self, (20 - next(_calls) % 2,))
    ),
}


def test_the_sound_toy_is_accepted() -> None:
    check(Heap())


@pytest.mark.parametrize("clause", TOYS)
def test_a_broken_toy_is_rejected_for_what_is_broken(clause: str) -> None:
    with pytest.raises(Broken, match=clause):
        check(TOYS[clause])
