"""The line protocol: a game, its position and a search, driven by lines of text (docs/protocol.md).

The words of the protocol are the same in every language; only the sentence after `error` is translated.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

import stratege
from stratege.core.errors import BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.engine.adviser import Adviser, Choice
from stratege.engine.analysis import Analysis, ValuedMove
from stratege.engine.limits import Limits
from stratege.tables.first_use import silently

OPTIONS = {"table": (16, 1, 65536), "threads": (1, 1, 64), "selective": (0, 0, 1), "book": (1, 0, 1)}
"""The options by name: the usual value, the least and the greatest. `selective` is usually as the game is;
with `book` 0 the opening book is shut."""

LONGEST_LINE = 1 << 20
LONGEST_ERROR = 300
MOST_DIGITS = 12


class BadLine(StrategeError):
    """A line that is no command of the protocol, or that cannot be obeyed now."""


class Session:
    """One conversation. `obey` takes the lines, from one thread; answers go to `say`, line by line, from
    that thread and from the one that searches, never from both at once.

    `preparing` is entered while the search is being made ready, which may mean compiling it.
    """

    def __init__(
        self,
        game: Game,
        say: Callable[[str], None],
        table_mib: int = OPTIONS["table"][0],
        threads: int = OPTIONS["threads"][0],
        preparing: Callable[[], AbstractContextManager[None]] = nullcontext,
        selective: bool | None = None,
        book: bool = True,
    ) -> None:
        self.game = game
        self._say_line = say
        chosen = bool(game.declaration.selective) if selective is None else selective
        self._options = {
            "table": table_mib,
            "threads": threads,
            "selective": int(chosen),
            "book": int(book),
        }
        self._preparing = preparing
        self._adviser: Adviser | None = None
        self._asked = ["start"]
        self._line = Line(game.start(seed=0))
        self._speaking = threading.RLock()
        self._worker: threading.Thread | None = None
        self._searching = False
        self._stop_asked = threading.Event()

    def obey(self, line: str) -> bool:
        """Carry out a line; False if it asks to leave. What is wrong gets an `error` and changes nothing."""
        words = line[:LONGEST_LINE].split()
        if not words:
            return True
        try:
            if len(line) > LONGEST_LINE:
                raise BadLine(_("The line is too long."))
            if words[0] not in COMMANDS:
                raise BadLine(_("There is no command {name!r}.", name=words[0]))
            return COMMANDS[words[0]](self, words[1:])
        except StrategeError as error:
            self._error(str(error))
        except MemoryError:
            self._error(_("There is not enough memory for this table."))
        return True

    def close(self) -> None:
        """End the search under way, which still says its `bestmove`."""
        self._stop()
        self._join()

    def _protocol(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        game = self.game
        about = [
            "name stratege",
            f"version {stratege.__version__}",
            f"game {game.name}",
            f"variant {game.variant.name}",
            f"size {game.size}",
        ]
        for name, (_usual, least, most) in OPTIONS.items():
            about.append(f"option {name} {self._options[name]} {least} {most}")
        self._say(*about, "ok")
        return True

    def _isready(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._ready()
        self._say("readyok")
        return True

    def _newgame(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._must_be_idle()
        self._adviser = None
        self._asked, self._line = ["start"], Line(self.game.start(seed=0))
        return True

    def _option(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        if len(words) != 2 or words[0] not in OPTIONS:
            known = ", ".join(OPTIONS)
            raise BadLine(_("`option` takes a name and a number; the names are: {known}.", known=known))
        _usual, least, most = OPTIONS[words[0]]
        value = _number(words[0], words[1])
        if not least <= value <= most:
            raise BadOption(
                _("{name} must be between {least} and {most}.", name=words[0], least=least, most=most)
            )
        self._options[words[0]] = value
        self._adviser = None
        return True

    def _position(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        if not words or (len(words) > 1 and words[1] != "moves"):
            raise BadLine(_("Write `position start` or `position TEXT`, then perhaps `moves` and the moves."))
        known = self._asked
        if (
            list(words[: len(known)]) == known
        ):  # the same game, a few moves later: no need to play it all again
            line, later = self._line, words[max(2, len(known)) :]
        else:
            line, later = Line(self._set_up(words[0])), words[2:]
        for move in later:
            line = line.play(move)
        self._asked, self._line = list(words), line
        return True

    def _go(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        limits = limits_of(words)
        if not self._line.legal():
            self._say("bestmove none")
            return True
        return self._begin(self._search, limits, list(words) in ENDLESS)

    def _analyse(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        limits = limits_of(words)
        return self._begin(self._value, limits, list(words) in ENDLESS)

    def _begin(self, work: Callable[[Adviser, Limits, bool], None], limits: Limits, waits: bool) -> bool:
        """Have the adviser work in a thread of its own."""
        adviser = self._ready()
        adviser.forget_stop()  # one that came too late for the last search is not for this
        self._stop_asked.clear()
        self._searching = True
        self._worker = threading.Thread(target=work, args=(adviser, limits, waits), daemon=True)
        self._worker.start()
        return True

    def _stop_command(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._stop()
        return True

    def _moves(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._say(" ".join(["moves", *self._line.position.moves()]))
        return True

    def _show(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        position = self._line.position
        outcome = position.outcome()
        board = [f"board {line}".rstrip() for line in str(position).splitlines()]
        over = [] if outcome is None else [f"over {outcome.winner or 'draw'} {outcome.code}"]
        self._say(*board, f"position {position.text()}", *over)
        return True

    def _quit(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        return False

    def _set_up(self, text: str) -> Position:
        return self.game.start(seed=0) if text == "start" else self.game.parse(text)

    def _ready(self) -> Adviser:
        """The adviser with the options of now."""
        if self._adviser is None:
            with self._preparing():
                table, threads, selective, book = self._options.values()
                adviser = Adviser(
                    self.game, table, threads, silently, selective=bool(selective), book=bool(book)
                )
                if not adviser.knows_all:
                    adviser.prepare()
                self._adviser = adviser
                gc.freeze()  # looking through all that was loaded for garbage would delay a stop by 50 ms
        return self._adviser

    def _search(self, adviser: Adviser, limits: Limits, waits: bool) -> None:
        """The work of the searching thread. What `waits` gives its move only once it is told to stop."""
        line, best, deepest = self._line, self._line.legal()[0], -1

        def tell(choice: Choice) -> None:
            nonlocal deepest
            known = choice.depth > 0 or choice.value.proven  # a depth cut short brings a move, but no value
            if known and choice.depth > deepest:
                deepest = choice.depth
                self._say(info(line, choice))

        try:
            best = adviser.choose(line, limits, tell).move
            if waits:
                self._stop_asked.wait()
        finally:
            with self._speaking:
                self._searching = False
                self._say(f"bestmove {self.game.move_text(best, line.to_move)}")

    def _value(self, adviser: Adviser, limits: Limits, waits: bool) -> None:
        """The work of the thread that values all moves."""
        analysis = Analysis(self._line, ())
        try:
            analysis = adviser.advise(self._line, limits)
            if waits:
                self._stop_asked.wait()
        finally:
            with self._speaking:
                self._searching = False
                self._say(*map(valued_line, analysis.moves))
                took = f"nodes {analysis.nodes} time {round(analysis.seconds * 1000)}"
                self._say(f"analysed depth {analysis.depth} {took}")

    def _stop(self) -> None:
        if self._searching and self._adviser is not None:
            self._stop_asked.set()
            self._adviser.stop()

    def _join(self) -> None:
        if self._worker is not None:
            self._worker.join()
            self._worker = None

    def _must_be_idle(self) -> None:
        if self._searching:
            raise BadLine(_("A search is under way: send `stop` first."))
        self._join()

    def _say(self, *lines: str) -> None:
        with self._speaking:
            for line in lines:
                self._say_line(line)

    def _error(self, sentence: str) -> None:
        self._say("error " + " ".join(sentence.split())[:LONGEST_ERROR])


COMMANDS: dict[str, Callable[[Session, Sequence[str]], bool]] = {
    "protocol": Session._protocol,
    "isready": Session._isready,
    "newgame": Session._newgame,
    "option": Session._option,
    "position": Session._position,
    "go": Session._go,
    "analyse": Session._analyse,
    "stop": Session._stop_command,
    "moves": Session._moves,
    "show": Session._show,
    "quit": Session._quit,
}


def info(line: Line, choice: Choice) -> str:
    """What a completed depth has found, for the player to move."""
    value, players = choice.value, (line.to_move, 3 - line.to_move)
    if value.result is None:
        words = f"value {value.score}"
    elif value.result != 0 and value.plies is not None:
        words = f"{RESULTS[value.result]} {value.plies}"
    else:
        words = f"{value.kind} {RESULTS[value.result]}"
    moves = " ".join(line.game.move_text(move, players[ply % 2]) for ply, move in enumerate(choice.line))
    took = f"nodes {choice.nodes} time {round(choice.seconds * 1000)}{SELECTIVE * value.selective}"
    return f"info depth {choice.depth} {words} {took} line {moves}"


def valued_line(valued: ValuedMove) -> str:
    """A move with its value, for the player to move."""
    value = valued.value
    words = ["valued", valued.move, value.kind, f"depth {value.depth} value {value.score}"]
    if value.result is not None:
        words.append(f"result {RESULTS[value.result]}")
    booked = None if valued.book is None else valued.book.score
    more = {"plies": value.plies, "margin": value.margin, "conversion": value.conversion, "book": booked}
    words += [f"{name} {number}" for name, number in more.items() if number is not None]
    return " ".join(words) + SELECTIVE * value.selective + " ".join([" line", *valued.line])


SELECTIVE = " selective 1"
RESULTS = {1: "win", 0: "draw", -1: "loss"}


def limits_of(words: Sequence[str]) -> Limits:
    """The limits after `go`; without any, or with `infinite`, those that only `stop` ends."""
    if list(words) in ENDLESS:
        return Limits()
    names, numbers = words[::2], words[1::2]
    if len(names) != len(numbers) or len(set(names)) != len(names) or set(names) - {*LIMITS}:
        raise BadLine(
            _(
                "`go` and `analyse` take `infinite`, or any of {known}, each once and with a number.",
                known=", ".join(LIMITS),
            )
        )
    given = {name: _number(name, number) for name, number in zip(names, numbers)}
    if 0 in given.values():
        raise BadLine(_("The limits of a search are at least 1."))
    seconds = given["movetime"] / 1000 if "movetime" in given else None
    return Limits(given.get("depth", Limits.depth), given.get("nodes"), seconds)


LIMITS = ("depth", "movetime", "nodes")
ENDLESS: tuple[list[str], ...] = ([], ["infinite"])


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise BadLine(_("{name} takes a number, not {text!r}.", name=name, text=text))
    return int(text)


def _nothing_after(words: Sequence[str]) -> None:
    if words:
        raise BadLine(_("Nothing may follow this command, but {word!r} does.", word=words[0]))
