"""When a table's value holds in the game at hand, whatever was played before.

A board alone cannot decide the turn limit or a rule about repetition. With the same board the game ends at
once if the turns are used up, or if it has been there before, and goes on if not. The table knows neither: it
counts endless play as 0 where these rules would stop it and have each take the seeds of their own row.

But often they cannot matter. `certain` looks for two plans that follow the table: one by which the mover
gets at least the value, one by which the opponent lets through no more. A plan is good if every line of it,
whatever the other side plays, comes to an end of the board's own (few seeds left, no move) in the turns that
are left and never comes back to a board. Boards seen before this one count too: all that came up since the
last harvest led here, so if one of them could come up again before the next harvest, this board would lie on
a cycle of moves that take nothing. Where repetition ends the game, `certain` wants it on none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from stratege.core.kernel import Rules, State
from stratege.games.awale.kernel import MOST_MOVES, ROW, STORE, finished, moves, play, result
from stratege.games.awale.table_probe import likely as likely

Lookup = Callable[[State], int | None]

Question = tuple[bool, State, int]
"""Whether the planner is to move, the board, and what the planner must gain or the other must not exceed."""

BUDGET = 1000
"""Questions asked before giving up."""


def certain(rules: Rules, state: State, lookup: Lookup, repeats_end: bool, budget: int = BUDGET) -> bool:
    """Whether the table's value of this position is sure to be right, turn limit and repetition included.

    `lookup` gives the table's value of a board, stores empty, or None; `repeats_end` says that a position
    that comes back ends the game. False means that it was not shown, not that the value is wrong.
    """
    board = (state[0] & ROW, state[1] & ROW, 0)
    value = lookup(board)
    if value is None:
        return False
    left = rules[2] - state[2] if rules[2] else budget  # no plan is longer than the boards looked at
    timeless = (*rules[:2], 0)
    if repeats_end and _may_return(timeless, board, budget):
        return False
    plans = ((True, board, value), (False, board, value))
    return all(_plan_works(timeless, plan, left, lookup, budget) for plan in plans)


def _options(rules: Rules, board: State) -> list[tuple[int, State]]:
    """What each move takes, and the board after it; nothing where the game ends."""
    if finished(rules, board) != 0:
        return []
    room = [0] * MOST_MOVES
    afters = [play(rules, board, move) for move in room[: moves(rules, board, room, 0)]]
    return [(after[1] >> STORE, (after[0], after[1] & ROW, 0)) for after in afters]


def _may_return(rules: Rules, board: State, budget: int) -> bool:
    """Whether moves that take nothing can bring the position back; True if there are too many to tell."""
    seen = {(True, board)}
    waiting = [(True, board)]
    while waiting:
        same_player, here = waiting.pop()
        for taken, after in _options(rules, here):
            if taken == 0 and not same_player and after == board:
                return True
            if taken == 0 and (not same_player, after) not in seen:
                seen.add((not same_player, after))
                waiting.append((not same_player, after))
        if len(seen) > budget:
            return True
    return False


def _plan_works(rules: Rules, plan: Question, left: int, lookup: Lookup, budget: int) -> bool:
    """Whether there is a plan that is sure to end within so many turns with the question answered.

    Round after round, a question is settled once the planner has a move to a settled one, or the other side
    no move to an unsettled one. A plan that always moves to what was settled earlier repeats no board.
    """
    unsettled: dict[Question, list[Question]] = {}
    settled: set[Question] = set()
    for question, after in _explored(rules, plan, lookup, budget):
        if after is None:
            settled.add(question)
        elif after:
            unsettled[question] = after
    for _turn in range(left):
        new = {question for question, after in unsettled.items() if _follows(question, after, settled)}
        settled |= new
        unsettled = {question: after for question, after in unsettled.items() if question not in new}
        if plan in settled or not new:
            break
    return plan in settled


def _follows(question: Question, after: list[Question], settled: set[Question]) -> bool:
    planner = question[0]
    return any(q in settled for q in after) if planner else all(q in settled for q in after)


def _explored(
    rules: Rules, plan: Question, lookup: Lookup, budget: int
) -> Iterator[tuple[Question, list[Question] | None]]:
    """Questions that arise from one, nearest first, each with those it leads to.

    None: the game ends there, the question answered with yes. An empty list: it is not to be settled.
    """
    waiting, seen = [plan], {plan}
    for question in waiting:
        planner, board, bound = question
        options = _options(rules, board)
        if not options:
            margin = result(rules, board, 0)
            yield question, None if (margin >= bound if planner else margin <= bound) else []
            continue
        after = [(not planner, later, taken - bound) for taken, later in options]
        if planner:  # moves that the table thinks too weak are not worth a look
            after = [later for later in after if _at_most(lookup(later[1]), later[2])]
        yield question, after
        new = [later for later in dict.fromkeys(after) if later not in seen]
        if len(seen) + len(new) <= budget:
            seen.update(new)
            waiting += new


def _at_most(value: int | None, bound: int) -> bool:
    return value is not None and value <= bound
