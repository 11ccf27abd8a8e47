"""Game trees as the papers draw them: minimax, negamax and alpha-beta over any tree, or over typed leaves.

Max nodes are squares, Min nodes circles. Alpha-beta is that of paper 004: a Min node stops as soon as its
value is no more than α, a Max node as soon as its value is no less than β.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from stratege.core.errors import BadNotation
from stratege.core.language import _

MOST_NODES = 5000
DEEPEST = 12
METHODS = ("minimax", "negamax", "alphabeta")


@dataclass(frozen=True)
class Tree:
    """A node before the search: a leaf has a value; an edge may have a name and what it gains."""

    leaf: float = 0
    children: tuple[Tree, ...] = ()
    name: str = ""
    gain: int | None = None


@dataclass
class Node:
    """A node after the search: its value, the window it was entered with, why it was left early."""

    tree: Tree
    maximises: bool
    alpha: float
    beta: float
    value: float | None = None  # None: not looked at
    cut: str = ""
    children: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """The node and all below it, in the order of the search."""
        yield self
        for child in self.children:
            yield from child.all()

    def cut_by(self, value: float) -> bool:
        """Whether this value lets the rest of the node be left out."""
        return value >= self.beta if self.maximises else value <= self.alpha

    @property
    def leaves(self) -> list[float]:
        """The values of the leaves looked at, in their order."""
        seen = (node for node in self.all() if node.value is not None and not node.tree.children)
        return [node.tree.leaf for node in seen]


def searched(tree: Tree, method: str = "alphabeta", maximises: bool = True) -> Node:
    """The tree with its values by one of the METHODS."""
    if method == "negamax":
        return _negamax(tree, maximises)
    return _window(tree, maximises, -math.inf, math.inf, method == "alphabeta")


def _window(tree: Tree, maximises: bool, alpha: float, beta: float, prunes: bool) -> Node:
    node = Node(tree, maximises, alpha, beta)
    if not tree.children:
        node.value = tree.leaf
        return node
    best = -math.inf if maximises else math.inf
    for child in tree.children:
        if node.cut:
            node.children.append(_unseen(child, not maximises))
            continue
        seen = _window(child, not maximises, alpha, beta, prunes)
        node.children.append(seen)
        assert seen.value is not None
        best = max(best, seen.value) if maximises else min(best, seen.value)
        if prunes and maximises and best >= beta:
            node.cut = "β"
        elif prunes and not maximises and alpha >= best:
            node.cut = "α"
        elif prunes:
            alpha, beta = (max(alpha, best), beta) if maximises else (alpha, min(beta, best))
    if node.cut and not any(child.value is None for child in node.children):
        node.cut = ""  # nothing was left to look at
    node.value = best
    return node


def _unseen(tree: Tree, maximises: bool) -> Node:
    node = Node(tree, maximises, math.nan, math.nan)
    node.children = [_unseen(child, not maximises) for child in tree.children]
    return node


def _negamax(tree: Tree, maximises: bool) -> Node:
    """Values from the side of the player to move; gains are taken into account where there are any."""
    node = Node(tree, maximises, -math.inf, math.inf)
    node.children = [_negamax(child, not maximises) for child in tree.children]
    if node.children:
        node.value = max((child.tree.gain or 0) - (child.value or 0) for child in node.children)
    else:
        node.value = tree.leaf if maximises else -tree.leaf
    return node


def parsed(text: str, branching: int = 2) -> Tree:
    """Leaves as nested lists, `[[3, 5], [2, 9]]`, or in a row, `3 5 2 9`, gathered by twos or more.

    >>> searched(parsed("[[3, 5], [2, 9]]"), "minimax").value
    3
    """
    if not text.strip().startswith("["):
        return _gathered(text, branching)
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BadNotation(_("Leaves are written [[3, 5], [2, 9]] or 3 5 2 9.")) from None
    tree = _nested(value, 0)
    if sum(1 for _node in _all(tree)) > MOST_NODES:
        raise BadNotation(_("A tree has at most {nodes} nodes.", nodes=MOST_NODES))
    return tree


def _all(tree: Tree) -> Iterator[Tree]:
    yield tree
    for child in tree.children:
        yield from _all(child)


def _nested(value: object, depth: int) -> Tree:
    if type(value) in (int, float):
        assert isinstance(value, int | float)
        return Tree(value)
    if not isinstance(value, list) or not value or depth > DEEPEST:
        raise BadNotation(_("Leaves are written [[3, 5], [2, 9]] or 3 5 2 9."))
    return Tree(children=tuple(_nested(item, depth + 1) for item in value))


def _gathered(text: str, branching: int) -> Tree:
    words = re.split(r"[\s,;]+", text.strip())
    try:
        row = [Tree(int(word)) for word in words]
    except ValueError:
        raise BadNotation(_("Leaves are written [[3, 5], [2, 9]] or 3 5 2 9.")) from None
    if branching < 2 or len(row) > MOST_NODES or round(math.log(len(row), branching)) < 1:
        raise BadNotation(_("Leaves in a row number {n}, {n} × {n}, …", n=branching))
    if branching ** round(math.log(len(row), branching)) != len(row):
        raise BadNotation(_("Leaves in a row number {n}, {n} × {n}, …", n=branching))
    while len(row) > 1:
        row = [Tree(children=tuple(row[n : n + branching])) for n in range(0, len(row), branching)]
    return row[0]


def counted(tree: Tree, maximises: bool = True) -> tuple[int, int]:
    """How many leaves alpha-beta looks at, and how many there are.

    >>> counted(parsed("5 8 4 9"))
    (3, 4)
    """
    return len(searched(tree, "alphabeta", maximises).leaves), len(
        searched(tree, "minimax", maximises).leaves
    )


def number(value: float | None) -> str:
    """A value as it is written in a node."""
    if value is None:
        return "?"
    return ("+∞" if value > 0 else "-∞") if math.isinf(value) else f"{value:g}"


def cut_words(node: Node) -> str:
    """Why the rest of a node was not looked at, with its numbers."""
    unseen = [one for child in node.children if child.value is None for one in child.all()]
    left = sum(1 for one in unseen if not one.tree.children)
    values = {"value": number(node.value), "leaves": left}
    if node.cut == "α":
        return _(
            "α cut: {value} ≤ α = {bound}; leaves left out: {leaves}", bound=number(node.alpha), **values
        )
    return _("β cut: {value} ≥ β = {bound}; leaves left out: {leaves}", bound=number(node.beta), **values)


def as_text(node: Node, method: str, before: str = "", branch: str = "") -> list[str]:
    """The tree in lines: [value] for a Max node, (value) for a Min node, / for what is left out."""
    words = [node.tree.name] if node.tree.name else []
    if node.tree.gain is not None:
        words.append(f"G={node.tree.gain}")
    if node.value is None:
        return [f"{before}{branch}{' '.join([*words, '/'])}"]
    shape = "[{}]" if node.maximises else "({})"
    words.append(
        shape.format(number(node.value)) if node.tree.children or method == "negamax" else number(node.value)
    )
    if method == "alphabeta" and node.tree.children:
        words.append(f"α={number(node.alpha)} β={number(node.beta)}")
    if node.cut:
        words.append("— " + cut_words(node))
    lines = [f"{before}{branch}{' '.join(words)}"]
    below = before + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
    for place, child in enumerate(node.children):
        lines += as_text(child, method, below, "└─ " if place == len(node.children) - 1 else "├─ ")
    return lines
