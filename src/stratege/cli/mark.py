"""`stratege mark`: a student's answers to a paper, examined and explained."""

from __future__ import annotations

import io
import json
import tokenize
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.console import make_way, out, print_json, say_where
from stratege.cli.options import Json, Lang, Trust
from stratege.core.errors import BadOption
from stratege.core.files import reason_of, write_whole
from stratege.core.language import _

LARGEST = 200_000


@command(
    examples=[
        "stratege mark 001 my_awale.py",
        "stratege mark 003 nimble.py mingMang.py --html report.html",
        'stratege mark 001 --sql Q22 "SELECT id_Joueur FROM Joueur WHERE niveau > 1900"',
    ],
)
def mark(
    paper: Annotated[str, typer.Argument(help=_("000, 001, 002, 003 or 004"), metavar="PAPER")],
    files: Annotated[
        list[str] | None,
        typer.Argument(help=_("the file, or one for each exercise; with --sql, the query"), metavar="FILE…"),
    ] = None,
    question: Annotated[
        str | None, typer.Option("--question", help=_("this question only, such as 10 or 1.Q9"), metavar="N")
    ] = None,
    sql: Annotated[
        str | None, typer.Option("--sql", help=_("mark a query for this question"), metavar="QUESTION")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--html", help=_("write the report as a page"), metavar="FILE")
    ] = None,
    trust: Trust = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.school import page as pages
    from stratege.school import report
    from stratege.school.marking import mark as mark_paper
    from stratege.school.sql import mark_sql, sql_json, sql_text

    if not files:
        raise BadOption(_("Say which file, or with --sql which query."))
    if sql is not None:
        if len(files) > 1:
            raise BadOption(_("--sql takes the query only, in quotes, and no file."))
        found = mark_sql(paper, sql, files[0], trust)
        html, data, text = pages.sql_html(found), sql_json(found), sql_text(found)
    else:
        marked = mark_paper(paper, [read(Path(name)) for name in files], question, trust)
        html, data, text = pages.as_html(marked), report.as_json(marked), report.as_text(marked)
    if page is not None:
        make_way(page)
        write_whole(page, html.encode())
    if as_json:
        print_json(data)
    elif page is not None:
        say_where(page)
    else:
        print_text(text)


def print_text(text: str) -> None:
    """Lines as they are: boards are drawn with them."""
    out.print(text, markup=False, highlight=False, soft_wrap=True)


def read(path: Path) -> str:
    """The text of a student's file."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadOption(_("{path} is larger than {bytes} bytes.", path=path, bytes=LARGEST))
        text = decoded(path.read_bytes())
    except OSError as error:
        raise BadOption(_("{path} cannot be read: {reason}.", path=path, reason=reason_of(error))) from None
    if text is None:
        raise BadOption(_("{path} is not a text in UTF-8.", path=path))
    return code_of(text) if path.suffix == ".ipynb" else text


def code_of(notebook: str) -> str:
    """The code of a notebook; what is meant for the notebook itself (`%matplotlib`) becomes a comment."""
    try:
        cells = [one["source"] for one in json.loads(notebook)["cells"] if one["cell_type"] == "code"]
        lines = "\n".join("".join(one) for one in cells).split("\n")
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadOption(_("This is no notebook.")) from None
    return "\n".join(f"# {line}" if line.startswith(("%", "!")) else line for line in lines) + "\n"


def decoded(data: bytes) -> str | None:
    """The text of a file in UTF-8, in what it says itself, or as Windows writes it; None if it is none."""
    try:
        return data.decode(tokenize.detect_encoding(io.BytesIO(data).readline)[0]).replace("\r\n", "\n")
    except (SyntaxError, UnicodeDecodeError, LookupError):
        text = data.decode("cp1252", "replace")
    return None if "\0" in text or "\ufffd" in text else text.replace("\r\n", "\n")
