"""An Awalé value said to hold whatever the history does: searched again under the real rules."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.games.desk import Desk

from stratege.core.kernel import State
from stratege.core.registry import game
from stratege.games.awale import kernel, ranking, table_recipe
from stratege.games.awale.certainty import certain

RULES = {name: game("awale", name).rules for name in ("standard", "ccinp", "abapa")}


@cache
def desk(variant: str) -> Desk:
    return Desk(table_recipe, RULES[variant], 6).build()


def lookup(variant: str, state: State) -> int | None:
    exact = table_recipe.probe(RULES[variant], state, desk(variant).fetch)
    return exact.margin if exact else None


def sure(variant: str, state: State) -> bool:
    return certain(RULES[variant], state, lambda later: lookup(variant, later), variant == "abapa")


def options(variant: str, board: State) -> list[tuple[int, State]]:
    """Seeds taken and board after, for each move; stores are left out, so nobody ever holds half of them."""
    rules = (*RULES[variant][:2], 0)
    if kernel.finished(rules, board):
        return []
    room = [0] * 6
    afters = [kernel.play(rules, board, move) for move in room[: kernel.moves(rules, board, room, 0)]]
    return [(after[1] >> kernel.STORE, (after[0], after[1] & kernel.ROW, 0)) for after in afters]


@cache
def within(variant: str, board: State, left: int) -> int:
    """The value with the turn limit, that many turns being left."""
    moves = options(variant, board) if left else []
    if not moves:
        return kernel.result((), board, 0)
    return max(taken - within(variant, after, left - 1) for taken, after in moves)


def remembering(board: State, player: int, seen: frozenset[tuple[State, int]]) -> int:
    """The tournament value when the boards seen since the last harvest end the game if they come back."""
    moves = [] if (board, player) in seen else options("abapa", board)
    if not moves:
        return kernel.result((), board, 0)
    now = seen | {(board, player)}
    return max(
        taken - remembering(after, 3 - player, frozenset() if taken else now) for taken, after in moves
    )


@pytest.mark.parametrize("variant", ["standard", "ccinp"])
def test_a_certain_value_holds_with_the_turns_that_are_left(variant: str) -> None:
    chance = random.Random(1)
    found, limit = {True: 0, False: 0}, RULES[variant][2]
    for _ in range(150):
        seeds, left = chance.choice((4, 5)), chance.randrange(1, 14)
        board = ranking.board_at(seeds, chance.randrange(ranking.boards(seeds)))
        value, real = lookup(variant, (*board, 0)), within(variant, (*board, 0), left)
        answer = sure(variant, (*board, limit - left))
        found[answer] += 1
        assert value == real or not answer
    assert min(found.values()) > 10


def test_a_certain_value_holds_whatever_was_seen_before() -> None:
    chance = random.Random(4)
    found = 0
    while found < 25:
        line = random_line(chance, 3)
        board, player = line[-1]
        if sure("abapa", board):
            found += 1
            assert remembering(board, player, frozenset(line[:-1])) == lookup("abapa", board)


def random_line(chance: random.Random, seeds: int) -> list[tuple[State, int]]:
    """A few moves without harvest from a random board."""
    board: State = (*ranking.board_at(seeds, chance.randrange(ranking.boards(seeds))), 0)
    line = [(board, 1)]
    for _ in range(chance.randrange(6)):
        quiet = [after for taken, after in options("abapa", line[-1][0]) if not taken]
        if not quiet or (quiet[0], 3 - line[-1][1]) in line:
            break
        line.append((chance.choice(quiet), 3 - line[-1][1]))
    return line if len(set(line)) == len(line) else line[:1]


def test_endless_play_is_never_certain() -> None:
    board = (1 << 8, 1 << 8, 0)  # two seeds that chase each other round the board
    assert lookup("abapa", board) == 0
    assert not sure("abapa", board)


def test_without_a_table_nothing_is_certain() -> None:
    assert not certain(RULES["standard"], (9, 9, 0), lambda state: None, repeats_end=False)


def test_a_small_budget_gives_up() -> None:
    board = next(
        board
        for board in ((*ranking.board_at(5, index), 0) for index in range(500, 4000))
        if options("standard", board) and sure("standard", board)
    )
    assert not certain(RULES["standard"], board, lambda later: lookup("standard", later), False, budget=1)
