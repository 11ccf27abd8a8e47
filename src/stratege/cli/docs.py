"""`stratege docs`: the documentation site, as `make docs` has built it."""

from __future__ import annotations

from typing import Annotated

import typer

from stratege.cli.app import command
from stratege.cli.options import Lang
from stratege.core import language, manual
from stratege.core.errors import BadOption
from stratege.core.language import _


@command(examples=["stratege docs", "stratege docs --where"])
def docs(
    where: Annotated[bool, typer.Option("--where", help=_("print where it is, and open nothing"))] = False,
    lang: Lang = None,
) -> None:
    page = manual.folder() / manual.first_page(language.current())
    if not page.is_file():
        raise BadOption(_("The documentation is not built: `make docs` in the source folder does it."))
    if where:
        typer.echo(page)
    else:
        import webbrowser

        webbrowser.open(page.as_uri())
