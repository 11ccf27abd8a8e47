"""`stratege book`: opening books built, shown, checked and exported."""

from __future__ import annotations

import functools
import json
import os
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from stratege.cli.app import command, command_group
from stratege.cli.boards import game_asked, words_for
from stratege.cli.console import compile_notice, err, make_way, out, print_board, print_json, say_where
from stratege.cli.options import (
    ClusterAddress,
    Depth,
    GameName,
    Json,
    Lang,
    Moves,
    Nodes,
    Seconds,
    Seed,
    Size,
    VariantName,
)
from stratege.cli.playing import doing
from stratege.core.errors import BadOption
from stratege.core.files import check_output, write_whole
from stratege.core.game import Game
from stratege.core.language import _, in_bytes, in_figures
from stratege.core.line import Line
from stratege.core.position import Position

if TYPE_CHECKING:
    from stratege.engine.books.book import Book
    from stratege.engine.limits import Limits

NODES = 2_000_000
POSITIONS = 1000

book = command_group(
    "book",
    ["stratege book build awale --positions 200 --nodes 100000", "stratege book show quixo"],
)

File = Annotated[
    Path | None, typer.Option("--file", help=_("this book, not the one that players use"), metavar="FILE")
]


class Format(StrEnum):
    """What a book can be exported as."""

    json = "json"
    tsv = "tsv"


@command(
    group=book,
    help=_(
        "Build an opening book: positions are searched in the order in which good play comes to them, and "
        "values backed up by minimax. Stopped at any instant, it goes on with --resume; a book that is "
        "complete grows if more positions are asked for."
    ),
    examples=[
        "stratege book build awale --variant abapa --positions 5000 --time 1",
        "stratege book build quixo --positions 2000 --nodes 4000000 --resume",
    ],
)
def build(
    name: GameName,
    positions: Annotated[
        int, typer.Option("--positions", help=_("how many positions"), min=1, max=10_000_000, metavar="N")
    ] = POSITIONS,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    variant: VariantName = None,
    size: Size = None,
    resume: Annotated[bool, typer.Option("--resume", help=_("go on with the book that is there"))] = False,
    force: Annotated[bool, typer.Option("--force", help=_("begin anew, whatever is there"))] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help=_("how many processes (all cores)"), min=1, max=1024, metavar="N"),
    ] = None,
    cluster: ClusterAddress = None,
    file: Annotated[
        Path | None, typer.Option("--file", help=_("the book's file; else one's own"), metavar="FILE")
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.arena.workers import do_all
    from stratege.engine.books.expansion import Expansion
    from stratege.engine.books.file import write
    from stratege.engine.books.finding import own_path

    chosen = game_asked(name, variant, size)
    path = file or own_path(chosen)
    if file is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    limits = _limits(seconds, depth, nodes)
    with compile_notice():
        growing = _taken_up(chosen, path, limits, positions, resume, force)
    begun, before = time.perf_counter(), len(growing)
    local = functools.partial(do_all, workers=workers or os.cpu_count() or 1)
    with doing(cluster) as elsewhere, _progress(positions, before) as told, compile_notice():
        try:
            Expansion(growing, functools.partial(write, path), told).grow(positions, elsewhere or local)
        except KeyboardInterrupt:
            err.print(_("Interrupted; with --resume, the same command goes on from here."), style="label")
            raise
    took = time.perf_counter() - begun
    if len(growing) < positions:
        err.print(_("No other position is worth a search: what follows is proven."), style="label")
    if as_json:
        print_json(
            {"file": str(path), "bytes": path.stat().st_size, "seconds": round(took, 3), **growing.summary()}
        )
        return
    out.print(_summary(growing, path), markup=False, soft_wrap=True)


@command(
    group=book,
    help=_("Show what a book says of a position, the start if no moves are given."),
    examples=["stratege book show awale --variant abapa", "stratege book show awale --moves 'e g' --json"],
)
def show(
    name: GameName,
    moves: Moves = "",
    variant: VariantName = None,
    size: Size = None,
    file: File = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    chosen = game_asked(name, variant, size)
    found, path = _opened(chosen, file)
    line = Line(chosen.start(seed=0), moves.split())
    said = _said(found, line.position)
    if as_json:
        about = {**found.about.as_json(), **found.summary(), "file": str(path)}
        print_json({**about, "position": line.position.text(), "moves": said})
        return
    out.print(_summary(found, path), markup=False, soft_wrap=True)
    if found.about.command:
        out.print(found.about.command, style="label", markup=False, soft_wrap=True)
    print_board(line.position)
    if not said:
        out.print(_("This position is not in the book."))
        return
    table = Table(box=None, pad_edge=False)
    for heading in (_("move"), _("value"), _("kind"), _("depth"), _("in the book")):
        table.add_column(heading, header_style="label")
    for one in said:
        followed = _("yes") if one["followed"] else ""
        table.add_row(f"[one]{one['move']}[/]", one["verdict"], _(one["kind"]), str(one["depth"]), followed)
    out.print(table)


@command(
    group=book,
    help=_(
        "Write all positions of a book, with their moves' values: as JSON, or as a table for spreadsheets."
    ),
    examples=["stratege book export awale --variant abapa --out abapa.json"],
)
def export(
    name: GameName,
    path: Annotated[
        Path, typer.Option("--out", help=_("write to this file; - is standard output"), metavar="FILE")
    ] = Path("-"),
    form: Annotated[Format, typer.Option("--format", help=_("json or tsv"))] = Format.json,
    variant: VariantName = None,
    size: Size = None,
    file: File = None,
    lang: Lang = None,
) -> None:
    check_output(path, force=True)
    make_way(path)
    found, _place = _opened(game_asked(name, variant, size), file)
    rows = list(_rows(found))
    if form is Format.json:
        text = json.dumps({**found.about.as_json(), "positions": rows}) + "\n"
    else:
        fields = ("move", "value", "kind", "depth", "verdict")
        lines = [("position", "plies", *fields)]
        for row in rows:
            lines += [
                (row["position"], row["plies"], *(one[name] for name in fields)) for one in row["moves"]
            ]
        text = "".join("\t".join(map(str, line)) + "\n" for line in lines)
    write_whole(path, text.encode())
    say_where(path)


@command(
    group=book,
    help=_("Check a book: every byte, all moves by the rules, and some values by searching again."),
    examples=["stratege book verify awale --variant abapa --sample 10"],
)
def verify(
    name: GameName,
    variant: VariantName = None,
    size: Size = None,
    sample: Annotated[
        int, typer.Option("--sample", help=_("search so many positions again"), min=0, metavar="N")
    ] = 20,
    seed: Seed = None,
    file: File = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.engine.books.checking import faults, repeatable

    found, path = _opened(game_asked(name, variant, size), file)
    with compile_notice(), err.status("") as status:
        wrong = list(faults(found, sample, seed or 0, lambda share: status.update(f"{share:.0%}")))
    again = repeatable(found, sample)
    if as_json:
        print_json({"file": str(path), "positions": len(found), "searched": again, "faults": wrong})
    else:
        for fault in wrong:
            out.print(f"{path}: {fault}", markup=False, soft_wrap=True)
        if not wrong and len(found) == 1:
            out.print(_("good: one position checked"))
        elif not wrong:
            out.print(_("good: {n} positions checked", n=in_figures(len(found))))
        if found.about.seconds is None:
            out.print(_("searched again: {n}", n=in_figures(again)))
        elif sample:
            out.print(_("No value was searched again: time ended its searches, so they cannot be repeated."))
    if wrong:
        raise typer.Exit(1)


def _limits(seconds: float | None, depth: int | None, nodes: int | None) -> Limits | None:
    """What each position is searched for; None if nothing was said."""
    from stratege.engine.limits import DEEPEST, Limits

    if depth is None and nodes is None and seconds is None:
        return None
    return Limits(DEEPEST if depth is None else depth, nodes, seconds)


def _taken_up(
    chosen: Game, path: Path, limits: Limits | None, positions: int, resume: bool, force: bool
) -> Book:
    """The book to go on with: the one that is there, or a new one."""
    import dataclasses

    from stratege.engine.books import expansion
    from stratege.engine.books.file import MAGIC
    from stratege.engine.limits import Limits

    expansion.check_game(chosen)
    if path.exists() and not force:
        found = _read(path, chosen, "--force")
        if not resume:
            raise BadOption(_("{path} exists: --resume goes on with it, --force begins anew.", path=path))
        if limits is not None and limits != expansion.limits_of(found):
            raise BadOption(_("{path} was built with other limits; leave them out, or --force.", path=path))
        words = _command(chosen, expansion.limits_of(found), positions)
        found.about = dataclasses.replace(found.about, command=words)
        return found
    check_output(path, begins=MAGIC, force=force)
    own = limits or Limits(nodes=NODES)
    return expansion.begun(chosen, own, _command(chosen, own, positions))


def _command(chosen: Game, limits: Limits, positions: int) -> str:
    """The command that makes this book."""
    from stratege.engine.limits import DEEPEST

    board = ("--variant", chosen.variant.name, "--size", chosen.size)
    words = ["stratege", "book", "build", chosen.name, *board]
    words += ["--depth", str(limits.depth)] if limits.depth < DEEPEST else []
    words += ["--nodes", str(limits.nodes)] if limits.nodes is not None else []
    words += ["--time", f"{limits.seconds:g}"] if limits.seconds is not None else []
    return shlex.join([*words, "--positions", str(positions)])


@contextmanager
def _progress(positions: int, before: int) -> Iterator[Callable[[int], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("", total=positions, completed=before)
        yield lambda done: bar.update(task, completed=done)


def _opened(chosen: Game, file: Path | None) -> tuple[Book, Path]:
    """A book, and its file: the one that is named, or the one that players use; else a sentence."""
    from stratege.engine.books.expansion import check_game
    from stratege.engine.books.file import read
    from stratege.engine.books.finding import own_path, paths_of

    if file is not None:
        return read(file, chosen), file
    path = next((path for path in paths_of(chosen) if path.exists()), None)
    if path is None:
        check_game(chosen)  # nobody is told to build what cannot be
        told = {"label": chosen.label(), "name": words_for(chosen)}
        raise BadOption(_("There is no book of {label}; `stratege book build {name}` makes one.", **told))
    if path == own_path(chosen):
        return _read(path, chosen, f"`stratege book build {words_for(chosen)} --force`"), path
    return read(path, chosen), path


def _read(path: Path, chosen: Game, anew: str) -> Book:
    """One's own book; of one that cannot be used it is said what makes another in its place."""
    from stratege.engine.books.file import BadBook, read

    try:
        return read(path, chosen)
    except BadBook as error:
        raise BadOption(_("{error} {anew} builds it anew.", error=error, anew=anew)) from None


def _summary(found: Book, path: Path) -> str:
    told = {"label": found.game.label(), "path": path, "size": in_bytes(path.stat().st_size)}
    if len(found) == 1:
        return _("{label}: one position, the start, in {path} ({size}).", **told)
    return _(
        "{label}: {n} positions up to {plies} plies from the start, in {path} ({size}).",
        n=in_figures(len(found)),
        plies=max(found.plies.values(), default=0),
        **told,
    )


def _said(found: Book, position: Position) -> list[dict[str, Any]]:
    """What the book says of a position's moves, best first."""
    moves = found.moves(position)
    best_first = sorted(moves, key=lambda move: -moves[move].value.score)
    text = functools.partial(position.game.move_text, player=position.to_move)
    return [
        {"move": text(move), **moves[move].value.as_json(), "followed": moves[move].followed}
        for move in best_first
    ]


def _rows(found: Book) -> Iterator[dict[str, Any]]:
    for number, plies in found.plies.items():
        position = Position(found.game, found.states[number])
        value = found.value(found.worth(number)).as_json()
        value["plies_to_end"], value["plies"] = value["plies"], plies  # those of the row are from the start
        yield {"position": position.text(), **value, "moves": _said(found, position)}
