"""The papers' SQL on the archive: one question at a time, nothing but reading, within limits.

`Joueur` and `Partie` are temporary views with exactly the columns of the paper on that game: 001 for Awalé,
004 for Quixo. They are all that a question can see.
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from sqlalchemy import Engine

from stratege.archive.ratings import START
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _

SECONDS, ROWS = 10.0, 1000
LONGEST_VALUE = 1 << 20
LARGEST_ANSWER = 16 << 20  # characters in all its rows; what comes after is cut off
PAPERS = {"awale": "001", "quixo": "004"}
VIEWS = ("joueur", "partie")

LEVEL = f"COALESCE(rating.highest, {round(START)})"
PLAYERS = """
    FROM player LEFT JOIN rating ON rating.player_id = player.id AND rating.game = '{game}'
"""
GAMES = "FROM game JOIN ruleset ON ruleset.id = game.ruleset_id AND ruleset.game = '{game}'"

DEFINITIONS = {
    "awale": (
        "CREATE TEMP VIEW Joueur AS SELECT player.id AS id_Joueur, surname AS nom, first_name AS prenom, "
        f"{LEVEL} AS niveau, NULLIF(birth, '') AS naissance {PLAYERS}",
        "CREATE TEMP VIEW Partie AS SELECT game.id AS id_Partie, player1_id AS id_joueur1, "
        "player2_id AS id_joueur2, result AS resultat, NULLIF(date, '') AS jour, moves AS jeu " + GAMES,
    ),
    "quixo": (
        "CREATE TEMP VIEW Joueur AS SELECT player.id AS id, surname AS nom, first_name AS prenom FROM player",
        "CREATE TEMP VIEW Partie AS SELECT game.id AS id, player1_id AS id_joueur1, "
        "player2_id AS id_joueur2, "
        "CASE result WHEN 1 THEN player1_id WHEN 0 THEN player2_id END AS id_gagnant, "
        "NULLIF(date, '') AS date, plies AS nbtours " + GAMES,
    ),
}

ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
# What a question to PostgreSQL may not name, for it could reach the server, other sessions or hidden SQL;
# nor may it write names with escapes (U&"…"), behind which they could hide.
FORBIDDEN = re.compile(
    r"\b(?:pg_\w+|lo_\w+|set_config|current_setting|dblink\w*|\w*_to_xml\w*|information_schema|public)\b|u&[\"']",
    re.I,
)


@dataclass(frozen=True)
class Answer:
    """The columns and rows of a question's answer; `cut` if there were more rows than the limits allow.

    Values are numbers, texts and None, whatever else the database knows being written as text.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool


@dataclass(frozen=True)
class Exam:
    """A question of a paper and its answer in SQL."""

    paper: str
    question: str
    words: str
    sql: str

    @property
    def game(self) -> str:
        """The game that the paper is about."""
        return next(game for game, paper in PAPERS.items() if paper == self.paper)


def exams() -> dict[str, Exam]:
    """The stored answers, by names like `001:Q23`. Each file begins with its question in comments."""
    found = {}
    for path in sorted(files("stratege.archive").joinpath("answers").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".sql"):
            paper, question = path.name.removesuffix(".sql").split("-")
            lines = path.read_text(encoding="utf-8").splitlines()
            words = " ".join(line.removeprefix("--").strip() for line in lines if line.startswith("--"))
            sql = "\n".join(line for line in lines if not line.startswith("--")).strip()
            found[f"{paper}:{question}"] = Exam(paper, question, words, sql)
    return found


def exam(name: str) -> Exam:
    """The stored answer of that name."""
    known = exams()
    if name not in known:
        names = ", ".join(known)
        raise BadOption(_("There is no stored answer {name!r}; there are: {known}.", name=name, known=names))
    return known[name]


def columns(game: str) -> dict[str, tuple[str, ...]]:
    """The views of the game's paper, and their columns.

    >>> columns("quixo")["Joueur"]
    ('id', 'nom', 'prenom')
    """
    heads = (words.split(" AS SELECT ", 1) for words in DEFINITIONS[game])
    return {head.split()[-1]: tuple(re.findall(r" AS (\w+)", body)) for head, body in heads}


def ask(archive: Archive, game: str, sql: str, seconds: float = SECONDS, rows: int = ROWS) -> Answer:
    """The answer to one SELECT over the views of the game's paper.

    Raises `StrategeError` for anything else, for mistakes, and when the time is up.
    """
    if game not in PAPERS:
        known = ", ".join(PAPERS)
        raise BadOption(_("SQL is for the games whose paper asks for it: {known}.", known=known))
    engine = archive.engine
    query = _ask_sqlite if engine.dialect.name == "sqlite" else _ask_postgresql
    return query(engine, [words.format(game=game) for words in DEFINITIONS[game]], sql, seconds, rows)


def _ask_sqlite(engine: Engine, views: Sequence[str], sql: str, seconds: float, limit: int) -> Answer:
    path = quote(str(engine.url.database))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=seconds)) as connection:
        for view in views:
            connection.execute(view)
        connection.execute("PRAGMA case_sensitive_like = ON")  # as on PostgreSQL
        connection.execute("PRAGMA query_only = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        connection.set_authorizer(_authorize)
        deadline = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
        try:
            cursor = connection.execute(sql)
            return _answer(cursor, limit)
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            raise _explained(str(error), time.monotonic() > deadline, seconds) from None


def _authorize(action: int, one: str | None, two: str | None, base: str | None, view: str | None) -> int:
    """Only reading, and only the views: a table may be read where a view of ours reads it."""
    if action in ALLOWED:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_READ:
        inside = (view or one or "").lower() in VIEWS
        # Tables that a question makes itself (WITH …) have no database.
        return sqlite3.SQLITE_OK if inside or not base else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_DENY


def _ask_postgresql(engine: Engine, views: Sequence[str], sql: str, seconds: float, limit: int) -> Answer:
    import psycopg

    named = FORBIDDEN.search(sql)
    if named:
        raise StrategeError(_("A question may not use {name}.", name=named[0]))
    begun = time.monotonic()
    with engine.connect() as wrapped:
        connection: Any = wrapped.connection.driver_connection
        try:
            with _reader(connection, views, seconds), connection.cursor(name="answer") as cursor:
                cursor.execute(sql)
                return _answer(cursor, limit)
        except psycopg.Error as error:
            connection.rollback()
            late = isinstance(error, psycopg.errors.QueryCanceled) and time.monotonic() - begun >= seconds
            raise _explained(str(error).splitlines()[0] if str(error) else "?", late, seconds) from None
        finally:
            wrapped.invalidate()  # with its temporary views


@contextmanager
def _reader(connection: Any, views: Sequence[str], seconds: float) -> Iterator[None]:
    """A transaction that can only read, sees only the views, has so long, and no rights that it can lose."""
    for view in views:
        connection.execute(view)
    for name in VIEWS:
        connection.execute(f"GRANT SELECT ON {name} TO PUBLIC")
    superuser = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()
    connection.commit()
    connection.execute("SET TRANSACTION READ ONLY")
    connection.execute(f"SET LOCAL statement_timeout = {round(1000 * seconds)}")
    connection.execute("SET LOCAL search_path = ''")
    if superuser and superuser[0]:
        connection.execute("SET LOCAL ROLE pg_read_all_settings")
    yield
    connection.rollback()


def _answer(cursor: Any, limit: int) -> Answer:
    if cursor.description is None:
        raise StrategeError(_("Only a SELECT has an answer."))
    columns = tuple(column[0] for column in cursor.description)
    rows: list[tuple[Any, ...]] = []
    size = 0
    for row in cursor:
        rows.append(tuple(map(_plain, row)))
        size += sum(len(value) if isinstance(value, str) else 1 for value in rows[-1])
        if len(rows) > limit or size > LARGEST_ANSWER:
            return Answer(columns, tuple(rows[:-1]), True)
    return Answer(columns, tuple(rows), False)


def _plain(value: Any) -> int | float | str | None:
    if isinstance(value, Decimal):
        value = float(value)
    if value is None or isinstance(value, (int, str)) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return f"x'{value.hex()}'" if isinstance(value, bytes) else str(value)


def _explained(words: str, late: bool, seconds: float) -> StrategeError:
    if late:
        return StrategeError(_("The question takes longer than {seconds} s.", seconds=f"{seconds:g}"))
    if "prohibited" in words or "not authorized" in words:
        return StrategeError(_("Questions can only read Joueur and Partie ({why}).", why=words))
    return StrategeError(_("SQL: {why}", why=words))
