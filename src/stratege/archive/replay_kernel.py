"""Replaying many games by the rules, over any kernel.

A template (see `core.compiling`): `kernel` is the rules of the game it is bound to, `symmetry` its
symmetries.

Each game has three numbers of verdict: how many of its moves are legal, why it is over after them
(`GOES_ON` if it is not, `REPEATED` where a board came back that ends it), and player 1's margin. Each
position of its first `depth` plies is written down as its words and the move played, both seen through the
symmetry that makes the words least, so that symmetric positions become one and the same.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, UNBOUND, Kernel
from stratege.core.parts import UNMIRRORED, Symmetry
from stratege.core.repetition import (
    may_end,
    may_forbid,
    reason_to_end,
    remember,
    remembers,
    seen_before,
)
from stratege.core.words import put, shift_right

kernel: Kernel = UNBOUND
symmetry: Symmetry = UNMIRRORED

VERDICT = 3


@rule
def replay(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    starts: MutableSequence[int],
    players: MutableSequence[int],
    ends: MutableSequence[int],
    moves: MutableSequence[int],
    repetition: int,
    depth: int,
    room: MutableSequence[int],
    seen: MutableSequence[int],
    words: MutableSequence[int],
    played: MutableSequence[int],
    verdicts: MutableSequence[int],
) -> None:
    """Replay all games. `state` is any state of the game, for its width.

    Game g starts with the words of its state in `starts` and `players[g]` to move; its moves end at
    `ends[g]`, where those of the next begin. What is written for a move stands at the move's own place in
    `words` and `played`, which holds -1 for plies beyond `depth` and for moves that are not legal.
    """
    first = 0
    for game in range(len(players)):
        for i in range(len(state)):
            state = put(state, i, starts[game * len(state) + i])
        legal, reason, margin = replay_one(
            rules,
            state,
            players[game],
            first,
            ends[game],
            moves,
            repetition,
            depth,
            room,
            seen,
            words,
            played,
        )
        verdicts[VERDICT * game] = legal
        verdicts[VERDICT * game + 1] = reason
        verdicts[VERDICT * game + 2] = margin
        first = ends[game]


@rule
def replay_one(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    first: int,
    end: int,
    moves: MutableSequence[int],
    repetition: int,
    depth: int,
    room: MutableSequence[int],
    seen: MutableSequence[int],
    words: MutableSequence[int],
    played: MutableSequence[int],
) -> tuple[int, int, int]:
    """The verdict on the game whose moves lie from `first` to `end`; see `replay`."""
    for at in range(first, end):
        played[at] = -1
    for at in range(first, end):
        known = at - first
        listed = kernel.moves(rules, state, room, 0)
        over = reason_here(rules, state, player, repetition, room, listed, seen, known)
        legal = over == GOES_ON and is_listed(moves[at], room, listed)
        after = kernel.play(rules, state, moves[at]) if legal else state
        if legal and may_forbid(repetition):
            legal = not seen_before(kernel.trace(rules, after, 3 - player), seen, known)
        if not legal:
            return known, over, 0
        if at - first < depth:
            written(rules, state, player, moves[at], words, played, at)
        if remembers(repetition):
            remember(kernel.trace(rules, state, player), seen, known)
        state = after
        player = 3 - player
    listed = kernel.moves(rules, state, room, 0)
    over = reason_here(rules, state, player, repetition, room, listed, seen, end - first)
    margin = 0 if over == GOES_ON else kernel.result(rules, state, over)
    return end - first, over, margin if player == 1 else -margin


@rule
def reason_here(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    repetition: int,
    room: MutableSequence[int],
    listed: int,
    seen: MutableSequence[int],
    known: int,
) -> int:
    """Why the game is over here, as `Position` has it; the kernel's moves are `listed` in the room."""
    back = may_end(repetition) and seen_before(kernel.trace(rules, state, player), seen, known)
    allowed = listed > 0
    if may_forbid(repetition):
        allowed = False
        for i in range(listed):
            after = kernel.play(rules, state, room[i])
            if not seen_before(kernel.trace(rules, after, 3 - player), seen, known):
                allowed = True
                break
    return reason_to_end(kernel.finished(rules, state), back, allowed)


@rule
def is_listed(move: int, room: MutableSequence[int], listed: int) -> bool:
    """Whether the move is among those listed in the room."""
    found = False
    for i in range(listed):
        found = found or room[i] == move
    return found


@rule
def written(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    move: int,
    words: MutableSequence[int],
    played: MutableSequence[int],
    at: int,
) -> None:
    """Write down the position and the move at place `at`, seen through the symmetry that makes them least."""
    least = kernel.trace(rules, state, player)
    least_move = move
    for number in range(1, symmetry.count(rules)):
        image = kernel.trace(rules, symmetry.image(rules, state, number), player)
        order = compared(image, least)
        if order <= 0:
            move_image = symmetry.move_image(rules, move, number)
            least_move = move_image if order < 0 or move_image < least_move else least_move
            least = image
    for i in range(len(least)):
        words[at * len(least) + i] = least[i]
    played[at] = least_move


@rule
def compared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Negative, 0 or positive as the first comes before, equals or follows the other; words have no sign."""
    for i in range(len(one)):
        if one[i] != other[i]:
            high = shift_right(one[i], 1) - shift_right(other[i], 1)
            return high if high != 0 else (one[i] & 1) - (other[i] & 1)
    return 0
