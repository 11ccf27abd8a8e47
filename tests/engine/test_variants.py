"""Two variants side by side: the counts of a plain comparison, by tables, solvers and search."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from tests.games import naive_awale

from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.registry import game
from stratege.engine import variants
from stratege.engine.variants import Difference, difference
from stratege.games.awale import ranking
from stratege.games.awale import table_recipe as awale_recipe
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

SEEDS = 4


def built(shelf: Shelf, *games: Game, limit: int | None = None) -> Shelf:
    for one in games:
        builder = Builder(shelf, one, workers=1, memory=1 << 30)
        builder.build(builder.plan(limit))
    return shelf


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def counted(found: Difference) -> list[tuple[int, int, int, int]]:
    return [(one.boards, one.known, one.other_result, one.other_margin) for one in found.groups]


def test_awale_tables_differ_where_plain_solving_says_so(tmp_path: Path) -> None:
    names = "standard", "awari"
    pair = game("awale", names[0]), game("awale", names[1])
    found = difference(*pair, SEEDS, built(Shelf(tmp_path), *pair, limit=SEEDS), 0)
    one, other = (naive_awale.solve(name, SEEDS) for name in names)
    expected = []
    for seeds in range(1, SEEDS + 1):
        values = [(one[board], other[board]) for board in naive_awale.boards(seeds)]
        results = sum(sign(a) != sign(b) for a, b in values)
        margins = sum(sign(a) == sign(b) and a != b for a, b in values)
        expected.append((len(values), len(values), results, margins))
    assert counted(found) == expected
    assert expected[-1][2] > 0 < expected[-1][3]
    assert found.smallest is not None
    state, (before, after) = found.smallest
    assert ranking.index_of(*state[:2]) == min(
        ranking.index_of(*words(board))
        for board in naive_awale.boards(1)
        if sign(one[board]) != sign(other[board])
    )
    assert (before.result, after.result) == (1, -1)


def test_packed_layers_are_compared_byte_by_byte_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are billions of boards in them: nobody waits for one after the other."""
    pair = game("awale", "standard"), game("awale", "abapa")
    plain = difference(*pair, 6, built(Shelf(tmp_path / "raw"), *pair, limit=6), 0)
    monkeypatch.setattr(awale_recipe, "MOST_RAW", 4)
    monkeypatch.setattr(variants, "CHUNK", 1000)
    monkeypatch.setattr(variants.Valuer, "value", lambda *_asked: pytest.fail("a board was asked for"))
    packed = difference(*pair, 6, built(Shelf(tmp_path / "packed"), *pair, limit=6), 0)
    assert (counted(packed), packed.smallest) == (counted(plain), plain.smallest)
    assert packed.groups[-1].known == packed.groups[-1].boards


def words(board: tuple[int, ...]) -> tuple[int, int]:
    mine, theirs = (sum(n << 8 * pit for pit, n in enumerate(row)) for row in (board[:6], board[6:]))
    return mine, theirs


def test_without_tables_only_ends_are_known(tmp_path: Path) -> None:
    pair = game("awale", "ccinp"), game("awale", "standard")
    found = difference(*pair, 3, Shelf(tmp_path), 0)
    assert [one.known == one.boards for one in found.groups] == [True, True, False]


@cache
def nimble_won(pawns: tuple[int, ...], misere: bool) -> bool:
    afters = []
    for origin, target in product(range(len(pawns)), repeat=2):
        if target < origin and pawns[origin]:
            after = list(pawns)
            after[origin] -= 1
            after[target] += 1
            afters.append((0, *after[1:]))
    return misere if not afters else any(not nimble_won(after, misere) for after in afters)


def test_nimble_boards_differ_as_plain_play_says(tmp_path: Path) -> None:
    pair = game("nimble", "standard", "4"), game("nimble", "misere", "4")
    expected = []
    for total in (1, 2, 3):
        boards = [(0, *rest) for rest in product(range(total + 1), repeat=3) if sum(rest) == total]
        changed = sum(nimble_won(board, False) != nimble_won(board, True) for board in boards)
        expected.append((len(boards), len(boards), changed, 0))
    assert counted(difference(*pair, 3, Shelf(tmp_path), 0)) == expected


def test_ming_mang_is_searched_where_no_table_can_be(tmp_path: Path) -> None:
    pair = game("mingmang", "free", "3"), game("mingmang", "no-repeat", "3")
    found = difference(*pair, 2, built(Shelf(tmp_path), pair[0]), 200)
    assert [(one.boards, one.other_result) for one in found.groups] == [(6, 0), (28, 0)]
    assert 6 + 28 > sum(one.known for one in found.groups) > 6
    results = {
        opening.move: [value and value.result for value in opening.values] for opening in found.openings
    }
    assert results == {"2,1-2,2": [1, 1], "3,2-2,2": [-1, -1]}
    assert not any(opening.changes for opening in found.openings)


def test_a_first_move_that_one_variant_forbids_is_an_opening_that_changes(tmp_path: Path) -> None:
    """f would take all that player 2 has: legal under `abapa`, where it captures nothing."""
    standard, abapa = (game("awale", name).parse("1,0,0,0,0,2,1,1,0,0,0,0") for name in ("standard", "abapa"))
    found = [*variants._openings((standard, abapa), 0, Shelf(tmp_path))]
    assert [(one.move, one.legal) for one in found] == [("a", (True, True)), ("f", (False, True))]
    assert [one.changes for one in found] == [False, True]


@pytest.mark.parametrize(
    ("name", "size", "limit"),
    [("nimble", "1", 1), ("nimble", "30", 30), ("mingmang", "4", 6), ("awale", "4", 99)],
)
def test_what_cannot_be_compared_is_refused(name: str, size: str, limit: int) -> None:
    one = game(name, None, size)
    comparison = one.declaration.comparison
    assert comparison is not None
    with pytest.raises(BadOption):
        comparison.groups(one, limit)
