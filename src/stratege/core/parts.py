"""The parts that a game may have beside its rules (`core.kernel`) and its table's recipe (`core.recipe`).

Each is a Protocol, which a module of the game satisfies, and mypy holds the module to it where the game's
`Declaration` names it. Whoever has none of a part says nothing: `core.neutral` has what stands in for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from stratege.core.kernel import Rules, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from stratege.core.game import Game, Span
    from stratege.core.position import Position
    from stratege.core.recipe import Bytes, Entries, Exact


class Evaluation(Protocol):
    """A game's judgement of positions that are not over, in two lives like a kernel."""

    __name__: str

    UNIT: str
    """What is counted in hundredths, as one English word; empty if nothing that has a name."""

    EXCHANGES: int
    """For how many plies at most captures are looked on beyond the depth; 0 where that does not pay."""

    CONTEMPT: int
    """How much a player gives, for each time a board has come back, not to go round once more."""

    MARGIN: int
    """By how much a search of half the depth must find a position better or worse than is asked for, that a
    selective search leaves it at that; 0 where that says nothing."""

    PASSES: int
    """1 where to pass is worse than the best move, but on rare boards; 0 where it may well be better."""

    OPTIMISM: int
    """How much a player who expects to see further than its opponent adds for what is `liked`; 0 where
    nothing is."""

    def evaluate(self, rules: Rules, state: State) -> int:
        """How good the position is for the player to move: hundredths of the game's unit."""

    def liked(self, rules: Rules, state: State, turn: int) -> int:
        """How many things there are of the kind that leads both into difficulties, for the player to move
        if `turn` is 0, for the other if it is 1."""

    def passed(self, rules: Rules, state: State) -> State:
        """The state as the other player sees it, where there are passes."""

    def prospects(self, rules: Rules, state: State) -> int:
        """What `promise` and `captures` are to be told, worked out once for all moves of a position."""

    def promise(self, rules: Rules, state: State, move: int, prospects: int) -> int:
        """How much a move promises at first sight, from 0 to 255: what to look at first.

        Where there are exchanges, it is what the move captures.
        """

    def matters(self, rules: Rules, state: State, move: int) -> bool:
        """Whether a selective search is to look at the move as far as at any, however low it is ranked;
        low ranked ones that do not matter may be left out."""

    def captures(
        self, rules: Rules, state: State, prospects: int, out: MutableSequence[int], start: int
    ) -> int:
        """Write legal moves into `out` from `start` on, in the kernel's order; return where they end.

        Where there are exchanges, all that capture are among them; elsewhere it is one move that wins at
        once, if there is one and the game can tell: a selective search sees it without trying all moves.
        """


class Symmetry(Protocol):
    """Boards that are the same game, turned or mirrored, in two lives like a kernel.

    A symmetry is a number from 0 (leave everything as it is) to `count - 1`.
    """

    __name__: str

    def count(self, rules: Rules) -> int:
        """How many symmetries there are, the identity included."""

    def image(self, rules: Rules, state: State, number: int) -> State:
        """The state turned or mirrored, still seen by the same player."""

    def move_image(self, rules: Rules, move: int, number: int) -> int:
        """The move that does to the image what `move` does to the state."""


class TableProbe(Protocol):
    """What compiled code can ask a game's tables, in two lives like a kernel."""

    __name__: str

    UNKNOWN: int
    """In place of a margin: the tables do not say."""

    def arrays(
        self, rules: Rules, data: Callable[[str], NDArray[Any] | None]
    ) -> Sequence[NDArray[Any] | None]:
        """What `final_margin` is to read. `data(layer)` is a layer that lies in memory as it is, or None."""

    def final_margin(self, rules: Rules, state: State, arrays: MutableSequence[int], start: int) -> int:
        """The final margin for the player to move, as `Kernel.result` has it, or `UNKNOWN`.

        From `arrays[start]` on lie the addresses of the arrays, 0 for one that is not there.
        """


class Observation(Protocol):
    """What a learner sees of a state: numbers in an array of a fixed shape, in two lives like a kernel."""

    __name__: str

    def shape(self, rules: Rules, state: State) -> tuple[int, ...]:
        """The shape of the array, the same for all states of the game."""

    def highest(self, rules: Rules, state: State) -> int:
        """No number is above this in a game that begins with the state."""

    def observe(self, rules: Rules, state: State, out: MutableSequence[int], start: int) -> None:
        """Write the numbers, as the player to move sees them, row after row into `out` from `start` on."""


UNJUDGED = cast(Evaluation, None)
"""What a template's `evaluation` is until `core.compiling` binds it to a game's."""

UNMIRRORED = cast(Symmetry, None)
"""What a template's `symmetry` is until it is bound to a game's."""

UNSEEN = cast(Observation, None)
"""What a template's `observation` is until it is bound to a game's."""

UNTABLED = cast(TableProbe, None)
"""What a template's `endgame` is until it is bound to a game's."""


class Solver(Protocol):
    """A game whose values follow from a formula, or from a table that is made at once."""

    SOLVES_ALL: bool
    """Whether no position of the game is beyond it."""

    def values(self, rules: Rules, state: State) -> dict[int, int] | None:
        """For each legal move, by its number, 1 if it wins, -1 if it loses; None where that is not known."""


class Certainty(Protocol):
    """Where the past of a game may change what a table says: when it does not."""

    def certain(
        self, rules: Rules, state: State, lookup: Callable[[State], int | None], repeats_end: bool
    ) -> bool:
        """Whether what the table says of the state holds whatever was played before.

        `lookup` is the final margin that the table gives to the player to move of a state.
        """

    def likely(self, rules: Rules, state: State) -> bool:
        """Whether what it says is likely to hold where that is not certain; else searching tells more."""


class Conversion(Protocol):
    """Bringing a won board home where a table knows who wins, but not by which moves the win comes nearer."""

    UNIT: str
    """What happens then, as one English word: what is taken, for one."""

    def plies(self, state: State, results: Mapping[int, int]) -> dict[int, int]:
        """By move, in how many plies what cannot be undone has happened, or the game is over.

        `results` are those of the moves asked about: 1 for one that wins, -1 for one that loses. The winner
        plays for the soonest, the loser for the latest. Moves of which that is not known are left out.
        """


Gather = Callable[[str, "Entries"], "Bytes | None"]
"""Bytes of a layer's data at many places, or None if that layer is not there."""

MakeConversion = Callable[[Rules, Gather], Conversion]


class Bounds(Protocol):
    """What is proven of a position that tables do not hold, by a search onto those that they do."""

    def bounds(
        self, rules: Rules, state: State, data: Callable[[str], NDArray[Any] | None], nodes: int
    ) -> tuple[int, int]:
        """The least and the most that the final margin can be for the player to move, as a table counts it.

        `data` has a table's layers as arrays, None where there is none; about so many nodes are searched.
        """


class Explanation(Protocol):
    """Why a move is good, in words."""

    def explain(self, position: Position, move: int) -> str:
        """What a person can see of the move, as a clause; empty where there is nothing to say."""


class PaperMachine(Protocol):
    """The machine that the game's exam paper describes, in two lives like a kernel."""

    __name__: str

    DEPTH: int
    """How far the paper lets it look."""

    def choose(self, rules: Rules, state: State, depth: int, out: MutableSequence[int], start: int) -> int:
        """The move it chooses; `out` has room for the moves of `depth` + 1 positions from `start` on."""


class PaperBoards(Protocol):
    """How a student's answers to the game's exam paper are asked for a move: in the paper's own form."""

    PAPER: str
    """The paper's number."""

    FUNCTION: str
    """The function of the paper that chooses a move."""

    DEPTH: int
    """How far the paper lets it look."""

    def suits(self, game: Game) -> bool:
        """Whether the paper is about this variant and size."""

    def arguments(self, position: Position, depth: int) -> list[Any]:
        """What the function is called with: plain data, the board as the paper has it."""

    def move(self, position: Position, answer: object) -> str | None:
        """The text of the move that it answered, which may be anything at all; None if it is no move."""


class Maps(Protocol):
    """Winning first moves as a picture, where a game is solved."""

    def winning_map(self, state: Sequence[int], probe: Callable[[State], Exact | None]) -> list[list[int]]:
        """For every place, row by row from the bottom, what moving there is worth (`drawn` shows it).

        `probe` asks the tables of the game.
        """

    def drawn(self, values: list[list[int]]) -> list[list[Span]]:
        """The map as lines of styled text."""

    def svg(self, values: list[list[int]], caption: str) -> str:
        """The map as an SVG picture."""

    def gallery_svg(self) -> str:
        """The maps of all small boards in one picture."""

    def heat_of_all(self) -> list[list[int]]:
        """On how many small boards each place is a winning first move, row by row from the bottom."""

    def heat_svg(self, counts: Sequence[Sequence[int]]) -> str:
        """The same as a picture."""


class Solutions(Protocol):
    """What `stratege solve` tells of a solved game."""

    def asked(self, text: str, misere: bool) -> Position:
        """The position that the words of the command mean; in `misere` play, who moves last loses.

        Raises `BadOption` where there is none.
        """

    def winning_moves(self, position: Position, probe: Callable[[State], Exact | None]) -> list[str]:
        """Every winning move, by the quickest way; `probe` asks the tables of the game."""

    def facts(self, position: Position, grundy: bool) -> dict[str, Any]:
        """What else is known, by name, as JSON would have it; `grundy` asks for the Grundy value as well."""

    def maps(self) -> Maps | None:
        """Its maps, if it has any."""

    def two_winners(
        self, side: int, probe: Callable[[Game, State], Exact | None]
    ) -> list[tuple[Position, list[str]]] | None:
        """The starts of all boards up to that size with two or more winning moves, and these moves.

        `probe` asks the tables. Boards that are turns of each other are named once. None where the question
        makes no sense; raises `BadOption` where it is too large for an answer.
        """
