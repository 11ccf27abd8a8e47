"""A game on its way into the archive or out of it: read from a record, not yet validated by the rules."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from stratege.core.errors import BadNotation
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.registry import game as game_named

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
RESULT_OF = {points: result for result, points in POINTS.items()}
IDENTITY_TAGS = ("Event", "Site", "Round")  # what else tells two games apart


class Name(NamedTuple):
    """Who played. Two people who share all three are one to the archive; unknown parts are empty."""

    surname: str
    first_name: str = ""
    birth: str = ""

    def __str__(self) -> str:
        """As people write it; `name_of` reads it back, the birth date apart."""
        whole = f"{self.first_name} {self.surname}".strip()
        known = whole if name_of(whole, self.birth) == self else f"{self.surname}, {self.first_name}"
        return known.rstrip()


class GameEntry(NamedTuple):
    """A finished game: its first position, moves as text, result, players, ISO date or "", and tags.

    `begin` is the first position's text, "" where it is the usual one. `ending` is the code of how it ended
    where the record says so. `line` is where it begins in its file.
    """

    start: Position
    moves: Sequence[str]
    result: str
    players: tuple[Name, Name]
    date: str = ""
    begin: str = ""
    ending: str = ""
    tags: Mapping[str, str] = {}
    comments: Mapping[int, str] = {}
    line: int = 0

    @property
    def game(self) -> Game:
        """The game with its variant and size."""
        return self.start.game

    def digest(self) -> int:
        """What makes this game itself, in 64 bits: the same record always gives the same number."""
        game = self.start.game
        parts = [game.name, game.variant.name, game.size, self.begin, *self.players[0]]
        parts += [*self.players[1], self.date, self.result, " ".join(self.moves)]
        parts += [self.tags.get(tag, "") for tag in IDENTITY_TAGS]
        hashed = hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).digest()
        return int.from_bytes(hashed, signed=True)


@functools.lru_cache(1 << 16)
def name_of(text: str, birth: str = "") -> Name:
    """A name as records write it: `Jean Martin` or `Martin, Jean`; a machine's has a colon and no parts.

    >>> name_of("Martin, Jean") == name_of("Jean Martin") == Name("Martin", "Jean")
    True
    >>> name_of("level:3")
    Name(surname='level:3', first_name='', birth='')
    """
    text = " ".join(text.split())
    if "," in text:
        surname, first_name = text.split(",", 1)
        return Name(surname.strip(), first_name.strip(), birth)
    first_name, _space, surname = ("", "", text) if ":" in text else text.rpartition(" ")
    return Name(surname or "?", first_name, birth)


@functools.lru_cache(1 << 16)
def iso_date(text: str) -> str:
    """A date written 2018-07-15, 2018.07.15 or 2018/07/15 in the first way; "" if it is unknown in part."""
    match = re.fullmatch(r"\s*([\d?]{4})[-./]([\d?]{2})[-./]([\d?]{2})\s*", text)
    if not text.strip(" ?") or (match and "?" in text):
        return ""
    try:
        assert match is not None
        return date(*map(int, match.groups())).isoformat()
    except (AssertionError, ValueError):
        raise BadNotation(_("{text!r} is not a date like 2018-07-15.", text=text)) from None


class Kind(NamedTuple):
    """A game with its variant and size, and where it begins; None where that is drawn by lot."""

    game: Game
    start: Position | None

    def first(self, text: str | None) -> tuple[Position, str]:
        """The first position that a record gives, or the usual one; and its text, "" for the usual one."""
        if text:
            start = self.game.parse(text)
            return start, "" if start == self.start else start.text()
        if self.start is None:
            title = self.game.title
            raise BadNotation(_("{game} begins at random: the record must give its start.", game=title))
        return self.start, ""


@functools.lru_cache(256)
def kind(name: str, variant: str | None, size: str | None) -> Kind:
    """The game of that name, variant and size, made once."""
    game = game_named(name, variant, size)
    start = game.start(seed=0)
    return Kind(game, start if start == game.start(seed=1) else None)


def join_moves(moves: Sequence[str]) -> str:
    """Moves in one text: single letters run together as in paper 001 (`egai`), others with spaces."""
    if isinstance(moves, str):
        return moves
    together = "".join(moves)
    return together if len(together) == len(moves) else " ".join(moves)


def split_moves(game: Game, text: str) -> Sequence[str]:
    """The moves of a text that `join_moves` made, or that has spaces; letters run together are left so."""
    if " " not in text and len(game.move_text(0, 1)) == 1:
        return text
    return text.split()
