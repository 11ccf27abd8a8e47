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
from stratege.core.position import Position
from stratege.engine.alphabeta import Found, Searcher
from stratege.engine.limits import Limits
from stratege.tables.shelf import Shelf

OPTIONS = {"table": (16, 1, 65536), "threads": (1, 1, 64)}
"""The options by name: the usual value, the least and the greatest."""

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
    ) -> None:
        self.game = game
        self._say_line = say
        self._options = {"table": table_mib, "threads": threads}
        self._preparing = preparing
        self._searcher: Searcher | None = None
        self._asked = ["start"]
        self._played = [game.start(seed=0)]
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
        self._searcher = None
        self._asked, self._played = ["start"], [self.game.start(seed=0)]
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
        self._searcher = None
        return True

    def _position(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        if not words or (len(words) > 1 and words[1] != "moves"):
            raise BadLine(_("Write `position start` or `position TEXT`, then perhaps `moves` and the moves."))
        known = self._asked
        if (
            list(words[: len(known)]) == known
        ):  # the same game, a few moves later: no need to play it all again
            played, later = self._played[:], words[max(2, len(known)) :]
        else:
            played, later = [self._set_up(words[0])], words[2:]
        for move in later:
            played.append(played[-1].play(move))
        self._asked, self._played = list(words), played
        return True

    def _go(self, words: Sequence[str]) -> bool:
        self._must_be_idle()
        limits = limits_of(words)
        position = self._played[-1]
        if not position.legal():
            self._say("bestmove none")
            return True
        searcher = self._ready()
        if self._stop_asked.is_set():
            searcher.prepare(
                position, (), None
            )  # a `stop` that came too late for the last search is not for this
            self._stop_asked.clear()
        self._searching = True
        arguments = (searcher, limits, list(words) in ENDLESS)
        self._worker = threading.Thread(target=self._search, args=arguments, daemon=True)
        self._worker.start()
        return True

    def _stop_command(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._stop()
        return True

    def _moves(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        self._say(" ".join(["moves", *self._played[-1].moves()]))
        return True

    def _show(self, words: Sequence[str]) -> bool:
        _nothing_after(words)
        position = self._played[-1]
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

    def _ready(self) -> Searcher:
        """The search with the options of now."""
        if self._searcher is None:
            with self._preparing():
                self._searcher = Searcher(
                    self.game, self._options["table"], self._options["threads"], shelf=Shelf()
                )
                gc.freeze()  # looking through all that was loaded for garbage would delay a stop by 50 ms
        return self._searcher

    def _search(self, searcher: Searcher, limits: Limits, waits: bool) -> None:
        """The work of the searching thread. What `waits` gives its move only once it is told to stop."""
        position, best, deepest = self._played[-1], self._played[-1].legal()[0], 0

        def tell(found: Found) -> None:
            nonlocal deepest
            if found.depth > deepest:  # a depth cut short brings a move, but no value
                deepest = found.depth
                self._say(info(position, found))

        try:
            best = searcher.search(position, limits, self._played[:-1], tell).move
            if waits:
                self._stop_asked.wait()
        finally:
            with self._speaking:
                self._searching = False
                self._say(f"bestmove {self.game.move_text(best, position.to_move)}")

    def _stop(self) -> None:
        if self._searching and self._searcher is not None:
            self._stop_asked.set()
            self._searcher.stop()

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
    "stop": Session._stop_command,
    "moves": Session._moves,
    "show": Session._show,
    "quit": Session._quit,
}


def info(position: Position, found: Found) -> str:
    """What a completed depth has found, for the player to move."""
    plies = found.plies_to_end
    if plies is None:
        value = f"value {found.value}"
    else:
        value = f"win {plies}" if found.value > 0 else f"loss {plies}"
    movers = (position.to_move, 3 - position.to_move)
    line = " ".join(position.game.move_text(move, movers[ply % 2]) for ply, move in enumerate(found.line))
    milliseconds = round(found.seconds * 1000)
    return f"info depth {found.depth} {value} nodes {found.nodes} time {milliseconds} line {line}"


def limits_of(words: Sequence[str]) -> Limits:
    """The limits after `go`; without any, or with `infinite`, those that only `stop` ends."""
    if list(words) in ENDLESS:
        return Limits()
    names, numbers = words[::2], words[1::2]
    if len(names) != len(numbers) or len(set(names)) != len(names) or set(names) - {*LIMITS}:
        raise BadLine(
            _(
                "`go` takes `infinite`, or any of {known}, each once and with a number.",
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
