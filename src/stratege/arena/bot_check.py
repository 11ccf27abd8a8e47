"""A few games of a bot against chance, to see what is wrong with it before a tournament does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from stratege.arena.contestants import contestant, dismiss, is_guest, try_out
from stratege.arena.filebot import FileBot, defines, read
from stratege.arena.match import FAULTS, Terms, play_game
from stratege.arena.openings import random_openings
from stratege.arena.statistics import Score
from stratege.core.errors import BadOption
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.record import Record
from stratege.core.registry import GAMES
from stratege.engine.limits import Limits
from stratege.engine.players import Player, player

OPENING_PLIES = 2


@dataclass(frozen=True)
class Problem:
    """A game that the bot lost by its own fault: how, and in which position."""

    record: Record
    seat: int

    @property
    def reason(self) -> str:
        """What it did."""
        return self.record.tags["Reason"]

    @property
    def code(self) -> str:
        """Which fault it is, of `match.FAULTS`."""
        return self.record.tags["Ending"]

    @property
    def position(self) -> Position:
        """Where it was to move."""
        return self.record.line().position


@dataclass(frozen=True)
class Checked:
    """What came of it: the score, the faults, and the longest time that it took for a move."""

    score: Score
    problems: tuple[Problem, ...]
    slowest: float


class Watched:
    """A player whose slowest move is noted."""

    def __init__(self, one: Player) -> None:
        self.name, self.slowest, self._one = one.name, 0.0, one

    def prepare(self, position: Position) -> None:
        self._one.prepare(position)  # type: ignore[attr-defined]

    def choose(self, line: Line, limits: Limits) -> int:
        """The player's own choice."""
        begun = time.perf_counter()
        try:
            return self._one.choose(line, limits)
        finally:
            self.slowest = max(self.slowest, time.perf_counter() - begun)


def check_bot(name: str, game: Game, terms: Terms, games: int, seed: int = 0) -> Checked:
    """Play so many games against `random`, the sides changing; `BadOption` if the bot does not even start.

    The first two begin where the game does, so that the bot has to make a first move too.
    """
    try_out(name, game, terms)
    score, problems, slowest = Score(), [], 0.0
    starts = [Record(game.start(seed=seed))] * 2
    for number, opening in zip(range(games), chain(starts, random_openings(game, OPENING_PLIES, seed))):
        seat = 1 + number % 2
        bot = contestant(name, game, number, terms)
        watched, other = Watched(bot), player("random", game, number)
        try:
            pair = (watched, other) if seat == 1 else (other, watched)
            record = play_game(opening, pair, terms)
        finally:
            dismiss(bot)
        slowest = max(slowest, watched.slowest)
        won = record.result == ("1-0" if seat == 1 else "0-1")
        drawn = record.result == "1/2-1/2"
        score += Score(int(won), int(drawn), int(not won and not drawn))
        if record.tags["Ending"] in FAULTS and not won:
            problems.append(Problem(record, seat))
    return Checked(score, tuple(problems), slowest)


def bot_name(file: str, paper: str | None) -> str:
    """The player's name for a file; what is one already stays as it is."""
    if is_guest(file):
        return file
    return f"bot:{file}" if paper is None else f"paper:{paper}:{file}"


def recognised(file: str, game: str | None, paper: str | None) -> tuple[str, str | None]:
    """The game that a file plays and the paper that it answers, where somebody has not said so.

    A file without `choose` that has the function of a paper's machine answers that paper. `BadOption` where
    nothing tells the game.
    """
    source = "" if is_guest(file) else read(Path(file))
    for name in GAMES if game is None else (game,):
        boards = GAMES[name].paper_boards if name in GAMES else None
        if boards is not None and paper in (None, boards.PAPER):
            answers = defines(source, boards.FUNCTION) and not defines(source, FileBot.function)
            if answers or (paper is not None and game is None):
                return name, boards.PAPER
    if game is None:
        raise BadOption(_("Say which game it plays: --game GAME."))
    return game, paper
