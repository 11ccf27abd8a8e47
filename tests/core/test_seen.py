"""The set of boards seen: a set like any other, that grows without being copied."""

from __future__ import annotations

import pickle
from collections.abc import Set

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stratege
from stratege.core.errors import BadNotation
from stratege.core.kernel import State
from stratege.core.seen import NOTHING_SEEN, Seen

BOARDS = st.lists(st.tuples(st.integers(0, 5)), max_size=12)


@given(BOARDS, BOARDS, BOARDS)
def test_it_is_the_set_of_what_was_put_in_whatever_grew_beside_it(
    first: list[tuple[int]], one: list[tuple[int]], other: list[tuple[int]]
) -> None:
    root = Seen(first)
    left, right = root, root
    for board in one:
        left = left.plus(board)
    for board in other:
        right = right.plus(board)
    for seen, boards in ((root, first), (left, first + one), (right, first + other)):
        plain: Set[State] = frozenset(boards)
        assert seen == plain
        assert hash(seen) == hash(plain)
        assert len(seen) == len({*boards})
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert all((board in seen) == (board in boards) for board in ((n,) for n in range(6)))


def test_the_boards_come_in_the_order_in_which_they_were_seen_even_while_it_grows() -> None:
    seen = Seen([(3,), (1,)])
    boards = iter(seen)
    assert next(boards) == (3,)
    longer = seen.plus((2,))
    assert [*boards] == [(1,)]
    assert [*longer] == [(3,), (1,), (2,)]


def test_growing_shares_what_is_there() -> None:
    seen = NOTHING_SEEN.plus((100,))
    for number in range(100):
        longer = seen.plus((number,))
        assert longer._row is seen._row
        seen = longer


@pytest.mark.parametrize(("name", "variant"), [("awale", "abapa"), ("mingmang", "no-repeat")])
@pytest.mark.parametrize("seen", ["z" * 24, "1", "1-1-1-1", "1" * 5000, "-", "1-1.x", "3w5e11264sgsg-1-1"])
def test_boards_that_no_game_has_seen_are_refused(name: str, variant: str, seen: str) -> None:
    """Compiled code takes numbers of 64 bits, so many of them: others had ended whoever searched them."""
    game = stratege.game(name, variant)
    start = game.start().text()
    with pytest.raises(BadNotation, match="damaged"):
        game.parse(f"{start}:seen={seen}")
