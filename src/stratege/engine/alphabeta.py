"""Searching a position: iterative deepening within limits, always with a legal move in hand."""

from __future__ import annotations

import functools
import operator
import threading
import time
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

from stratege.core.compiling import bound, code_stamp, compiled
from stratege.core.errors import BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.kernel import Rules, State
from stratege.core.language import _
from stratege.core.parts import Evaluation
from stratege.core.position import Position
from stratege.core.readiness import NotCompiled, ready_code_only
from stratege.core.repetition import MODES, may_forbid, remembers
from stratege.core.scores import INFINITE, MAX_PLY, WIN, is_won
from stratege.core.wanted import want
from stratege.core.wordsize import as_state, as_words, widened
from stratege.engine.alarm import Alarm
from stratege.engine.alphabeta_kernel import work as words
from stratege.engine.limits import DEEPEST, Limits
from stratege.engine.time_use import TimeUse
from stratege.tables.shelf import Shelf

if TYPE_CHECKING:
    from numpy.typing import NDArray

KERNEL = "stratege.engine.alphabeta_kernel.search"
EVERYTHING = 63
MOST_BOARDS = 3000  # of the game's past that a search remembers, the latest ones
INTERPRETED_ENTRIES = 1 << 12
MOST_WEARY = 2  # a board that has come back more often is no worse
WINDOW = 40  # half the width of the first guess around the last value
FALL = 2  # a value that falls by this part of the evaluation's margin is reason to worry


@dataclass(frozen=True)
class Found:
    """What a search found: the move, its value for the player to move, how deep, and the main line."""

    move: int
    value: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[int, ...]

    @property
    def plies_to_end(self) -> int | None:
        """In how many plies the game is won (or lost) for certain; None if nothing is certain."""
        return WIN - abs(self.value) if is_won(self.value) else None


@dataclass(frozen=True)
class Manner:
    """How a player searches who is not just to find the best move.

    It fails to see `blindness` of 256 moves, the same ones for the same `salt`; plays some of equally good
    moves rather than others, the same for the same `taste`; and gives something, where the game's judgement
    says how much, to leave a game that goes round: its board has stood before `weary` times. A `selective`
    player looks less far at moves that seem poor, so that it looks further at the others. Without `exchanges`
    it judges where the tree is cut, though captures are not answered there. Who is `optimistic` expects to
    see further than its opponent, and likes boards that are hard to play for both.
    """

    blindness: int = 0
    salt: int = 0
    taste: int = 0
    weary: int = 0
    selective: bool = False
    exchanges: bool = True
    optimistic: bool = False


class AlphabetaKernel(Protocol):
    """The template `engine.alphabeta_kernel.search` over a game's rules, in either life."""

    evaluation: Evaluation

    def enter(
        self,
        rules: Rules,
        state: State,
        player: int,
        alpha: int,
        beta: int,
        depth: int,
        ply: int,
        base: int,
        work: MutableSequence[int],
    ) -> int:
        """The position's value to that depth, within the window."""

    def slot_of(self, trace: int, base: int, work: MutableSequence[int]) -> int:
        """Where a board stands, or would, among those seen."""

    def key_of_trace(self, trace: State) -> int:
        """The key of what repetition rules compare."""


class Searcher:
    """A search with its memory, for one game; used from one thread at a time, stopped from any.

    `table_mib` is the size of the transposition table, `threads` how many cores search at once,
    `features` which orderings are on (see `engine.alphabeta_kernel`; all give the same values),
    `evaluation` the module that judges positions, if not the game's own, `shelf` where its tables stand, if
    any are to be used.

    Where only machine code that is there may be used (`core.readiness`) and there is none, it searches on the
    rules in plain Python, a hundred times slower and with the same results, until it can `catch_up`.
    """

    def __init__(
        self,
        game: Game,
        table_mib: int = 16,
        threads: int = 1,
        features: int = EVERYTHING,
        evaluation: str | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.game = game
        self.threads = threads
        self._features = features
        self._selection = sum(words.PARTS[part] for part in game.declaration.selective or words.PARTS)
        self._guard = threading.Lock()
        self._cancelled = False
        self._code: AlphabetaKernel
        self._work: MutableSequence[int]
        self._arrays: Sequence[NDArray[Any] | None] = ()  # known by their addresses, they must not go away
        self._holes = {
            "evaluation": evaluation or game.declaration.evaluation.__name__,
            "endgame": game.declaration.table_probe.__name__,
        }
        self._options = (table_mib, threads, features, evaluation, shelf)
        self._code_stamp = 0
        self._never_compiled = self.interpreted = not game.compilable
        buckets = _power_of_two(table_mib * (1 << 20) // 32)
        if self.interpreted:
            self._make_ready(INTERPRETED_ENTRIES, features)
            return
        try:
            self._make_ready(buckets, features, shelf)
        except NotCompiled:
            want("game", game.name, game.variant.name, game.size)
            self.interpreted = True
            self._make_ready(buckets, features)

    def catch_up(self) -> None:
        """Go on with machine code if it has come meanwhile, with all that is remembered."""
        if self.interpreted and not self._never_compiled and self._code_has_come():
            with ready_code_only():
                compiled_one = Searcher(self.game, *self._options)
            if not compiled_one.interpreted:
                self._become(compiled_one)

    def _code_has_come(self) -> bool:
        before = self._code_stamp
        self._code_stamp = code_stamp(KERNEL, self.game.kernel.__name__, *self._holes.values())
        return self._code_stamp not in (0, before)

    def _become(self, other: Searcher) -> None:
        """Take over the other's code and tables; the words mean the same in both lives."""
        code = other._code
        with self._guard:
            tabled = int(other._work[words.TABLED])  # then what was found without tables is forgotten
            end = int(self._work[words.TABLE]) if tabled else len(self._work)
            other._work[words.SHARED : end] = self._work[words.SHARED : end]
            for word in (words.STOP, words.AGE):
                other._work[word] = self._work[word]
            self._code, self._work, self._arrays = code, other._work, other._arrays
            self.interpreted = False

    def _make_ready(self, buckets: int, features: int, shelf: Shelf | None = None) -> None:
        """Load the code, lay out the words that it works on, and have it compiled."""
        load = bound if self.interpreted else compiled
        self._code = cast(AlphabetaKernel, load(KERNEL, self.game.kernel.__name__, **self._holes))
        code = self._code
        deepest = MAX_PLY + code.evaluation.EXCHANGES
        region = words.MOVES + (deepest + 1) * self.game.most_moves
        self._bases = [words.SHARED + thread * region for thread in range(self.threads)]
        table = words.SHARED + self.threads * region
        self._work = self._room(table + 4 * buckets)
        self._work[words.TABLE], self._work[words.TABLE_MASK] = table, buckets - 1
        self._work[words.REPETITION] = MODES[self.game.variant.repetition]
        for thread, base in enumerate(self._bases):
            self._work[base + words.FEATURES] = features
            self._work[base + words.CONTRARY] = 2 if thread else 0
        self._look_up(shelf)
        self._compile_now()

    def _look_up(self, shelf: Shelf | None) -> None:
        """Have the search find the tables on the shelf."""
        probe = self.game.declaration.table_probe
        if shelf is not None:
            self._arrays = probe.arrays(self.game.rules, functools.partial(shelf.mapped, self.game))
        for number, array in enumerate(self._arrays):
            self._work[words.ARRAYS + number] = 0 if array is None else array.ctypes.data
        self._work[words.TABLED] = int(any(array is not None for array in self._arrays))

    def search(
        self,
        position: Position,
        limits: Limits,
        history: Iterable[Position] = (),
        on_depth: Callable[[Found], None] | None = None,
        among: Sequence[int] | None = None,
    ) -> Found:
        """The best move within the limits, of these moves if not of all.

        `history` are the game's earlier positions, for repetition.
        """
        begun = time.perf_counter()
        moves = position.legal() if among is None else among
        if not moves:
            raise StrategeError(_("There is nothing to search: the game is over."))
        found = Found(moves[0], 0, 0, 0, 0.0, (moves[0],))
        self.prepare(position, history, limits.nodes)
        use = TimeUse(limits, self._code.evaluation.MARGIN // FALL)
        with self.alarm(use.seconds) as alarm:
            for depth in range(1, min(limits.depth, DEEPEST) + 1):
                self.catch_up()
                if among is None:
                    deeper = self._deepen(position, depth, found, begun)
                else:
                    deeper = self._deepen_among(among, position, depth, found, begun)
                if deeper is None:
                    break
                found = deeper
                if on_depth is not None:
                    on_depth(found)
                use.note(found.move, found.value)
                forced = len(moves) == 1 and limits.seconds is not None
                if self.stopped or forced or _decided(found) or use.enough(found.seconds):
                    break
                alarm.set_to(use.seconds)
        return found

    def behave(self, manner: Manner) -> None:
        """From now on search in this manner."""
        contempt = self._code.evaluation.CONTEMPT * min(manner.weary, MOST_WEARY)
        features = self._features | (self._selection if manner.selective else 0)
        if not manner.exchanges:
            features &= ~words.USE_EXCHANGES
        for base in self._bases:
            self._work[base + words.BLINDNESS] = manner.blindness
            self._work[base + words.SALT] = manner.salt if manner.blindness else 0
            self._work[base + words.TASTE] = manner.taste
            self._work[base + words.CONTEMPT] = contempt
            self._work[base + words.OPTIMISM] = self._code.evaluation.OPTIMISM if manner.optimistic else 0
            self._work[base + words.FEATURES] = features

    @property
    def selective(self) -> bool:
        """Whether it looks less far at some moves than at others; to answer captures is no such thing."""
        return bool(int(self._work[self._bases[0] + words.FEATURES]) & words.SELECTIVE)

    @property
    def unit(self) -> str:
        """What the judgement counts, as one word; empty if nothing that has a name."""
        return self._code.evaluation.UNIT

    def stop(self) -> None:
        """End the search under way, or the next one to begin, as soon as may be."""
        with self._guard:
            self._cancelled = True
            self._work[words.STOP] = 1

    def forget_stop(self) -> None:
        """What was to be stopped has ended: a `stop` before now is not for the next search."""
        with self._guard:
            self._cancelled = False

    @property
    def stopped(self) -> bool:
        """Whether the last search was ended by a limit or by `stop`."""
        return bool(self._work[words.STOP] != 0)

    @property
    def nodes(self) -> int:
        """Nodes visited since the search began, by all threads."""
        return sum(int(self._work[base + words.NODES]) for base in self._bases)

    def prepare(self, position: Position, history: Iterable[Position], nodes: int | None) -> None:
        """Count from 0, and remember the boards that stood before."""
        check_size(position)
        code, work = self._code, self._work
        with self._guard:
            work[words.STOP] = int(self._cancelled)
            self._cancelled = False
        work[words.AGE] = (work[words.AGE] + 1) % 64
        traces = self._traces(position, history)
        boards = functools.reduce(operator.xor, traces, 0)
        for base in self._bases:
            work[base + words.NODES] = 0
            work[base + words.LINES] = words.NO_MOVE_YET
            # What the table keeps is true of this past, of what this player feels about boards, and of what
            # is looked at so, only. Who believes what was found deeper believes estimates of before boards of
            # the past stood, too.
            features = int(work[base + words.FEATURES])
            forgets = features & words.USE_DEEPER and not may_forbid(MODES[self.game.variant.repetition])
            seen_as = int(work[base + words.SALT]) ^ int(work[base + words.CONTEMPT]) << 32
            if work[base + words.CONTEMPT] or work[base + words.OPTIMISM]:
                seen_as ^= position.to_move << 60 ^ int(work[base + words.OPTIMISM]) << 40
            seen_as ^= (features & words.SELECTIVE | ~features & words.USE_EXCHANGES) << 48
            work[base + words.PATH] = seen_as if forgets else boards ^ seen_as
            work[base + words.NODE_LIMIT] = nodes if nodes is not None else 1 << 62
            work[base + words.KNOWN] = len(traces)
            self._clear(base + words.KILLERS, base + words.LINES)
            self._clear(base + words.BOARDS, base + words.MOVES)
            for trace in traces:
                work[code.slot_of(trace, base, work)] = trace

    def value(
        self, position: Position, alpha: int, beta: int, depth: int, ply: int = 0, thread: int = 0
    ) -> int:
        """One search to a fixed depth; see `engine.alphabeta_kernel` for what the window means."""
        if self.interpreted:
            rules, state = self.game.rules, widened(position.state, self.game.least_words)
        else:
            rules, state = as_words(self.game.rules), as_state(position.state, self.game.least_words)
        base = self._bases[thread]
        return int(
            self._code.enter(rules, state, position.to_move, alpha, beta, depth, ply, base, self._work)
        )

    def line(self, ply: int = 0) -> tuple[int, ...]:
        """The main line that the last search to have raised its window left at this ply."""
        row = self._bases[0] + words.LINES + ply * MAX_PLY
        moves = []
        for place in range(row + ply, row + MAX_PLY):
            if self._work[place] == words.NO_MOVE_YET:
                break
            moves.append(int(self._work[place]))
        return tuple(moves)

    def _compile_now(self) -> None:
        """Compilation, or loading compiled code, is no part of anybody's thinking time."""
        start = self.game.start(seed=0)
        self.prepare(start, [], 1)
        self.value(start, -INFINITE, INFINITE, 1)

    def _deepen(self, position: Position, depth: int, before: Found, begun: float) -> Found | None:
        """One more depth; None if it was stopped before it knew anything new."""
        helpers = [
            threading.Thread(target=self.value, args=(position, -INFINITE, INFINITE, depth, 0, thread))
            for thread in range(1, self.threads)
        ]
        for helper in helpers:
            helper.start()
        low, high = _window(before)
        line: tuple[int, ...] = ()
        fell = False  # below the window: then nobody knows which move to try first
        while True:
            value = self.value(position, low, high, depth)
            if not (fell and self.stopped):
                line = self.line() or line
            if self.stopped or low < value < high:
                break
            fell = fell or value <= low
            low, high = (-INFINITE, high) if value <= low else (low, INFINITE)
        self._join(helpers)
        if not line or line[0] not in position.legal():
            return None
        partly = self.stopped
        return Found(
            line[0],
            before.value if partly else value,
            before.depth if partly else depth,
            self.nodes,
            time.perf_counter() - begun,
            line,
        )

    def _deepen_among(
        self, moves: Sequence[int], position: Position, depth: int, before: Found, begun: float
    ) -> Found | None:
        """One more depth with some of the moves only, the last best one first."""
        best, line = -INFINITE, before.line
        for move in sorted(moves, key=lambda move: move != before.move):
            value = -self.value(position.play(move), -INFINITE, -best, depth - 1, ply=1)
            if self.stopped:
                break
            if value > best:
                best, line = value, (move, *self.line(1))
        if best == -INFINITE:
            return None
        return Found(line[0], best, depth, self.nodes, time.perf_counter() - begun, line)

    def _join(self, helpers: list[threading.Thread]) -> None:
        """Have the other threads stop where they are; what they found is in the table."""
        if not helpers:
            return
        stopped = self.stopped
        self._work[words.STOP] = 1
        for helper in helpers:
            helper.join()
        if not stopped:
            with self._guard:
                self._work[words.STOP] = int(self._cancelled)

    @contextmanager
    def alarm(self, seconds: float | None) -> Iterator[Alarm]:
        """Stops the search when this time has passed; nothing for None."""
        try:
            with Alarm(self.stop, seconds) as alarm:
                yield alarm
        finally:
            self.forget_stop()

    def _traces(self, position: Position, history: Iterable[Position]) -> list[int]:
        """The keys of the boards that count as seen: the past of the variant, or the game's history."""
        if self.game.ply_limit is None:
            return []  # no board can come back
        repetition = MODES[self.game.variant.repetition]
        boards = [*position.past] if remembers(repetition) else [one.trace for one in history]
        if not may_forbid(repetition):
            boards.append(position.trace)
        given = widened if self.interpreted else as_state
        least = self.game.least_words
        keys = (int(self._code.key_of_trace(given(board, least))) for board in boards[-MOST_BOARDS:])
        return list(dict.fromkeys(keys))

    def _clear(self, start: int, end: int) -> None:
        self._work[start:end] = self._room(end - start)

    def _room(self, size: int) -> MutableSequence[int]:
        if self.interpreted:
            return [0] * size
        import numpy

        return cast(MutableSequence[int], numpy.zeros(size, numpy.int64))


def _window(before: Found) -> tuple[int, int]:
    if before.depth < 3 or is_won(before.value):
        return -INFINITE, INFINITE
    return before.value - WINDOW, before.value + WINDOW


def _decided(found: Found) -> bool:
    """A win or loss within the depth searched is as short as it can be."""
    plies = found.plies_to_end
    return plies is not None and plies <= found.depth


def check_size(position: Position) -> None:
    """Refuse a position some of whose moves the search cannot hold."""
    if max(position.legal(), default=0) >= words.NO_MOVE_YET:
        raise BadOption(_("This board is too large to be searched."))


def _power_of_two(number: int) -> int:
    return 1 << max(4, number.bit_length() - 1)
