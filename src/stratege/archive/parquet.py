"""The archive as one Parquet file, and questions to all of it by DuckDB: for whole-archive questions.

A row is a game: number, game, variant, size, player1, player2, result (player 1's points), ending, date,
start (NULL for the usual one), moves, plies, rating1, rating2, birth1, birth2, notes (tags and comments, as
JSON). Other hands' files are read too, if they have game, moves and result.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy

from stratege.archive.exam_sql import Answer
from stratege.archive.game_entry import RESULT_OF, Name, name_of
from stratege.archive.store import Archive, game_rows
from stratege.core.errors import BadOption, StrategeError
from stratege.core.extras import require
from stratege.core.files import reason_of
from stratege.core.language import _

require("parquet")

import duckdb  # noqa: E402 - its absence is said above

PAGE = 50_000  # games handed over at a time
MEMORY = "1GB"  # for the table on its way into the file
COLUMNS = {
    "number": "INTEGER",
    "game": "VARCHAR",
    "variant": "VARCHAR",
    "size": "VARCHAR",
    "player1": "VARCHAR",
    "player2": "VARCHAR",
    "result": "FLOAT",
    "ending": "VARCHAR",
    "date": "VARCHAR",
    "start": "VARCHAR",
    "moves": "VARCHAR",
    "plies": "INTEGER",
    "rating1": "INTEGER",
    "rating2": "INTEGER",
    "birth1": "VARCHAR",
    "birth2": "VARCHAR",
    "notes": "VARCHAR",
}
TEXTS = ("game", "variant", "size", "player1", "player2", "date", "ending", "start", "moves")
NEEDED = ("game", "moves", "result")


def export(
    archive: Archive,
    path: Path,
    name: str | None = None,
    on_games: Callable[[int], None] = lambda games: None,
) -> int:
    """Write the games, all or of one game, to a file that appears when it is whole; how many there are.

    Until then they are in a folder beside it, which takes about as much of the disk again: an archive may be
    larger than the memory.
    """
    written = 0
    try:
        with tempfile.TemporaryDirectory(prefix=".stratege-", dir=path.parent) as folder:
            unfinished = Path(folder) / "games.parquet"
            with duckdb.connect(Path(folder) / "games.duckdb", config={"memory_limit": MEMORY}) as database:
                columns = ", ".join(f'"{column}" {kind}' for column, kind in COLUMNS.items())
                database.execute(f"CREATE TABLE games ({columns})")
                for page in archive.pages(game_rows(), PAGE, name):
                    written += _add(database, [_row(row) for row in page])
                    on_games(len(page))
                database.execute(f"COPY games TO {_quoted(unfinished)} (FORMAT parquet, COMPRESSION zstd)")
            unfinished.replace(path)
    except (OSError, duckdb.Error) as error:
        why = reason_of(error) if isinstance(error, OSError) else _first_line(error)
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=why)) from None
    return written


def game_lines(path: Path) -> Iterator[str]:
    """The games of a file, each as a line of JSON, as `archive.formats` reads them."""
    try:
        with duckdb.connect(config={"memory_limit": MEMORY}) as database:
            answer = database.execute(f"SELECT * FROM read_parquet({_quoted(path)})")
            names = [column[0] for column in answer.description]
            if missing := [name for name in NEEDED if name not in names]:
                raise BadOption(_("{path} has no column {name!r}.", path=path, name=missing[0]))
            while rows := answer.fetchmany(PAGE):
                for row in rows:
                    yield json.dumps(_fields(dict(zip(names, row)))) + "\n"
    except duckdb.Error as error:
        raise StrategeError(_("Cannot read {path}: {why}.", path=path, why=_first_line(error))) from None


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as JSON has games; what is wrong in it stays, and is refused where games are read."""
    fields: dict[str, Any] = {name: str(row[name]) for name in TEXTS if row.get(name) not in (None, "")}
    result = row["result"]
    fields["result"] = RESULT_OF.get(result, str(result)) if isinstance(result, int | float) else str(result)
    for number in "12":
        if birth := row.get(f"birth{number}"):
            fields[f"player{number}"] = name_of(fields.get(f"player{number}", ""), str(birth))._asdict()
    if notes := row.get("notes"):
        try:
            fields |= json.loads(notes)
        except (ValueError, TypeError):
            fields["tags"] = str(notes)
    return fields


def _add(database: Any, rows: Sequence[tuple[Any, ...]]) -> int:
    """Put rows into the table; how many these are."""
    page = {
        column: numpy.array(values, object if kind == "VARCHAR" else None)
        for (column, kind), values in zip(COLUMNS.items(), zip(*rows))
    }
    database.register("page", page)
    database.execute("INSERT INTO games SELECT * FROM page")
    return len(rows)


def query(path: Path, words: str, most: int) -> Answer:
    """The answer to a question in SQL about the table `games` of a file, so many rows at most.

    It reads this file and no other, and writes nothing: what may be read could be written over as well, so
    only a SELECT is run.
    """
    if not path.exists():
        raise BadOption(_("There is no file {path}; `stratege archive export` writes one.", path=path))
    try:
        with duckdb.connect() as database:
            database.execute(f"CREATE VIEW games AS SELECT * FROM read_parquet({_quoted(path)})")
            database.execute(f"SET allowed_paths = [{_quoted(path)}]")
            database.execute("SET enable_external_access = false")
            database.execute("SET lock_configuration = true")
            answer = database.execute(_one_question(words))
            names = tuple(column[0] for column in answer.description or ())
            rows = answer.fetchmany(most + 1)
            return Answer(names, tuple(tuple(map(_plain, row)) for row in rows[:most]), len(rows) > most)
    except duckdb.Error as error:
        raise BadOption(_("DuckDB says: {why}", why=_first_line(error))) from None


def _one_question(words: str) -> Any:
    """The statement, as DuckDB itself reads it; `BadOption` for what is not one SELECT."""
    found = duckdb.extract_statements(words)
    if len(found) != 1 or found[0].type != duckdb.StatementType.SELECT:
        raise BadOption(_("Only a SELECT has an answer."))
    return found[0]


def _row(row: Any) -> tuple[Any, ...]:
    names = (Name(row.one_surname, row.one_first_name), Name(row.two_surname, row.two_first_name))
    played = (row.result, row.ending, row.date, row.start, row.moves, row.plies, row.rating1, row.rating2)
    more = (row.one_birth or None, row.two_birth or None, row.notes)
    return (row.id, row.game, row.variant, row.size, *map(str, names), *played, *more)


def _plain(value: Any) -> Any:
    return value if value is None or type(value) in (bool, int, float, str) else str(value)


def _quoted(path: Path) -> str:
    return "'" + str(path.resolve()).replace("'", "''") + "'"


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
