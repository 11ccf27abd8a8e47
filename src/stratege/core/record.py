"""A game played, as text: tags in brackets, then the moves and the result, much like chess' PGN.

[Game "awale"]
[Variant "standard"]
[Size "4"]
[Player1 "human"]
[Player2 "random"]

1. e g {a comment} 2. a! (2. c h) i *

A record is the line that was played. What stands beside it, variations and glyphs, is passed over here, and
read by `core.study`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from stratege.core.errors import BadNotation, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.movetext import MOVE_NUMBER, RESULTS, Nodes, chain, main_line, read_moves, write_moves
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.registry import game as game_named
from stratege.core.sgf import is_sgf, read_sgf

WIDTH = 80
OWN_TAGS = ("Game", "Variant", "Size", "Start", "Result")

TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
COMMENT = re.compile(r"\{([^}]*)\}")
LONE_NUMBER = re.compile(rf"(?<!\S){MOVE_NUMBER.pattern}(?!\S)")
BESIDE = re.compile(r"[()!?$]")  # what only variations and glyphs are written with


@dataclass(frozen=True)
class Sheet:
    """A record as it is written, nothing of it checked: tags, words of moves, result, comments by ply."""

    tags: dict[str, str]
    moves: list[str]
    result: str
    comments: dict[int, str]


@dataclass(frozen=True)
class Record(Picklable):
    """A game from its first position on: moves as text, the result, and tags about it.

    `result` is `*` while the game goes on. Tags are free: Player1, Player2, Date, Ending… A comment belongs
    to the number of moves that stand before it.
    """

    start: Position
    moves: tuple[str, ...] = ()
    result: str = "*"
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game with its variant and size."""
        return self.start.game

    def line(self, ply_limit: int | None = None) -> Line:
        """The game as a line, which every move is checked for; it may be a draw after so many plies."""
        return Line(self.start, self.moves, ply_limit)

    def positions(self) -> Iterator[Position]:
        """Every position of the game in turn, the first one included."""
        return self.line().positions()

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.result))

    def text(self) -> str:
        """The record as text; `parse_record` reads it back."""
        words = write_moves(chain(self.moves, self.comments), self.start.to_move - 1)
        return record_text(self.start, self.tags, self.result, words)


def every_tag(start: Position, tags: Mapping[str, str], result: str) -> dict[str, str]:
    """The tags of a record with those that say which game it is, from where, and how it ended.

    Names are letters, digits and underscores, which others have been turned into.
    """
    game = start.game
    own = {"Game": game.name, "Variant": game.variant.name, "Size": game.size, "Start": start.text()}
    free = {re.sub(r"\W", "_", name) or "_": value for name, value in tags.items()}
    return {**own, **free_tags(free), "Result": result}


def record_text(start: Position, tags: Mapping[str, str], result: str, words: list[str]) -> str:
    """The text of a record: its tags, the words of its moves, the result."""
    every = every_tag(start, tags, result)
    head = "".join(f'[{name} "{quoted(value)}"]\n' for name, value in every.items())
    return head + "\n" + _wrapped([*words, result]) + "\n"


def parse_record(text: str) -> Record:
    """The record that `text` holds, every move checked by the rules.

    Raises `BadNotation` or `IllegalMove`, naming the move where the record goes wrong.
    """
    sheet = read_sheet(text)
    start = start_of(sheet.tags)
    moves = line_of_record(start, sheet.moves).moves_text
    return Record(start, moves, checked_result(sheet.result), free_tags(sheet.tags), sheet.comments)


def start_of(tags: Mapping[str, str]) -> Position:
    """The first position that a record's tags give."""
    if "Game" not in tags:
        raise BadNotation(_("The record does not say which game it is: a [Game] tag is missing."))
    game = game_named(tags["Game"], tags.get("Variant"), tags.get("Size"))
    return game.parse(tags["Start"]) if "Start" in tags else game.start()


def checked_result(result: str) -> str:
    """The result, if it is one."""
    if result not in RESULTS:
        raise BadNotation(_("{result!r} is not a result.", result=result))
    return result


def free_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags that say nothing of start and result."""
    return {name: tags[name] for name in tags if name not in OWN_TAGS}


def read_sheet(text: str) -> Sheet:
    """What the text of one record says, not yet checked; `BadNotation` for a line that should be a tag."""
    if is_sgf(text):
        tags, nodes = read_sgf(text)
        moves, comments = _main_line(nodes)
        return Sheet(tags, moves, tags["Result"], comments)
    tags, movetext = read_tags(text)
    words, comments = _uncommented(movetext)
    result = words.pop() if words and words[-1] in RESULTS else tags.get("Result", "*")
    return Sheet(tags, words, result, comments)


def read_tree(text: str) -> tuple[dict[str, str], Nodes, str]:
    """The tags of a record or of SGF, the tree of its moves, and the result; nothing is checked yet."""
    if is_sgf(text):
        tags, nodes = read_sgf(text)
        return tags, nodes, tags["Result"]
    tags, movetext = read_tags(text)
    nodes, result = read_moves(movetext)
    return tags, nodes, result or tags.get("Result", "*")


def read_tags(text: str) -> tuple[dict[str, str], str]:
    """The tags of a record, and the text of its moves; of SGF too."""
    if is_sgf(text):
        said, nodes = read_sgf(text)
        return said, " ".join(write_moves(nodes))
    tags: dict[str, str] = {}
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.startswith("[") and not lines:
            match = TAG.fullmatch(line)
            if match is None:
                raise BadNotation(_('Line {n} is not a tag of the form [Name "value"].', n=number))
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        elif line:
            lines.append(line)
    return tags, "\n".join(lines)


def _uncommented(text: str) -> tuple[list[str], dict[int, str]]:
    """The words of the moves, and the comments by the number of moves before them."""
    words: list[str] = []
    comments: dict[int, str] = {}
    parts = COMMENT.split(text)
    if any(BESIDE.search(part) for part in parts[::2]):
        tree, result = read_moves(text)
        moves, said = _main_line(tree)
        return [*moves, *([result] if result else [])], said
    for place, part in enumerate(parts):
        if place % 2 == 0:
            words += LONE_NUMBER.sub(" ", part).split()
        elif part.strip():
            before = comments.get(len(words))
            comments[len(words)] = " ".join([*([before] if before else []), *part.split()])
    return words, comments


def _main_line(tree: Nodes) -> tuple[list[str], dict[int, str]]:
    """The moves of the line that was played, whatever stands beside it, and the comments."""
    line = [tree[number] for number in main_line(tree)]
    return [node.move for node in line[1:]], {
        ply: node.comment for ply, node in enumerate(line) if node.comment
    }


def line_of_record(start: Position, moves: Sequence[str]) -> Line:
    """The line that a record's words of moves make; the error names the move where it goes wrong."""
    line = Line(start)
    for move in moves:
        line = played(line, move)
    return line


def played(line: Line, move: str) -> Line:
    """The line one move longer; the error names the move."""
    try:
        return line.play(move)
    except StrategeError as error:
        n = line.plies + 1
        raise type(error)(_("Move {n} of the record: {error}", n=n, error=error)) from None


def quoted(value: str) -> str:
    """A tag's value between its quotes, in one line."""
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)
