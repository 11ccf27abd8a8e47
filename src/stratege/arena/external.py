"""Programs that play through the line protocol, as players: `engine:COMMAND`.

We write `position TEXT moves …` and `go …`; the program answers `info` lines, if it likes, and then
`bestmove MOVE`. Whatever else happens, the program loses the game and the reason is said: it does not start,
it ends, it says `error`, it says nothing for too long, or what it says is no move. Lines that we do not know
are skipped. No process is left behind.
"""

from __future__ import annotations

import shlex
import shutil
import time

from stratege.arena.asking import brief, move_of
from stratege.arena.match import FAILED, LATE, Fault, Terms
from stratege.arena.process import Process
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.limits import DEEPEST, Limits

PREFIX = "engine:"
START_SECONDS = 120.0  # a program may have to compile before it can answer at all
PATIENCE = 120.0  # without a time limit, how long a program may think without an `info` line


class ExternalPlayer:
    """A program behind the line protocol; one process for one game, started by `prepare`.

    Its start-up is not on the clock: before the game it is asked for a move at depth 1, for which it has
    `START_SECONDS`.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        seed: int,
        terms: Terms,
        start: float = START_SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        self.name = name
        self._command = split(name.removeprefix(PREFIX))
        self._margin, self._start, self._patience = terms.margin, start, patience
        self._process: Process | None = None
        self._line: Line | None = None

    @classmethod
    def check(cls, name: str, game: Game) -> None:
        """Raise what is wrong with the name."""
        program = split(name.removeprefix(PREFIX))[0]
        if shutil.which(program) is None:
            raise BadOption(_("There is no program {name!r} that could be started.", name=program))

    def prepare(self, position: Position) -> None:
        """Start the program, unless it runs, and wait until it answers."""
        if self._process is None:
            self._process = Process(self._command)
            self._line = Line(position)
            self._ask("go depth 1", self._start, renewed=False)

    def choose(self, line: Line, limits: Limits) -> int:
        """Its move; a `Fault` if it gives none."""
        self.prepare(line.start)
        self._line = line
        if limits.seconds is not None:
            text = self._ask(go(limits), limits.seconds + self._margin, renewed=False)
        else:
            text = self._ask(go(limits), self._patience, renewed=True)
        return move_of(line, text)

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _ask(self, question: str, seconds: float, renewed: bool) -> str:
        """The text after `bestmove`, within these seconds, which each `info` line may renew."""
        process = self._process
        assert process is not None
        process.forget()
        begun, last = time.monotonic(), ""
        deadline = begun + seconds
        assert self._line is not None
        process.send(where(self._line), deadline)
        process.send(question, deadline)
        while (line := process.line(deadline)) is not None:
            first, _space, rest = line.partition(" ")
            if first == "bestmove":
                return rest.split()[0] if rest.split() else ""
            if first == "error":
                raise Fault(FAILED, _("it answers: {line}", line=brief(line)))
            if first != "info":
                last = line or last
            elif renewed:
                deadline = time.monotonic() + seconds
        raise _silent(time.monotonic() - begun, last)


def where(line: Line) -> str:
    """The protocol's words for where a line has led."""
    words = ["position", line.start.text()]
    return " ".join([*words, "moves", *line.moves_text] if line.move is not None else words)


def go(limits: Limits) -> str:
    """The protocol's line for these limits."""
    words = ["go"]
    if limits.seconds is not None:
        words += ["movetime", str(max(1, round(limits.seconds * 1000)))]
    if limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    if limits.depth != DEEPEST or len(words) == 1:
        words += ["depth", str(limits.depth)]
    return " ".join(words)


def split(command: str) -> list[str]:
    """The words of a command line, quoted as in a shell; `BadOption` if there are none."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise BadOption(_("{command!r} is not a command to start an engine with.", command=command))
    return words


def _silent(seconds: float, last: str) -> Fault:
    if not last:
        return Fault(LATE, _("it gave no move in {n} s", n=f"{seconds:.1f}"))
    words = {"n": f"{seconds:.1f}", "line": brief(last)}
    return Fault(LATE, _("it gave no move in {n} s; the last it said was {line!r}", **words))
