"""A game played, as text: tags in brackets, then the moves and the result, much like chess' PGN.

[Game "awale"]
[Variant "standard"]
[Size "4"]
[Player1 "human"]
[Player2 "random"]

1. e g {a comment} 2. a i *
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stratege.core.errors import BadNotation, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.pickling import Picklable
from stratege.core.position import Position
from stratege.core.registry import game as game_named

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 80
OWN_TAGS = ("Game", "Variant", "Size", "Start", "Result")

TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
COMMENT = re.compile(r"\{([^}]*)\}")
MOVE_NUMBER = re.compile(r"(?<!\S)\d+\.+(?!\S)")


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
        tags = {
            "Game": self.game.name,
            "Variant": self.game.variant.name,
            "Size": self.game.size,
            "Start": self.start.text(),
            **self.tags,
            "Result": self.result,
        }
        head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
        first = self.start.to_move - 1
        words = self._comment(0)
        for ply, move in enumerate(self.moves, start=first):
            if ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            elif ply == first:
                words.append(f"{ply // 2 + 1}...")
            words += [move, *self._comment(ply - first + 1)]
        return head + "\n" + _wrapped([*words, self.result]) + "\n"

    def _comment(self, ply: int) -> list[str]:
        """The words of the comment after so many moves."""
        return "{{{}}}".format(self.comments[ply].replace("}", ")")).split() if ply in self.comments else []


def parse_record(text: str) -> Record:
    """The record that `text` holds, every move checked by the rules.

    Raises `BadNotation` or `IllegalMove`, naming the move where the record goes wrong.
    """
    sheet = read_sheet(text)
    tags = sheet.tags
    if "Game" not in tags:
        raise BadNotation(_("The record does not say which game it is: a [Game] tag is missing."))
    game = game_named(tags["Game"], tags.get("Variant"), tags.get("Size"))
    start = game.parse(tags["Start"]) if "Start" in tags else game.start()
    if sheet.result not in RESULTS:
        raise BadNotation(_("{result!r} is not a result.", result=sheet.result))
    moves = line_of_record(start, sheet.moves).moves_text
    free = {name: tags[name] for name in tags if name not in OWN_TAGS}
    return Record(start, moves, sheet.result, free, sheet.comments)


def read_sheet(text: str) -> Sheet:
    """What the text of one record says, not yet checked; `BadNotation` for a line that should be a tag."""
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
    words, comments = _uncommented("\n".join(lines))
    result = words.pop() if words and words[-1] in RESULTS else tags.get("Result", "*")
    return Sheet(tags, words, result, comments)


def _uncommented(text: str) -> tuple[list[str], dict[int, str]]:
    """The words of the moves, and the comments by the number of moves before them."""
    words: list[str] = []
    comments: dict[int, str] = {}
    for place, part in enumerate(COMMENT.split(text)):
        if place % 2 == 0:
            words += MOVE_NUMBER.sub(" ", part).split()
        elif part.strip():
            before = comments.get(len(words))
            comments[len(words)] = " ".join([*([before] if before else []), *part.split()])
    return words, comments


def line_of_record(start: Position, moves: Sequence[str]) -> Line:
    """The line that a record's words of moves make; the error names the move where it goes wrong."""
    line = Line(start)
    for ply, move in enumerate(moves, start=1):
        try:
            line = line.play(move)
        except StrategeError as error:
            raise type(error)(_("Move {n} of the record: {error}", n=ply, error=error)) from None
    return line


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)
