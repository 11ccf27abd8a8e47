"""A game played, as text: tags in brackets, then the moves and the result, much like chess' PGN.

[Game "awale"]
[Variant "standard"]
[Size "4"]
[Player1 "human"]
[Player2 "random"]

1. e g 2. a i *
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from stratege.core.errors import BadNotation, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.registry import game as game_named

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 80
OWN_TAGS = ("Game", "Variant", "Size", "Start", "Result")


@dataclass(frozen=True)
class Record:
    """A game from its first position on: moves as text, the result, and tags about it.

    `result` is `*` while the game goes on. Tags are free: Player1, Player2, Date, Ending…
    """

    start: Position
    moves: tuple[str, ...] = ()
    result: str = "*"
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game with its variant and size."""
        return self.start.game

    def positions(self) -> Iterator[Position]:
        """Every position of the game in turn, the first one included."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

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
        words: list[str] = []
        for ply, move in enumerate(self.moves, start=first):
            if ply % 2 == 0:
                words.append(f"{ply // 2 + 1}.")
            elif ply == first:
                words.append(f"{ply // 2 + 1}...")
            words.append(move)
        return head + "\n" + _wrapped([*words, self.result]) + "\n"


def parse_record(text: str) -> Record:
    """The record that `text` holds, every move checked by the rules.

    Raises `BadNotation` or `IllegalMove`, naming the move where the record goes wrong.
    """
    tags: dict[str, str] = {}
    words: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if line.startswith("["):
            match = re.fullmatch(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]', line)
            if match is None:
                raise BadNotation(_('Line {n} is not a tag of the form [Name "value"].', n=number))
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        else:
            words += line.split()
    if "Game" not in tags:
        raise BadNotation(_("The record does not say which game it is: a [Game] tag is missing."))
    game = game_named(tags["Game"], tags.get("Variant"), tags.get("Size"))
    start = game.parse(tags["Start"]) if "Start" in tags else game.start()
    result = words.pop() if words and words[-1] in RESULTS else tags.get("Result", "*")
    if result not in RESULTS:
        raise BadNotation(_("{result!r} is not a result.", result=result))
    moves = _checked(start, [word for word in words if not re.fullmatch(r"\d+\.+", word)])
    return Record(start, moves, result, {name: tags[name] for name in tags if name not in OWN_TAGS})


def _checked(position: Position, moves: list[str]) -> tuple[str, ...]:
    """The moves in the game's own spelling, each played."""
    spelled = []
    for ply, move in enumerate(moves, start=1):
        try:
            number = position.game.parse_move(move, position.to_move)
            after = position.play(number)
        except StrategeError as error:
            raise type(error)(_("Move {n} of the record: {error}", n=ply, error=error)) from None
        spelled.append(position.game.move_text(number, position.to_move))
        position = after
    return tuple(spelled)


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)
