"""Games as CSV, a row each, under the names that JSON gives to the fields: for spreadsheets and data frames.

A player's birth, if it is known, has a column of its own; tags and comments are JSON in their cells. A table
may have other columns, in any order, between commas, semicolons or tabs; `game`, `moves` and `result` it must
have.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from typing import Any

from stratege.archive.game_entry import Name, iso_date, name_of
from stratege.archive.record_texts import LONGEST_RECORD, is_head
from stratege.core.errors import BadNotation
from stratege.core.language import _

OBJECTS = ("tags", "comments")
BIRTHS = {"player1": "birth1", "player2": "birth2"}
GAME = ("game", "variant", "size", *BIRTHS, "date", "result", "ending", "start", "moves")
COLUMNS = (*GAME, *BIRTHS.values(), *OBJECTS)
FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet would reckon, or one that hides such a beginning."""

csv.field_size_limit(max(csv.field_size_limit(), LONGEST_RECORD))


def head() -> str:
    """The first line of a table."""
    return ",".join(COLUMNS) + "\n"


def row_of(fields: Mapping[str, Any]) -> str:
    """A game, as JSON has it, as a line of a table."""
    cells = dict(fields)
    for player, birth in BIRTHS.items():
        if isinstance(cells.get(player), dict):
            name = Name(**cells[player])
            cells |= {player: str(name), birth: name.birth}
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(cells.get(name, "")) for name in COLUMNS])
    return line.getvalue()


def _cell(value: Any) -> str:
    return harmless(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: with an apostrophe, which spreadsheets do not show."""
    return f"'{text}" if FORMULA.match(text) else text


def is_row(text: str) -> bool:
    """Whether a record is a row of a table, below the table's head."""
    return is_head(text.partition("\n")[0])


def fields_of(text: str) -> dict[str, Any]:
    """The fields of a row, as JSON has them; what is empty is left out."""
    first = text.partition("\n")[0]
    delimiter = next(sign for sign in ",;\t" if sign in first)
    try:
        names, cells = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter, strict=True)
    except (csv.Error, ValueError):
        raise BadNotation(_("The row is not CSV.")) from None
    if len(names) != len(cells):
        raise BadNotation(_("The row has {n} cells, the head {m}.", n=len(cells), m=len(names)))
    fields = {name.strip(): _value(name.strip(), cell) for name, cell in zip(names, cells) if cell}
    for player, birth in BIRTHS.items():
        if birth in fields:
            fields[player] = name_of(fields.get(player, ""), iso_date(fields.pop(birth)))._asdict()
    return fields


def _value(name: str, cell: str) -> Any:
    if name in OBJECTS:
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            raise BadNotation(_("{name!r} is not JSON.", name=name)) from None
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
