"""Where the archive is, and the little in which SQLite and PostgreSQL differ.

One writer at a time, on both: SQLite takes its lock when a writing transaction begins (never later, where
it could fail instead of waiting), PostgreSQL locks a table. So games get their numbers in the order in
which they are written, and ratings follow that order.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError

from stratege.archive.schema import COMPUTED, HEAD, metadata
from stratege.core.errors import BadOption, StrategeError, Unavailable
from stratege.core.extras import require
from stratege.core.files import reason_of
from stratege.core.language import N_, _

VARIABLE = "STRATEGE_DATABASE"
PATIENCE = 300  # seconds to wait for another writer: a large import writes for some of them
CACHE_KIB = 256 * 1024
FIRST_LOCK = 0x57A7E6E  # any number that nobody else on the server locks
PARAMETERS = 10_000  # of one statement; SQLite allows 32,766
_SERVERS_NAMES = {  # PostgreSQL's names of the types that our tables have
    "integer": "int4",
    "big_integer": "int8",
    "float": "float8",
    "text": "text",
    "string": "varchar",
    "large_binary": "bytea",
}


def chosen_url(given: str | None) -> URL:
    """The database that was asked for: given, or in the environment, or the user's own file."""
    if given is not None and not given.strip():
        raise BadOption(_("The name of the database is empty."))
    chosen = given or os.environ.get(VARIABLE) or ""
    if "://" in chosen:
        try:
            url = make_url(chosen)
        except ArgumentError:
            raise StrategeError(_("{url!r} is not the address of a database.", url=chosen)) from None
        if url.get_backend_name() == "postgresql":
            return url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() != "sqlite":
            raise StrategeError(_("The archive can be a SQLite file or a PostgreSQL database."))
        chosen = url.database or ""
    path = Path(chosen).expanduser() if chosen else default_file()
    if path.is_dir():
        raise BadOption(_("{path} is a folder, not an archive of games.", path=path))
    return URL.create("sqlite", database=str(path))


def default_file() -> Path:
    """The archive in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("stratege") / "archive.sqlite"


def connect(url: URL) -> Engine:
    """An engine on the database, made if it is a file that is not there; errors are one sentence.

    Whether it is up to date is for `bring_up_to_date` to see.
    """
    with clear_errors(url):
        if url.get_backend_name() == "sqlite":
            path = Path(url.database or "")
            _make_file(path)
            return _sqlite_engine(url, reading_uri(path) if _is_read_only(path) else None)
        require("postgres")
        engine = create_engine(url, pool_pre_ping=True)
        engine.connect().close()
        return engine


def bring_up_to_date(engine: Engine, recompute: Callable[[Connection], None]) -> None:
    """Run the migrations that the database lacks; where they ask for it, compute anew what is computed.

    All in one transaction: killed in the middle, it is as it was.
    """
    with clear_errors(engine.url):
        with engine.connect() as connection:
            if _revision(connection) == HEAD:
                return
        with writing(engine) as connection:
            before = _revision(connection)
            if before is not None and before > HEAD:
                raise StrategeError(
                    _("{database} was made by a later version of Stratège.", database=shown(engine.url))
                )
            if before is None and inspect(connection).get_table_names():
                raise StrategeError(_("{database} is not an archive of games.", database=shown(engine.url)))
            if before != HEAD:
                migrate(connection)
            if before is not None and before < COMPUTED:
                recompute(connection)


def migrate(connection: Connection, target: str = "head") -> None:
    """Run the migrations up to that one on this connection, within its transaction."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "stratege.archive:migrations")
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, _context: Any) -> Any:
        return script._upgrade_revs(target, revision)

    with EnvironmentContext(config, script, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _make_file(path: Path) -> None:
    """Make the file whole under another name, then put it in place, if nobody else does so first."""
    if path.exists():
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".archive") as folder:
            fresh = Path(folder) / "archive.sqlite"
            allow_sharing(fresh)
            fresh.chmod(0o600)  # what people played is theirs; its journals get the same rights
            engine = _sqlite_engine(URL.create("sqlite", database=str(fresh)))
            with writing(engine) as connection:
                migrate(connection)
            engine.dispose()
            with suppress(FileExistsError):
                os.link(fresh, path)
    except OSError as error:
        raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None


def allow_sharing(path: Path) -> None:
    """Have the file keep its journal apart, so that some can read while one writes; it stays that way."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def reading_uri(path: Path) -> str:
    """The file's address for reading only.

    Where nothing can be written nobody writes: SQLite, which would make files beside it, is told so.
    """
    alone = not os.access(path.parent, os.W_OK) and not Path(f"{path}-wal").exists()
    return f"file:{quote(str(path.absolute()))}?mode=ro" + ("&immutable=1" if alone else "")


def _is_read_only(path: Path) -> bool:
    """Whether the archive can be read but not written: somebody else's, or on a disk that cannot be."""
    return not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK)


def _sqlite_engine(url: URL, uri: str | None = None) -> Engine:
    """An engine on the file; given its address as a URI, on that."""
    options: dict[str, Any] = {"timeout": PATIENCE, "check_same_thread": False}
    creator = {"creator": lambda: sqlite3.connect(uri, uri=True, **options)} if uri else {}
    engine = create_engine(url, connect_args=options, **creator)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say, below
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes; whoever else writes waits until it ends."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            _lock_out_writers(connection)
        yield connection


def _lock_out_writers(connection: Connection) -> None:
    """Wait until nobody else writes. Only who may write can take this lock, unlike an advisory one.

    That is for the first time, when there is no table yet.
    """
    if connection.scalar(text("SELECT to_regclass('ruleset')")) is None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": FIRST_LOCK})
    else:
        connection.execute(text("LOCK TABLE ruleset IN SHARE ROW EXCLUSIVE MODE"))


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the database throughout."""
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else None
    options = {"isolation_level": level} if level else {}
    with engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


def note_rewriting(connection: Connection) -> None:
    """Note that what was there has changed, not only grown: copies of it are made anew (`sql_copy`)."""
    if connection.dialect.name == "sqlite":
        version = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
        connection.exec_driver_sql(f"PRAGMA user_version = {(version + 1) % (1 << 31)}")


def insert(connection: Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert whole rows, in the order of the table's columns."""
    columns, coming = metadata.tables[table].columns, iter(rows)
    if not (first := [*islice(coming, 1)]):
        return
    rows = chain(first, coming)
    if connection.dialect.name == "postgresql":
        words = f"COPY {table} ({', '.join(columns.keys())}) FROM STDIN (FORMAT BINARY)"
        with _cursor(connection) as cursor, cursor.copy(words) as copy:
            copy.set_types([_SERVERS_NAMES[column.type.__visit_name__] for column in columns])
            for row in rows:
                copy.write_row(row)
    else:
        marks = ", ".join("?" * len(columns))
        _cursor(connection).executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def present(connection: Connection, table: str, column: str, numbers: Sequence[int]) -> set[int]:
    """Which of the numbers a column has."""
    words = f"SELECT {column} FROM {table} WHERE {column} "
    cursor = _cursor(connection)
    if connection.dialect.name == "postgresql":
        cursor.execute(words + "= ANY(%s)", [list(numbers)])
    else:
        cursor.execute(words + "IN (SELECT value FROM json_each(?))", [json.dumps(numbers)])
    return {number for (number,) in cursor}


def _cursor(connection: Connection) -> Any:
    """The driver's own cursor, which takes rows as they come instead of all at once."""
    driver: Any = connection.connection.driver_connection
    return driver.cursor()


def pieces(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The values in parts that fit into one statement."""
    for start in range(0, len(values), PARAMETERS):
        yield values[start : start + PARAMETERS]


@contextmanager
def clear_errors(url: URL) -> Iterator[None]:
    """Say in one sentence what the database says in many."""
    try:
        yield
    except UnicodeDecodeError:  # of a message that quotes what stands in a damaged file
        raise Unavailable(_("The database {database} is damaged.", database=shown(url))) from None
    except Exception as error:
        if not isinstance(error, (SQLAlchemyError, sqlite3.Error)) and not _is_psycopgs(error):
            raise
        known = _known(getattr(error, "orig", error))
        if known:
            raise Unavailable(_(known, database=shown(url))) from None
        cause = str(error.orig) if isinstance(error, DatabaseError) else str(error)
        why = cause.strip().splitlines()[0] if cause.strip() else type(error).__name__
        raise Unavailable(_("The database {database}: {why}", database=shown(url), why=why)) from None


def _known(error: object) -> str:
    """The sentence for what SQLite says of a file that is something else, or damaged; "" for all else."""
    sentences = {
        sqlite3.SQLITE_NOTADB: N_("{database} is not an archive of games."),
        sqlite3.SQLITE_CORRUPT: N_("The database {database} is damaged."),
    }
    return sentences.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "")


def _is_psycopgs(error: Exception) -> bool:
    """Whether PostgreSQL's driver, which who has none never loads, raised it where it was called directly."""
    return type(error).__module__.startswith("psycopg.")


def shown(url: URL) -> str:
    """The database's name for people, without a password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string()
