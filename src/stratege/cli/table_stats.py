"""What a table says, for people: its layers in numbers, and what is known of the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.table import Table

from stratege.core.language import _, in_bytes, in_figures

if TYPE_CHECKING:
    from stratege.tables.format import TableFile

Statistics = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A layer in numbers: positions won, lost, drawn by the player to move; None for what was not counted."""

    layer: str
    positions: int
    won: int | None
    lost: int | None
    drawn: int | None
    farthest: int | None
    stored: int


def stats_table(files: Sequence[TableFile]) -> Table:
    """A line for each layer, and one for all."""
    rows = [_row(file) for file in files]
    if len(rows) > 1:
        rows.append(_total(rows))
    names = {
        "layer": _("layer"),
        "positions": _("positions"),
        "won": _("won"),
        "lost": _("lost"),
        "drawn": _("drawn"),
        "farthest": _("farthest end"),
    }
    shown = [name for name in names if any(getattr(row, name) is not None for row in rows)]
    table = Table(box=None)
    for name in shown:
        table.add_column(names[name], justify="left" if name == "layer" else "right")
    table.add_column(_("on disk"), justify="right")
    for row in rows:
        table.add_row(*(_cell(getattr(row, name)) for name in shown), in_bytes(row.stored))
    return table


def own_table(statistics: Statistics) -> Table | None:
    """A line for each number of pieces that the player to move has, where the table counts by that."""
    if not statistics.get("by_own"):
        return None
    table = Table(box=None)
    for name in (_("own pieces"), _("won"), _("lost"), _("drawn")):
        table.add_column(name, justify="right")
    for row in statistics["by_own"]:
        table.add_row(*(in_figures(row[name]) for name in ("own", "win", "loss", "draw")))
    return table


def start_lines(statistics: Statistics) -> Iterator[str]:
    """The value of the start and of its first moves, where the table has them."""
    if "start" in statistics:
        yield _("The start is {verdict}.", verdict=_verdict(statistics["start"]))
    for move, value in statistics.get("first_moves", {}).items():
        yield f"  {move}: {_verdict(value)}"


def _row(file: TableFile) -> Row:
    """Each game counts what it has: positions by result, by value, by distance; shapes that are lost."""
    said: Statistics = file.header.statistics
    positions = said.get("boards", said.get("shapes", file.header.entries))
    won, lost, drawn = (said.get(one, said.get(other)) for one, other in _RESULTS)
    if "values" in said:
        values = {int(value): count for value, count in said["values"].items()}
        won, lost = (sum(count for value, count in values.items() if sign * value > 0) for sign in (1, -1))
        drawn = values.get(0, 0)
    elif "shapes" in said:
        won = said["shapes"] - said["lost"]
    return Row(file.header.layer, positions, won, lost, drawn, _farthest(said), file.stored_bytes)


_RESULTS = (("won", "win"), ("lost", "loss"), ("drawn", "draw"))


def _farthest(said: Statistics) -> int | None:
    """The longest way to the end, in plies, if distances were counted."""
    return said.get("longest")


def _total(rows: Sequence[Row]) -> Row:
    """What all layers say that tell who wins, and what all take."""
    stored = sum(row.stored for row in rows)
    rows = [row for row in rows if row.won is not None] or rows

    def summed(name: str) -> int | None:
        counts = [getattr(row, name) for row in rows]
        return None if None in counts else sum(counts)

    won, lost, drawn = (summed(name) for name in ("won", "lost", "drawn"))
    positions = sum(row.positions for row in rows)
    farthest = max((row.farthest for row in rows if row.farthest is not None), default=None)
    return Row(_("all"), positions, won, lost, drawn, farthest, stored)


def _cell(value: str | int | None) -> str:
    return "" if value is None else in_figures(value) if isinstance(value, int) else value


def _verdict(value: Mapping[str, int | None]) -> str:
    result, plies = value["result"], value["plies"]
    if result == 0:
        return _("drawn")
    if plies is None:
        return _("won") if result == 1 else _("lost")
    return _("won in {n}", n=plies) if result == 1 else _("lost in {n}", n=plies)
