"""What the API sends, shape by shape: mypy holds the code to it, and the OpenAPI document shows it."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from stratege.core.language import N_


class Failure(TypedDict):
    """Why something was refused, in one sentence."""

    error: str


class VariantShape(TypedDict):
    """A way to play a game: its name for programs and, as `title`, for people."""

    name: str
    title: str
    summary: str
    source: str


class Sizes(TypedDict):
    """The usual size, and how sizes are written."""

    default: str
    hint: str


class Strength(TypedDict):
    """How strong a level is, in figures with their intervals: Elo within the ladder, perfect moves."""

    elo: str
    perfect: str


class GameShape(TypedDict):
    """A game there is to play."""

    name: str
    title: str
    blurb: str
    rules: str
    scene: str
    variants: list[VariantShape]
    sizes: Sizes
    levels: list[str]
    strength: list[Strength]


class End(TypedDict):
    """How a game ended: by whom it was won (null: a draw), and why, for programs and for people."""

    winner: int | None
    result: str
    score: tuple[int, int] | None
    code: str
    reason: str
    words: str


class Step(TypedDict):
    """A move of the line, what it took, and the board after it."""

    move: str
    takes: int
    position: str


class Look(TypedDict):
    """How boards of the game are shown: how a move is, whether the players face each other, their signs."""

    animation: str
    opposite: bool
    signs: tuple[str, str]
    editable: bool


class PlaceShape(TypedDict):
    """What stands on a place of the board; where marks are equal, the same."""

    name: str
    mark: int
    words: str


class Board(TypedDict):
    """A position with all that is needed to show it and to move in it."""

    game: str
    variant: str
    size: str
    label: str
    position: str
    to_move: int
    ply: int
    moves: list[str]
    svg: str
    caption: str
    text: str
    look: Look
    places: list[PlaceShape]
    outcome: End | None
    decisive: list[str]
    """The places that ended the game, where one can point at them."""
    start: str


class View(Board):
    """A position, and how it came about."""

    history: list[Step]


class SeatShape(TypedDict):
    """Who plays one side."""

    kind: Literal["person", "level"]
    name: str
    yours: bool
    taken: bool
    present: bool


class ClockShape(TypedDict):
    """What each player has left, now."""

    remaining_ms: tuple[int, int]
    running: bool


class NodeShape(TypedDict):
    """A move of the tree, abandoned branches included; the first node is the start."""

    id: int
    parent: int | None
    move: str | None
    ply: int
    by: int | None
    takes: int


class StudyNode(NodeShape):
    """A move of a study: what is said of it, and its glyph."""

    comment: str
    glyph: str


class StudyShape(TypedDict):
    """A tree of moves with comments and glyphs, every move checked by the rules; and all of it as SGF."""

    game: str
    variant: str
    size: str
    start: str
    result: str
    tags: dict[str, str]
    nodes: list[StudyNode]
    sgf: str


class Tree(TypedDict):
    """Every move ever made in the game, and where it stands."""

    nodes: list[NodeShape]
    current: int


class Offers(TypedDict):
    """Which player has offered what."""

    draw: int | None
    undo: int | None
    rematch: dict[str, bool]


class LiveNow(TypedDict):
    """How a live game stands, without how it came there: what all see alike until it changes."""

    id: str
    view: Board
    free: bool
    status: Literal["waiting", "playing", "over"]
    result: End | None
    offers: Offers
    next: str | None
    version: int


class LiveForOne(TypedDict):
    """What depends on who looks at a live game and when."""

    seats: list[SeatShape]
    you: list[int]
    clock: ClockShape | None
    spectators: int


class LiveShape(LiveForOne):
    """A live game as one visitor sees it; `you` are the players whose moves this visitor makes."""

    id: str
    view: View
    free: bool
    tree: Tree
    status: Literal["waiting", "playing", "over"]
    result: End | None
    offers: Offers
    next: str | None
    version: int


class OpponentShape(TypedDict):
    """Against whom: a level, somebody by their name if they have given one, or oneself on one screen."""

    level: str | None
    name: str
    here: bool


class MyGame(TypedDict):
    """A game that the visitor has begun or joined; `points` are theirs once it is over: 1, ½ or 0."""

    url: str
    label: str
    game: str
    opponent: OpponentShape
    over: bool
    your_turn: bool
    points: float | None
    ply: int | None
    hours: int
    """Since it was last touched."""


class Tally(TypedDict):
    """What the visitor has won, drawn and lost in a game."""

    game: str
    title: str
    won: int
    drawn: int
    lost: int


class Me(TypedDict):
    """The visitor: how they are called (empty if they have not said so), their games and results."""

    name: str
    games: list[MyGame]
    tallies: list[Tally]


class Created(TypedDict):
    """A new live game, and the page to play it on."""

    id: str
    url: str


class PreparationShape(TypedDict):
    """What the first start is making in the background: which of its parts, and how much of all is done."""

    state: Literal["ready", "working", "elsewhere", "failed"]
    words: str
    part: int
    parts: int
    percent: int
    seconds: int
    """Until all is made, more or less; 0 if that cannot be said."""
    left: str
    """The same in words."""


class Health(TypedDict):
    """How the app is doing."""

    status: str
    version: str
    games: int
    sockets: int
    workers: int
    running: int
    waiting: int


class Ready(TypedDict):
    """Whether visitors can be sent here."""

    ready: bool


class FrameShape(TypedDict):
    """A step: its words; a picture of its own, or changes to the last (identifier, kind, value)."""

    words: str
    picture: NotRequired[str]
    changes: NotRequired[list[list[str]]]


class Played(TypedDict):
    """What is stepped through: an algorithm, or a run."""

    frames: list[FrameShape]


FAILURES: dict[int | str, dict[str, Any]] = {
    400: {"model": Failure, "description": N_("What is asked for is not possible; one sentence says why.")},
    403: {"model": Failure, "description": N_("Asked for by another site's page, or not yours to do.")},
    404: {"model": Failure, "description": N_("There is no such thing.")},
    409: {"model": Failure, "description": N_("Not as things stand now.")},
    413: {"model": Failure, "description": N_("Too large.")},
    429: {"model": Failure, "description": N_("Too much at once.")},
    503: {"model": Failure, "description": N_("An engine or the disk failed.")},
}
"""How an answer says that something was refused, for the OpenAPI document."""

Frame = dict[str, Any]
"""A message on a socket, either way."""
