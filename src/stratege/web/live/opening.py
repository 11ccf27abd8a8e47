"""Which database has the live games: a file for one process, PostgreSQL for as many as there are."""

from __future__ import annotations

from stratege.web.live.sqlite_store import SqliteStore
from stratege.web.live.store import Store
from stratege.web.settings import Settings


def open_store(settings: Settings) -> Store:
    """The live games of an app."""
    if settings.live is None:
        return SqliteStore(settings.folder)
    from stratege.web.live.postgresql_store import PostgresqlStore

    return PostgresqlStore(settings.live, settings.folder)


def secret_of(settings: Settings) -> bytes:
    """The key that signs cookies: of the folder, or the one that all processes on a database share."""
    own = settings.secret()
    if settings.live is None:
        return own
    from stratege.web.live.postgresql_store import shared_secret

    return shared_secret(settings.live, settings.folder, own)
