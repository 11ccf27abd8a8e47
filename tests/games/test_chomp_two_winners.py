"""Bars with two winning first moves: as plain play finds them, in memory and from a table."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from tests.games.desk import Desk

import stratege
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.recipe import Exact
from stratege.games.chomp import solutions, solver, table_recipe

Shape = tuple[int, ...]


def bitten(shape: Shape) -> list[tuple[str, Shape]]:
    """Every bite but the poison, and what it leaves."""
    return [
        (f"{row},{column}", shape[:row] + tuple(min(length, column) for length in shape[row:]))
        for row, length in enumerate(shape)
        for column in range(length)
        if (row, column) != (0, 0)
    ]


def two_winners_by_play(columns: int, rows: int) -> list[tuple[str, list[str]]]:
    """Of all bars in the box, no higher than wide: every shape is tried, the smaller ones first."""
    lost: set[Shape] = set()
    found = []
    for shape in sorted(combinations_with_replacement(range(columns, -1, -1), rows))[1:]:
        wins = [move for move, after in bitten(shape) if after in lost]
        if not wins:
            lost.add(shape)
        bar = [length for length in shape if length]
        if len(wins) > 1 and len(set(bar)) == 1 and len(bar) <= bar[0]:
            found.append((f"{bar[0]}x{len(bar)}", wins))
    return found


def no_table(game: Game, state: State) -> Exact | None:
    return None


def listed(side: int) -> list[tuple[str, list[str]]]:
    return [(start.game.size, moves) for start, moves in solutions.two_winners(side, no_table)]


def test_plain_play_finds_the_same_bars() -> None:
    found = two_winners_by_play(10, 8)
    assert found == [("10x8", ["3,8", "4,5"])]
    assert [bar for bar in listed(10) if int(bar[0].split("x")[1]) <= 8] == found
    assert listed(1) == listed(6) == two_winners_by_play(6, 6) == []


def test_a_table_is_asked_where_there_is_one() -> None:
    desk = Desk(table_recipe, (10, 10)).build()
    asked = []

    def probe(game: Game, state: State) -> Exact | None:
        asked.append(game.size)
        return table_recipe.probe(game.rules, state, desk.fetch)

    assert [(start.game.size, moves) for start, moves in solutions.two_winners(10, probe)] == listed(10)
    assert set(asked) == {"10x10"}


def test_beyond_memory_a_table_is_needed() -> None:
    with pytest.raises(BadOption, match="tables build chomp --box 17x17"):
        solutions.two_winners(17, no_table)


def test_a_shape_too_large_for_memory_is_asked_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """As 17×17 is, of which no test can wait to build the table."""
    desk = Desk(table_recipe, (6, 5)).build()
    expected = solver.winning_moves((6, 6, 6, 4, 4))
    monkeypatch.setattr(solver, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(solver, "WIDEST", 3)
    monkeypatch.setattr(table_recipe, "WIDEST", 6)
    position = stratege.game("chomp", size="6x5").parse("6,6,6,4,4")
    found = solutions.winning_moves(position, lambda state: table_recipe.probe((6, 5), state, desk.fetch))
    assert found == [f"{row},{column}" for row, column in expected] != []
    with pytest.raises(BadOption, match="tables build chomp --box 6x5"):
        solutions.winning_moves(position, solver.unknown)
    with pytest.raises(BadOption, match="which is 6×6"):
        solutions.winning_moves(stratege.game("chomp", size="7x7").start(), solver.unknown)


@pytest.mark.parametrize(
    ("box", "shape", "expected"),
    [
        ((6, 4), (5, 3, 1), (5, 3, 1, 0)),
        ((6, 4), (3, 2, 2, 2, 1), (5, 4, 1, 0)),
        ((4, 6), (6, 1, 0), (2, 1, 1, 1, 1, 1)),
        ((6, 4), (7,), None),
        ((6, 4), (5, 5, 5, 5, 5), None),
    ],
)
def test_a_shape_lies_in_a_larger_box_if_need_be_turned(
    box: tuple[int, int], shape: Shape, expected: Shape | None
) -> None:
    assert table_recipe.fitted(box, shape) == expected
