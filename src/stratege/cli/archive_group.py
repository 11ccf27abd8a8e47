"""What the commands of `stratege archive` share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from stratege.cli.app import command_group
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.archive.store import Archive

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        help=_("a SQLite file or a postgresql:// address; else STRATEGE_DATABASE, else one's own"),
        metavar="PLACE",
    ),
]
archive = command_group(
    "archive",
    _("Keep games in a database: import and export, an opening explorer, ratings, SQL."),
    [
        "stratege archive fill awale --games 200",
        "stratege archive import games.txt",
        "stratege archive explore awale --moves 'e g'",
    ],
)


@contextmanager
def opened(database: str | None) -> Iterator[Archive]:
    """The archive that was asked for; closed at the end."""
    from stratege.archive.store import Archive

    with Archive.open(database) as found:
        yield found
