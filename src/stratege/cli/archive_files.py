"""`stratege archive import | export | stats | backup | fill`: games in and out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from stratege.cli.app import command
from stratege.cli.archive_group import Database, archive, opened
from stratege.cli.console import compile_notice, err, out, print_json
from stratege.cli.options import ClusterAddress, GameName, Json, Lang, Seed, Size, VariantName
from stratege.cli.playing import doing, playing
from stratege.core.errors import BadOption, StrategeError
from stratege.core.extras import require
from stratege.core.files import STANDARD_OUTPUT, is_standard_output, reason_of, writing
from stratege.core.language import _, in_figures

if TYPE_CHECKING:
    from stratege.archive.store import Added

SHOWN_REFUSALS = 20
SOME_REFUSED = 1
HOUSE_BATCH = 100
PARQUET = b"PAR1"  # how such a file begins

OneGame = Annotated[str | None, typer.Option("--game", help=_("only this game"), metavar="GAME")]


@command(
    help=_(
        "Put the games of files in: records, SGF, OGN, trials of Ludii, JSON lines, CSV or Parquet, each "
        "file with as many as it has. Of variations the main line goes in; what is in already is left alone."
    ),
    examples=[
        "stratege archive import games.txt old.ogn study.sgf",
        "stratege archive import - --json < games.jsonl",
    ],
    group=archive,
    name="import",
)
def import_(
    files: Annotated[list[Path], typer.Argument(help=_("the files; - for what comes in"), metavar="FILE…")],
    workers: Annotated[
        int, typer.Option("--workers", help=_("how many processes read"), min=1, max=64, metavar="N")
    ] = 1,
    cluster: ClusterAddress = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.archive.importer import Counted, add_lines
    from stratege.archive.store import Added

    for path in files:
        _try_reading(path)
    total, refused = Added(), []
    size = None if Path("-") in files else sum(path.stat().st_size for path in files)
    with (
        opened(database, makes=True) as store,
        compile_notice(),
        doing(cluster) as elsewhere,
        _progress(_("importing"), size) as (count, show),
    ):
        for path in files:
            with _reading(path) as file:
                lines = _parquet_lines(path, file) or Counted(file, count)
                for added in add_lines(store, lines, workers=workers, elsewhere=elsewhere):
                    refused += [(str(path), one) for one in added.refused]
                    _add_up(total, added)
                    show(total.games)
    if as_json:
        told = [{"file": path, "line": one.line, "reason": one.reason} for path, one in refused]
        print_json({"new": total.new, "known": total.known, "refused": told})
    else:
        _say_refusals(refused)
        words = _("{new} new, {known} known, {refused} refused.", **_counts(total))
        out.print(words, highlight=False)
    if refused:
        raise typer.Exit(SOME_REFUSED)


def _parquet_lines(path: Path, file: BufferedReader) -> Iterable[str] | None:
    """The games of a Parquet file, a line of JSON each; None if it is none."""
    if str(path) == "-" or file.peek(len(PARQUET))[: len(PARQUET)] != PARQUET:
        return None
    require("parquet")
    from stratege.archive.parquet import game_lines

    return game_lines(path)


def _counts(total: Added) -> dict[str, str]:
    return {
        "new": in_figures(total.new),
        "known": in_figures(total.known),
        "refused": in_figures(len(total.refused)),
    }


def _add_up(total: Added, added: Added) -> None:
    total.new += added.new
    total.known += added.known
    total.refused += added.refused


def _say_refusals(refused: list[tuple[str, Any]]) -> None:
    for path, one in refused[:SHOWN_REFUSALS]:
        print(f"{path}:{one.line}: {one.reason}", file=sys.stderr)
    if len(refused) > SHOWN_REFUSALS:
        print(_("… and {n} more.", n=len(refused) - SHOWN_REFUSALS), file=sys.stderr)


def _try_reading(path: Path) -> None:
    with _reading(path):
        pass


@contextmanager
def _reading(path: Path) -> Iterator[BufferedReader]:
    if str(path) == "-":
        yield cast(BufferedReader, sys.stdin.buffer)
        return
    try:
        file = path.open("rb")
    except OSError as error:
        raise StrategeError(_("Cannot read {path}: {why}.", path=path, why=reason_of(error))) from None
    with file:
        yield file


@contextmanager
def _progress(words: str, total: int | None) -> Iterator[tuple[Callable[[int], None], Callable[[int], None]]]:
    """A bar that goes on by the first function; the second tells how many games are in, for the rate."""
    import time

    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    begun = time.monotonic()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words, total=total)

        def show(games: int) -> None:
            rate = games / max(time.monotonic() - begun, 1e-9)
            numbers = {"games": in_figures(games), "rate": in_figures(round(rate))}
            told = _("{words}: {games} games, {rate} a second", words=words, **numbers)
            bar.update(task, description=told)

        yield (lambda step: bar.advance(task, step)), show


@command(
    help=_(
        "Write games as records, JSON lines, CSV, SGF or OGN (Awalé), to a file or the screen; or as Parquet."
    ),
    examples=[
        "stratege archive export games.txt",
        "stratege archive export --game awale --format ogn awale.ogn",
        "stratege archive export --format json | head",
        "stratege archive export --parquet games.parquet",
    ],
    group=archive,
)
def export(
    file: Annotated[Path | None, typer.Argument(help=_("the file to write"), metavar="FILE")] = None,
    form: Annotated[
        str, typer.Option("--format", help=_("record, json, csv, sgf or ogn"), metavar="FORMAT")
    ] = "record",
    parquet: Annotated[
        bool, typer.Option("--parquet", help=_("write a Parquet file, for `archive query`"))
    ] = False,
    game: OneGame = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from stratege.archive import ogn
    from stratege.archive.formats import FORMATS, OGN, head, written
    from stratege.core.registry import game_class

    if form not in FORMATS:
        known = ", ".join(FORMATS)
        raise BadOption(_("There is no format {form!r}; there are: {known}.", form=form, known=known))
    name = ogn.GAME if form == OGN and game is None else game
    if name is not None:
        game_class(name)
    if parquet:
        _export_parquet(file, name, database)
        return
    with opened(database) as store, _writing(file) as write:
        write(head(form))
        for _number, entry in store.entries(name):
            write(written(entry, form))


def _export_parquet(file: Path | None, name: str | None, database: str | None) -> None:
    if file is None or is_standard_output(file):
        raise BadOption(_("--parquet needs the name of a file."))
    require("parquet")
    from stratege.archive.parquet import export as write_parquet

    with opened(database) as store, _progress(_("writing"), None) as (count, _show):
        games = write_parquet(store, file, name, count)
    out.print(_("{n} games are in {path}.", n=in_figures(games), path=file), markup=False, soft_wrap=True)


@contextmanager
def _writing(path: Path | None) -> Iterator[Callable[[str], object]]:
    """Where to write: the screen, or a file that appears only when it is whole."""
    with writing(path or STANDARD_OUTPUT) as file:
        yield lambda text: file.write(text.encode())


@command(
    help=_("What is in the archive, by game."),
    examples=["stratege archive stats", "stratege archive stats --recompute"],
    group=archive,
)
def stats(
    recompute: Annotated[
        bool, typer.Option("--recompute", help=_("compute ratings and statistics anew from the games first"))
    ] = False,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from rich.table import Table

    with opened(database) as store:
        if recompute:
            with compile_notice():
                store.recompute()
        counts = store.counts()
        place = store.place
    if as_json:
        fields = ("game", "variant", "size", "games", "plies")
        rows = [dict(zip(fields, (*kind, *numbers))) for kind, numbers in counts.items()]
        print_json({"database": place, "counts": rows})
        return
    headings = (_("game"), _("variant"), _("size"), _("games"), _("moves"))
    table = Table(*headings, box=None, pad_edge=False, header_style="label")
    for kind, numbers in counts.items():
        table.add_row(*kind, *(in_figures(number) for number in numbers))
    out.print(_("The archive is {place}.", place=place), style="label", markup=False, soft_wrap=True)
    if counts:
        out.print(table)
    else:
        out.print(_("It is empty: `stratege archive fill GAME --games 100` plays some games for it."))


@command(
    help=_("Write a whole copy of the archive to a SQLite file; others may go on writing meanwhile."),
    examples=["stratege archive backup copy.sqlite"],
    group=archive,
)
def backup(
    file: Annotated[Path, typer.Argument(help=_("the file to write"), metavar="FILE")],
    force: Annotated[
        bool, typer.Option("--force", help=_("write over a file that is something else"))
    ] = False,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from stratege.archive.backup import backup as copy
    from stratege.archive.backup import check_backup

    with opened(database) as store:
        check_backup(store, file, force)
        copy(store, file)
    said = err if is_standard_output(file) else out
    said.print(_("The copy is {path}.", path=file), style="label", markup=False, soft_wrap=True)


@command(
    help=_("Have the engine's levels play house games, for an explorer that is not empty."),
    examples=["stratege archive fill awale --games 500", "stratege archive fill quixo --size 4 --games 50"],
    group=archive,
)
def fill(
    name: GameName,
    games: Annotated[int, typer.Option("--games", help=_("how many games"), min=1, metavar="N")],
    players: Annotated[
        str | None,
        typer.Option("--players", help=_("who plays, with commas between"), metavar="NAMES"),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    seed: Seed = None,
    workers: Annotated[
        int, typer.Option("--workers", help=_("how many games at once"), min=1, max=64, metavar="N")
    ] = 2,
    cluster: ClusterAddress = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    import random

    from stratege.archive.house_games import PLAYERS, check_players, house_games
    from stratege.archive.store import Added
    from stratege.cli.boards import game_asked

    chosen = game_asked(name, variant, size)
    names = tuple(players.split(",")) if players else PLAYERS
    drawn = random.SystemRandom().getrandbits(32) if seed is None else seed
    total, waiting = Added(), []
    check_players(names, chosen)
    with (
        opened(database, makes=True) as store,
        compile_notice(),
        playing(workers, cluster) as play,
        _progress(_("playing"), games) as (count, show),
    ):
        for entry in house_games(chosen, games, names, drawn, play=play):
            waiting.append(entry)
            count(1)
            if len(waiting) == HOUSE_BATCH:
                _add_up(total, store.add(waiting))
                waiting = []
            show(total.games + len(waiting))
        _add_up(total, store.add(waiting))
    if as_json:
        print_json({"new": total.new, "known": total.known, "seed": drawn})
    else:
        out.print(_("{new} new, {known} known, {refused} refused.", **_counts(total)))
