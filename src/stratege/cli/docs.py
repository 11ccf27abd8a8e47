"""`stratege docs`: the documentation site, as `make docs` has built it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.options import Lang
from stratege.core import language
from stratege.core.errors import BadOption
from stratege.core.language import _

SOURCE = Path(__file__).parents[3]


@command(examples=["stratege docs", "stratege docs --where"])
def docs(
    where: Annotated[bool, typer.Option("--where", help=_("print where it is, and open nothing"))] = False,
    lang: Lang = None,
) -> None:
    page = home_page()
    if not page.is_file():
        raise BadOption(_("The documentation is not built: `make docs` in the source folder does it."))
    if where:
        typer.echo(page)
    else:
        import webbrowser

        webbrowser.open(page.as_uri())


def home_page() -> Path:
    """The site's first page in the language spoken: in `STRATEGE_DOCS`, or where the sources are."""
    site = Path(os.environ.get("STRATEGE_DOCS") or SOURCE / "site")
    return site / "index.html" if language.current() == "en" else site / language.current() / "index.html"
