"""Games as CSV, a row each, under the names that JSON gives to the fields: for spreadsheets and data frames.

What is no text in JSON (a player whose birth is known, tags, comments) is JSON in its cell. A table may have
other columns, in any order, between commas, semicolons or tabs; `game`, `moves` and `result` it must have.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from typing import Any

from stratege.archive.game_entry import name_of
from stratege.archive.record_texts import JSON_BEGINS, LONGEST_RECORD, is_head
from stratege.core.errors import BadNotation
from stratege.core.language import _

STRUCTURED = ("player1", "player2", "tags", "comments")
COLUMNS = (
    "game",
    "variant",
    "size",
    *STRUCTURED[:2],
    "date",
    "result",
    "ending",
    "start",
    "moves",
    *STRUCTURED[2:],
)
FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a cell begins that a spreadsheet would reckon, or one that hides such a beginning."""

csv.field_size_limit(max(csv.field_size_limit(), LONGEST_RECORD))


def head() -> str:
    """The first line of a table."""
    return ",".join(COLUMNS) + "\n"


def row_of(fields: Mapping[str, Any]) -> str:
    """A game, as JSON has it, as a line of a table."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(name, fields.get(name, "")) for name in COLUMNS])
    return line.getvalue()


def _cell(name: str, value: Any) -> str:
    if isinstance(value, str) and name in STRUCTURED and value.startswith(JSON_BEGINS):
        value = name_of(value)._asdict()
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
    return {name.strip(): _value(name.strip(), cell) for name, cell in zip(names, cells) if cell}


def _value(name: str, cell: str) -> Any:
    if name in STRUCTURED and cell.startswith(JSON_BEGINS):
        try:
            return json.loads(cell)
        except (ValueError, RecursionError):
            raise BadNotation(_("{name!r} is not JSON.", name=name)) from None
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
