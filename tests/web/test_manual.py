"""The documentation site on the web app: linked and served where it has been built, by rules of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.visitors import served, settings_in

from stratege.web.app import create_app


def test_the_manual_is_there_if_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    monkeypatch.setenv("STRATEGE_DOCS", str(site))
    with served(create_app(settings_in(tmp_path / "without"))) as house:
        visitor = house.visitor()
        assert "/manual/" not in visitor.get("/").text
        assert visitor.get("/manual/index.html").status_code == 404
    (site / "fr").mkdir(parents=True)
    for path in (site, site / "fr"):
        (path / "index.html").write_text("<script>said()</script><script src='x.js'></script><p>Here.</p>")
    with served(create_app(settings_in(tmp_path / "with"))) as house:
        assert 'href="/manual/index.html"' in house.visitor().get("/").text
        visitor = house.visitor(**{"accept-language": "fr"})
        assert 'href="/manual/fr/index.html"' in visitor.get("/").text
        page = visitor.get("/manual/fr/index.html")
        assert "Here." in page.text
        policy = page.headers["content-security-policy"]
        assert policy.count("'sha256-") == 1  # of the one script that stands in the pages
        assert "script-src 'self' 'sha256-" in policy
        assert visitor.get("/manual/../../secret").status_code == 404
        assert "sha256" not in visitor.get("/").headers["content-security-policy"]
