"""Playing a tournament on the screen: the table as it fills, then what was asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.table import Table

from stratege.cli.console import (
    Terminal,
    compile_notice,
    err,
    make_way,
    out,
    print_json,
    save_or_show,
    say_where,
)
from stratege.cli.playing import playing
from stratege.core.files import check_output
from stratege.core.language import _
from stratege.core.record import Record

if TYPE_CHECKING:
    from stratege.arena.journal import FileJournal
    from stratege.arena.standings import Standings
    from stratege.arena.tournament import Identity, Tournament

INTERRUPTED = 130
REFRESH = 0.25  # seconds between two tables
MOST_FAULTS = 5

Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report",
        help=_("write a report to this file, by its ending: .html .json .csv .svg, or .txt for the games"),
        metavar="FILE",
    ),
]
ArchiveToo = Annotated[bool, typer.Option("--archive", help=_("put the games into the archive"))]


def check_reports(reports: list[Path] | None) -> None:
    """Refuse a report that could not be written, before anything is played."""
    from stratege.arena.report import writer

    for path in reports or []:
        writer(path)
        check_output(path)


def run(
    tournament: Tournament,
    journal: FileJournal,
    workers: int,
    cluster: str | None,
    reports: list[Path] | None,
    archived: bool,
    database: str | None,
    as_json: bool,
    newcomers: Collection[str] | None = None,
) -> None:
    """Play what is missing, then tell of it; Ctrl-C leaves with what there is.

    The journal is held for it, and the tournament is begun there once everybody is known to be able to play,
    or where there are newcomers, they are: who has broken since loses their games and holds nobody up.
    """
    from stratege.arena.tournament import play_tournament

    kept = journal.games()
    if len(kept) < tournament.total:
        with compile_notice():
            tournament.rehearse(newcomers)
    journal.begin(tournament)  # not before: who cannot play would be in it for good
    with playing(workers, cluster) as play, _live(tournament, kept) as on_game:
        whole = play_tournament(tournament, journal, play, on_game)
    tell(tournament, kept, reports, archived, database, as_json)
    if not whole:
        raise typer.Exit(INTERRUPTED)


def tell(
    tournament: Tournament,
    kept: dict[Identity, Record],
    reports: list[Path] | None,
    archived: bool,
    database: str | None,
    as_json: bool,
) -> None:
    """Show the table after these games, and write what was asked for."""
    from stratege.arena.report import described, writer
    from stratege.arena.standings import standings

    make_way(*(reports or []))
    for path in reports or []:
        save_or_show(path, writer(path)(tournament, kept))
    if archived:
        _archive(kept, database, err if as_json else out)
    if as_json:
        print_json(described(tournament, kept))
    else:
        _show(tournament, kept, standings(tournament, kept))
        for path in reports or []:
            say_where(path)


@contextmanager
def _live(
    tournament: Tournament, kept: dict[Identity, Record]
) -> Iterator[Callable[[Identity, Record], None]]:
    """The cross table on the screen as games come in; they are added to those kept."""
    from stratege.arena.standings import standings

    if not err.is_terminal:
        yield kept.__setitem__
        return
    shown = 0.0
    with Live(console=err, transient=True, auto_refresh=False) as live:

        def on_game(identity: Identity, record: Record) -> None:
            nonlocal shown
            kept[identity] = record
            if time.monotonic() - shown > REFRESH:
                live.update(cross_table(standings(tournament, kept)), refresh=True)
                shown = time.monotonic()

        yield on_game


def cross_table(stand: Standings) -> Table:
    """The table for a terminal: everybody's row, and a column for each opponent while there is room."""
    from stratege.arena.report import cell, columns, headings, short

    numbers = {"played": stand.games, "total": stand.total}
    table = Table(box=None, pad_edge=False, header_style="label", title_justify="left")
    table.caption = _("{played} of {total} games", **numbers)
    table.caption_justify = "left"
    for place, heading in enumerate([*headings(), *map(str, range(1, len(stand.rows) + 1))]):
        table.add_column(heading, justify="left" if place == 1 else "right", no_wrap=place != 1)
    for place, row in enumerate(stand.rows, start=1):
        own = columns(place, row)
        own[1] = short(row.name)
        against = (cell(stand.cells.get((row.name, name))) for name in stand.names)
        table.add_row(*(_plain(one) for one in [*own, *against]))
    return table


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _show(tournament: Tournament, kept: dict[Identity, Record], stand: Standings) -> None:
    from stratege.arena.match import FAULTS
    from stratege.arena.report import facts, remark, title

    out.print(title(tournament), style="one", markup=False)
    table = cross_table(stand)
    table.caption = None  # the facts say it
    out.print(table)
    out.print(facts(tournament, stand), style="label", markup=False)
    if remark(stand):
        out.print(remark(stand), style="label", markup=False)
    faults = [(one, record) for one, record in sorted(kept.items()) if record.tags["Ending"] in FAULTS]
    for identity, record in faults[:MOST_FAULTS]:
        loser = record.tags["Player2" if record.result == "1-0" else "Player1"]
        words = {"n": identity, "player": loser, "reason": record.tags["Reason"]}
        out.print(_("Game {n}: {player} loses, {reason}.", **words), style="red", markup=False)
    if len(faults) > MOST_FAULTS:
        out.print(_("… and {n} more such games.", n=len(faults) - MOST_FAULTS), style="red")


def _archive(kept: dict[Identity, Record], database: str | None, told: Terminal) -> None:
    """Put the games into the archive, which knows those that are in it already."""
    from stratege.archive.formats import entry_of_record
    from stratege.cli.archive_group import opened

    with opened(database, makes=True) as store:
        added = store.add(entry_of_record(record) for _identity, record in sorted(kept.items()))
    words = {"new": added.new, "known": added.known}
    told.print(_("The archive has {new} new games, and knew {known}.", **words), style="label")
