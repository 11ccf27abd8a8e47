"""What the commands of `stratege archive` share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from stratege.cli.app import command_group
from stratege.cli.options import Database
from stratege.core.errors import BadOption
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.archive.store import Archive

__all__ = ["Database", "archive", "opened"]

archive = command_group(
    "archive",
    [
        "stratege archive fill awale --games 200",
        "stratege archive import games.txt",
        "stratege archive explore awale --moves 'e g'",
    ],
)


@contextmanager
def opened(database: str | None, makes: bool = False) -> Iterator[Archive]:
    """The archive that was asked for; closed at the end. Only who `makes` one may name a file not there."""
    from stratege.archive.database import chosen_url, shown
    from stratege.archive.store import Archive

    if database is not None and not makes:
        url = chosen_url(database)
        if url.get_backend_name() == "sqlite" and not Path(shown(url)).exists():
            raise BadOption(
                _(
                    "There is no archive {path}; `stratege archive import` and `fill` make one.",
                    path=shown(url),
                )
            )
    with Archive.open(database) as found:
        yield found
