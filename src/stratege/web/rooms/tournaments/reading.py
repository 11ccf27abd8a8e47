"""What the page of a tournament says, read from its file; the file's games are not replayed for it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from stratege.archive.shown_names import shown_name
from stratege.arena.growth import Growth, growth, growth_svg
from stratege.arena.journal import ENDING, FileJournal, folder
from stratege.arena.report import cell, plot, remark, signed
from stratege.arena.standings import Standings, standings
from stratege.arena.tournament import Identity, Tournament
from stratege.core.errors import StrategeError
from stratege.core.language import _
from stratege.core.record import Record, Sheet, read_sheet
from stratege.web.errors import Missing

MOST_GAMES = 300  # listed at a time; a pair's are one click away


@dataclass(frozen=True)
class Seen:
    """A tournament as its file has it."""

    name: str
    tournament: Tournament
    stand: Standings
    sheets: dict[Identity, Sheet]
    growth: Growth

    @property
    def finished(self) -> bool:
        """Whether all its games are played."""
        return self.stand.games >= self.stand.total

    def rows(self) -> Iterator[dict[str, Any]]:
        """The cross table; a cell knows its pair."""
        for place, row in enumerate(self.stand.rows, start=1):
            yield {
                "place": place,
                "name": shown(row.name),
                "elo": signed(row.rated.elo),
                "error": f"{row.rated.error:.0f}",
                "points": f"{row.points:g}",
                "games": row.score.games,
                "faults": row.faults or "",
                "cells": [
                    (number, cell(self.stand.cells.get((row.name, other))))
                    for number, other in enumerate(self.stand.names, start=1)
                ],
            }

    def games(self, pair: tuple[int, int] | None) -> list[dict[str, str]]:
        """The newest games first, or those of two players by their places; each leads to the analysis."""
        chosen = None if pair is None else {self.stand.names[place - 1] for place in pair}
        game = self.tournament.game
        found: list[dict[str, str]] = []
        for identity, sheet in sorted(self.sheets.items(), reverse=True):
            names = sheet.tags["Player1"], sheet.tags["Player2"]
            if (chosen is None or chosen == {*names}) and len(found) < MOST_GAMES:
                where = {"game": game.name, "variant": game.variant.name, "size": game.size}
                where |= {"position": sheet.tags.get("Start", ""), "moves": " ".join(sheet.moves)}
                found.append(
                    {
                        "id": str(identity),
                        "players": " – ".join(map(shown, names)),
                        "result": sheet.result,
                        "reason": sheet.tags.get("Reason", ""),
                        "link": f"/analyse?{urlencode(where)}",
                    }
                )
        return found

    def plot(self) -> str:
        """The ratings as a picture."""
        return plot(self._shown)

    def remark(self) -> str:
        """What to know about the ratings."""
        return remark(self._shown)

    @property
    def _shown(self) -> Standings:
        rows = tuple(replace(row, name=shown(row.name)) for row in self.stand.rows)
        return replace(self.stand, rows=rows)

    def growth_plot(self) -> str:
        """How the ratings came about, as a picture."""
        return growth_svg({shown(name): points for name, points in self.growth.items()})


def shown(name: str) -> str:
    """A player's name as people read it, without the folders of a file: those are nobody else's business."""
    kind, colon, rest = name.rpartition(":")
    return (
        f"{kind}{colon}{Path(rest).name}" if kind.partition(":")[0] in ("bot", "paper") else shown_name(name)
    )


def listed() -> list[Seen]:
    """The tournaments there are, the latest first; files that cannot be read are left out."""
    paths = sorted(folder().glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
    found = []
    for path in paths:
        try:
            found.append(seen(path.name.removesuffix(ENDING)))
        except StrategeError:
            continue
    return found


def seen(name: str) -> Seen:
    """The tournament of that name, as its file is now."""
    path = folder() / f"{name}{ENDING}"
    if path.name != f"{name}{ENDING}" or name.startswith(".") or not path.is_file():
        raise Missing(_("There is no tournament {name!r}.", name=name))
    state = path.stat()
    return _read(path, name, state.st_mtime_ns, state.st_size)


@functools.lru_cache(32)
def _read(path: Path, name: str, _time: int, _size: int) -> Seen:
    with FileJournal(path, read_only=True) as journal:
        tournament, texts = journal.tournament(), journal.texts()
    if tournament is None:
        raise Missing(_("There is no tournament {name!r}.", name=name))
    start = tournament.game.start(seed=0)
    sheets = {identity: read_sheet(text) for identity, text in texts}
    kept = {identity: Record(start, (), sheet.result, sheet.tags) for identity, sheet in sheets.items()}
    return Seen(name, tournament, standings(tournament, kept), sheets, growth(tournament, kept))
