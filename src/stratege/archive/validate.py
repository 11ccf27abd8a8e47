"""Entries before the rules: every move replayed, good games kept, wrong ones explained."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy

from stratege.archive.formats import Refusal
from stratege.archive.game_entry import POINTS, GameEntry, Name, join_moves
from stratege.archive.replay_batch import DEPTH, Moves, Visits, replay
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.kernel import GOES_ON
from stratege.core.language import _
from stratege.core.record import line_of_record
from stratege.core.repetition import REPEATED, REPETITION_ENDS


class Accepted(NamedTuple):
    """A game that follows the rules, as the database keeps it; nothing in it but numbers and texts.

    `kind` is the game's name, its variant and its size; `notes` are tags and comments as JSON, None without.
    """

    kind: tuple[str, str, str]
    players: tuple[Name, Name]
    points: float
    ending: str
    date: str
    begin: str
    moves: str
    plies: int
    digest: int
    notes: str | None


@dataclass(frozen=True)
class Validated:
    """A batch of games after the rules have looked at it, in its order; visits number the accepted ones."""

    accepted: Sequence[Accepted]
    refused: Sequence[Refusal]
    visits: Visits


class Spelling(dict[str, int]):
    """The numbers of a player's moves by how they are written; `odd` once one was not written as usual."""

    def __init__(self, game: Game, player: int) -> None:
        super().__init__()
        self.game, self.player, self.odd = game, player, False

    def __missing__(self, text: str) -> int:
        number = self.game.parse_move(text, self.player)
        self.odd = self.odd or self.game.move_text(number, self.player) != text
        self[text] = number
        return number


class Reader:
    """Reads the moves of games of one kind, each way to write a move understood once."""

    def __init__(self, game: Game) -> None:
        self._spelling = {player: Spelling(game, player) for player in (1, 2)}

    def numbers(self, moves: Sequence[str], first: int) -> list[int]:
        """The moves' numbers, `first` being the player who begins."""
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


def validate(entries: Iterable[GameEntry | Refusal]) -> Validated:
    """Replay the entries, whatever games they are of."""
    groups: dict[int, list[tuple[int, GameEntry]]] = {}  # by the game's identity, which is quick to find
    found: dict[int, Accepted | Refusal] = {}
    for place, entry in enumerate(entries):
        if isinstance(entry, Refusal):
            found[place] = entry
        else:
            groups.setdefault(id(entry.start.game), []).append((place, entry))
    parts = [_validate_group(members, found) for members in groups.values()]
    numbers: dict[int, int] = {}
    for place in sorted(found):
        if isinstance(found[place], Accepted):
            numbers[place] = len(numbers)
    visits = [_renumbered(part, places, numbers) for part, places in parts]
    in_order = [found[place] for place in sorted(found)]
    return Validated(
        [one for one in in_order if isinstance(one, Accepted)],
        [one for one in in_order if isinstance(one, Refusal)],
        together(visits),
    )


def _validate_group(
    members: Sequence[tuple[int, GameEntry]], found: dict[int, Accepted | Refusal]
) -> tuple[Visits, list[int]]:
    """Validate games of one kind; their visits, numbered by the places that come with them."""
    game = members[0][1].game
    reader = Reader(game)
    batch: list[Moves] = []
    readable: list[tuple[int, GameEntry]] = []
    for place, entry in members:
        try:
            batch.append(Moves(entry.start, reader.numbers(entry.moves, entry.start.to_move)))
            readable.append((place, entry))
        except StrategeError:
            found[place] = _refusal(entry)
    if not batch:
        return together([]), []
    replayed = replay(game, batch, DEPTH)
    if reader.odd:
        readable = [(place, reader.usual(entry, one.numbers)) for (place, entry), one in zip(readable, batch)]
    verdicts = zip(replayed.legal.tolist(), replayed.reason.tolist(), replayed.margin.tolist())
    for (place, entry), verdict in zip(readable, verdicts):
        found[place] = _verdict(entry, *verdict)
    return replayed.visits, [place for place, _entry in readable]


def _verdict(entry: GameEntry, legal: int, reason: int, margin: int) -> Accepted | Refusal:
    if legal < len(entry.moves):
        return _refusal(entry)
    if reason == GOES_ON:
        return _accepted(entry, entry.ending)
    result = "1-0" if margin > 0 else "0-1" if margin < 0 else "1/2-1/2"
    if result != entry.result:
        told = _(
            "The record says {told}, but by the rules the game ended {result}.",
            told=entry.result,
            result=result,
        )
        return Refusal(entry.line, told)
    code, _words = REPETITION_ENDS if reason == REPEATED else entry.game.reasons[reason]
    return _accepted(entry, code)


def _accepted(entry: GameEntry, ending: str) -> Accepted:
    game = entry.start.game
    return Accepted(
        (game.name, game.variant.name, game.size),
        entry.players,
        POINTS[entry.result],
        ending,
        entry.date,
        entry.begin,
        join_moves(entry.moves),
        len(entry.moves),
        entry.digest(),
        _notes(entry),
    )


def _notes(entry: GameEntry) -> str | None:
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


def _renumbered(visits: Visits, places: Sequence[int], numbers: dict[int, int]) -> Visits:
    """Visits numbered by the accepted games, those of refused games left out."""
    table = numpy.array([numbers.get(place, -1) for place in places] or [-1], numpy.int64)
    game = table[visits.game]
    return Visits(game, visits.key, visits.move, visits.mover).at(game >= 0)


def together(parts: Sequence[Visits]) -> Visits:
    """Visits of several batches as one."""
    none = numpy.zeros(0, numpy.int64)
    columns = (
        zip(*((part.game, part.key, part.move, part.mover) for part in parts)) if parts else [(none,)] * 4
    )
    return Visits(*(numpy.concatenate(column) for column in columns))
