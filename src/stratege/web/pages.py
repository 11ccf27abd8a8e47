"""Pages: shells from templates, that the browser's scripts fill from the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape

from stratege.core import language
from stratege.core.language import _
from stratege.web.live import views

TEMPLATES, STATIC = (Path(__file__).parent / folder for folder in ("templates", "static"))

templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape())
templates.globals["_"] = templates.globals["spoken"] = _  # the second for words that are marked elsewhere


def page(request: Request, name: str, status: int = 200, **more: Any) -> HTMLResponse:
    """A page from its template, in the visitor's language."""
    template = templates.get_template(f"{name}.html")
    words = {"request": request, "language": language.current(), "games": views.games(), "page": name}
    return HTMLResponse(template.render({**words, **more}), status)
