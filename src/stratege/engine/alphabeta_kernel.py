"""Alpha-beta search over any kernel.

A template (see `core.compiling`): `kernel` is the rules, `evaluation` the game's judgement, `endgame` its
tables.

Everything a search writes to lies in one array of 64-bit words, `work`: passing one array through the
recursion is what makes it fast. It begins with words that all threads share, then comes a private region for
each thread, then the transposition table:

    ┌────────┬────────────────────────────────────────────────────┬──────────┬─────────────────────┐
    │ SHARED │ counters │ killers │ history │ lines │ boards │ moves │ (thread 2) │ table: pairs of words │
    └────────┴────────────────────────────────────────────────────┴──────────┴─────────────────────┘
             base

A pair of the table is (key ^ data, data), so that an entry torn by two threads writing at once does not match
its key. Data, from the lowest bit: value + 2^15 (16 bits), depth (8), bound (2), move (24), age (6).

Values are the integers of `core.scores`, for the player to move. A search of depth d gives exactly the
minimax value of the tree cut at depth d: table entries count only for the same depth. Where the tree is cut,
games with exchanges are judged after the captures that pay (`settled`).

Repetition. A board that stood in the game before, up to the root, is a draw when it comes back, or the end
where the variant says so; such a draw costs who is weary of going round the CONTEMPT that they have for it.
Those boards are the same for the whole tree, so a value does not depend on the way to the position; they are
part of the table's key, so it is never used with another past. Where coming back is forbidden the way
matters: the boards on it are part of the key too, and no forbidden move is ever searched.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import NO_MOVE, UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, UNTABLED, Evaluation, TableProbe
from stratege.core.repetition import REPEATED, may_end, may_forbid
from stratege.core.scores import (
    INFINITE,
    MAX_PLY,
    final_score,
    seen_from_above,
    seen_from_here,
    table_score,
)
from stratege.core.words import mix, pointer_to

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED
endgame: TableProbe = UNTABLED

# The shared words.
STOP, TABLE, TABLE_MASK, REPETITION, AGE, TABLED = 0, 1, 2, 3, 4, 5
ARRAYS = 16
MOST_ARRAYS = 64
SHARED = ARRAYS + MOST_ARRAYS

# A private region, from its base on.
NODES, NODE_LIMIT, BLINDNESS, SALT, FEATURES, KNOWN, PATH, CONTRARY, TASTE, CONTEMPT = range(10)
KILLERS = 16
HISTORY = KILLERS + 2 * MAX_PLY
HISTORY_MASK = (1 << 12) - 1
LINES = HISTORY + HISTORY_MASK + 1
BOARDS = LINES + MAX_PLY * MAX_PLY
BOARD_MASK = (1 << 12) - 1
MOVES = BOARDS + BOARD_MASK + 1

# The word FEATURES.
USE_TABLE, USE_KILLERS, USE_HISTORY, USE_PROMISE, USE_NULL_WINDOW, USE_EXCHANGES = 1, 2, 4, 8, 16, 32

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_MOVE_YET = (1 << 24) - 1
PICKED = 8  # so many moves are tried by their rank: after them, finding the next costs more than it saves


@rule
def key_of(state: tuple[int, ...], player: int) -> int:
    """The table's key of a position."""
    key = mix(player, 0)
    for i in range(len(state)):
        key = mix(key, state[i])
    return key


@rule
def key_of_trace(trace: tuple[int, ...]) -> int:
    """The key of what repetition rules compare; never 0."""
    key = 1
    for i in range(len(trace)):
        key = mix(key, trace[i])
    return key | 1


@rule
def trace_of(rules: tuple[int, ...], state: tuple[int, ...], player: int) -> int:
    """The key of the board as repetition rules see it."""
    return key_of_trace(kernel.trace(rules, state, player))


@rule
def slot_of(trace: int, base: int, work: MutableSequence[int]) -> int:
    """Where a board stands in the set of boards seen, or the free place where it would."""
    at = trace >> 20 & BOARD_MASK
    while work[base + BOARDS + at] != 0 and work[base + BOARDS + at] != trace:
        at = at + 1 & BOARD_MASK
    return base + BOARDS + at


@rule
def step_in(
    rules: tuple[int, ...], state: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> None:
    """Where boards may not come back, add this one to those seen while its moves are searched."""
    if may_forbid(work[REPETITION]):
        trace = trace_of(rules, state, player)
        work[slot_of(trace, base, work)] = trace
        work[base + PATH] ^= trace


@rule
def step_out(
    rules: tuple[int, ...], state: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> None:
    """Undo `step_in`. Boards leave in the opposite order, so no gap opens before another one's place."""
    if may_forbid(work[REPETITION]):
        trace = trace_of(rules, state, player)
        work[slot_of(trace, base, work)] = 0
        work[base + PATH] ^= trace


@rule
def forbidden(
    rules: tuple[int, ...], after: tuple[int, ...], player: int, base: int, work: MutableSequence[int]
) -> bool:
    """Whether the move that leads here is illegal because the board has been seen."""
    return may_forbid(work[REPETITION]) and work[slot_of(trace_of(rules, after, player), base, work)] != 0


@rule
def remember(
    key: int, value: int, depth: int, bound: int, move: int, ply: int, work: MutableSequence[int]
) -> None:
    """Put a result into the table; wins are stored as seen from this position, not from the root."""
    data = (seen_from_here(value, ply) + 32768) | depth << 16 | bound << 24 | move << 26 | work[AGE] << 50
    first = work[TABLE] + 4 * (key & work[TABLE_MASK])
    # Two places: the first keeps the deeper search of this age, the second whatever came last.
    there = work[first + 1]
    place = first if there >> 16 & 255 <= depth or there >> 50 != work[AGE] else first + 2
    work[place] = key ^ data
    work[place + 1] = data


@rule
def recall(key: int, work: MutableSequence[int]) -> int:
    """The data of a position in the table; 0 if it is not there."""
    first = work[TABLE] + 4 * (key & work[TABLE_MASK])
    if work[first] ^ work[first + 1] == key:
        return work[first + 1]
    if work[first + 2] ^ work[first + 3] == key:
        return work[first + 3]
    return 0


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
    features = work[base + FEATURES]
    contrary = ply < work[base + CONTRARY]
    taste = work[base + TASTE] if ply == 0 else 0
    killer, second = work[base + KILLERS + 2 * ply], work[base + KILLERS + 2 * ply + 1]
    best, picked = start, -1
    for i in range(start, end):
        move = work[i]
        rank = 0
        if features & USE_HISTORY != 0:
            rank = work[base + HISTORY + (move & HISTORY_MASK)]
        if features & USE_PROMISE != 0:
            rank += evaluation.promise(rules, state, move) << 20
        if features & USE_KILLERS != 0 and move in (killer, second):
            rank += 1 << 19
        if taste != 0:
            rank += mix(move, taste) & 255  # of equal moves the first is played
        if contrary:
            rank = (1 << 29) - rank  # a helping thread begins at the other end
        if move == hint:
            rank = 1 << 30
        ranked = rank << 24 | move
        work[i] = ranked
        if ranked > picked:
            best, picked = i, ranked
    work[best] = work[start]
    work[start] = picked


@rule
def bring_best(i: int, end: int, work: MutableSequence[int]) -> None:
    """Bring the best ranked move of those from i on to the place i."""
    best, picked = i, work[i]
    for j in range(i + 1, end):
        if work[j] > picked:
            best, picked = j, work[j]
    work[best] = work[i]
    work[i] = picked


@rule
def overlooked(state: tuple[int, ...], move: int, base: int, work: MutableSequence[int]) -> bool:
    """Whether a player of limited sight fails to see this move here; the same every time."""
    blindness = work[base + BLINDNESS]
    return blindness != 0 and mix(key_of(state, move), work[base + SALT]) & 255 < blindness


@rule
def counted_out(base: int, work: MutableSequence[int]) -> bool:
    """Count one more node; whether that was the last one, or the search is to stop for another reason."""
    work[base + NODES] += 1
    if work[base + NODES] >= work[base + NODE_LIMIT]:
        work[STOP] = 1
    return work[STOP] != 0


@rule
def keep_line(move: int, ply: int, base: int, work: MutableSequence[int]) -> None:
    """Write the move and the line below it as the main line of this ply."""
    here = base + LINES + ply * MAX_PLY
    work[here + ply] = move
    i = ply + 1
    while i < MAX_PLY - 1 and work[here + MAX_PLY + i] != NO_MOVE_YET:
        work[here + i] = work[here + MAX_PLY + i]
        i += 1
    work[here + i] = NO_MOVE_YET


@rule
def settled(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    left: int,
    ply: int,
    start: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The evaluation after the captures that pay, up to `left` of them in turn; nobody has to capture."""
    best = evaluation.evaluate(rules, state)
    if left == 0 or best >= beta:
        return best
    end = kernel.moves(rules, state, work, start)
    step_in(rules, state, player, base, work)
    for i in range(start, end):
        move = work[i]
        if evaluation.promise(rules, state, move) == 0 or overlooked(state, move, base, work):
            continue
        after = kernel.play(rules, state, move)
        if forbidden(rules, after, 3 - player, base, work):
            continue
        if counted_out(base, work):
            break
        reason = kernel.finished(rules, after)
        if reason != 0:
            value = -final_score(kernel.result(rules, after, reason), ply + 1)
        else:
            floor = max(alpha, best)
            value = -settled(rules, after, 3 - player, -beta, -floor, left - 1, ply + 1, end, base, work)
        if value > best:
            best = value
            if best >= beta:
                break
    step_out(rules, state, player, base, work)
    return best


@rule
def search(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    start: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """The value of the position for the player to move, `depth` plies deep.

    If it lies between alpha and beta it is exact; at most alpha, it is an upper bound; at least beta, a lower
    bound. Once STOP is set the answer means nothing.
    """
    if counted_out(base, work):
        return 0
    work[base + LINES + ply * MAX_PLY + ply] = NO_MOVE_YET

    reason = kernel.finished(rules, state)
    if reason != 0:
        return final_score(kernel.result(rules, state, reason), ply)
    if ply > 0 and work[base + KNOWN] != 0 and not may_forbid(work[REPETITION]):
        if work[slot_of(trace_of(rules, state, player), base, work)] != 0:
            if may_end(work[REPETITION]):
                return final_score(kernel.result(rules, state, REPEATED), ply)
            return work[base + CONTEMPT] if ply & 1 != 0 else -work[base + CONTEMPT]
    if work[TABLED] != 0 and ply > 0:
        margin = endgame.final_margin(rules, state, work, ARRAYS)
        if margin != endgame.UNKNOWN:
            return table_score(margin, ply)
    if depth == 0 or ply == MAX_PLY - 1:
        if evaluation.EXCHANGES == 0 or work[base + FEATURES] & USE_EXCHANGES == 0:
            return evaluation.evaluate(rules, state)
        return settled(rules, state, player, alpha, beta, evaluation.EXCHANGES, ply, start, base, work)

    key = 0
    hint = NO_MOVE_YET
    tabled = depth > 1 and work[base + FEATURES] & USE_TABLE != 0  # a leaf's parent costs less than a look-up
    if tabled:
        key = key_of(state, player) ^ work[base + PATH]
        data = recall(key, work)
        if data != 0:
            hint = data >> 26 & NO_MOVE_YET
            bound = data >> 24 & 3
            value = seen_from_above((data & 0xFFFF) - 32768, ply)
            if data >> 16 & 255 == depth and ply > 0:
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and value >= beta)
                    or (bound == AT_MOST and value <= alpha)
                ):
                    return value

    end = kernel.moves(rules, state, work, start)
    if end == start:
        return final_score(kernel.result(rules, state, NO_MOVE), ply)
    rank(rules, state, start, end, hint, ply, base, work)

    step_in(rules, state, player, base, work)
    best, best_move, floor = -INFINITE, NO_MOVE_YET, alpha
    for i in range(start, end):
        if start < i < start + PICKED:
            bring_best(i, end, work)
        move = work[i] & NO_MOVE_YET
        if best_move != NO_MOVE_YET and overlooked(state, move, base, work):
            continue
        after = kernel.play(rules, state, move)
        if forbidden(rules, after, 3 - player, base, work):
            continue
        if best_move == NO_MOVE_YET or work[base + FEATURES] & USE_NULL_WINDOW == 0:
            value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end, base, work)
        else:
            value = -search(rules, after, 3 - player, -floor - 1, -floor, depth - 1, ply + 1, end, base, work)
            if floor < value < beta and work[STOP] == 0:
                value = -search(rules, after, 3 - player, -beta, -floor, depth - 1, ply + 1, end, base, work)
        if work[STOP] != 0:
            break
        if value > best:
            best, best_move = value, move
            if value > floor:
                floor = value
                keep_line(move, ply, base, work)
                if value >= beta:
                    credit(move, depth, ply, base, work)
                    break
    step_out(rules, state, player, base, work)
    if best_move == NO_MOVE_YET:
        return final_score(kernel.result(rules, state, NO_MOVE), ply)
    if tabled and work[STOP] == 0:
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        remember(key, best, depth, bound, best_move, ply, work)
    return best


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
def enter(
    rules: tuple[int, ...],
    state: tuple[int, ...],
    player: int,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    base: int,
    work: MutableSequence[int],
) -> int:
    """`search` from ply 0, or from 1 for the position after one of the root's moves.

    `ply` is handed in because Numba would compile the recursion a second time for a constant, and cached
    code that calls itself under another signature crashes (numba issue 6061).
    """
    return search(rules, state, player, alpha, beta, depth, ply, base + MOVES, base, pointer_to(work))
