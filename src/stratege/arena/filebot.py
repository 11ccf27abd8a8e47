"""Python files as players, each in a confined process of its own for the length of a game.

`bot:FILE` has a function `choose(position, history, seconds)`: the position as a dictionary (`asking.told`),
the moves so far as texts, and the seconds for this move or None; it gives the text of a move.
`paper:NUMBER:FILE` holds the functions of an exam paper; the game says how the paper draws its boards and
which function chooses (`PaperBoards`).
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from pathlib import Path

from stratege.arena.asking import PATIENCE, brief, move_of, told
from stratege.arena.match import FAILED, ILLEGAL, LATE, Fault, Terms
from stratege.confined.boundary import MEGABYTE
from stratege.confined.boundary import Limits as Confines
from stratege.confined.runner import SHORT_OF_TIME, Call, Raised, Runner
from stratege.core.errors import BadOption
from stratege.core.files import reason_of
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.parts import PaperBoards
from stratege.core.position import Position
from stratege.engine.limits import Limits

START_SECONDS = 10.0
LIFE = 3600  # seconds of processor time for a whole game
ANSWER = MEGABYTE
ENDLESS: dict[str, int] = {}
"""Files whose last lines come to no end, with how much to leave out: found once, not before every game."""


class ConfinedBot(ABC):
    """A player whose moves come from a function of a file."""

    function = ""
    called = ""
    """The function with its parameters, where somebody may have to be told."""

    def __init__(self, name: str, game: Game, seed: int, terms: Terms) -> None:
        self.name, self._game = name, game
        self._source = read(self.path(name))
        self._draw = random.Random(seed)
        self._terms = terms
        self._runner: Runner | None = None

    @staticmethod
    def path(name: str) -> Path:
        """The file that the player's name gives."""
        return Path(name.partition(":")[2])

    @abstractmethod
    def call(self, line: Line, limits: Limits) -> Call:
        """What to ask for a move."""

    @abstractmethod
    def answered(self, line: Line, answer: object) -> int:
        """The move that the answer means; `Fault` if it means none."""

    def prepare(self, position: Position) -> None:
        """Load the file, unless it is; whether it fails is not on the clock."""
        if self._runner is not None:
            return
        runner = Runner(
            self._source,
            [self.function],
            limits=confines(START_SECONDS),
            trusted=self._terms.trust,
            only=ENDLESS.get(self._source, 0),
        )
        if runner.failure in SHORT_OF_TIME:
            words = _(
                "its file is not read to the end in {n} s; perhaps a loop stands outside of its functions",
                n=f"{START_SECONDS:g}",
            )
            raise Fault(LATE, words)
        if runner.failure:
            raise stopped(runner.failure, START_SECONDS)
        if self.function not in runner.present:
            runner.close()
            raise Fault(FAILED, self.missing() if runner.raised is None else failed(runner.raised))
        if runner.order["only"]:
            ENDLESS[self._source] = runner.order["only"]
        self._runner = runner

    def missing(self) -> str:
        """That the file lacks the function."""
        return _("the file has no function {name}", name=self.called or self.function)

    def choose(self, line: Line, limits: Limits) -> int:
        """Its move; a `Fault` if it gives none."""
        self.prepare(line.start)
        assert self._runner is not None
        seconds = PATIENCE if limits.seconds is None else limits.seconds + self._terms.margin
        self._runner.limits = confines(seconds)
        reply = self._runner.call(self.call(line, limits))
        if reply.raised is not None:
            raise Fault(FAILED, failed(reply.raised))
        if reply.ended:
            raise stopped(reply.ended, seconds)
        return self.answered(line, reply.result)

    def close(self) -> None:
        """End its process."""
        if self._runner is not None:
            self._runner.close()
            self._runner = None


class FileBot(ConfinedBot):
    """`bot:FILE`."""

    function = "choose"
    called = "choose(position, history, seconds)"

    @classmethod
    def check(cls, name: str, game: Game) -> None:
        """Raise what is wrong with the name."""
        read(cls.path(name))

    def missing(self) -> str:
        boards = self._game.declaration.paper_boards
        if boards is None or not defines(self._source, boards.FUNCTION):
            return super().missing()
        paper = f"paper:{boards.PAPER}:{self.path(self.name)}"
        words = {"name": self.called, "function": boards.FUNCTION, "paper": paper}
        return _("the file has no function {name}, but {function}: it plays as {paper}", **words)

    def call(self, line: Line, limits: Limits) -> Call:
        arguments = [told(line), list(line.moves_text), limits.seconds]
        return Call(self.function, arguments, seed=self._draw.getrandbits(32))

    def answered(self, line: Line, answer: object) -> int:
        return move_of(line, answer)


class PaperBot(ConfinedBot):
    """`paper:NUMBER:FILE`."""

    def __init__(self, name: str, game: Game, seed: int, terms: Terms) -> None:
        super().__init__(name, game, seed, terms)
        self._boards = boards_of(name, game)
        self.function = self._boards.FUNCTION

    @staticmethod
    def path(name: str) -> Path:
        return Path(name.split(":", 2)[-1])

    @classmethod
    def check(cls, name: str, game: Game) -> None:
        """Raise what is wrong with the name."""
        boards_of(name, game)
        read(cls.path(name))

    def call(self, line: Line, limits: Limits) -> Call:
        depth = min(self._boards.DEPTH, limits.depth)
        arguments = self._boards.arguments(line.position, depth)
        return Call(self.function, arguments, seed=self._draw.getrandbits(32))

    def answered(self, line: Line, answer: object) -> int:
        text = self._boards.move(line.position, answer)
        if text is None:
            words = {"name": self.function, "answer": brief(repr(answer))}
            raise Fault(ILLEGAL, _("{name} answers {answer}, which is no move in the paper's form", **words))
        return move_of(line, text)


def boards_of(name: str, game: Game) -> PaperBoards:
    """How the paper that the name gives draws the boards of the game; `BadOption` where it does not."""
    number = name.split(":")[1]
    boards = game.declaration.paper_boards
    if boards is None:
        raise BadOption(_("No exam paper has a machine for {game}.", game=game.title))
    if number != boards.PAPER or name.count(":") < 2:
        known = f"paper:{boards.PAPER}:FILE"
        raise BadOption(
            _("The exam paper with a machine for {game} is {known}.", game=game.title, known=known)
        )
    if not boards.suits(game):
        raise BadOption(_("Paper {paper} is not about {game}.", paper=number, game=game.label()))
    return boards


def defines(source: str, function: str) -> bool:
    """Whether a file looks as if it had that function; it is not run for it."""
    return re.search(rf"^def {function}\b", source, re.MULTILINE) is not None


def confines(seconds: float) -> Confines:
    """What a call may take: this time, by the clock and of the processor."""
    return Confines(processor=seconds, clock=seconds, life=LIFE, answer=ANSWER)


def read(path: Path) -> str:
    """The text of a bot's file; a sentence if it cannot be had."""
    longest = Confines().source
    try:
        with path.open("rb") as file:
            text = file.read(longest + 1)
        if len(text) > longest:
            raise BadOption(_("{path} is larger than {bytes} bytes.", path=path, bytes=longest))
        return text.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise BadOption(_("{path} is not a text in UTF-8.", path=path)) from None
        why = reason_of(error) if isinstance(error, OSError) else str(error)
        raise BadOption(_("{path} cannot be read: {reason}.", path=path, reason=why)) from None


def failed(raised: Raised) -> str:
    """An exception in a student's words."""
    what = brief(f"{raised.type}: {raised.message}".rstrip(": "), 160)
    if raised.type == "MemoryError":
        return _("it wanted more memory than it may have")
    words = _("it failed ({what})", what=what)
    if raised.line is not None:
        words = _("it failed on line {line} of its file ({what})", line=raised.line, what=what)
    if raised.type in ("ImportError", "ModuleNotFoundError"):
        words = _("{words}; only Python's own library is there", words=words)
    return words


def stopped(ended: str, seconds: float) -> Fault:
    """Why a call came to no end, as `Reply.ended` has it."""
    if ended in SHORT_OF_TIME:
        return Fault(LATE, _("it gave no move in {n} s", n=f"{seconds:.1f}"))
    words = {
        "output": _("it printed too much"),
        "input": _("it waits for the keyboard (input), where nobody is"),
        "died": _("its process ended before it answered; perhaps it wanted too much memory"),
        "answer": _("its answer is too long, or cannot be read"),
        "unwritable": _("its answer is too long, or cannot be read"),
    }
    return Fault(FAILED, words.get(ended, ended))
