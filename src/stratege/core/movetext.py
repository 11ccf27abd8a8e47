"""The moves of a record as text: numbers, variations in parentheses, comments in braces, glyphs.

    1. e g {forced} 2. a! (2. c? h $2 (2... i) ) i

A tree of moves is a tuple of nodes, each with the number of the one before it, so that no depth is too much
for it. Nothing is checked here by the rules of any game: `core.study` does that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stratege.core.errors import BadNotation
from stratege.core.language import _
from stratege.core.pickling import Picklable

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
"""What may be said of a move in short, in the order of PGN's numbers `$1` to `$6`; others are passed over."""
NUMBERED = {f"${number}": glyph for number, glyph in enumerate(GLYPHS, start=1)}

TOKEN = re.compile(r"\{[^}]*\}|[(){}]|[^\s(){}]+")
MOVE_NUMBER = re.compile(r"\d+\.+")
WITH_GLYPH = re.compile(r"(.*?)([!?]{1,2})")


@dataclass(frozen=True)
class Node(Picklable):
    """A move of a tree: the number of the node before it, what is said of it, and its glyph.

    What is said may have several lines and any signs; a record writes it as it can (`tidy`). The first node
    of a tree is the start; it has no move and nothing before it.
    """

    move: str = ""
    parent: int | None = None
    comment: str = ""
    glyph: str = ""

    def said(self, comment: str) -> Node:
        """The node with more said of it."""
        return replace(self, comment=f"{self.comment} {comment}".strip())


Nodes = tuple[Node, ...]


def tidy(comment: str) -> str:
    """A comment as records can hold it: one line, and no brace that would end it."""
    return " ".join(comment.replace("}", ")").split())


def chain(moves: Sequence[str], comments: Mapping[int, str]) -> Nodes:
    """The tree that has one line only; comments go by the number of moves before them."""
    said = [comments.get(ply, "").strip() for ply in range(len(moves) + 1)]
    return (Node(comment=said[0]), *(Node(move, ply, said[ply + 1]) for ply, move in enumerate(moves)))


def children_of(nodes: Sequence[Node]) -> list[list[int]]:
    """For each node the numbers of those after it, the main move first."""
    children: list[list[int]] = [[] for _node in nodes]
    for number, node in enumerate(nodes):
        if node.parent is not None:
            children[node.parent].append(number)
    return children


def main_line(nodes: Sequence[Node]) -> list[int]:
    """The numbers of the nodes of the main line, the start first."""
    children, line = children_of(nodes), [0]
    while children[line[-1]]:
        line.append(children[line[-1]][0])
    return line


class Reader:
    """Builds a tree from the words of a record, one after the other."""

    def __init__(self) -> None:
        self.nodes = [Node()]
        self._here = 0
        self._left: list[int] = []  # where the lines stand that variations interrupt
        self._waiting = ""  # said before the first move of a variation, so of that move

    def read(self, token: str) -> None:
        """Take in a word, a comment or a parenthesis."""
        if token.startswith("{") and token.endswith("}"):
            self._comment(token[1:-1])
        elif token == "(":
            self._open()
        elif token == ")":
            self._close()
        elif token.startswith("$"):
            self._glyph(NUMBERED.get(token, ""))
        elif not MOVE_NUMBER.fullmatch(token):
            self._move(token)

    def end(self) -> Nodes:
        """The tree; `BadNotation` if a variation is still open."""
        if self._left:
            raise BadNotation(_("A variation is not closed: a ) is missing."))
        return tuple(self.nodes)

    def _move(self, token: str) -> None:
        marked = WITH_GLYPH.fullmatch(token)
        move, glyph = (marked[1], marked[2]) if marked else (token, "")
        if move:
            self.nodes.append(Node(move, self._here, self._waiting))
            self._here, self._waiting = len(self.nodes) - 1, ""
        self._glyph(glyph)

    def _glyph(self, glyph: str) -> None:
        if glyph and self._here:
            self.nodes[self._here] = replace(self.nodes[self._here], glyph=glyph)

    def _comment(self, words: str) -> None:
        words = tidy(words)
        if self._left and self._here == self.nodes[self._left[-1]].parent:
            self._waiting = f"{self._waiting} {words}".strip()
        else:
            self.nodes[self._here] = self.nodes[self._here].said(words)

    def _open(self) -> None:
        before = self.nodes[self._here].parent
        if before is None:
            raise BadNotation(_("A variation stands after the move that it replaces; here there is none."))
        self._left.append(self._here)
        self._here = before

    def _close(self) -> None:
        if not self._left:
            raise BadNotation(_("A ) closes no variation."))
        self._here, self._waiting = self._left.pop(), ""


def read_moves(text: str) -> tuple[Nodes, str]:
    """The tree that a record's moves make, nothing of it checked by rules, and the result if it gives one."""
    tokens = TOKEN.findall(text)
    words = [place for place, token in enumerate(tokens) if not token.startswith("{")]
    result = tokens.pop(words[-1]) if words and tokens[words[-1]] in RESULTS else ""
    reader = Reader()
    for token in tokens:
        reader.read(token)
    return reader.end(), result


ON, ANEW, OPEN, CLOSE = range(4)
"""What is written next: the line goes on, it does so after a variation, one begins, one ends."""


def write_moves(nodes: Sequence[Node], first: int = 0) -> list[str]:
    """The words of a tree, comments word by word; `first` is 1 where player 2 makes the first move."""
    children, ply = children_of(nodes), _plies(nodes, first)
    words = _comment(nodes[0])
    todo = [(ANEW, 0)]
    while todo:
        what, number = todo.pop()
        if what == CLOSE:
            words[-1] += ")"
        elif what == OPEN:
            opening, *rest = _written(nodes[number], ply[number], True)
            words += [f"({opening}", *rest]
            todo.append((ON, number))
        elif children[number]:
            main, *others = children[number]
            words += _written(nodes[main], ply[main], what == ANEW)
            todo.append((ANEW if others else ON, main))
            for other in reversed(others):
                todo += [(CLOSE, other), (OPEN, other)]
    return words


def _plies(nodes: Sequence[Node], first: int) -> list[int]:
    ply = [first]
    for node in nodes[1:]:
        assert node.parent is not None
        ply.append(ply[node.parent] + 1)
    return ply


def _written(node: Node, ply: int, numbered: bool) -> Iterator[str]:
    """A move with its number, which a second player's has only at the beginning of a line."""
    if ply % 2:
        yield f"{ply // 2 + 1}."
    elif numbered:
        yield f"{ply // 2}..."
    yield node.move + node.glyph
    yield from _comment(node)


def _comment(node: Node) -> list[str]:
    words = tidy(node.comment)
    return f"{{{words}}}".split() if words else []
