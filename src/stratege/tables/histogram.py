"""What a table holds, counted: by margin, by distance to the end, or by result, whichever its file knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from stratege.core.charts import Bar, bars
from stratege.core.language import N_, _

Statistics = Mapping[str, Any]

MARGIN, PLIES, SQUARES, RESULT = "margin", "plies", "squares", "result"
ACROSS = {
    MARGIN: N_("margin in the end, for the player to move"),
    PLIES: N_("plies to the end"),
    SQUARES: N_("squares of lost shapes"),
    RESULT: N_("result for the player to move"),
}
NAMES = {1: N_("won"), 0: N_("drawn"), -1: N_("lost")}


@dataclass(frozen=True)
class Histogram:
    """How many positions there are of each kind; `by` says by what they are told apart."""

    by: str
    bars: tuple[Bar, ...]

    def svg(self, label: str) -> str:
        """The histogram as a picture of the table that is called so."""
        return bars(_("Table of {label}", label=label), self.bars, _(ACROSS[self.by]), _("positions"))

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        bars = [
            {"label": bar.label.replace("−", "-"), "count": bar.count, "result": bar.result}
            for bar in self.bars
        ]
        return {"by": self.by, "bars": bars}


Found = Counter[tuple[int, int | None]]
"""How often a number was counted, and for whom it is good."""


def histogram(layers: Iterable[Statistics]) -> Histogram | None:
    """All layers together, as their files count them; None where they count nothing that goes together."""
    counted = list(layers)
    for by, read in _READERS.items():
        found: Found = Counter()
        try:
            read_all = bool(counted) and all(read(statistics, found) for statistics in counted)
        except (AttributeError, TypeError, ValueError):  # what a stranger wrote there
            continue
        if read_all:
            labels = {number: _(words) for number, words in NAMES.items()} if by == RESULT else {}
            numbers = sorted(found, reverse=by == RESULT)
            made = (Bar(labels.get(n, f"{n}".replace("-", "−")), found[n, sign], sign) for n, sign in numbers)
            return Histogram(by, tuple(made))
    return None


def _margins(said: Statistics, found: Found) -> bool:
    for value, count in said.get("values", {}).items():
        number = int(value)
        found[number, (number > 0) - (number < 0)] += count
    return "values" in said


def _plies(said: Statistics, found: Found) -> bool:
    """Told apart by result, or not: then who wins makes the last of an odd number of moves."""
    for plies, count in said.get("by_distance", {}).items():
        found[int(plies), 1 if int(plies) % 2 else -1] += count
    for result, by_plies in said.get("plies", {}).items():
        for plies, count in by_plies.items():
            found[int(plies), 1 if result == "won" else -1] += count
    return "by_distance" in said or "plies" in said


def _squares(said: Statistics, found: Found) -> bool:
    for squares, count in said.get("lost_by_squares", {}).items():
        found[int(squares), -1] += count
    return "lost_by_squares" in said


def _results(said: Statistics, found: Found) -> bool:
    for result, names in {1: ("won", "win"), 0: ("drawn", "draw"), -1: ("lost", "loss")}.items():
        count = next((said[name] for name in names if name in said), None)
        if count is None:
            return False
        found[result, result] += count
    return True


_READERS: dict[str, Callable[[Statistics, Found], bool]] = {
    MARGIN: _margins,
    PLIES: _plies,
    SQUARES: _squares,
    RESULT: _results,
}
