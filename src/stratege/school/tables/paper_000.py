"""Paper 000: compression of pictures (exercise 1) and Awalé (exercise 2)."""

from __future__ import annotations

import random
from typing import Any

from stratege.core.language import N_
from stratege.exams import awale, images
from stratege.exams.images import ic1, ic2, img1, imgA
from stratege.school.faults import same
from stratege.school.generate import (
    SEEDS,
    Draw,
    awale_000,
    bits,
    captures,
    cases,
    drawn,
    picture,
    rgb,
    seeds,
    shared,
)
from stratege.school.questions import Arguments, Case, Cases, Question, Table, Watched, Written, unordered
from stratege.school.syntax import using
from stratege.school.tables.laws import growing, last_line, says_something

EXAMPLE = N_("the paper's example")
EXAMPLES = N_("the paper's examples")
BOARDS = N_("other boards")
PICTURES = N_("other pictures")
EDGES = N_("edge cases")


def state(plateau: list[int], scores: tuple[int, int] = (0, 0), turns: int = 0) -> dict[str, Any]:
    """A state of the game, which has all its seeds."""
    assert sum(plateau) + sum(scores) == SEEDS
    return {
        **awale.initialisation("Alice", "Bob"),
        "score_j1": scores[0],
        "score_j2": scores[1],
        "nb_tours": turns,
        "plateau": plateau,
    }


# Exercise 1


def flag(expected: Any, got: Any, arguments: Arguments) -> bool:
    """Ten rows of thirty pixels: a blue third, a white one, a red one, in whatever shades."""
    if type(got) is not list or len(got) != 10 or any(type(row) is not list or len(row) != 30 for row in got):
        return False
    bands = [{repr(pixel) for row in got for pixel in row[start : start + 10]} for start in (0, 10, 20)]
    if any(len(band) != 1 for band in bands):
        return False
    left, middle, right = got[0][0], got[0][15], got[0][29]
    plain = all(
        type(one) is tuple and len(one) == 3 and all(type(c) is int for c in one) for one in (left, right)
    )
    return plain and same((255, 255, 255), middle) and left[2] > left[0] and right[0] > right[2]


def french_flag() -> list[list[tuple[int, int, int]]]:
    """What imgD becomes."""
    return [[(0, 0, 255)] * 10 + [(255, 255, 255)] * 10 + [(255, 0, 0)] * 10 for _ in range(10)]


def largest(expected: Any, got: Any, arguments: Arguments) -> bool:
    """Height and width of a plain rectangle whose area is the greatest; there may be several."""
    if type(got) is not tuple or len(got) != 2 or any(type(one) is not int or one < 1 for one in got):
        return False
    image, (i, j) = arguments
    height, width = got
    if i + height > len(image) or j + width > len(image[0]):
        return False
    plain = all(image[r][c] == image[i][j] for r in range(i, i + height) for c in range(j, j + width))
    return plain and height * width == expected[0] * expected[1]


def covering(expected: Any, got: Any, arguments: Arguments) -> bool:
    """A cutting in the paper's order: each rectangle the greatest at the first pixel left, no overlap."""
    (image,) = arguments
    if type(got) is not tuple or len(got) != 3 or not same(expected[:2], got[:2]) or type(got[2]) is not list:
        return False
    rest: list[list[Any]] = [[(pixel,) for pixel in row] for row in image]
    for rectangle in got[2]:
        first = next(((i, j) for i, row in enumerate(rest) for j, one in enumerate(row) if one), None)
        if first is None or not _cuts(rectangle, rest, first):
            return False
        for i in range(first[0], first[0] + rectangle["ha"]):
            for j in range(first[1], first[1] + rectangle["la"]):
                rest[i][j] = None
    return not any(one for row in rest for one in row)


def _cuts(rectangle: Any, rest: list[list[Any]], first: tuple[int, int]) -> bool:
    if type(rectangle) is not dict or rectangle.keys() != {"pos", "coul", "ha", "la"}:
        return False
    sizes = (rectangle["ha"], rectangle["la"])
    best = images.rectangle_max(rest, first)
    return (
        same(first, rectangle["pos"])
        and same(rest[first[0]][first[1]][0], rectangle["coul"])
        and largest(best, sizes, (rest, first))
    )


def place_in(draw: Draw, image: list[list[Any]]) -> tuple[int, int]:
    """A pixel of a picture."""
    return draw.randrange(len(image)), draw.randrange(len(image[0]))


def greys(draw: Draw, size: int) -> list[list[int]]:
    """A picture of few colours."""
    return picture(draw, size, range(1, 4))


def widths(draw: Draw, size: int) -> Arguments:
    """A picture, a pixel and a last column."""
    image = greys(draw, size)
    i, j = place_in(draw, image)
    return image, (i, j), draw.randint(j, len(image[0]) - 1)


def spot(draw: Draw, size: int) -> Arguments:
    """A picture and a pixel."""
    image = greys(draw, size)
    return image, place_in(draw, image)


def stairs(draw: Draw, size: int) -> Arguments:
    """Rows of one colour, each of its own width: a rectangle is as wide as the narrowest row it spans."""
    wide = 2 + size // 20
    widths = [draw.randint(1, wide) for _ in range(2 + size // 25)]
    return [[1] * width + [2] * (wide - width) for width in widths], (0, 0)


def line_and_width(draw: Draw, size: int) -> Arguments:
    """A width and a line of pixels that it divides."""
    image = picture(draw, size, (0, 1))
    return images.image_vers_ligne(image)


def same_width(nbc: int, ligne01: list[int]) -> bool:
    """The width divides the line."""
    return nbc > 0 and len(ligne01) % nbc == 0


def black_and_white(draw: Draw, size: int) -> Arguments:
    """A black and white picture."""
    return (picture(draw, size, (0, 1)),)


def inside(img: Any, pos: Any, j_max: int | None = None) -> bool:
    """The pixel and the column are in the picture."""
    last = pos[1] if j_max is None else j_max
    return bool(0 <= pos[0] < len(img) and 0 <= pos[1] <= last < len(img[0]))


RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)

PICTURE_QUESTIONS = (
    Question(
        "1.Q2",
        "creer_image",
        "images",
        (
            Cases(EXAMPLE, cases((2, 1, (0, 0, 200)))),
            Cases(PICTURES, cases((1, 1, 0), (1, 3, 7), (3, 2, (1, 2, 3)), (10, 30, WHITE))),
        ),
        distinct=True,
        valid=lambda n, m, c: n > 0 and m > 0,
    ),
    Question(
        "1.Q3",
        "imgD",
        "images",
        (Cases(N_("ten rows of thirty pixels, in three bands"), cases(())),),
        result=flag,
        reference=french_flag,
    ),
    Question(
        "1.Q4",
        "noir_ou_blanc",
        "images",
        (
            Cases(N_("levels"), cases((0,), (5,), (100,), (200,), (255,), (64.5,))),
            Cases(N_("around the threshold"), cases((127,), (128,), (127.5,), (127.99,), (128.01,), (129,))),
        ),
    ),
    Question(
        "1.Q5",
        "passer_en_nb",
        "images",
        (
            Cases(N_("one colour"), cases(([[BLUE]],), ([[WHITE, RED]],), ([[(200, 200, 10)]],))),
            Cases(PICTURES, drawn("1.Q5", 40, lambda draw, size: (rgb(draw, size),)), 2),
            Cases(EDGES, cases(([[(127, 128, 128)]],), ([[(128, 128, 128)]],), ([[(0, 129, 255)]],))),
        ),
        fresh=True,
        valid=lambda img: all(type(pixel) is tuple for row in img for pixel in row),
    ),
    Question(
        "1.Q6",
        "passer_en_8_couleurs",
        "images",
        (
            Cases(EXAMPLE, cases(([[(255, 100, 129)]],))),
            Cases(PICTURES, drawn("1.Q6", 40, lambda draw, size: (rgb(draw, size),)), 2),
        ),
        fresh=True,
    ),
    Question(
        "1.Q7",
        "image_vers_ligne",
        "images",
        (
            Cases(EXAMPLES, cases(([[0, 1, 0], [1, 1, 1]],), ([[0, 0, 0, 0], [1, 1, 1, 1]],))),
            Cases(PICTURES, drawn("1.Q7", 40, black_and_white), 2),
            Watched(
                N_("the work grows no faster than the picture"),
                growing(lambda n: ([[0, 1] * 5] * (n // 10),), (100, 200, 400)),
            ),
        ),
        fresh=True,
    ),
    Question(
        "1.Q8",
        "ligne_vers_image",
        "images",
        (
            Cases(EXAMPLE, cases((3, [0, 1, 0, 1, 1, 1]))),
            Cases(PICTURES, drawn("1.Q8", 40, line_and_width), 2),
        ),
        fresh=True,
        distinct=True,
        fixed=(0,),
        valid=same_width,
    ),
    Question(
        "1.Q9",
        "compte_0_1",
        "images",
        (
            Cases(EXAMPLES, cases(([0, 1, 0, 0, 0, 1, 1],), ([1, 1, 1, 0, 1, 1],))),
            Cases(
                N_("lines that begin with 0"),
                drawn("1.Q9a", 30, lambda draw, size: ([0, *bits(draw, size)],)),
            ),
            Cases(
                N_("lines that begin with 1"),
                drawn("1.Q9b", 30, lambda draw, size: ([1, *bits(draw, size)],)),
            ),
            Cases(EDGES, cases(([0],), ([1],), ([0] * 8,), ([1] * 3,), ([0, 1] * 4,))),
            Watched(
                N_("the work grows no faster than the line"),
                growing(lambda n: ([0, 1, 1, 0, 1] * (n // 5),), (100, 200, 400)),
            ),
        ),
    ),
    Question(
        "1.Q10",
        "decompresse_ligne",
        "images",
        (
            Cases(EXAMPLES, cases(([4, 2, 3, 1],), ([0, 2, 2],))),
            Cases(
                N_("other lines"),
                drawn("1.Q10", 40, lambda draw, size: (images.compte_0_1(bits(draw, size)),)),
                2,
            ),
        ),
        fresh=True,
        valid=lambda counts: all(counts[1:]),
    ),
    Question(
        "1.Q11",
        "compresse_image",
        "images",
        (
            Cases(EXAMPLE, cases(([[0, 1, 0], [1, 1, 1]],))),
            Cases(PICTURES, drawn("1.Q11", 40, black_and_white)),
        ),
    ),
    Question(
        "1.Q12",
        "decompresse_image",
        "images",
        (
            Cases(EXAMPLE, cases((3, [1, 1, 1, 3]))),
            Cases(
                PICTURES,
                drawn("1.Q12", 40, lambda draw, size: images.compresse_image(picture(draw, size, (0, 1)))),
            ),
        ),
        fixed=(0, 1),
    ),
    Question(
        "1.Q14",
        "dim_largeur_max",
        "images",
        (
            Cases(EXAMPLES, cases((img1, (0, 0), 3), (img1, (2, 0), 3), (img1, (2, 1), 3))),
            Cases(PICTURES, drawn("1.Q14", 60, widths)),
            Cases(EDGES, cases(([[5]], (0, 0), 0), ([[5, 5, 5]], (0, 0), 1), ([[5, 5, 5]], (0, 2), 2))),
        ),
        valid=inside,
    ),
    Question(
        "1.Q16",
        "rectangle_max",
        "images",
        (
            Cases(EXAMPLES, cases(*((img1, pos) for pos in ((0, 0), (0, 2), (0, 3), (2, 3))))),
            Cases(PICTURES, drawn("1.Q16", 80, spot)),
            Cases(N_("rows of different widths"), drawn("1.Q16b", 30, stairs)),
            Cases(
                EDGES,
                cases(
                    ([[1] * 4 for _ in range(4)], (0, 0)),
                    ([[1] * 2 for _ in range(5)], (0, 0)),
                    ([[6, 3, 3, 3, 4], [6, 3, 3, 6, 4], [6, 3, 4, 6, 4]], (0, 1)),
                    ([[1]], (0, 0)),
                ),
            ),
        ),
        result=largest,
        valid=inside,
    ),
    Question(
        "1.Q17",
        "compression_rectangle",
        "images",
        (
            Cases(EXAMPLE, cases((img1,))),
            Cases(PICTURES, drawn("1.Q17", 60, lambda draw, size: (greys(draw, size),)), 2),
            Cases(EDGES, cases((imgA,), ([[0]],), ([[1, 1], [1, 1]],), ([[2, 2, 1], [2, 2, 1], [1, 1, 1]],))),
        ),
        result=covering,
    ),
    Question(
        "1.Q18",
        "decompression_rectangle",
        "images",
        (
            Cases(EXAMPLES, cases((ic1,), (ic2,))),
            Cases(
                PICTURES,
                drawn("1.Q18", 40, lambda draw, size: (images.compression_rectangle(greys(draw, size)),)),
            ),
        ),
        distinct=True,
        fixed=(0,),
    ),
)

# Exercise 2

FIGURE_3 = [0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1]
FAMINE = [19, 0, 9, 3, 0, 2, 1, 2, 1, 1, 2, 2]


def sow(draw: Draw, size: int) -> Arguments | None:
    """A board and a pit of one's own that is not empty."""
    board = seeds(draw, size)
    pits = [pit for pit in range(6) if board[pit]]
    return (board, draw.choice(pits)) if pits else None


def laps(draw: Draw, size: int) -> Arguments:
    """A pit with 11 seeds or more."""
    board, pit = seeds(draw, size // 2), draw.randrange(6)
    board[pit] = draw.randint(11, 30)
    return board, pit


def harvest(draw: Draw, size: int) -> Arguments:
    """A board with much to gather and any pit."""
    return captures(draw, size), draw.choice((6, 7, 8, 9, 10, 11, draw.randrange(12)))


def hunger(draw: Draw, size: int) -> Arguments | None:
    """A board whose opponent has little, and a pit that is not empty."""
    board = captures(draw, size)
    for pit in draw.sample(range(6, 12), draw.randint(2, 6)):
        board[pit] = 0
    pits = [pit for pit in range(6) if board[pit]]
    return (board, draw.choice(pits)) if pits else None


def any_pit(draw: Draw, size: int) -> Arguments:
    """A board whose opponent has little, and any pit."""
    return (hunger(draw, size) or (seeds(draw, size), 0))[0], draw.randrange(12)


def filled(plt: list[int], c: int) -> bool:
    """The pit is on the board and not empty."""
    return 0 <= c < 12 and plt[c] > 0


def on_board(plt: list[int], c: int) -> bool:
    """The pit is on the board."""
    return 0 <= c < 12


def acceptable(draw: Draw, size: int) -> Arguments | None:
    """A state of a game that goes on, and a move that may be made."""
    board = seeds(draw, size, draw.randint(4, 48))
    made = state(board, shared(draw, board, 24), draw.choice((draw.randint(0, 90), draw.randint(0, 90), 99)))
    going = awale.tour_termine(made)  # type: ignore[arg-type]
    return (made, draw.choice(awale.cases_possibles(made))) if going else None  # type: ignore[arg-type]


def refused(draw: Draw, size: int) -> Arguments | None:
    """A state of a game that goes on, and a pit that may not be played."""
    board = (hunger(draw, size) or (seeds(draw, size), 0))[0]
    made = state(board, shared(draw, board, 24), draw.randint(0, 90))
    pits = [pit for pit in range(12) if not awale.test_case(board, pit)]
    going = awale.tour_termine(made)  # type: ignore[arg-type]
    return (made, draw.choice(pits)) if pits and going else None


def settled(arguments: Arguments) -> list[Arguments]:
    """States that have all their seeds: what is missing goes to one player or to the other."""
    made, *rest = arguments
    left = SEEDS - sum(made["plateau"])
    both = [(left - made["score_j2"], made["score_j2"]), (made["score_j1"], left - made["score_j1"])]
    return [
        ({**made, "score_j1": one, "score_j2": other}, *rest)
        for one, other in both
        if 0 <= one <= SEEDS >= other >= 0
    ]


def scores_kept(expected: Any, got: Any, arguments: Arguments) -> bool:
    """The scores are those of the end; whether the pits are emptied is not said."""
    if type(got) is not dict or type(expected) is not dict or expected.keys() != got.keys():
        return False
    return all(same(item, got[key]) for key, item in expected.items() if key != "plateau")


def played_out(seed: int, mistakes: bool = False) -> Case:
    """A whole game: pits at random, with pits that are refused in between."""
    draw, game = random.Random(seed), awale.initialisation("Alice", "Bob")
    lines: list[str] = []
    going = True
    while going:
        possible = awale.cases_possibles(game)
        if mistakes and draw.random() < 0.2:
            lines.append(str(draw.choice([pit for pit in range(12) if pit not in possible])))
        pit = draw.choice(possible)
        lines.append(str(pit))
        going = awale.tour_jeu(game, pit)
    return Case(("Alice", "Bob"), tuple(lines), reads_all=True)


ENDS = [
    (state([1] + [2] * 11, (25, 0)),),
    (state([2] * 12, (24, 0)),),
    (state([1] + [2] * 11, (0, 25)),),
    (state([2] * 12, (0, 24)),),
    (state([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0], (24, 22)),),
    (state([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1], (23, 22)),),
    (state([1] * 12, (18, 18), 99),),
    (state([1] * 12, (18, 18), 100),),
    (state([1] * 12, (18, 18), 101),),
    (state([0] * 6 + [1] * 6, (21, 21)),),
    (state([4] + [0] * 11, (22, 22)),),
    (state([0, 0, 0, 3, 0, 1] + [0] * 6, (22, 22)),),
]

AWALE_QUESTIONS = (
    Question(
        "2.Q2",
        "tour_joueur1",
        "awale",
        (
            Cases(
                N_("even and odd turns"),
                cases(*((state([4] * 12, turns=turn),) for turn in (0, 1, 2, 3, 98, 99))),
            ),
        ),
    ),
    Question(
        "2.Q3",
        "somme",
        "awale",
        (
            Cases(N_("stretches of the board"), cases((FIGURE_3, 2, 5), (FIGURE_3, 6, 9), ([4] * 12, 1, 8))),
            Cases(
                N_("both ends included"),
                cases((FIGURE_3, 0, 11), (FIGURE_3, 4, 4), (FIGURE_3, 11, 11), (FIGURE_3, 0, 5)),
            ),
        ),
        valid=lambda plt, n, p: 0 <= n <= p < 12,
    ),
    Question(
        "2.Q4",
        "tourner_plateau",
        "awale",
        (
            Cases(EXAMPLE, cases((FIGURE_3,))),
            Cases(BOARDS, drawn("2.Q4", 20, lambda draw, size: (seeds(draw, size),))),
        ),
    ),
    Question(
        "2.Q5",
        "semer_graines",
        "awale",
        (
            Cases(EXAMPLES, cases((FIGURE_3, 2), (FIGURE_3, 4), (FIGURE_3, 5))),
            Cases(BOARDS, drawn("2.Q5", 60, sow)),
            Cases(N_("several laps"), drawn("2.Q5b", 30, laps)),
        ),
        valid=filled,
    ),
    Question(
        "2.Q6",
        "case_ramassable",
        "awale",
        (
            Cases(EXAMPLE, cases(*(([3, 2, 0, 5, 4, 3, 3, 2, 0, 4, 5, 1], pit) for pit in range(12)))),
            Cases(BOARDS, drawn("2.Q6", 80, harvest)),
        ),
        valid=on_board,
    ),
    Question(
        "2.Q7",
        "ramasser_graines",
        "awale",
        (
            Cases(EXAMPLE, cases(([7, 2, 9, 0, 4, 2, 3, 1, 3, 2, 3, 5], 10))),
            Cases(BOARDS, drawn("2.Q7", 80, harvest)),
            Cases(
                N_("up to the own side"), cases(([2] * 12, 11), ([3] * 12, 6), ([2] * 12, 5), ([2] * 12, 0))
            ),
            Written(N_("uses case_ramassable"), using("case_ramassable")),
        ),
        valid=on_board,
    ),
    Question(
        "2.Q8",
        "test_famine",
        "awale",
        (
            Cases(EXAMPLE, cases((FAMINE, 0), (FAMINE, 2), (FAMINE, 5))),
            Cases(BOARDS, drawn("2.Q8", 120, hunger), 2),
        ),
        valid=filled,
    ),
    Question(
        "2.Q9",
        "test_case",
        "awale",
        (
            Cases(N_("pits of the paper's board"), cases(*((FAMINE, pit) for pit in range(12)))),
            Cases(BOARDS, drawn("2.Q9", 120, any_pit)),
        ),
        valid=on_board,
    ),
    Question(
        "2.Q10",
        "cases_possibles",
        "awale",
        (
            Cases(N_("the start"), cases((state([4] * 12),), (state(FAMINE, (4, 2)),))),
            Cases(BOARDS, drawn("2.Q10", 60, lambda draw, size: (awale_000(draw, size),))),
        ),
        result=unordered,
    ),
    Question(
        "2.Q11",
        "tour_termine",
        "awale",
        (
            Cases(N_("each end of a game"), cases(*ENDS), 2),
            Cases(N_("other states"), drawn("2.Q11", 80, lambda draw, size: (awale_000(draw, size),))),
        ),
        mended=settled,
    ),
    Question(
        "2.Q12",
        "tour_jeu",
        "awale",
        (
            Cases(N_("moves"), drawn("2.Q12", 80, acceptable), 2),
            Cases(N_("pits that may not be played"), drawn("2.Q12b", 30, refused)),
        ),
        printed=says_something,
        fixed=(0, 1),
    ),
    Question(
        "2.Q13",
        "gagnant",
        "awale",
        (
            Cases(
                N_("who wins"),
                cases(
                    (state([0] * 5 + [2, 1] + [0] * 5, (23, 22)),),
                    (state([0] * 5 + [2, 1] + [0] * 5, (23, 22), 1),),
                    (state([4] * 12),),
                    (state([0] * 12, (24, 24)),),
                    (state([0] * 12, (20, 28), 3),),
                ),
            ),
            Cases(N_("other states"), drawn("2.Q13", 60, lambda draw, size: (awale_000(draw, size),)), 2),
        ),
        after=scores_kept,
        mended=settled,
    ),
    Question(
        "2.Q14",
        "awale",
        "awale",
        (
            Cases(N_("whole games"), lambda: [played_out(seed) for seed in range(5)], 2),
            Cases(
                N_("games with pits that are refused"),
                lambda: [played_out(seed, True) for seed in range(5, 8)],
            ),
        ),
        result=lambda expected, got, arguments: True,
        printed=last_line,
    ),
)

TABLE = Table(
    "000",
    PICTURE_QUESTIONS + AWALE_QUESTIONS,
    {"images": (), "awale": ("initialisation",)},
    {
        "images": tuple(one.function for one in PICTURE_QUESTIONS),
        "awale": tuple(one.function for one in AWALE_QUESTIONS),
    },
)
