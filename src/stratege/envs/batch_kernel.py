"""Many boards of a game, each one move further, over any kernel.

A template (see `core.compiling`): `kernel` is the rules of the game it is bound to, `observation` what is
seen of it. All arrays are flat: what belongs to board b of a kind with w numbers a board begins at b · w.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import GOES_ON, UNBOUND, Kernel
from stratege.core.parts import UNSEEN, Observation
from stratege.core.repetition import may_end, may_forbid, reason_to_end, remember, remembers, seen_before
from stratege.core.words import put, shift_right, unsigned

kernel: Kernel = UNBOUND
observation: Observation = UNSEEN

ON, TERMINATED, TRUNCATED = 0, 1, 2
"""What became of a board: its game goes on, has ended by the rules, or at the limit of plies."""


@rule
def taken(state: tuple[int, ...], states: MutableSequence[int], board: int) -> tuple[int, ...]:
    """The state of a board; `state` is any state of the game, for its width."""
    for i in range(len(state)):
        state = put(state, i, states[board * len(state) + i])
    return state


@rule
def listing(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    repetition: int,
    seen: MutableSequence[int],
    known: int,
    listed: MutableSequence[int],
    first: int,
) -> int:
    """Write the moves that the rules and the past allow into `listed` from `first` on; return how many."""
    end = kernel.moves(rules, state, listed, first)
    if not may_forbid(repetition):
        return end - first
    kept = first
    for i in range(first, end):
        after = kernel.play(rules, state, listed[i])
        if not seen_before(kernel.trace(rules, after, 3 - player), seen, known):
            listed[kept] = listed[i]
            kept += 1
    return kept - first


@rule
def judged(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    repetition: int,
    limit: int,
    seen: MutableSequence[int],
    known: int,
    listed: MutableSequence[int],
    first: int,
) -> tuple[int, int, int]:
    """A state after its `known`-th move: how many moves are listed from `first` on, the reward of who made
    the move, and what became of the game."""
    moves = listing(rules, state, player, repetition, seen, known, listed, first)
    back = may_end(repetition) and seen_before(kernel.trace(rules, state, player), seen, known)
    reason = reason_to_end(kernel.finished(rules, state), back, moves > 0)
    if reason != GOES_ON:
        margin = kernel.result(rules, state, reason)
        return moves, int(margin < 0) - int(margin > 0), TERMINATED
    return moves, 0, TRUNCATED if known == limit else ON


@rule
def first_illegal(actions: MutableSequence[int], mask: MutableSequence[int], count: int) -> int:
    """The first board whose action is not legal there; -1 if all are."""
    for board in range(len(actions)):
        action = actions[board]
        if action < 0 or action >= count or mask[board * count + action] == 0:
            return board
    return -1


@rule
def step(
    rules: tuple[int, ...],
    shape: tuple[int, ...],
    actions: MutableSequence[int],
    states: MutableSequence[int],
    players: MutableSequence[int],
    plies: MutableSequence[int],
    starts: MutableSequence[int],
    repetition: int,
    limit: int,
    seen: MutableSequence[int],
    memory: int,
    listed: MutableSequence[int],
    most: int,
    choices: MutableSequence[int],
    mask: MutableSequence[int],
    count: int,
    rewards: MutableSequence[int],
    ends: MutableSequence[int],
) -> None:
    """Make one legal move on every board; a board whose game ends begins anew.

    `shape` is any state, for its width; `limit` the ply limit (-1 for none), `memory` the words of the past
    that a board has in `seen`, `most` its room in `listed`, `count` its room in `mask`. `rewards` are those
    of the players who moved, `ends` what became of the games.
    """
    for board in range(len(players)):
        past = seen[board * memory : (board + 1) * memory]
        state, player = taken(shape, states, board), players[board]
        known = plies[board]
        if remembers(repetition):
            remember(kernel.trace(rules, state, player), past, known)
        for i in range(choices[board]):
            mask[unsigned(board * count + listed[unsigned(board * most + i)])] = 0
        state = kernel.play(rules, state, actions[board])
        player = 3 - player
        known += 1
        moves, reward, end = judged(
            rules, state, player, repetition, limit, past, known, listed, board * most
        )
        rewards[board] = reward
        ends[board] = end
        if end != ON:
            state, player, known = taken(shape, starts, board), 1, 0
            moves = kernel.moves(rules, state, listed, board * most) - board * most
        keep(state, player, known, moves, board, states, players, plies, listed, most, choices, mask, count)


@rule
def look_ahead(
    rules: tuple[int, ...],
    shape: tuple[int, ...],
    states: MutableSequence[int],
    players: MutableSequence[int],
    plies: MutableSequence[int],
    repetition: int,
    limit: int,
    seen: MutableSequence[int],
    memory: int,
    listed: MutableSequence[int],
    most: int,
    choices: MutableSequence[int],
    spare: MutableSequence[int],
    rewards: MutableSequence[int],
    ends: MutableSequence[int],
    out: MutableSequence[int],
    size: int,
) -> None:
    """What each legal move of each board leads to, one after another, nothing being moved.

    `spare` has room for the moves of one state; `rewards`, `ends` and `out` (`size` numbers each, what the
    other player sees) have room for all. The rest is as `step` has it.
    """
    tried = 0
    for board in range(len(players)):
        past = seen[board * memory : (board + 1) * memory]
        state, other, known = taken(shape, states, board), 3 - players[board], plies[board]
        if remembers(repetition):
            remember(kernel.trace(rules, state, 3 - other), past, known)
        for i in range(choices[board]):
            after = kernel.play(rules, state, listed[board * most + i])
            _moves, reward, end = judged(rules, after, other, repetition, limit, past, known + 1, spare, 0)
            rewards[tried] = reward
            ends[tried] = end
            observation.observe(rules, after, out, tried * size)
            tried += 1


@rule
def keep(
    state: tuple[int, ...],
    player: int,
    known: int,
    moves: int,
    board: int,
    states: MutableSequence[int],
    players: MutableSequence[int],
    plies: MutableSequence[int],
    listed: MutableSequence[int],
    most: int,
    choices: MutableSequence[int],
    mask: MutableSequence[int],
    count: int,
) -> None:
    """Write a board down, with the moves that are listed."""
    for i in range(len(state)):
        states[board * len(state) + i] = state[i]
    players[board] = player
    plies[board] = known
    choices[board] = moves
    for i in range(moves):
        mask[unsigned(board * count + listed[unsigned(board * most + i)])] = 1


@rule
def begin(
    rules: tuple[int, ...],
    shape: tuple[int, ...],
    states: MutableSequence[int],
    players: MutableSequence[int],
    plies: MutableSequence[int],
    starts: MutableSequence[int],
    listed: MutableSequence[int],
    most: int,
    choices: MutableSequence[int],
    mask: MutableSequence[int],
    count: int,
) -> None:
    """Put every board at its start."""
    for board in range(len(players)):
        state = taken(shape, starts, board)
        moves = kernel.moves(rules, state, listed, board * most) - board * most
        keep(state, 1, 0, moves, board, states, players, plies, listed, most, choices, mask, count)


@rule
def sample(
    seeds: MutableSequence[int],
    listed: MutableSequence[int],
    most: int,
    choices: MutableSequence[int],
    out: MutableSequence[int],
) -> None:
    """A random legal action for every board; each has its own generator (xorshift64) in `seeds`."""
    for board in range(len(choices)):
        number = seeds[board]
        number ^= number << 13
        number ^= shift_right(number, 7)
        number ^= number << 17
        seeds[board] = number
        out[board] = listed[board * most + shift_right(number, 33) % choices[board]]


@rule
def observe_all(
    rules: tuple[int, ...],
    shape: tuple[int, ...],
    states: MutableSequence[int],
    boards: int,
    out: MutableSequence[int],
    size: int,
) -> None:
    """What the players to move see, `size` numbers a board."""
    for board in range(boards):
        observation.observe(rules, taken(shape, states, board), out, board * size)
