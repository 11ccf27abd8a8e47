"""Pages: shells from templates, that the browser's scripts fill from the API."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup, escape
from starlette.types import Scope

from stratege.core import language, manual
from stratege.core.language import _
from stratege.web.live import views

CODE = re.compile("`([^`]+)`")
MANUAL_POLICY = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
WITHIN_A_PAGE = re.compile(r"<script(?![^>]*\b(?:src|type)=)[^>]*>(.*?)</script>", re.S)

TEMPLATES, STATIC = (Path(__file__).parent / folder for folder in ("templates", "static"))

templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape())
templates.filters["coded"] = lambda text: Markup(CODE.sub(r"<code>\1</code>", str(escape(text))))
templates.filters["points"] = language.in_points
templates.globals["_"] = templates.globals["spoken"] = _  # the second for words that are marked elsewhere


def page(request: Request, name: str, status: int = 200, **more: Any) -> HTMLResponse:
    """A page from its template, in the visitor's language."""
    template = templates.get_template(f"{name}.html")
    words = {"request": request, "language": language.current(), "games": views.games(), "page": name}
    words["manual"] = f"/manual/{manual.first_page(language.current())}" if manual.built() else ""
    return HTMLResponse(template.render({**words, **more}), status)


class Manual(StaticFiles):
    """The documentation site, as it was built. Its generator writes scripts into pages: these may run, and
    no others, each being named by its hash.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        texts = (path.read_text(encoding="utf-8", errors="replace") for path in folder.rglob("*.html"))
        scripts = {script for text in texts for script in WITHIN_A_PAGE.findall(text)}
        hashes = sorted(b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
        self._policy = MANUAL_POLICY.format(scripts=" ".join(f"'sha256-{one}'" for one in hashes))

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["content-security-policy"] = self._policy
        return answer
