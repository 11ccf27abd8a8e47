"""A PostgreSQL user for questions in SQL: it may read the papers' views, and nothing else.

That is the whole boundary. What such a user can call, it may: `ts_stat`, `query_to_xml` and whatever else
runs SQL run it with rights on these views alone. The archive's owner makes the views, in a schema for each
paper, and keeps the user's password in a table that only the owner reads.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, text

from stratege.archive.database import clear_errors, reading, shown, writing
from stratege.archive.exam_views import PAPERS, VIEWS
from stratege.archive.store import Archive
from stratege.core.errors import BadOption, StrategeError
from stratege.core.language import _

SCHEMAS = {game: f"exam_{paper}" for game, paper in PAPERS.items()}
CONNECTIONS = 16
LONGEST_NAME = 63
SETTINGS = {
    "default_transaction_read_only": "on",
    "statement_timeout": "60s",
    "work_mem": "16MB",
    "jit": "off",
}
TEMPORARY = "256MB"  # files of one question; only a superuser can set this limit, and the user cannot lift it


def request(archive: Archive, game: str) -> dict[str, Any]:
    """How a process asks about the game's paper: address, schema, and all schemas that may be read."""
    url = archive.engine.url
    with clear_errors(url), reading(archive.engine) as connection:
        found = _recorded(connection)
    if found is None:
        raise StrategeError(
            _(
                "Questions in SQL need a database user of their own in {database}: "
                "`stratege archive sql-role` makes one.",
                database=shown(url),
            )
        )
    address = url.set(drivername="postgresql", username=found[0], password=found[1])
    return {
        "address": address.render_as_string(hide_password=False),
        "schema": SCHEMAS[game],
        "schemas": list(SCHEMAS.values()),
    }


def make_role(archive: Archive, name: str | None = None) -> str:
    """Make the user, or give the one there is a new password and what it lacks; its name."""
    if archive.engine.dialect.name != "postgresql":
        raise BadOption(_("A SQLite archive needs no database user: questions are put to a copy."))
    with clear_errors(archive.engine.url), writing(archive.engine) as connection:
        recorded = _recorded(connection)
        kept = recorded[0] if recorded else None
        database: str = connection.scalar(text("SELECT current_database()")) or ""
        name = name or kept or f"{database}_sql"[:LONGEST_NAME]
        exists = connection.scalar(text("SELECT TRUE FROM pg_roles WHERE rolname = :name"), {"name": name})
        if exists and name != kept:
            raise BadOption(_("There is a database user {name} already; --name chooses another.", name=name))
        password = secrets.token_urlsafe(24)
        hashed = _hashed(connection, name, password)
        _run(connection, "ALTER ROLE {} PASSWORD {text}" if exists else CREATE, name, text=hashed)
        _settle(connection, name)
        _run_as_owner(connection, name, password)
    return name


CREATE = "CREATE ROLE {} LOGIN NOINHERIT CONNECTION LIMIT " + str(CONNECTIONS) + " PASSWORD {text}"


def _recorded(connection: Connection) -> tuple[str, str] | None:
    if connection.scalar(text("SELECT to_regclass('sql_role')")) is None:
        return None
    row = connection.execute(text("SELECT name, password FROM sql_role")).fetchone()
    return None if row is None else (row[0], row[1])


def _hashed(connection: Connection, name: str, password: str) -> str:
    """The password as the server keeps it, so that no log sees it."""
    driver: Any = connection.connection.driver_connection
    hashed: bytes = driver.pgconn.encrypt_password(password.encode(), name.encode())
    return hashed.decode()


def _settle(connection: Connection, name: str) -> None:
    """Its defaults. A question may change most of them, and gains nothing by it."""
    for setting, value in SETTINGS.items():
        _run(connection, "ALTER ROLE {} SET {} = {text}", name, setting, text=value)
    if connection.scalar(text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")):
        _run(connection, "ALTER ROLE {} SET temp_file_limit = {text}", name, text=TEMPORARY)


def _run_as_owner(connection: Connection, name: str, password: str) -> None:
    """Make the views and the note of the password, as the owner of the archive's tables."""
    owner: str = connection.scalar(
        text("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('game')")
    )
    _run(connection, "SET LOCAL ROLE {}", owner)
    connection.execute(
        text("CREATE TABLE IF NOT EXISTS sql_role (name TEXT NOT NULL, password TEXT NOT NULL)")
    )
    connection.execute(text("DELETE FROM sql_role"))
    connection.execute(
        text("INSERT INTO sql_role VALUES (:name, :password)"), {"name": name, "password": password}
    )
    for game, schema in SCHEMAS.items():
        _run(connection, "CREATE SCHEMA IF NOT EXISTS {}", schema)
        _run(connection, "GRANT USAGE ON SCHEMA {} TO {}", schema, name)
        for view, definition in VIEWS[game].items():
            _run(connection, "CREATE OR REPLACE VIEW {}.{} AS " + definition.select, schema, view.lower())
            _run(connection, "GRANT SELECT ON {}.{} TO {}", schema, view.lower(), name)


def _run(connection: Connection, words: str, *names: str, text: str = "") -> None:
    """A statement with names in its gaps, and a text in the one called so."""
    from psycopg import sql  # which who has no server never loads

    gaps = [sql.Identifier(name) for name in names]
    driver: Any = connection.connection.driver_connection
    connection.exec_driver_sql(sql.SQL(words).format(*gaps, text=sql.Literal(text)).as_string(driver))
