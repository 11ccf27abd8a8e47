"""How games begin, so that they differ: random plies, or openings that somebody chose.

An opening is a record without a result: a first position and the moves that nobody has to find.
Each is played twice with the sides swapped, so that a good one helps both players alike.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from stratege.core.errors import BadNotation, BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.record import Record, parse_record

PLIES = 4
TRIES = 30


def random_openings(
    game: Game, plies: int = PLIES, seed: int = 0, start: Position | None = None
) -> Iterator[Record]:
    """Openings without end, of random moves from the start, the same for the same seed.

    Where games begin at random, each has a start of its own, unless one is given for all.

    Each leaves a game to play; they have fewer plies only where games are too short. None comes twice as
    long as fresh ones are easily found.

    >>> import stratege
    >>> [" ".join(one.moves) for _n, one in zip(range(3), random_openings(stratege.game("awale"), 2))]
    ['e g', 'a l', 'b j']
    """
    draw = random.Random(f"openings {seed}")
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while True:
        for _try in range(TRIES):
            opening = random_opening(game, plies, draw, start)
            plies = len(opening.moves)
            if _key(opening) not in seen:
                break
        seen.add(_key(opening))
        yield opening


def random_opening(game: Game, plies: int, draw: random.Random, start: Position | None = None) -> Record:
    """One opening of random moves after which the game goes on, shorter where none as long is found."""
    for length in range(plies, -1, -1):
        for _try in range(TRIES):
            opening = _walk(start or game.start(draw.getrandbits(32)), length, draw)
            if opening is not None:
                return opening
    raise BadOption(_("{game} is over before anybody has moved.", game=game.label()))


def given_openings(game: Game, openings: Sequence[Record | Sequence[str]]) -> list[Record]:
    """Openings given as records or as lists of moves from the start, each checked by the rules.

    A record's result and tags are dropped. Where the start is random, lists of moves go from the start of
    seed 0. Errors name the opening by its number.
    """
    if not openings:
        raise BadOption(_("There is no opening to play."))
    return [_checked(game, opening, number) for number, opening in enumerate(openings, start=1)]


def parse_openings(game: Game, text: str) -> list[Record]:
    """The openings in a file: records one after the other, or one line of moves for each.

    In lists of moves, empty lines and what follows `#` mean nothing, and neither do move numbers.
    """
    if any(line.lstrip().startswith("[") for line in text.splitlines()):
        return given_openings(game, list(records_in(text)))
    lines = (line.split("#")[0].split() for line in text.splitlines())
    lists = [[word for word in line if not re.fullmatch(r"\d+\.+", word)] for line in lines]
    return given_openings(game, [moves for moves in lists if moves])


def records_in(text: str) -> Iterator[Record]:
    """The records of a text that holds one after the other, separated by blank lines."""
    lines: list[str] = []
    in_moves = False
    for line in text.splitlines():
        tag = line.lstrip().startswith("[")
        if tag and in_moves:
            yield parse_record("\n".join(lines))
            lines.clear()
            in_moves = False
        in_moves = in_moves or (bool(line.strip()) and not tag)
        lines.append(line)
    if any(line.strip() for line in lines):
        yield parse_record("\n".join(lines))


def _walk(start: Position, plies: int, draw: random.Random) -> Record | None:
    """Random moves from the position on; None if the game ended on the way."""
    line = Line(start)
    for _ply in range(plies):
        legal = line.legal()
        if not legal:
            return None
        line = line.play(draw.choice(legal))
    return Record(start, line.moves_text) if line.outcome() is None else None


def _checked(game: Game, opening: Record | Sequence[str], number: int) -> Record:
    record = opening if isinstance(opening, Record) else Record(game.start(seed=0), tuple(opening))
    if record.game != game:
        names = {"other": record.game.label(), "game": game.label()}
        raise BadOption(_("Opening {n} is one of {other}, not of {game}.", n=number, **names))
    try:
        line = record.line()
    except StrategeError as error:
        raise BadNotation(_("Opening {n}: {error}", n=number, error=error)) from None
    if line.outcome() is not None:
        raise BadOption(_("Opening {n} leaves nothing to play: the game is over.", n=number))
    return Record(record.start, line.moves_text)


def _key(opening: Record) -> tuple[str, tuple[str, ...]]:
    return opening.start.text(), opening.moves
