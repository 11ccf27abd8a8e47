"""Which move is tried first: the better the guess, the less is searched. No value depends on it.

A template (see `core.compiling`): `evaluation` is the game's judgement.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import inlined, rule
from stratege.core.parts import UNJUDGED, Evaluation
from stratege.core.words import highest_index, mix
from stratege.engine.alphabeta_kernel.transpositions import key_of
from stratege.engine.alphabeta_kernel.work import (
    BLINDNESS,
    CONTRARY,
    HISTORY,
    HISTORY_MASK,
    KILLERS,
    MOVE_BITS,
    NO_MOVE_YET,
    SALT,
    TASTE,
    USE_HISTORY,
    USE_KILLERS,
    USE_PROMISE,
    uses,
)

evaluation: Evaluation = UNJUDGED

LATE, SHALLOWEST = 3, 3  # so many moves come first, and the best is among them more often than not
SHALLOW = 3  # plies, in which moves that come late may be left out
PICKED = 8  # so many moves are tried by their rank: after them, finding the next costs more than it saves


@rule
def rank(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    start: int,
    end: int,
    hint: int,
    ply: int,
    base: int,
    work: MutableSequence[int],
) -> None:
    """Put each move's rank above its 24 bits: the table's move, promising moves, killers, history.

    The best one comes first: finding it on the way saves a look through them all.
    """
    by_history, by_promise = uses(USE_HISTORY, base, work), uses(USE_PROMISE, base, work)
    by_killers = uses(USE_KILLERS, base, work)
    contrary = ply < work[base + CONTRARY]
    taste = work[base + TASTE] if ply == 0 else 0
    killer, second = work[base + KILLERS + 2 * ply], work[base + KILLERS + 2 * ply + 1]
    prospects = evaluation.prospects(rules, state)
    best, picked = start, -1
    for i in range(start, end):
        move = work[i]
        rank = 0
        if by_history:
            rank = work[base + HISTORY + (move & HISTORY_MASK)]
        if by_promise:
            rank += evaluation.promise(rules, state, move, prospects) << 20
        if by_killers and move in (killer, second):
            rank += 1 << 19
        if taste != 0:
            rank += mix(move, taste) & 255  # of equal moves the first is played
        if contrary:
            rank = (1 << 29) - rank  # a helping thread begins at the other end
        if move == hint:
            rank = 1 << 30
        ranked = rank << MOVE_BITS | move
        work[i] = ranked
        if ranked > picked:
            best, picked = i, ranked
    work[best] = work[start]
    work[start] = picked


@inlined
def picked_move(i: int, start: int, end: int, work: MutableSequence[int]) -> int:
    """The move to try at place i, the best ranked one of those from there on if it is among the first."""
    if start < i < start + PICKED:
        best, picked = i, work[i]
        for j in range(i + 1, end):
            if work[j] > picked:
                best, picked = j, work[j]
        work[best] = work[i]
        work[i] = picked
    return work[i] & NO_MOVE_YET


@inlined
def reduction(late: int, depth: int) -> int:
    """By how many plies less a selective search looks at a move that so many are ranked before."""
    if late < LATE or depth < SHALLOWEST:
        return 0
    return min(depth - 2, highest_index(late) * highest_index(depth) + 2 >> 2)  # logarithms to the base 2


@inlined
def enough(depth: int) -> int:
    """After so many moves a selective search leaves out those that do not matter."""
    return 2 * depth * depth


@rule
def credit(move: int, depth: int, ply: int, base: int, work: MutableSequence[int]) -> None:
    """A move refuted the position: try it early in its sister positions."""
    killers = base + KILLERS + 2 * ply
    if work[killers] != move:
        work[killers + 1] = work[killers]
        work[killers] = move
    entry = base + HISTORY + (move & HISTORY_MASK)
    work[entry] += depth * depth
    if work[entry] > 1 << 18:
        for i in range(base + HISTORY, base + HISTORY + HISTORY_MASK + 1):
            work[i] >>= 1


@rule
def overlooked(state: tuple[int, ...], move: int, base: int, work: MutableSequence[int]) -> bool:
    """Whether a player of limited sight fails to see this move here; the same every time."""
    blindness = work[base + BLINDNESS]
    return blindness != 0 and mix(key_of(state, move), work[base + SALT]) & 255 < blindness
