"""Chomp's moves judged: what a verdict says is what the rules and the solver say."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from stratege.core.registry import parse
from stratege.games.chomp import solver
from stratege.games.chomp.refutations import judged_moves

shapes = st.lists(st.integers(1, 7), min_size=1, max_size=6).map(lambda rows: sorted(rows, reverse=True))


@settings(deadline=None)
@given(shapes)
def test_every_move_is_judged(shape: list[int]) -> None:
    position = parse("chomp", ",".join(map(str, shape)))
    judged = judged_moves(shape)
    assert [f"{row},{column}" for row, column in (each.move for each in judged)] == position.moves()
    assert [each.move for each in judged if each.wins] == solver.winning_moves(shape)
    for each in judged:
        after = position.play("{},{}".format(*each.move))
        assert each.leaves == tuple(length for length in after.state if length)
        assert list(each.answers) == solver.winning_moves(each.leaves)


def test_how_far_the_sweep_is_can_be_heard() -> None:
    heard: list[float] = []
    judged_moves((8,) * 8, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
