"""The questions that are not code, answered: the pages of the documentation, in the visitor's language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markdown_it import MarkdownIt
from markupsafe import Markup

import stratege
from stratege.core.language import current
from stratege.exams.papers import papers
from stratege.web.pages import page
from stratege.web.rooms.papers.calls import paper_of
from stratege.web.rooms.papers.listing import console

SOURCES = Path(stratege.__file__).parents[2] / "docs" / "papers"
"""Where the pages stand in the repository; a wheel brings them along in the package."""

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def text_of(paper: str, language: str) -> str:
    """The page of a paper."""
    name = f"{paper}.{language}.md"
    packed = files("stratege.school").joinpath("worked", name)
    found = packed if packed.is_file() else SOURCES / name
    return found.read_text(encoding="utf-8")


@cache
def worked(paper: str, language: str) -> Markup:
    """The page as HTML: its heading and the line below, which lead elsewhere, left out."""
    text = text_of(paper, language)
    body = text[text.index("\n## ") :]
    reader = MarkdownIt("commonmark", {"html": False, "highlight": _coloured})
    return Markup(re.sub(r"<a href=[^>]*>(.*?)</a>", r"\1", reader.render(body)))


def _coloured(code: str, language: str, _attributes: str) -> str:
    return str(console(code))


@pages.get("/papers/{number}/worked")
def worked_page(request: Request, number: str) -> Response:
    """The questions of a paper that are not code, answered."""
    found = worked(paper_of(number).number, current())
    return page(request, "worked", paper=papers()[number], text=found, page="papers")
