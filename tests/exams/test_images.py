"""Paper 000, exercise 1: the image codecs on lists."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratege.exams import images as im


def pictures(pixels: st.SearchStrategy[Any], max_side: int = 6) -> st.SearchStrategy[list[list[Any]]]:
    """Rectangular pictures with at least one pixel."""

    def of_width(width: int) -> st.SearchStrategy[list[list[Any]]]:
        row = st.lists(pixels, min_size=width, max_size=width)
        return st.lists(row, min_size=1, max_size=max_side)

    return st.integers(1, max_side).flatmap(of_width)


bits = st.integers(0, 1)
levels = st.integers(0, 255)
rgb_pictures = pictures(st.tuples(levels, levels, levels))
nb_pictures = pictures(bits)
few_colours = pictures(st.integers(0, 2))


# The paper's pictures and Part 1


def test_dimensions_of_the_papers_pictures() -> None:
    assert (len(im.imgA), len(im.imgA[0])) == (5, 5)
    assert (len(im.imgB), len(im.imgB[0])) == (4, 8)  # question 1
    assert im.imgB == [list(range(8))] * 4
    assert im.imgC == [[(255, 0, 0)] * 3, [(255, 255, 255)] * 3]
    assert all(im.imgA[i][j] == (i != j) for i in range(5) for j in range(5))


def test_creer_image_example_of_the_paper() -> None:
    assert im.creer_image(2, 1, (0, 0, 200)) == [[(0, 0, 200)], [(0, 0, 200)]]


@pytest.mark.parametrize(("n", "m", "expected"), [(0, 3, []), (2, 0, [[], []]), (1, 1, [[9]])])
def test_creer_image_of_the_smallest_sizes(n: int, m: int, expected: list[list[int]]) -> None:
    assert im.creer_image(n, m, 9) == expected


def test_rows_of_creer_image_are_independent() -> None:
    """Question 3: the corner is column 29, and the flag paints three vertical bands."""
    white, red, blue = (255, 255, 255), (255, 0, 0), (0, 0, 255)
    imgD = im.creer_image(10, 30, white)
    imgD[0][29] = red
    assert [ligne[29] for ligne in imgD] == [red] + [white] * 9
    for i in range(10):
        for j in range(10):
            imgD[i][j], imgD[i][j + 20] = blue, red
    assert all(ligne == [blue] * 10 + [white] * 10 + [red] * 10 for ligne in imgD)


@pytest.mark.parametrize(("x", "expected"), [(0, 0), (127, 0), (127.999, 0), (128, 1), (128.0, 1), (255, 1)])
def test_noir_ou_blanc_is_white_from_128_on(x: float, expected: int) -> None:
    assert im.noir_ou_blanc(x) == expected


def test_passer_en_nb_compares_the_mean_not_the_rounded_mean() -> None:
    # Means 127.67, 128 and 85: rounding the first one would make it white.
    assert im.passer_en_nb([[(127, 128, 128), (128, 128, 128), (255, 0, 0)]]) == [[0, 1, 0]]
    assert im.passer_en_nb(im.imgC) == [[0, 0, 0], [1, 1, 1]]


def test_passer_en_8_couleurs_example_of_the_paper() -> None:
    assert im.passer_en_8_couleurs([[(255, 100, 129)]]) == [[(1, 0, 1)]]
    assert im.passer_en_8_couleurs([[(127, 128, 0)], [(0, 127, 255)]]) == [[(0, 1, 0)], [(0, 0, 1)]]


@given(rgb_pictures)
def test_colour_reductions_follow_integer_arithmetic_and_leave_the_picture_alone(img: Any) -> None:
    before = copy.deepcopy(img)
    assert im.passer_en_nb(img) == [[int(sum(p) >= 384) for p in ligne] for ligne in img]
    assert im.passer_en_8_couleurs(img) == [[tuple(x // 128 for x in p) for p in ligne] for ligne in img]
    assert img == before


# Part 2: runs


@pytest.mark.parametrize(
    ("img", "nbc", "ligne"),
    [
        ([[0, 1, 0], [1, 1, 1]], 3, [0, 1, 0, 1, 1, 1]),
        ([[0, 0, 0, 0], [1, 1, 1, 1]], 4, [0, 0, 0, 0, 1, 1, 1, 1]),
        ([[1], [0]], 1, [1, 0]),
        ([], 0, []),
    ],
)
def test_pictures_and_lines_of_pixels(img: list[list[int]], nbc: int, ligne: list[int]) -> None:
    assert im.image_vers_ligne(img) == (nbc, ligne)
    assert im.ligne_vers_image(nbc, ligne) == img


@pytest.mark.parametrize(
    ("ligne", "comptes"),
    [
        ([0, 1, 0, 0, 0, 1, 1], [1, 1, 3, 2]),
        ([1, 1, 1, 0, 1, 1], [0, 3, 1, 2]),
        ([0] * 8, [8]),
        ([0] * 6 + [1] * 2, [6, 2]),
        ([0, 1] * 4, [1] * 8),
        ([0, 0, 0, 0, 1, 1, 0, 0, 0, 1], [4, 2, 3, 1]),
        ([1, 1, 0, 0], [0, 2, 2]),
        ([1], [0, 1]),
        ([], []),
    ],
)
def test_runs_both_ways(ligne: list[int], comptes: list[int]) -> None:
    assert im.compte_0_1(ligne) == comptes
    assert im.decompresse_ligne(comptes) == ligne


def test_decompresse_ligne_accepts_zero_counts_anywhere() -> None:
    assert im.decompresse_ligne([1, 0, 2, 1]) == [0, 0, 0, 1]


@given(st.lists(bits))
def test_runs_are_lossless_and_minimal(ligne: list[int]) -> None:
    comptes = im.compte_0_1(ligne)
    assert im.decompresse_ligne(comptes) == ligne
    assert all(nb > 0 for nb in comptes[1:])
    assert sum(comptes) == len(ligne)


def test_compressed_picture_example_of_the_paper() -> None:
    assert im.compresse_image([[0, 1, 0], [1, 1, 1]]) == (3, [1, 1, 1, 3])
    assert im.decompresse_image(3, [1, 1, 1, 3]) == [[0, 1, 0], [1, 1, 1]]


def test_a_run_goes_on_over_the_end_of_a_row() -> None:
    assert im.compresse_image([[0, 1], [1, 0], [0, 0]]) == (2, [1, 2, 3])


@given(nb_pictures)
def test_run_compression_round_trip(img: list[list[int]]) -> None:
    before = copy.deepcopy(img)
    assert im.decompresse_image(*im.compresse_image(img)) == before
    assert img == before


# Part 3: rectangles


@pytest.mark.parametrize(
    ("pos", "j_max", "expected"),
    [
        ((0, 0), 3, 3),
        ((2, 0), 3, 2),
        ((2, 1), 3, 1),
        ((0, 0), 1, 2),
        ((0, 0), 0, 1),
        ((2, 2), 3, 2),
        ((0, 3), 3, 1),
    ],
)
def test_dim_largeur_max_stops_at_another_colour_or_at_j_max(
    pos: tuple[int, int], j_max: int, expected: int
) -> None:
    assert im.dim_largeur_max(im.img1, pos, j_max) == expected


def test_dim_largeur_max_counts_only_neighbours() -> None:
    assert im.dim_largeur_max([[5, 5, 0, 5, 5]], (0, 0), 4) == 2


@pytest.mark.parametrize(
    ("pos", "expected"), [((0, 0), (2, 3)), ((0, 2), (2, 1)), ((0, 3), (3, 1)), ((2, 3), (1, 1))]
)
def test_rectangle_max_on_the_tests_of_question_15(pos: tuple[int, int], expected: tuple[int, int]) -> None:
    assert im.rectangle_max(im.img1, pos) == expected


def test_rectangle_max_on_the_picture_of_question_13() -> None:
    img = [[6, 3, 3, 3, 4], [6, 3, 3, 6, 4], [6, 3, 4, 6, 4]]
    assert im.rectangle_max(img, (0, 1)) == (2, 2)


def test_rectangle_max_takes_the_least_high_of_equal_areas() -> None:
    assert im.rectangle_max([[1, 1], [1, 0]], (0, 0)) == (1, 2)


def largest_rectangle(img: list[list[Any]], i0: int, j0: int, free: set[tuple[int, int]]) -> tuple[int, int]:
    """By trying every height and width, among the pixels of `free`."""
    sizes = []
    for ha in range(1, len(img) - i0 + 1):
        for la in range(1, len(img[0]) - j0 + 1):
            cells = {(i, j) for i in range(i0, i0 + ha) for j in range(j0, j0 + la)}
            if cells <= free and {img[i][j] for i, j in cells} == {img[i0][j0]}:
                sizes.append((ha, la))
    return max(sizes, key=lambda size: (size[0] * size[1], -size[0]))


def all_pixels(img: list[list[Any]]) -> set[tuple[int, int]]:
    return {(i, j) for i in range(len(img)) for j in range(len(img[0]))}


@given(pictures(bits, max_side=5))
def test_rectangle_max_agrees_with_trying_every_rectangle(img: list[list[int]]) -> None:
    for i, j in all_pixels(img):
        assert im.rectangle_max(img, (i, j)) == largest_rectangle(img, i, j, all_pixels(img))


def test_compression_rectangle_example_of_the_paper() -> None:
    ic1 = (
        3,
        4,
        [
            {"pos": (0, 0), "coul": 7, "ha": 2, "la": 3},
            {"pos": (0, 3), "coul": 1, "ha": 3, "la": 1},
            {"pos": (2, 0), "coul": 2, "ha": 1, "la": 2},
            {"pos": (2, 2), "coul": 1, "ha": 1, "la": 1},
        ],
    )
    assert im.compression_rectangle(im.img1) == im.ic1 == ic1
    assert im.decompression_rectangle(im.ic1) == im.img1


def test_another_valid_cut_of_the_same_picture_decompresses_alike() -> None:
    assert im.ic1 != im.ic2
    assert im.decompression_rectangle(im.ic2) == im.img1


def test_a_covered_pixel_blocks_the_rectangles_after_it() -> None:
    """From (1, 0) the row of 1s is three wide, but the column from (0, 1) already has its middle."""
    img = [[0, 1, 0], [1, 1, 1], [0, 1, 0]]
    _, _, l_rect = im.compression_rectangle(img)
    assert [(r["pos"], r["ha"], r["la"]) for r in l_rect if r["coul"] == 1] == [
        ((0, 1), 3, 1),
        ((1, 0), 1, 1),
        ((1, 2), 1, 1),
    ]


@given(few_colours)
def test_rectangle_compression_is_greedy_in_reading_order(img: list[list[int]]) -> None:
    free = all_pixels(img)
    expected = []
    while free:
        i0, j0 = min(free)
        ha, la = largest_rectangle(img, i0, j0, free)
        free -= {(i, j) for i in range(i0, i0 + ha) for j in range(j0, j0 + la)}
        expected.append({"pos": (i0, j0), "coul": img[i0][j0], "ha": ha, "la": la})
    assert im.compression_rectangle(img) == (len(img), len(img[0]), expected)


@given(few_colours)
def test_rectangle_compression_round_trip(img: list[list[int]]) -> None:
    before = copy.deepcopy(img)
    ic = im.compression_rectangle(img)
    assert img == before
    assert im.image_compressee_valide(*ic)
    assert im.decompression_rectangle(ic) == before


def test_rectangles_work_on_rgb_pictures_and_on_the_empty_one() -> None:
    ic = im.compression_rectangle(im.imgC)
    assert [r["coul"] for r in ic[2]] == [(255, 0, 0), (255, 255, 255)]
    assert im.decompression_rectangle(ic) == im.imgC
    assert im.compression_rectangle([]) == (0, 0, [])
    assert im.decompression_rectangle((0, 0, [])) == []


# The validity of a compressed picture


def rectangle(i: int, j: int, ha: int, la: int) -> im.Rectangle:
    return {"pos": (i, j), "coul": 0, "ha": ha, "la": la}


@pytest.mark.parametrize(
    "l_rect",
    [
        pytest.param([rectangle(0, 0, 2, 4)], id="sticks out on the right"),
        pytest.param([rectangle(0, 0, 3, 3)], id="sticks out below"),
        pytest.param([rectangle(0, 0, 2, 3), rectangle(-1, 0, 1, 1)], id="starts above"),
        pytest.param([rectangle(0, 0, 2, 3), rectangle(0, -1, 1, 1)], id="starts on the left"),
        pytest.param([rectangle(0, 0, 2, 3), rectangle(1, 2, 1, 1)], id="overlap"),
        pytest.param([rectangle(0, 0, 2, 2), rectangle(0, 0, 1, 2)], id="overlap with the right total area"),
        pytest.param([rectangle(0, 0, 2, 2)], id="hole"),
        pytest.param([], id="nothing covered"),
        pytest.param([rectangle(0, 0, 2, 3), rectangle(0, 0, 0, 2)], id="rectangle without height"),
        pytest.param([rectangle(0, 0, 2, 3), rectangle(0, 0, 1, 0)], id="rectangle without width"),
    ],
)
def test_invalid_covers_of_a_2_by_3_picture_are_refused(l_rect: list[im.Rectangle]) -> None:
    assert not im.image_compressee_valide(2, 3, l_rect)


def test_valid_covers_are_accepted_in_any_order() -> None:
    assert im.image_compressee_valide(2, 3, [rectangle(0, 1, 2, 2), rectangle(0, 0, 2, 1)])
    assert im.image_compressee_valide(*im.ic1)
    assert im.image_compressee_valide(*im.ic2)
    assert im.image_compressee_valide(0, 0, [])
    assert not im.image_compressee_valide(-1, 2, [])


@given(few_colours, st.data())
def test_removing_or_repeating_one_rectangle_makes_a_cover_invalid(img: list[list[int]], data: Any) -> None:
    ha, la, l_rect = im.compression_rectangle(img)
    k = data.draw(st.integers(0, len(l_rect) - 1))
    assert not im.image_compressee_valide(ha, la, l_rect[:k] + l_rect[k + 1 :])
    assert not im.image_compressee_valide(ha, la, [*l_rect, l_rect[k]])
