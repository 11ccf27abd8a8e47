"""Chomp solved: every small shape as naive play has it, the paper's functions, published facts, and laws."""

from __future__ import annotations

import functools
from itertools import combinations_with_replacement
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratege.core.compiling import compiled
from stratege.core.errors import BadOption
from stratege.exams import chomp as paper
from stratege.games.chomp import maps, numbering, solver, three_rows
from stratege.games.chomp.drawing import STAR
from stratege.games.chomp.solver import Solved, solved
from stratege.games.chomp.sweep_tables import sweep_tables_of, words_for

Shape = tuple[int, ...]

SIDES = [(columns, rows) for columns in range(1, 7) for rows in range(1, 7)]


def all_shapes(columns: int, rows: int) -> list[Shape]:
    """Every shape in a box, the empty one first, in the order of their numbers."""
    return sorted(combinations_with_replacement(range(columns, -1, -1), rows))


def eaten(shape: Shape) -> list[tuple[tuple[int, int], Shape]]:
    """Every move with what it leaves, written apart from the kernel."""
    return [
        ((row, column), shape[:row] + tuple(min(length, column) for length in shape[row:]))
        for row in range(len(shape))
        for column in range(shape[row])
        if (row, column) != (0, 0)
    ]


@functools.cache
def naive_grundy(shape: Shape) -> int:
    reached = {naive_grundy(after) for _move, after in eaten(shape)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def naive_winning(shape: Shape) -> list[tuple[int, int]]:
    return [move for move, after in eaten(shape) if naive_grundy(after) == 0]


@functools.cache
def fourteen() -> Solved:
    return solved((14, 14))


@pytest.mark.parametrize(("columns", "rows"), [*SIDES, (9, 7), (8, 8)])
def test_every_shape_of_a_small_box(columns: int, rows: int) -> None:
    box = solved((columns, rows))
    for shape in all_shapes(columns, rows)[1:]:
        assert box.is_lost(shape) == (naive_grundy(shape) == 0), shape


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (6, 3), (3, 6)])
def test_every_winning_move_of_every_shape(columns: int, rows: int) -> None:
    box = solved((columns, rows))
    for shape in all_shapes(columns, rows)[1:]:
        assert box.winning_moves(shape) == naive_winning(shape) == solver.winning_moves(shape), shape


def test_the_papers_functions_agree() -> None:
    known: dict[tuple[int, ...], bool] = {}
    box = solved((6, 6))
    for shape in all_shapes(6, 6)[1:]:
        lengths = [length for length in shape if length]
        assert box.is_lost(shape) != paper.gagnante_memo(lengths, known)
    for columns, rows in [*SIDES, (7, 6)]:
        values = maps.winning_map((columns,) * rows)
        assert values == paper.carte_gagnante(columns, rows)
        moves = solver.winning_moves((columns,) * rows)
        assert (moves[0] if moves else False) == paper.coup_gagnant(paper.tablette(columns, rows))


def test_the_numbers_of_shapes_are_their_places_in_order() -> None:
    for columns, rows in [(5, 3), (7, 4), (3, 3)]:
        below = numbering.below_list((columns, rows))
        listed = all_shapes(columns, rows)
        assert len(listed) == numbering.count((columns, rows))
        for index, shape in enumerate(listed):
            assert numbering.number(below, columns, rows, shape) == index
            assert numbering.shape_of(below, columns, rows, index, (0,) * rows) == shape


def test_what_lies_in_the_room_for_shadows_does_not_matter() -> None:
    plan, room = sweep_tables_of((11, 9))
    swept = []
    for filling in (0, -1):
        lost = numpy.zeros(words_for(numbering.count((11, 9))), numpy.int64)
        lost[0] = 1
        seen = numpy.full(room, filling, numpy.int64)
        compiled(solver.SWEEP).sweep(*plan, lost, seen, 9, int(plan.starts[9]), 11)
        swept.append(lost.tobytes())
    assert swept[0] == swept[1] == solved((11, 9)).bits.tobytes()


def test_published_facts() -> None:
    assert fourteen().winning_moves((10,) * 8) == [(3, 8), (4, 5)]
    found = maps.gallery()
    assert all(found[side, side] == [(1, 1)] for side in range(2, 15))
    assert all(found[columns, 2] == [(1, columns - 1)] for columns in range(2, 15))
    assert found[1, 1] == []
    two = {box for box, moves in found.items() if len(moves) > 1}
    assert {box for box in two if box[0] >= box[1]} == {(10, 8), (10, 9), (13, 6), (13, 12), (14, 10)}
    assert max(map(len, found.values())) == 2


@st.composite
def shapes_in_fourteen(draw: st.DrawFn) -> Shape:
    lengths = draw(st.lists(st.integers(1, 14), min_size=1, max_size=14))
    return tuple(sorted(lengths, reverse=True))


@settings(deadline=None)
@given(shapes_in_fourteen())
def test_a_shape_and_its_mirror_image(shape: Shape) -> None:
    mirrored = numbering.turned(shape)
    assert numbering.turned(mirrored) == shape
    box = fourteen()
    assert box.is_lost(shape) == box.is_lost(mirrored)
    assert sorted((column, row) for row, column in box.winning_moves(shape)) == box.winning_moves(mirrored)


@settings(deadline=None)
@given(shapes_in_fourteen())
def test_a_shape_is_lost_exactly_when_it_has_no_winning_move(shape: Shape) -> None:
    box = fourteen()
    winning = box.winning_moves(shape)
    assert box.is_lost(shape) == (winning == [])
    assert all(box.is_lost(after) == (move in winning) for move, after in eaten(shape))


def test_boxes_within_boxes_agree_whichever_way_they_lie() -> None:
    for box in [(9, 4), (4, 9), (14, 2), (70, 2), (2, 70)]:
        small = solved(box)
        for shape in all_shapes(*box)[1:400]:
            if max(shape[0], sum(map(bool, shape))) <= 14:
                assert small.is_lost(shape) == fourteen().is_lost(shape), (box, shape)


def test_grundy_values_are_the_naive_ones_and_zero_means_lost() -> None:
    for columns, rows in [(5, 5), (7, 3), (3, 7)]:
        box, values = solved((columns, rows)), solver.grundy_values((columns, rows))
        assert len(values) == numbering.count((columns, rows))
        for shape in all_shapes(columns, rows)[1:]:
            assert solver.grundy(shape) == naive_grundy(shape), shape
            assert box.is_lost(shape) == (solver.grundy(shape) == 0)


def test_three_rows_agree_with_the_sweep() -> None:
    box = solved((150, 3))
    for columns in range(1, 151):
        assert three_rows.winning_moves((columns,) * 3) == box.winning_moves((columns,) * 3), columns


@settings(deadline=None)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=3).filter(any))
def test_any_ribbon_agrees_with_the_sweep(lengths: list[int]) -> None:
    shape = tuple(length for length in sorted(lengths, reverse=True) if length)
    assert three_rows.winning_moves(shape) == sixty_by_three().winning_moves(shape)


@functools.cache
def sixty_by_three() -> Solved:
    return solved((60, 3))


def test_long_ribbons_standing_or_lying() -> None:
    assert solver.winning_moves((2000,) * 3) == three_rows.winning_moves((2000,) * 3)
    lying = solver.winning_moves((2000, 1000, 200))
    standing = solver.winning_moves(numbering.turned((2000, 1000, 200)))
    assert sorted((column, row) for row, column in lying) == standing
    assert solver.winning_moves((10_000, 9_999)) == []
    assert solver.winning_moves((1,) * 5000) == [(1, 0)]


def test_what_is_too_large_is_said_in_one_sentence() -> None:
    for box in [(17, 17), (100_000, 5), (40, 40)]:
        with pytest.raises(BadOption, match="16×16"):
            solved(box)
        with pytest.raises(BadOption, match="16×16"):
            solver.winning_moves((box[0],) * box[1])
    with pytest.raises(BadOption, match="Grundy"):
        solver.grundy((14,) * 14)
    with pytest.raises(BadOption, match="100 squares"):
        maps.winning_map((101,))
    assert solver.values((17, 17), (17,) * 17) is None


def test_a_map_in_text_and_as_a_picture() -> None:
    values = maps.winning_map((3, 1))
    lines = ["".join(text for text, _style in line) for line in maps.drawn(values)]
    assert lines == ["  1  ■", "  0  □ ■ ★", "     0 1 2"]
    picture = maps.svg(values, "a bar")
    assert picture.count("★") == 1
    assert picture.count("☠") == 1


def test_the_gallery_shows_every_winning_move() -> None:
    picture = maps.gallery_svg(10)
    found = maps.gallery(10)
    assert picture.count(f'fill="{STAR}"') == sum(map(len, found.values()))
    assert picture.count(f'fill="{maps.TWO_WAYS}"') == 4
    drawn = Path(__file__).parents[2] / "docs" / "pictures" / "chomp-gallery.svg"
    assert drawn.read_text(encoding="utf-8") == maps.gallery_svg() + "\n"
