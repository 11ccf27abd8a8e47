"""Puzzles: positions with exactly one solution, which a table or a solver has proven.

A file of puzzles is text, a line each, its fields separated by tabs: variant, size, position, the moves of
the solution (one's own and the answers between them, one's own first and last), what is asked for, and how
hard it is on the scale of ratings. The package ships one for each of its games (`stratege puzzles make`).
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from stratege.core.errors import BadNotation
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.registry import game

WIN, HOLD = "win", "hold"
"""What is asked for: the only move that wins, or the only one that does not lose."""

FIELDS = 6
SOON = 4  # own moves up to which it is said how many a win takes


@dataclass(frozen=True)
class Puzzle:
    """A position, its solution, what is asked for, and how hard it is.

    `goal` is `win` or `hold`, with the plies until the end where they are known: `win5`.
    """

    name: str
    variant: str
    size: str
    position: str
    solution: tuple[str, ...]
    goal: str
    rating: int = 1500

    @cached_property
    def id(self) -> str:
        """What tells it from all others, whichever file it stands in."""
        words = f"{self.name} {self.variant} {self.size} {self.position}"
        return hashlib.blake2b(words.encode(), digest_size=6).hexdigest()

    @property
    def line(self) -> Line:
        """Where it begins."""
        return Line(game(self.name, self.variant, self.size).parse(self.position))

    @property
    def question(self) -> str:
        """What is asked for, in words."""
        if self.goal == HOLD:
            return _("Only one move does not lose. Find it.")
        moves = (int(self.goal.removeprefix(WIN) or 0) + 1) // 2
        if moves == 1:
            return _("Win in one move.")
        if 0 < moves <= SOON:
            return _("Win in {n} moves: only one move leads there.", n=moves)
        return _("Only one move wins. Find it.")

    def written(self) -> str:
        """The puzzle as a line of a file."""
        fields = (
            self.variant,
            self.size,
            self.position,
            " ".join(self.solution),
            self.goal,
            str(self.rating),
        )
        return "\t".join(fields)


def read(name: str, text: str) -> list[Puzzle]:
    """The puzzles that a file of this game holds; `BadNotation` if a line holds none."""
    return [_read(name, number, line) for number, line in enumerate(text.splitlines(), start=1)]


def _read(name: str, number: int, line: str) -> Puzzle:
    fields = line.split("\t")
    if len(fields) != FIELDS or not fields[-1].isdecimal():
        raise BadNotation(_("Line {n} is no puzzle.", n=number))
    variant, size, position, solution, goal, rating = fields
    return Puzzle(name, variant, size, position, tuple(solution.split()), goal, int(rating))


def write(puzzles: Iterable[Puzzle]) -> str:
    """The puzzles as a file, the easiest first."""
    ordered = sorted(puzzles, key=lambda one: (one.rating, one.position))
    return "".join(f"{one.written()}\n" for one in ordered)


@functools.cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that the package ships for the game, the easiest first; none where there is no file."""
    shipped = files(__package__).joinpath("data", f"{name}.tsv")
    return tuple(read(name, shipped.read_text("utf-8"))) if shipped.is_file() else ()


@functools.cache
def by_id(name: str) -> Mapping[str, Puzzle]:
    """The puzzles of the game that the package ships, by what tells them apart."""
    return {one.id: one for one in puzzles(name)}
