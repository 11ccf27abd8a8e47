"""Entries before the rules: every move replayed, good games kept, wrong ones explained."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from stratege.archive.formats import Refusal, read
from stratege.archive.game_entry import POINTS, GameEntry, Name, join_moves
from stratege.archive.record_texts import Written
from stratege.archive.replay_batch import DEPTH, Moves, Visits, replay
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.kernel import GOES_ON
from stratege.core.language import _
from stratege.core.record import line_of_record
from stratege.core.repetition import REPEATED, REPETITION_ENDS

UNREAD = 255


class Accepted(NamedTuple):
    """Games that follow the rules, column by column as the database keeps them: quick to send and to write.

    `kind` is a game's name, its variant and its size; `begin` is None where it is the usual one; `notes`
    are tags and comments as JSON, None without.
    """

    kind: Sequence[tuple[str, str, str]] = ()
    player1: Sequence[Name] = ()
    player2: Sequence[Name] = ()
    points: Sequence[float] = ()
    ending: Sequence[str] = ()
    date: Sequence[str] = ()
    begin: Sequence[str | None] = ()
    moves: Sequence[str] = ()
    plies: Sequence[int] = ()
    digest: Sequence[int] = ()
    notes: Sequence[str | None] = ()

    def at(self, places: Sequence[int]) -> Accepted:
        """Only the games at these places."""
        if len(places) == len(self.digest):
            return self
        return Accepted._make([column[place] for place in places] for column in self)


@dataclass(frozen=True)
class Validated:
    """A batch of games after the rules have looked at it, in its order; visits number the accepted ones."""

    accepted: Accepted
    refused: Sequence[Refusal]
    visits: Visits


class Spelling(dict[str, int]):
    """The numbers of a player's moves by how they are written; `odd` once one was not written as usual.

    `letters` has those written in one letter, by the letter's code; `UNREAD` where it is not known yet.
    """

    def __init__(self, game: Game, player: int) -> None:
        super().__init__()
        self.game, self.player, self.odd = game, player, False
        self.letters = bytearray([UNREAD]) * 256

    def __missing__(self, text: str) -> int:
        number = self.game.parse_move(text, self.player)
        self.odd = self.odd or self.game.move_text(number, self.player) != text
        self[text] = number
        if len(text) == 1 and text.isascii() and number < UNREAD:
            self.letters[ord(text)] = number
        return number


class Reader:
    """Reads the moves of games of one kind, each way to write a move understood once."""

    def __init__(self, game: Game) -> None:
        self._spelling = {player: Spelling(game, player) for player in (1, 2)}

    def numbers(self, moves: Sequence[str], first: int) -> Sequence[int]:
        """The moves' numbers, `first` being the player who begins."""
        if isinstance(moves, str) and moves.isascii():
            letters, read = moves.encode(), bytearray(len(moves))
            read[0::2] = letters[0::2].translate(self._spelling[first].letters)
            read[1::2] = letters[1::2].translate(self._spelling[3 - first].letters)
            if UNREAD not in read:
                return bytes(read)
        numbers = [0] * len(moves)
        numbers[0::2] = map(self._spelling[first].__getitem__, moves[0::2])
        numbers[1::2] = map(self._spelling[3 - first].__getitem__, moves[1::2])
        return numbers

    @property
    def odd(self) -> bool:
        """Whether a move was not written as the game writes it."""
        return any(spelling.odd for spelling in self._spelling.values())

    def usual(self, entry: GameEntry, numbers: Sequence[int]) -> GameEntry:
        """The entry with its moves written as the game writes them."""
        text, first = entry.game.move_text, entry.start.to_move
        players = (first, 3 - first)
        return entry._replace(moves=[text(number, players[ply % 2]) for ply, number in enumerate(numbers)])


def validate_records(lines: Sequence[int], texts: Sequence[str], spoken: str | None = None) -> Validated:
    """Read and validate records and the lines where they begin; elsewhere, in the language spoken here."""
    if spoken is not None:
        language.use(spoken)
    with no_garbage_collection():
        return validate(map(read, map(Written, lines, texts)))


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Make millions of small things that hold no cycles without being asked about cycles all the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def validate(entries: Iterable[GameEntry | Refusal]) -> Validated:
    """Replay the entries, whatever games they are of."""
    groups: dict[int, list[int]] = {}  # places by the game's identity, which is quick to find
    found: list[Any] = list(entries)
    for place, entry in enumerate(found):
        if type(entry) is not Refusal:
            groups.setdefault(id(entry.start.game), []).append(place)
    parts = [(_validate_group(found, places), places) for places in groups.values()]
    good = numpy.fromiter((type(one) is not Refusal for one in found), numpy.bool_, len(found))
    numbers = numpy.where(good, numpy.cumsum(good) - 1, -1).astype(numpy.int32)
    return Validated(
        Accepted(*zip(*(one for one in found if type(one) is not Refusal))),
        [one for one in found if type(one) is Refusal],
        together([chosen(visits, numbers[places]) for visits, places in parts]),
    )


def _validate_group(found: list[Any], places: list[int]) -> Visits:
    """Put verdicts in place of the entries at these places, which are games of one kind; their visits."""
    game = found[places[0]].game
    name = game.name, game.variant.name, game.size
    reader = Reader(game)
    batch = []
    for place in places:
        entry = found[place]
        try:
            numbers = reader.numbers(entry.moves, entry.start.to_move)
        except StrategeError:
            found[place], numbers = _refusal(entry), ()
        batch.append(Moves(entry.start, numbers))
    replayed = replay(game, batch, DEPTH)
    odd = reader.odd
    verdicts = zip(places, batch, replayed.legal.tolist(), replayed.reason.tolist(), replayed.margin.tolist())
    for place, moves, *verdict in verdicts:
        entry = found[place]
        if type(entry) is not Refusal:
            usual = reader.usual(entry, moves.numbers) if odd else entry
            found[place] = _verdict(name, usual, *verdict)
    return replayed.visits


def _verdict(
    name: tuple[str, str, str], entry: GameEntry, legal: int, reason: int, margin: int
) -> tuple[Any, ...] | Refusal:
    """A row of `Accepted`, or why there is none."""
    if legal < len(entry.moves):
        return _refusal(entry)
    if reason == GOES_ON:
        return _accepted(name, entry, entry.ending)
    result = "1-0" if margin > 0 else "0-1" if margin < 0 else "1/2-1/2"
    if result != entry.result:
        told = _(
            "The record says {told}, but by the rules the game ended {result}.",
            told=entry.result,
            result=result,
        )
        return Refusal(entry.line, told)
    code, _words = REPETITION_ENDS if reason == REPEATED else entry.game.reasons[reason]
    return _accepted(name, entry, code)


def _accepted(name: tuple[str, str, str], entry: GameEntry, ending: str) -> tuple[Any, ...]:
    return (
        name,
        *entry.players,
        POINTS[entry.result],
        ending,
        entry.date,
        entry.begin or None,
        join_moves(entry.moves),
        len(entry.moves),
        entry.digest(),
        _notes(entry),
    )


def _notes(entry: GameEntry) -> str | None:
    if not entry.tags and not entry.comments:
        return None
    notes = {"tags": dict(entry.tags), "comments": {str(ply): text for ply, text in entry.comments.items()}}
    kept = {name: value for name, value in notes.items() if value}
    return json.dumps(kept, ensure_ascii=False) if kept else None


def _refusal(entry: GameEntry) -> Refusal:
    """What is wrong with a game that has an illegal move: played once more, slowly, to say it in words."""
    try:
        line_of_record(entry.start, entry.moves)
    except StrategeError as error:
        return Refusal(entry.line, str(error))
    raise AssertionError("the compiled rules refuse a game that the plain ones accept")


def chosen(visits: Visits, numbers: NDArray[numpy.int32]) -> Visits:
    """Visits with their games numbered anew; those of games that have a negative number are left out."""
    game = numbers[visits.game]
    anew = Visits(visits.edge, game, visits.mover)
    return anew if (numbers >= 0).all() else anew.at(game >= 0)


def together(parts: Sequence[Visits]) -> Visits:
    """Visits of several kinds of games as one, in the order of their edges."""
    if len(parts) == 1:
        return parts[0]
    empty = Visits(numpy.zeros(0, numpy.int64), numpy.zeros(0, numpy.int32), numpy.zeros(0, numpy.int8))
    columns = zip(*((part.edge, part.game, part.mover) for part in (empty, *parts)))
    whole = Visits(*(numpy.concatenate(column) for column in columns))
    return whole.at(numpy.argsort(whole.edge, kind="stable"))
