"""Trees: alpha-beta equals an independent one on 10,000 random trees, in values, cuts and order."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from stratege.core.errors import BadNotation
from stratege.exams import awale_ccinp, quixo
from stratege.school.tree import (
    METHODS,
    Node,
    Tree,
    as_text,
    counted,
    cut_words,
    parsed,
    searched,
)
from stratege.school.tree_games import awale_tree, game_tree, quixo_tree, summed
from stratege.school.tree_picture import as_svg, opening, view
from stratege.school.tree_steps import steps

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


def test_gains_summed_up_in_the_leaves_give_every_method_the_same_value() -> None:
    draw = random.Random(3)
    for _ in range(15):
        tree = awale_tree([draw.choice((0, 1, 2, 3, 5)) for _ in range(12)], 3)
        value = searched(tree, "negamax").value
        assert searched(summed(tree), "minimax").value == value
        assert searched(summed(tree), "alphabeta").value == value


def test_quixos_tree_has_the_value_of_the_papers_function() -> None:
    board = [[1, 1, 1, 1, 0], [2, 2, 0, 0, 2], [2, 1, 1, 0, 2], [2, 0, 0, 0, 2], [2, 2, 1, 2, 2]]
    for depth in (1, 2):
        root = searched(quixo_tree(board, depth))
        assert root.value == quixo.alphabeta(board, 1, -math.inf, math.inf, depth)[0]
    assert [one.tree.name for one in root.children][:2] == ["00→04", "00→40"]


@pytest.mark.parametrize(
    ("game", "position", "depth"),
    [("awale", "1,2,3", 2), ("awale", "9" * 40, 2), ("awale", "4," * 11 + "4", 5), ("quixo", "xo", 1)],
)
def test_bad_positions_are_refused(game: str, position: str, depth: int) -> None:
    with pytest.raises(BadNotation):
        game_tree(game, position, depth, "alphabeta")


def replayed(frames: Any) -> dict[tuple[str, str], str]:
    """What a player shows in the end."""
    return {(id, kind): value for frame in frames for id, kind, value in frame.changes}


@pytest.mark.parametrize("method", METHODS)
def test_the_last_step_shows_what_the_search_found(method: str) -> None:
    draw = random.Random(method)
    for _ in range(50):
        nested = [random_leaves(draw, draw.randint(1, 3)) for _ in range(draw.randint(1, 3))]
        whole = view(searched(parsed(str(nested)), method))
        shown = replayed(steps(whole, method))
        for one in whole.all():
            state = shown[one.path, "class"]
            assert ("cut" in state) == (one.node.value is None)
            if one.node.value is not None and one.node.tree.children:
                assert float(shown[f"{one.path}v", "text"]) == one.node.value
        leaves = [one for one in whole.all() if not one.node.tree.children and one.node.value is not None]
        said = [frame.words for frame in steps(whole, method) if frame.words.startswith("A leaf")]
        assert len(said) == len(leaves)


def test_a_closed_node_hides_what_lies_below_and_keeps_its_value() -> None:
    root = searched(parsed("[[5, 8], [4, 9]]"))
    closed = view(root, {"0"})
    assert [one.path for one in closed.all()] == ["0", "0.0", "0.1"]
    drawn = as_svg(closed, "alphabeta", live=True)
    assert drawn.count('aria-expanded="false"') == 2
    assert replayed(steps(closed, "alphabeta"))["0v", "text"] == "5"
    assert opening(root, 3) == {"0"}
    assert opening(root) == {"0", "0.0", "0.1"}


def test_the_cut_is_told_with_its_numbers() -> None:
    told = [frame.words for frame in steps(view(searched(parsed("[[5, 8], [4, 9]]"))), "alphabeta")]
    assert "α cut: 4 ≤ α = 5; leaves left out: 1." in told
    assert "Max is to move, with α = -∞ and β = +∞." in told
