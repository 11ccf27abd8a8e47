"""Trees: alpha-beta equals an independent one on 10,000 random trees, in values, cuts and order."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from stratege.core.errors import BadNotation
from stratege.exams import awale_ccinp
from stratege.school.tree import (
    METHODS,
    Node,
    Tree,
    as_text,
    awale_tree,
    counted,
    cut_words,
    parsed,
    searched,
)
from stratege.school.tree_picture import as_svg

Nested = Any  # a number, or a list of these


def random_leaves(draw: random.Random, depth: int) -> Nested:
    if depth == 0 or draw.random() < 0.15:
        return draw.randint(-9, 9)
    return [random_leaves(draw, depth - 1) for _ in range(draw.randint(1, 3))]


def independent(
    tree: Nested, alpha: float, beta: float, sign: int, seen: list[int], left: list[Nested]
) -> float:
    """Negamax with a window, on plain lists, as the books write it; what it skips goes to `left`."""
    if not isinstance(tree, list):
        seen.append(tree)
        return float(sign * tree)
    best = -math.inf
    for place, child in enumerate(tree):
        best = max(best, -independent(child, -beta, -alpha, -sign, seen, left))
        alpha = max(alpha, best)
        if best >= beta:
            left += tree[place + 1 :]
            break
    return best


def skipped(node: Node) -> list[Nested]:
    """What was left out, as plain lists."""
    found = []
    for child in node.children:
        if child.value is None:
            found.append(plain(child.tree))
        else:
            found += skipped(child)
    return found


def plain(tree: Tree) -> Nested:
    return [plain(child) for child in tree.children] if tree.children else tree.leaf


def brute(tree: Nested, maximises: bool) -> float:
    if not isinstance(tree, list):
        return float(tree)
    return (max if maximises else min)(brute(child, not maximises) for child in tree)


def test_alpha_beta_equals_an_independent_one_on_10_000_trees() -> None:
    draw = random.Random(1)
    for _ in range(10_000):
        nested = [random_leaves(draw, draw.randint(0, 3)) for _ in range(draw.randint(1, 3))]
        maximises = draw.random() < 0.5
        root = searched(parsed(str(nested)), "alphabeta", maximises)
        seen: list[int] = []
        left: list[Nested] = []
        sign = 1 if maximises else -1
        value = sign * independent(nested, -math.inf, math.inf, sign, seen, left)
        assert root.value == value == brute(nested, maximises)
        assert root.leaves == seen
        assert sorted(map(repr, skipped(root))) == sorted(map(repr, left))
        assert searched(parsed(str(nested)), "minimax", maximises).value == value
        assert searched(parsed(str(nested)), "negamax", maximises).value == sign * value


def test_the_papers_two_cuts() -> None:
    alpha = searched(parsed("[5, [4, 9]]"))
    assert as_text(alpha, "alphabeta") == [
        "[5] α=-∞ β=+∞",
        "├─ 5",
        "└─ (4) α=5 β=+∞ — α cut: 4 ≤ α = 5; leaves left out: 1",
        "   ├─ 4",
        "   └─ /",
    ]
    beta = searched(parsed("[3, [4, 1]]"), maximises=False)
    assert beta.children[1].cut == "β"
    assert "4 ≥ β = 3" in cut_words(beta.children[1])


def test_leaves_in_a_row_make_a_full_tree() -> None:
    tree = parsed("3 12 8 2 4 6 14 5 2 7 9 1 0 5 6 3")
    assert counted(tree)[1] == 16
    assert counted(tree)[0] < 16
    assert plain(parsed("1 2 3 4 5 6 7 8 9", 3)) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


@pytest.mark.parametrize(
    "text", ["", "1 2 3", "[1, [2, 'x']]", "[]", "[1, []]", "[" * 30 + "1" + "]" * 30, "[1", "a b"]
)
def test_bad_leaves_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parsed(text)


def test_awales_tree_has_the_values_of_the_papers_function() -> None:
    draw = random.Random(2)
    for _ in range(25):
        board = [draw.choice((0, 1, 2, 3, 5)) for _ in range(12)]
        game = awale_ccinp.initialisation("Max", "Min")
        game["plateau"] = list(board)
        if awale_ccinp.tour_suivant(game):
            root = searched(awale_tree(board, 2), "negamax")
            pit = awale_ccinp.NegaAwale(game, 2, 0)
            best = max(root.children, key=lambda child: (child.tree.gain or 0) - (child.value or 0))
            assert best.tree.name == "abcdef"[pit]


@pytest.mark.parametrize("method", METHODS)
def test_the_picture_has_a_shape_for_every_node(method: str) -> None:
    root = searched(parsed("[[5, 8], [4, 9]]"), method)
    drawn = as_svg(root, method)
    assert drawn.count("<rect") - 1 + drawn.count("<circle") == (7 if method == "negamax" else 3)
    assert ("/ α" in drawn) == (method == "alphabeta")
