"""Perft: how many games of a given length start from a position, in all and by first move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import Protocol, cast

from stratege.core.compiling import bound, compiled
from stratege.core.kernel import Rules, State
from stratege.core.position import Position
from stratege.core.repetition import MODES
from stratege.core.variant import Repetition
from stratege.core.wordsize import as_state, as_words, fit_words
from stratege.engine.perft_kernel import FIRST, HEEDED, STOP

KERNEL = "stratege.engine.perft_kernel"


class PerftKernel(Protocol):
    """The template `engine.perft_kernel` over a game's rules, in either life."""

    def count(self, rules: Rules, state: State, depth: int, out: MutableSequence[int], start: int) -> int:
        """The number of games of exactly that many plies."""

    def count_remembering(
        self,
        rules: Rules,
        state: State,
        player: int,
        depth: int,
        out: MutableSequence[int],
        start: int,
        repetition: int,
        seen: MutableSequence[int],
        known: int,
    ) -> int:
        """The same where the rules look at the boards seen."""


def perft(position: Position, depth: int) -> int:
    """The number of games of exactly `depth` plies from the position.

    >>> import stratege
    >>> perft(stratege.game("quixo", size=3).start(), 2)
    356
    """
    return 1 if depth == 0 else sum(leaves for _move, leaves in divide(position, depth))


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Each legal move with the number of games of `depth` ≥ 1 plies that begin with it."""
    for move in position.legal():
        after = position.play(move)
        yield position.game.move_text(move, position.to_move), _leaves(after, depth - 1)


def _leaves(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    game = position.game
    rules, state, past = game.rules, position.state, [*position.past]
    load = compiled if fit_words(rules, state, *past) else bound
    code = cast(PerftKernel, load(KERNEL, game.kernel.__name__))
    machine = hasattr(code.count, "signatures")  # and not the Python that it is made of, to step through
    if machine:
        rules, state = as_words(rules), as_state(state, game.least_words)
        past = [as_state(board, game.least_words) for board in past]
    trace = game.kernel.trace(rules, state, position.to_move)
    out: MutableSequence[int] = [0] * (FIRST + game.most_moves * depth)
    seen: MutableSequence[int] = [*chain.from_iterable(past)] + [0] * len(trace) * (depth + 1)
    if machine:
        import numpy

        out, seen = (cast(MutableSequence[int], numpy.array(room, numpy.int64)) for room in (out, seen))
    if game.variant.repetition is Repetition.ALLOWED:
        ask = partial(code.count, rules, state, depth, out, FIRST)
    else:
        room = (out, FIRST, MODES[game.variant.repetition], seen, len(position.past))
        ask = partial(code.count_remembering, rules, state, position.to_move, depth, *room)
    return int(ask()) if depth < HEEDED else _interruptible(ask, out, STOP)


def _interruptible(count: Callable[[], int], room: MutableSequence[int], stop: int) -> int:
    """Count in another thread: machine code does not hear a Ctrl-C, so this thread waits for one."""
    with ThreadPoolExecutor(1) as pool:
        counting = pool.submit(count)
        try:
            return int(counting.result())
        except BaseException:
            room[stop] = 1
            raise
