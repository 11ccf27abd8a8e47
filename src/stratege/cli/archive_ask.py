"""`stratege archive explore | players | sql | sql-role`: asking the archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from stratege.cli.app import command
from stratege.cli.archive_group import Database, archive, opened
from stratege.cli.console import compile_notice, fits, out, print_board, print_json
from stratege.cli.options import GameName, Json, Lang, Moves, Size, VariantName
from stratege.core.errors import BadOption
from stratege.core.extras import require
from stratege.core.language import _, in_figures
from stratege.core.line import Line

if TYPE_CHECKING:
    from stratege.archive.exam_sql import Answer
    from stratege.archive.explorer import Exploration
    from stratege.arena.statistics import Score
    from stratege.engine.analysis import ValuedMove

NODES = 100_000
BAR = 24
SHOWN_PLAYERS = 50
FIRST_MOVES = 12

Values = dict[str, "ValuedMove"]


@command(
    help=_("What was played in a position and what came of it, beside what each move is worth."),
    examples=[
        "stratege archive explore awale --moves 'e g'",
        "stratege archive explore quixo --since 2020-01-01 --player level:3",
        "stratege archive explore nimble 0,0,1,2,0,2 --json",
    ],
    group=archive,
)
def explore(
    name: GameName,
    position: Annotated[
        str | None, typer.Argument(help=_("the position as text; the start if left out"), metavar="POSITION")
    ] = None,
    moves: Moves = "",
    player: Annotated[
        str | None, typer.Option("--player", help=_("only games of this player"), metavar="NAME")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", help=_("only games since this day"), metavar="YYYY-MM-DD")
    ] = None,
    rating: Annotated[
        int | None, typer.Option("--rating", help=_("only games of this mean rating or more"), metavar="N")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help=_("look at whole games, not only at their first 24 moves"))
    ] = False,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes",
            help=_("how many positions to search for the values; 0 for none"),
            min=0,
            max=10**15,
            metavar="N",
        ),
    ] = NODES,
    variant: VariantName = None,
    size: Size = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.archive import explorer
    from stratege.cli.boards import position_asked

    line = Line(position_asked(name, position, variant, size), moves.split())
    here = line.position
    with opened(database) as store:
        only = explorer.filter_of(store, player, since, rating, whole)
        with compile_notice():
            found = explorer.explore(store, here, only)
            values = _values(line, nodes)
    if as_json:
        print_json(described(found, values))
        return
    print_board(here)
    out.print(f"{here.game.label()} — {here.game.caption(here)}", markup=False)
    if found.moves:
        out.print(_table(found, values))
        _show_top(found)
    else:
        out.print(_("No game of the archive comes this way."), style="label")
        if values:
            out.print(_value_table(values))


def _values(line: Line, nodes: int) -> Values:
    """What each move is worth, proven or searched; nothing for a finished game or if not wanted."""
    from stratege.engine.adviser import Adviser
    from stratege.engine.limits import Limits

    if nodes == 0:
        return {}
    analysis = Adviser(line.game).advise(line, Limits(nodes=nodes))
    return {valued.move: valued for valued in analysis.moves}


def _table(found: Exploration, values: Values) -> Table:
    """What was played, in as much detail as the terminal has room for."""
    for detailed, length in ((True, BAR), (True, BAR // 2), (False, BAR // 2)):
        table = _detailed(found, values, detailed, length)
        if fits(table):
            break
    return table


def _detailed(found: Exploration, values: Values, detailed: bool, length: int) -> Table:
    headings = [
        _("move"),
        _("games"),
        _("won drawn lost") if length == BAR else "+ = −",
        _("score"),
        _("rating"),
    ]
    headings += [_("performance"), _("last")] if detailed else []
    table = Table(*headings, *_value_headings(values), box=None, pad_edge=False, header_style="label")
    for one in found.moves:
        move = one.move + (f" (+{len(one.same)})" if one.same else "")
        numbers = [f"{100 * one.score.rate:.0f} %", str(one.rating)]
        numbers += [str(one.performance), one.last] if detailed else []
        told = _value_words(values[one.move], values) if one.move in values else []
        table.add_row(f"[one]{move}[/]", in_figures(one.score.games), bar(one.score, length), *numbers, *told)
    return table


def bar(score: Score, length: int = BAR) -> Text:
    """Won, drawn and lost as lengths of a bar, each at least visible if there was one."""
    shares = (score.wins, score.draws, score.losses)
    lengths = [max(1, round(length * share / score.games)) if share else 0 for share in shares]
    lengths[lengths.index(max(lengths))] += length - sum(lengths)
    drawn = zip("█▒░", ("green", "label", "red"), lengths)
    return Text.assemble(*((mark * length, style) for mark, style, length in drawn))


def _value_headings(values: Values) -> list[str]:
    return [_("value"), *([_("book")] if _booked(values) else [])]


def _value_words(valued: ValuedMove, values: Values) -> list[str]:
    """A move's value, and what the opening book says of it if it does of any."""
    value = valued.verdict + ("" if valued.value.proven else f" ({valued.value.depth})")
    return [value, *([str(valued.book or "")] if _booked(values) else [])]


def _booked(values: Values) -> bool:
    return any(valued.book for valued in values.values())


def _value_table(values: Values) -> Table:
    table = Table(_("move"), *_value_headings(values), box=None, pad_edge=False, header_style="label")
    for valued in values.values():
        table.add_row(f"[one]{valued.move}[/]", *_value_words(valued, values))
    return table


def _show_top(found: Exploration) -> None:
    for number, entry in found.top:
        one, two = entry.players
        first = " ".join(entry.moves[:FIRST_MOVES]) + (" …" if len(entry.moves) > FIRST_MOVES else "")
        line = f"{number}. {one} – {two}  {entry.result}  {entry.date}  {first}"
        out.print(line, style="label", markup=False, soft_wrap=True)


def described(found: Exploration, values: Values) -> dict[str, Any]:
    """An exploration for programs."""
    worth = [
        {"move": one.move, **one.value.as_json(), "book": one.book and one.book.as_json()}
        for one in values.values()
    ]
    return {**found.as_json(), "values": worth}


@command(
    help=_("The players and their ratings in a game, the highest first."),
    examples=["stratege archive players awale", "stratege archive players quixo --delete 12"],
    group=archive,
)
def players(
    name: GameName,
    delete: Annotated[
        int | None,
        typer.Option(
            "--delete", help=_("take out the player of this number with all games"), metavar="NUMBER"
        ),
    ] = None,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.core.registry import game_class

    game_class(name)
    with opened(database) as store:
        if delete is not None:
            with compile_notice():
                store.delete_player(delete)
        found = store.players(name)
    if as_json:
        print_json(
            [
                {
                    "number": one.number,
                    **one.name._asdict(),
                    "rating": one.rating,
                    "deviation": one.deviation,
                    "highest": one.highest,
                    "games": one.games,
                }
                for one in found
            ]
        )
        return
    headings = (_("number"), _("name"), _("born"), _("rating"), _("highest"), _("games"))
    table = Table(*headings, box=None, pad_edge=False, header_style="label")
    for one in found[:SHOWN_PLAYERS]:
        rating = f"{one.rating:.0f} ± {1.96 * one.deviation:.0f}"
        table.add_row(
            str(one.number),
            Text(str(one.name)),
            one.name.birth,
            rating,
            str(one.highest),
            in_figures(one.games),
        )
    out.print(table)
    if len(found) > SHOWN_PLAYERS:
        out.print(_("… and {n} more.", n=len(found) - SHOWN_PLAYERS), style="label")


@command(
    help=_(
        "Ask the archive in SQL: one SELECT over Joueur and Partie, as paper 001 (awale) or 004 (quixo) has "
        "them. Without a question, the stored answers are listed."
    ),
    examples=[
        "stratege archive sql --exam 001:Q23",
        "stratege archive sql --game awale \"SELECT COUNT(*) FROM Partie WHERE jeu LIKE 'eg%'\"",
        "stratege archive sql --game quixo 'SELECT * FROM Joueur' --rows 10 --json",
    ],
    group=archive,
)
def sql(
    question: Annotated[str | None, typer.Argument(help=_("the question"), metavar="SELECT…")] = None,
    game: Annotated[str, typer.Option("--game", help=_("awale or quixo"), metavar="GAME")] = "awale",
    exam: Annotated[
        str | None,
        typer.Option("--exam", help=_("a stored answer, like 001:Q23"), metavar="PAPER:QUESTION"),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--time", help=_("how long it may take, in seconds"), min=0.01, metavar="S")
    ] = 10.0,
    rows: Annotated[
        int, typer.Option("--rows", help=_("how many rows at most"), min=1, max=1_000_000, metavar="N")
    ] = 1000,
    database: Database = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.archive import exam_sql

    if question is not None and exam is not None:
        raise BadOption(_("Choose one of {names}.", names="SELECT…, --exam"))
    if question is None and exam is None:
        _list_exams(as_json)
        return
    stored = None if exam is None else exam_sql.exam(exam)
    with opened(database) as store:
        if stored is not None:
            answer = exam_sql.ask(store, stored.game, stored.sql, seconds, rows)
        else:
            answer = exam_sql.ask(store, game, question or "", seconds, rows)
    if as_json:
        print_json({"columns": answer.columns, "rows": answer.rows, "cut": answer.cut})
        return
    if stored is not None:
        out.print(stored.words, style="label", markup=False)
        out.print(stored.sql, markup=False)
        out.print()
    _show_answer(answer)


@command(
    help=_(
        "Make the database user with whose rights a PostgreSQL archive is asked in SQL: it may read Joueur "
        "and Partie and nothing else. Called again, it gets a new password."
    ),
    examples=["stratege archive sql-role --database postgresql://owner@host/games"],
    group=archive,
    name="sql-role",
)
def sql_role(
    name: Annotated[
        str | None,
        typer.Option(
            "--name", help=_("what it is called; else the database's name and _sql"), metavar="NAME"
        ),
    ] = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from stratege.archive.sql_role import make_role

    with opened(database) as store:
        made = make_role(store, name)
    out.print(_("Questions are asked as {name}.", name=made), markup=False, soft_wrap=True)


@command(
    help=_(
        "Ask a Parquet file of games in SQL, by DuckDB: one table `games`, for questions about all of them."
    ),
    examples=[
        "stratege archive export --parquet games.parquet",
        "stratege archive query games.parquet 'SELECT game, count(*), avg(plies) FROM games GROUP BY game'",
    ],
    group=archive,
)
def query(
    file: Annotated[Path, typer.Argument(help=_("the Parquet file"), metavar="FILE")],
    question: Annotated[str, typer.Argument(help=_("the question"), metavar="SELECT…")],
    rows: Annotated[
        int, typer.Option("--rows", help=_("how many rows at most"), min=1, max=1_000_000, metavar="N")
    ] = 1000,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    require("parquet")
    from stratege.archive import parquet

    answer = parquet.query(file, question, rows)
    if as_json:
        print_json({"columns": answer.columns, "rows": answer.rows, "cut": answer.cut})
    else:
        _show_answer(answer)


def _list_exams(as_json: bool) -> None:
    from stratege.archive.exam_sql import exams

    if as_json:
        print_json({name: {"question": one.words, "sql": one.sql} for name, one in exams().items()})
        return
    for name, one in exams().items():
        out.print(f"[one]{name}[/]  ", end="")
        out.print(one.words, markup=False)


def _show_answer(answer: Answer) -> None:
    table = Table(box=None, pad_edge=False, header_style="label")
    for column in answer.columns:
        table.add_column(Text(column))
    for row in answer.rows:
        table.add_row(*(Text("NULL" if value is None else str(value)) for value in row))
    out.print(table)
    if answer.cut:
        out.print(_("There are more rows than {n}; --rows shows more.", n=len(answer.rows)), style="label")
