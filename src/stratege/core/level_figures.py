"""How strong a game's levels are, as it was measured: a file of figures beside the game.

`python -m benchmarks levels "perfect moves"` writes it; the docs, the opponents' page and `stratege levels`
read it, so that a figure stands in one place.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stratege.core.language import in_figures

ELO, PERFECT, BOARD, CONDITIONS = "elo", "perfect", "board", "conditions"


@dataclass(frozen=True)
class Interval:
    """A figure that was measured, and between what it lies with 95 %."""

    value: float
    low: float
    high: float

    def written(self, factor: int = 1, digits: int = 0, unit: str = "") -> str:
        """Figure and interval for people: `412 (380 – 444)`."""
        value, low, high = (in_figures(factor * one, digits) for one in (self.value, self.low, self.high))
        return f"{value}{unit} ({low} – {high})"


@dataclass(frozen=True)
class LevelFigures:
    """A level's Elo within its ladder, the lowest level being 0, and its share of perfect moves."""

    level: int
    elo: Interval | None
    perfect: Interval | None

    @property
    def elo_words(self) -> str:
        """The first for people; empty where it was not measured."""
        return "" if self.elo is None else self.elo.written()

    @property
    def perfect_words(self) -> str:
        """The second for people."""
        return "" if self.perfect is None else self.perfect.written(100, 1, " %")

    def as_json(self) -> dict[str, Any]:
        """Both for programs."""
        return {
            "level": self.level,
            "elo": self.elo and vars(self.elo),
            "perfect": self.perfect and vars(self.perfect),
        }


def read_figures(path: Path) -> dict[str, Any]:
    """What was measured: for `elo` and `perfect` the `board`, the `conditions` and ten `rows`; or nothing."""
    if not path.exists():
        return {}
    measured: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return measured


def level_figures(path: Path | None) -> tuple[LevelFigures, ...]:
    """The figures by level, the lowest first; none if nothing was measured."""
    measured = {} if path is None else read_figures(path)
    columns = [measured.get(name, {}).get("rows", []) for name in (ELO, PERFECT)]
    count = max(map(len, columns))
    elo, perfect = ([Interval(*row) for row in rows] + [None] * (count - len(rows)) for rows in columns)
    return tuple(LevelFigures(n, one, two) for n, (one, two) in enumerate(zip(elo, perfect), start=1))
