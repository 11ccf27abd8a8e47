"""A process that asks a database one question and dies: of its answer, its memory or its deadline.

Started by path with only the standard library (and psycopg for PostgreSQL), so that it starts at once and
holds nothing worth having. It reads one request from standard input, gives up its means, and writes one
answer, all in JSON. `exam_sql` is the other side.

A SQLite file holds nothing but what may be read; a PostgreSQL user may read nothing but that. What is left to
limit here is time, memory and the size of the answer: a single step of a database can take minutes and
cannot be interrupted, so the alarm ends the process, whatever it does.
"""

from __future__ import annotations

import json
import math
import select
import signal
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from decimal import Decimal
from typing import Any

MEMORY = 512 << 20  # bytes of this process
HEAP = 256 << 20  # bytes of them for SQLite: sorting and temporary tables are in memory
GRACE = 1.0  # seconds after the deadline, to say that it has passed
DEADLINES = tuple(-getattr(signal, name) for name in ("SIGALRM", "SIGXCPU") if hasattr(signal, name))
LONGEST_QUESTION = 100_000
LONGEST_VALUE = 1 << 20
LARGEST_ANSWER = 2 << 20  # characters of JSON in all its rows; what comes after is cut off
MOST_COLUMNS = 100

# What a question may call: all that computes, nothing that tells or changes how SQLite works.
FUNCTION_NAMES = """
    abs avg ceil ceiling char coalesce concat concat_ws count cume_dist current_date current_time
    current_timestamp date datetime dense_rank exp first_value floor format glob group_concat hex ifnull iif
    instr julianday lag last_value lead length like ln log log10 log2 lower ltrim max min mod nth_value ntile
    nullif octet_length percent_rank pi pow power printf quote rank replace round row_number rtrim sign sqrt
    strftime string_agg substr substring sum time total trim trunc typeof unicode unixepoch upper
    json json_array json_array_length json_each json_extract json_group_array json_group_object json_object
    json_quote json_tree json_type json_valid -> ->>
"""
FUNCTIONS = frozenset(FUNCTION_NAMES.split())
TABLES = frozenset({"joueur", "partie", "json_each", "json_tree"})

UNSAFE_ROLE = """
    SELECT CASE
        WHEN rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls THEN 'attributes'
        WHEN EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) THEN 'memberships'
        WHEN EXISTS (SELECT FROM pg_database WHERE datdba = pg_roles.oid) THEN 'a database of its own'
        ELSE (
            SELECT format('%%I.%%I', nspname, relname)
            FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
            WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND nspname !~ '^pg_|^information_schema$'
                AND NOT (nspname = ANY (%(schemas)s) AND relname IN ('joueur', 'partie') AND relkind = 'v')
                AND (relowner = pg_roles.oid OR has_any_column_privilege(pg_class.oid, 'SELECT')
                    OR has_table_privilege(pg_class.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))
            UNION ALL
            SELECT proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace
            WHERE prosecdef AND nspname <> 'pg_catalog' AND has_schema_privilege(n.oid, 'USAGE')
                AND has_function_privilege(pg_proc.oid, 'EXECUTE')
            LIMIT 1)
        END
    FROM pg_roles WHERE rolname = session_user
"""


class Refused(Exception):
    """Why there is no answer: a kind that the other side has words for, and what the database says."""

    def __init__(self, kind: str, words: str = "") -> None:
        super().__init__(kind, words)
        self.kind, self.words = kind, words


def main() -> None:
    """Answer the request on standard input."""
    request = json.load(sys.stdin)
    if "address" in request:
        import psycopg  # noqa: F401  what it takes to load is not the question's
    confine(request["seconds"])
    begun = time.monotonic()
    try:
        answer = (ask_sqlite if "file" in request else ask_postgresql)(request)
    except Refused as refused:
        answer = {"refused": refused.kind, "words": refused.words}
    except MemoryError:
        answer = {"refused": "large", "words": ""}
    if answer.get("refused") in ("wrong", "late"):
        answer["refused"] = "late" if time.monotonic() - begun >= request["seconds"] else "wrong"
    json.dump(answer, sys.stdout)


def confine(seconds: float) -> None:
    """Give up what an answer does not need, for good: files to write, memory, and time."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
        signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)
    with suppress(ImportError):
        import resource

        limits = {"RLIMIT_AS": MEMORY, "RLIMIT_CORE": 0, "RLIMIT_FSIZE": 0, "RLIMIT_NOFILE": 64}
        limits["RLIMIT_CPU"] = math.ceil(seconds + GRACE) + 1
        for name, most in limits.items():
            hard = resource.getrlimit(getattr(resource, name))[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(getattr(resource, name), (most, most))


def ask_sqlite(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of a file that nobody changes any more."""
    deadline = time.monotonic() + request["seconds"]
    with closing(sqlite3.connect(request["file"], uri=True)) as connection:
        for setting in ("temp_store = MEMORY", f"hard_heap_limit = {HEAP}", "trusted_schema = OFF"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("PRAGMA case_sensitive_like = ON")  # as on PostgreSQL
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_QUESTION)
        connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
        try:
            connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")  # made at their first use
            connection.set_authorizer(_authorize)
            cursor = connection.execute(request["sql"])
            return _answer(cursor.description, cursor, request["rows"])
        except sqlite3.DataError as error:
            raise Refused("large", str(error)) from None
        except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
            words = str(error)
            if "malformed" in words or "not a database" in words:
                raise Refused("damaged") from None
            denied = "prohibited" in words or "not authorized" in words
            raise Refused("denied" if denied else "wrong", words) from None


def _authorize(action: int, one: str | None, two: str | None, base: str | None, _view: str | None) -> int:
    """Reading the papers' tables, and computing. Tables that a question makes itself have no database."""
    allowed = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE)
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = (two or "").lower() in FUNCTIONS
    elif action == sqlite3.SQLITE_READ:
        allowed = not base or (one or "").lower() in TABLES
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def ask_postgresql(request: dict[str, Any]) -> dict[str, Any]:
    """The answer of a server, to a user who may read the views and nothing else: that is looked at first."""
    import psycopg

    milliseconds = max(1, round(1000 * request["seconds"]))
    settings = {
        "search_path": request["schema"],
        "statement_timeout": milliseconds,
        "idle_in_transaction_session_timeout": milliseconds,
        "client_connection_check_interval": 1000,
        "default_transaction_read_only": "on",
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    try:
        with closing(psycopg.connect(request["address"], connect_timeout=10, options=options)) as connection:
            row = connection.execute(UNSAFE_ROLE, {"schemas": request["schemas"]}).fetchone()
            if row is None or row[0] is not None:
                raise Refused("unsafe", str(row[0]) if row else "?")
            rows = _streamed(connection, request["sql"])
            return _answer(next(rows), rows, request["rows"])
    except psycopg.errors.InsufficientPrivilege as error:
        raise Refused("denied", _first_line(error)) from None
    except psycopg.Error as error:
        words = _first_line(error)
        raise Refused("large" if "out of memory" in words else "wrong", words) from None


def _streamed(connection: Any, sql: str) -> Iterator[Any]:
    """The names of an answer's columns, None if it has none, then its rows, one by one as they come.

    One statement, sent as such within the transaction that has begun: what it does to its own settings
    comes too late for itself, and nothing follows.
    """
    from psycopg.adapt import Transformer
    from psycopg.errors import error_from_result
    from psycopg.pq import ExecStatus

    server, reader = connection.pgconn, Transformer(connection)
    server.send_query_params(sql.encode(), None)
    server.set_single_row_mode()
    described = False
    while server.flush():
        select.select([], [server.socket], [])
    while result := _next_result(server):
        if result.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(result)
        if result.status not in (ExecStatus.SINGLE_TUPLE, ExecStatus.TUPLES_OK):
            break
        if not described:
            yield [((result.fname(number) or b"").decode(),) for number in range(result.nfields)]
            described = True
        reader.set_pgresult(result)
        yield from reader.load_rows(0, result.ntuples, tuple)
    if not described:
        yield None


def _next_result(server: Any) -> Any:
    """What the server sends next, read as it comes: libpq then notices a value beyond our memory at once."""
    while server.is_busy():
        select.select([server.socket], [], [])
        server.consume_input()
    return server.get_result()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["?"])[0]


def _answer(described: Any, rows: Iterable[tuple[Any, ...]], limit: int) -> dict[str, Any]:
    if described is None:
        raise Refused("no rows")
    if len(described) > MOST_COLUMNS:
        raise Refused("large")
    kept: list[list[Any]] = []
    size = 0
    cut = False
    for row in rows:
        values = [_plain(value) for value in row]
        size += len(json.dumps(values)) + len(", ")
        cut = len(kept) == limit or size > LARGEST_ANSWER
        if cut:
            break
        kept.append(values)
    return {"columns": [column[0] for column in described], "rows": kept, "cut": cut}


def _plain(value: Any) -> int | float | str | None:
    if isinstance(value, Decimal):
        value = float(value)
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    text = (
        value if isinstance(value, str) else f"x'{value.hex()}'" if isinstance(value, bytes) else str(value)
    )
    if len(text) > LONGEST_VALUE:
        raise Refused("large")
    return text


if __name__ == "__main__":
    main()
