"""Random games of any kernel, many of them. A template: `kernel` is the rules of the game it is bound to."""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.words import mix

kernel: Kernel = UNBOUND


@rule
def random_games(
    rules: tuple[int, ...],
    start: tuple[int, ...],
    seed: int,
    least: int,
    room: MutableSequence[int],
    moves: MutableSequence[int],
    ends: MutableSequence[int],
    margins: MutableSequence[int],
) -> None:
    """As many games as `ends` has places, each of at least `least` plies, and player 1's margin in each."""
    first = 0
    for game in range(len(ends)):
        plies = 0
        while plies < least:
            plies, margins[game], seed = random_game(rules, start, seed, room, moves, first)
        first += plies
        ends[game] = first


@rule
def random_game(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    seed: int,
    room: MutableSequence[int],
    moves: MutableSequence[int],
    at: int,
) -> tuple[int, int, int]:
    """One game written from `at` on: its plies, player 1's margin, the next seed."""
    plies = 0
    while True:
        reason = kernel.finished(rules, state)
        listed = kernel.moves(rules, state, room, 0)
        if reason != 0 or listed == 0:
            margin = kernel.result(rules, state, reason if reason != 0 else 1)
            return plies, margin if plies % 2 == 0 else -margin, seed
        seed = mix(seed, plies + 1)
        moves[at + plies] = room[seed % listed]
        state = kernel.play(rules, state, moves[at + plies])
        plies += 1
