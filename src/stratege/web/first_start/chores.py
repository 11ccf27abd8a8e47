"""What a first start makes: the engine compiled, then small tables and house games, so no room is empty.

A chore looks at what is there and makes only what is missing, so one that was killed goes on where it was.
What is done is noted in `prepared.json` and never looked at again, but that a new version of Stratège looks
once more at the tables, which its rules may contradict. One process at a time does the chores of a folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path

import stratege
from stratege.core.compiling import cache_root, code_stamp
from stratege.core.errors import StrategeError
from stratege.core.files import write_whole
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.registry import GAMES, game
from stratege.core.sources import fingerprint
from stratege.engine.preparing import code_of, prepare, prepared

NOTES, LOCK = "prepared.json", "preparation.lock"
BATCH = 10  # house games that go in together: what a kill may lose
SEED = 1
MEMORY = 1 << 30  # for a table; all of them are small

ENGINE, PICTURES, CODECS, TABLE = "engine", "pictures", "codecs", "table"
HOUSE_GAMES, MORE_GAMES = "games", "more games"
SECONDS = {ENGINE: 6, PICTURES: 2, CODECS: 9, TABLE: 20, HOUSE_GAMES: 15, MORE_GAMES: 60}  # more or less

CODE = {PICTURES: "stratege.images.kernel", CODECS: "stratege.images.numbers"}
"""Of what is compiled for pictures, something that is there if all of it is."""

Tell = Callable[[float], None]


@dataclass(frozen=True)
class Chore:
    """A game's engine compiled, or what codes pictures; a table up to `amount` (None: as far as it goes by
    itself), or an archive with `amount` games in it."""

    kind: str
    name: str
    variant: str | None = None
    size: str | None = None
    amount: int | None = None

    @property
    def game(self) -> Game:
        """The game it is about."""
        return game(self.name, self.variant, self.size)

    @property
    def words(self) -> str:
        """What is being made, for people."""
        if self.kind == ENGINE:
            return _("Preparing the engine for {label}, once", label=self.game.label())
        if self.kind == PICTURES:
            return _("Preparing what takes pictures apart, once")
        if self.kind == CODECS:
            return _("Preparing the codecs for pictures, once")
        if self.kind == TABLE:
            return _("Building the table of {label}", label=self.game.label())
        if self.kind == MORE_GAMES:
            return _("Playing more house games of {label}, while there is time", label=self.game.label())
        return _("Playing house games of {label}", label=self.game.label())

    def do(self, archive: str, tell: Tell) -> None:
        """Make what is missing; `tell` hears the fraction done."""
        if self.kind == ENGINE:
            prepare(self.game, tell)
        elif self.kind == PICTURES:
            take_apart()
        elif self.kind == CODECS:
            try_codecs(tell)
        elif self.kind == TABLE:
            build(self.game, self.amount, tell)
        else:
            fill(self.game, self.amount or 0, archive, tell)


def engine_chores() -> tuple[Chore, ...]:
    """What a person may wait for: pictures first, which take least."""
    return (Chore(PICTURES, ""), *(Chore(ENGINE, name) for name in GAMES), Chore(CODECS, ""))


def all_chores() -> tuple[Chore, ...]:
    """What the games ask for: first the tables of order 0, then house games, then the other tables, and at
    last many more house games."""
    ordered = [
        (table.order, Chore(TABLE, one.name, table.variant, table.size))
        for one in GAMES.values()
        for table in one.first_tables
    ]
    for one in GAMES.values():
        few = Chore(HOUSE_GAMES, one.name, amount=one.first_games)
        many = Chore(MORE_GAMES, one.name, amount=one.house_games)
        ordered += [(order, chore) for order, chore in ((1, few), (9, many)) if chore.amount]
    return tuple(chore for _order, chore in sorted(ordered, key=lambda one: one[0]))


def take_apart() -> None:
    """Find the runs and rectangles of a small picture, which compiles what that takes."""
    from stratege.images.rectangles import cover
    from stratege.images.runs import runs_of

    pixels = [[0, 1, 2], [2, 1, 0]]
    runs_of(pixels), cover(pixels)


def try_codecs(tell: Tell) -> None:
    """Code and decode small pictures in every way there is, which compiles what that takes."""
    import numpy

    from stratege.images import container
    from stratege.images.codecs import CODECS as ALL
    from stratege.images.picture import Picture

    done = 0
    for shades in ((0, 90, 255), (0, 255)):
        pixels = numpy.array([range(len(shades))] * 2, numpy.uint8)
        picture = Picture(pixels, numpy.array([[shade] * 3 + [255] for shade in shades], numpy.uint8))
        for name in ALL:
            container.decode(container.encode(picture, name), pixels.size)
            done += 1
            tell(done / (2 * len(ALL)))


def build(chosen: Game, up_to: int | None, tell: Tell) -> None:
    """Build the layers of a table that are not there."""
    from stratege.tables.builder import Builder
    from stratege.tables.shelf import Shelf

    builder = Builder(Shelf(), chosen, max(1, (os.cpu_count() or 1) - 1), MEMORY)
    plan = builder.plan(up_to)
    if not plan.missing:
        return
    ends = [*accumulate(layer.size for layer in plan.missing)]
    ends_by_name = dict(zip((layer.name for layer in plan.missing), ends))
    builder.progress = lambda layer, fraction: tell(
        (ends_by_name[layer.name] - (1 - fraction) * layer.size) / ends[-1]
    )
    builder.build(plan)


def fill(chosen: Game, count: int, place: str, tell: Tell) -> None:
    """Play house games until the archive has so many games of this kind, whoever played them.

    Their seed is fixed, and they go in in their order: after a kill it is the next ones that are played.
    """
    from stratege.archive.house_games import house_games
    from stratege.archive.store import Archive

    with Archive.open(place) as archive:
        there, _plies = archive.counts().get((chosen.name, chosen.variant.name, chosen.size), (0, 0))
        waiting = []
        for number, entry in enumerate(house_games(chosen, count, seed=SEED, first=there), start=there + 1):
            waiting.append(entry)
            if len(waiting) == BATCH or number == count:
                archive.add(waiting)
                waiting = []
            tell(number / count)


class Notes:
    """Which chores are done, in the folder of the app."""

    def __init__(self, folder: Path, archive: str) -> None:
        self._folder, self._archive = folder, archive

    def left(self, chores: Sequence[Chore]) -> list[Chore]:
        """The chores that have never been done."""
        done = self._done()
        return [chore for chore in chores if self._name(chore) not in done or self._is_gone(chore)]

    def note(self, chore: Chore) -> None:
        """This one is done."""
        write_whole(self._folder / NOTES, json.dumps([*self._done(), self._name(chore)], indent=1).encode())

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Whether we are the only ones who do chores here, for as long as we do them."""
        from filelock import FileLock, Timeout

        lock = FileLock(self._folder / LOCK, timeout=0)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def _is_gone(self, chore: Chore) -> bool:
        """Whether it must be done again: machine code is kept where anybody may delete it."""
        if chore.kind in CODE:
            return code_stamp(CODE[chore.kind]) == 0
        return chore.kind == ENGINE and not prepared(chore.game)

    def _done(self) -> list[str]:
        try:
            return [str(name) for name in json.loads((self._folder / NOTES).read_bytes())]
        except (OSError, ValueError, TypeError):
            return []  # then what is there is looked at again, and nothing made twice

    def _name(self, chore: Chore) -> str:
        """The chore and where its work is to be found."""
        from stratege.archive.database import chosen_url, shown
        from stratege.tables.shelf import default_folder

        if chore.kind in CODE:
            return f"{chore.kind} {cache_root()} {fingerprint(CODE[chore.kind])}"
        one = chore.game
        if chore.kind == ENGINE:
            return f"{chore.kind} {one.name}-{one.variant.name}-{one.size} {cache_root()} {code_of(one)}"
        if chore.kind == TABLE:
            place = f"{stratege.__version__} {default_folder()}"
        else:
            place = shown(chosen_url(self._archive))
        return f"{chore.kind} {one.name}-{one.variant.name}-{one.size} {chore.amount} {place}"


def do_all(chores: Sequence[Chore], notes: Notes, archive: str, tell: Callable[[Chore, float], None]) -> None:
    """Do what is left of the chores; one that fails does not keep the others from being done."""
    failure: StrategeError | None = None
    for chore in notes.left(chores):
        tell(chore, 0.0)
        try:
            chore.do(archive, partial(tell, chore))
            notes.note(chore)
        except StrategeError as error:
            failure = error
    if failure is not None:
        raise failure
