"""A study: a tree of moves from a position, with comments and glyphs; a value, as a line is.

Its text is a record whose moves have variations in parentheses (`core.movetext`), or SGF (`core.sgf`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from stratege.core.errors import BadNotation
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.movetext import (
    GLYPHS,
    Node,
    Nodes,
    chain,
    children_of,
    main_line,
    write_moves,
)
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.record import (
    Record,
    checked_result,
    every_tag,
    free_tags,
    played,
    read_tree,
    record_text,
    start_of,
)
from stratege.core.sgf import write_sgf


@dataclass(frozen=True, eq=False)
class Study(Picklable):
    """Moves from a first position on, each with those that answer it; the first answer is the main one.

    Nodes are known by their number; 0 is the start. A new one is put after the others, so numbers stay what
    they were. Two studies are equal if they say the same, however they came about.

    >>> import stratege
    >>> study, e = Study(stratege.game("awale").start()).play(0, "e")
    >>> study, g = study.play(e, "g")
    >>> study, c = study.play(0, "c")
    >>> " ".join(study.noted(c, "too early", "?").words())
    '1. e (1. c? {too early}) 1... g'
    """

    start: Position
    nodes: Nodes = (Node(),)
    result: str = "*"
    tags: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record) -> Study:
        """The study that has a record's line only."""
        return cls(record.start, chain(record.moves, record.comments), record.result, dict(record.tags))

    @property
    def game(self) -> Game:
        """The game with its variant and size."""
        return self.start.game

    @cached_property
    def children(self) -> list[list[int]]:
        """For each node the numbers of those that answer it, the main one first."""
        return children_of(self.nodes)

    def main(self) -> list[int]:
        """The numbers of the nodes of the main line, the start first."""
        return main_line(self.nodes)

    def path(self, number: int) -> list[int]:
        """The numbers of the nodes from the start to this one."""
        numbers = [number]
        while (parent := self.nodes[numbers[-1]].parent) is not None:
            numbers.append(parent)
        return numbers[::-1]

    def line(self, number: int | None = None) -> Line:
        """The line that leads to a node, or the main one to its end."""
        path = self.main() if number is None else self.path(number)
        line = Line(self.start)
        for one in path[1:]:
            line = line.replay(self.nodes[one].move)
        return line

    def record(self) -> Record:
        """The main line as a record."""
        line = [self.nodes[number] for number in self.main()]
        comments = {ply: node.comment for ply, node in enumerate(line) if node.comment}
        return Record(
            self.start, tuple(node.move for node in line[1:]), self.result, dict(self.tags), comments
        )

    def play(self, number: int, move: str) -> tuple[Study, int]:
        """The study in which the move answers that node, and the move's number: a new one, or as it was.

        Raises `BadNotation` or `IllegalMove`, saying why.
        """
        text = self.line(number).play(move).move_text
        for child in self.children[number]:
            if self.nodes[child].move == text:
                return self, child
        return replace(self, nodes=(*self.nodes, Node(text, number))), len(self.nodes)

    def noted(self, number: int, comment: str, glyph: str = "") -> Study:
        """The study with this said of a node; empty texts take back what was said."""
        if glyph and (glyph not in GLYPHS or number == 0):
            raise BadNotation(_("A glyph is one of {known}, of a move.", known=" ".join(GLYPHS)))
        nodes = list(self.nodes)
        nodes[number] = replace(nodes[number], comment=comment.strip(), glyph=glyph)
        return replace(self, nodes=tuple(nodes))

    def promoted(self, number: int) -> Study:
        """The study in which the line to this node comes first; nodes are numbered anew."""
        first = set(self.path(number))
        return self._ordered(lambda child: child not in first)

    def without(self, number: int) -> Study:
        """The study without this move and all that follows it; nodes are numbered anew."""
        if number == 0:
            return replace(self, nodes=self.nodes[:1])
        return self._ordered(lambda child: False, number)

    def words(self) -> list[str]:
        """The moves as words of a record."""
        return write_moves(self.nodes, self.start.to_move - 1)

    def text(self) -> str:
        """The study as a record with variations; `parse_study` reads it back."""
        return record_text(self.start, self.tags, self.result, self.words())

    def sgf(self) -> str:
        """The study as SGF; `parse_study` reads it back."""
        return write_sgf(every_tag(self.start, self.tags, self.result), self.nodes, self.start.to_move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Study):
            return NotImplemented
        return (self.start, self.words(), self.result, self.tags) == (
            other.start,
            other.words(),
            other.result,
            other.tags,
        )

    def __hash__(self) -> int:
        return hash((self.start, tuple(self.words()), self.result))

    def _ordered(self, late: Callable[[int], bool], left_out: int | None = None) -> Study:
        """The nodes line by line, of several answers those that are `late` after the others."""
        nodes: list[Node] = []
        todo: list[tuple[int, int | None]] = [(0, None)]
        while todo:
            number, parent = todo.pop()
            if number == left_out:
                continue
            nodes.append(replace(self.nodes[number], parent=parent))
            here = len(nodes) - 1
            todo += [(child, here) for child in sorted(self.children[number], key=late)[::-1]]
        return replace(self, nodes=tuple(nodes))


def parse_study(text: str) -> Study:
    """The study that `text` holds, every move checked by the rules.

    Raises `BadNotation` or `IllegalMove`, naming the move where it goes wrong.
    """
    tags, raw, result = read_tree(text)
    start = start_of(tags)
    nodes = tuple(node for node, _line in grown(start, raw))
    return Study(start, nodes, checked_result(result), free_tags(tags))


def grown(start: Position, raw: Sequence[Node]) -> list[tuple[Node, Line]]:
    """A tree as the rules allow it, each node with the line that leads to it.

    Moves are spelled as the game spells them, and equal answers become one.
    """
    nodes, places = [(raw[0], Line(start))], [0]
    known: dict[tuple[int, str], int] = {}
    for node in raw[1:]:
        assert node.parent is not None
        parent = places[node.parent]
        line = played(nodes[parent][1], node.move)
        number = known.setdefault((parent, line.move_text), len(nodes))
        places.append(number)
        if number == len(nodes):
            nodes.append((replace(node, move=line.move_text, parent=parent), line))
        else:
            old = nodes[number][0].said(node.comment)
            nodes[number] = replace(old, glyph=old.glyph or node.glyph), line
    return nodes
