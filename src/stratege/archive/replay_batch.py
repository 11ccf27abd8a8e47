"""Which positions games went through: a batch of games replayed, in compiled code where that pays."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any, NamedTuple, Protocol, cast

import numpy
from numpy.typing import NDArray

from stratege.archive.position_keys import blended, edge_of, key_of, keys_of, seed_of
from stratege.archive.replay_kernel import VERDICT
from stratege.core.compiling import bound, compiled
from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.repetition import MODES
from stratege.core.wordsize import as_state, as_words, fit_words

REPLAY = "stratege.archive.replay_kernel"
WORTH_COMPILING = 3000  # plies; compiling takes seconds, plain Python some 100,000 plies a second
WIDEST = 32  # words of a state that compiled code gets
DEPTH = 24  # plies of each game that statistics are kept of: the opening

Integers = NDArray[numpy.int64]


class Moves(NamedTuple):
    """A game to replay: where it starts and its moves as the kernel numbers them."""

    start: Position
    numbers: Sequence[int]


@dataclass(frozen=True)
class Visits:
    """Positions that games went through, each once a game (the first time), in the order of their edges.

    `edge` is the key of the position and what was played there (`position_keys.edge_of`), both as seen
    through the symmetry that the key stands for; `game` the game's place in the batch; `mover` the player, 1
    or 2.
    """

    edge: Integers
    game: NDArray[numpy.int32]
    mover: NDArray[numpy.int8]

    def at(self, places: Integers | NDArray[numpy.bool_]) -> Visits:
        """Only those, and in the order given."""
        return Visits(self.edge[places], self.game[places], self.mover[places])


@dataclass(frozen=True)
class Replayed:
    """What the rules say of each game: how many moves are legal, why it is over, player 1's margin."""

    legal: Integers
    reason: Integers
    margin: Integers
    visits: Visits


class ReplayKernel(Protocol):
    """The template `archive.replay_kernel` over a game's rules and symmetries, in either life."""

    replay: Callable[..., None]


def replay(game: Game, batch: Sequence[Moves], depth: int) -> Replayed:
    """Replay games of one kind by the rules; which positions did their first `depth` plies go through?"""
    plies = sum(len(one.numbers) for one in batch)
    states = {one.start.state for one in batch}
    small = fit_words(game.rules, *states) and len(game.rules) + len(batch[0].start.state) <= WIDEST
    load = compiled if small and plies >= WORTH_COMPILING else bound
    symmetry = game.declaration.symmetry.__name__
    code = cast(ReplayKernel, load(REPLAY, game.kernel.__name__, symmetry=symmetry))
    words, played, verdicts = _run(code, game, batch, plies, depth)
    lengths = numpy.array([len(one.numbers) for one in batch], numpy.int64)
    visits = _visits(game, batch, lengths, words, played)
    return Replayed(verdicts[:, 0], verdicts[:, 1], verdicts[:, 2], visits)


def _run(code: ReplayKernel, game: Game, batch: Sequence[Moves], plies: int, depth: int) -> Any:
    """Call the template with the rooms that it needs: arrays of words for machine code, lists for Python."""
    machine = hasattr(code.replay, "signatures")
    as_wide = functools.partial(as_state, least=game.least_words)
    convert = functools.cache(as_wide) if machine else tuple
    rules = as_words(game.rules) if machine else game.rules
    longest = max(len(one.numbers) for one in batch)
    first = batch[0].start
    width = len(game.kernel.trace(rules, convert(first.state), first.to_move))
    mode = MODES[game.variant.repetition]
    sources: list[Iterable[int]] = [
        chain.from_iterable(convert(one.start.state) for one in batch),
        (one.start.to_move for one in batch),
        accumulate(len(one.numbers) for one in batch),
    ]
    moves = [one.numbers for one in batch]
    sizes = (game.most_moves, width * (longest + 1), width * plies, plies, VERDICT * len(batch))
    if machine:
        rooms: list[Any] = [numpy.fromiter(source, numpy.int64) for source in sources]
        rooms.append(_as_words(moves))
        out: list[Any] = [numpy.zeros(size, numpy.int64) for size in sizes]
    else:
        rooms = [list(source) for source in (*sources, chain.from_iterable(moves))]
        out = [[0] * size for size in sizes]
    code.replay(rules, convert(first.state), *rooms, mode, depth, *out)
    words, played, verdicts = out[2:]
    shaped = (
        words.reshape(plies, width)[:, : len(game.kernel.trace(game.rules, first.state, first.to_move))]
        if machine
        else [words[at : at + width] for at in range(0, width * plies, width)]
    )
    return (
        shaped,
        numpy.array(played, numpy.int64),
        numpy.array(verdicts, numpy.int64).reshape(-1, VERDICT),
    )


def _as_words(moves: Sequence[Sequence[int]]) -> Integers:
    """The moves of all games, one after the other."""
    if all(isinstance(one, bytes) for one in moves):
        return numpy.frombuffer(b"".join(cast(Sequence[bytes], moves)), numpy.uint8).astype(numpy.int64)
    return numpy.fromiter(chain.from_iterable(moves), numpy.int64)


def _visits(game: Game, batch: Sequence[Moves], lengths: Integers, words: Any, played: Integers) -> Visits:
    """What was written down, with keys, each position of a game kept once."""
    kept = numpy.flatnonzero(played >= 0)
    number = numpy.repeat(numpy.arange(len(batch)), lengths)[kept]
    firsts = numpy.array([one.start.to_move for one in batch], numpy.int64)[number]
    begins = (numpy.cumsum(lengths) - lengths)[number]
    movers = 1 + ((firsts - 1 + kept - begins) & 1)
    seed = seed_of(game)
    if isinstance(words, numpy.ndarray):
        keys = keys_of(seed, words[kept], movers)
    else:
        found = [key_of(seed, words[at], int(mover)) for at, mover in zip(kept, movers)]
        keys = numpy.array(found, numpy.int64)
    edges = edge_of(keys, played[kept])
    visits = Visits(edges, number.astype(numpy.int32), movers.astype(numpy.int8))
    if _is_any_twice(keys, number):
        visits = visits.at(_first_times(keys, number))
    return visits.at(numpy.argsort(visits.edge))


def _is_any_twice(keys: Integers, games: Integers) -> bool:
    """Whether a game may have gone through a position twice; quick where none did."""
    both = numpy.sort(blended(keys.view(numpy.uint64), games.view(numpy.uint64)))
    return bool((both[1:] == both[:-1]).any())


def _first_times(keys: Integers, games: Integers) -> NDArray[numpy.bool_]:
    """Which visits are the first of their game to that position."""
    order = numpy.argsort(keys, kind="stable")
    key, game = keys[order], games[order]
    mask = numpy.ones(len(order), numpy.bool_)
    mask[order[1:]] = (key[1:] != key[:-1]) | (game[1:] != game[:-1])
    return mask
