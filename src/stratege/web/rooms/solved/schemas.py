"""What the room of solved games sends, shape by shape."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from stratege.web.schemas import View


class FirstMove(TypedDict):
    """A first move on a bar: the row lengths it leaves, and the winning answers; without any, it wins."""

    move: str
    wins: bool
    leaves: str
    answers: list[str]
    reason: str


class ChompMap(TypedDict):
    """A bar of Chomp solved; `map`, row by row from the bottom: 2 wins, 1 loses, 0 is the poison."""

    columns: int
    rows: int
    size: str
    label: str
    shapes: int
    won: bool
    winning_moves: list[str]
    map: list[list[int]]
    svg: str
    text: str
    moves: list[FirstMove]


class Bar(TypedDict):
    """A bar of the gallery."""

    size: str
    winning_moves: list[str]


class Gallery(TypedDict):
    """The winning first moves of every bar up to side × side; `heat` shows where they lie."""

    side: int
    svg: str
    heat: str
    bars: list[Bar]


class Heap(TypedDict):
    """A pawn that can still move: its square, counted from 1, and its steps to the left end as a Nim heap."""

    square: int
    steps: int
    binary: str


class NimbleSolution(TypedDict):
    """A Nimble board and why it is won or lost; `ones` counts the ones in each binary column."""

    view: View
    misere: bool
    heaps: list[Heap]
    ones: list[int]
    nim_sum: int
    binary: str
    won: bool
    winning_moves: list[str]
    explanation: str


class Worth(TypedDict):
    """What perfect play makes of a position, for the player to move: 1, 0 or -1, and in how many plies."""

    result: int
    plies: int | None
    words: str


class KnownShape(TypedDict):
    """What a table of all boards says: how many there are, of which kind, and what the start is worth."""

    boards: int
    won: int
    lost: int
    drawn: int
    longest: int
    start: Worth


class LayerShape(TypedDict):
    """A layer of a table, with the statistics that its file holds."""

    layer: str
    positions: int
    bytes: int
    statistics: dict[str, Any]


class TableShape(TypedDict):
    """A table of exact values; `known` where it holds all boards; `damaged` layers cannot be used."""

    table: str
    game: str
    variant: str
    size: str
    positions: int
    bytes: int
    damaged: int
    known: KnownShape | None
    layers: list[LayerShape]
