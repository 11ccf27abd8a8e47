"""The documentation site: built whole in both languages, without network, and not at all with a dead link."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import build_site
import pytest
from tests.cli.stratege_command import stratege

from stratege.cli.commands import COMMANDS

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert build_site.main(folder) == 0
    return folder


def test_every_page_is_there_in_both_languages(site: Path) -> None:
    pages = {path.name.split(".")[0] for path in (ROOT / "docs").glob("*.md")}
    for folder in (site, site / "fr"):
        assert pages <= {path.stem for path in folder.glob("*.html")}
        commands = (folder / "reference" / "commands.html").read_text(encoding="utf-8")
        assert [name for name in COMMANDS if f"stratege {name}" not in commands] == []
        assert "<th></th>" not in commands
    assert "laboratoire" in (site / "fr" / "index.html").read_text(encoding="utf-8")
    assert "Première" not in (site / "tutorials" / "player.html").read_text(encoding="utf-8")
    assert "première partie" in (site / "fr" / "tutorials" / "player.html").read_text(encoding="utf-8")


def test_french_readers_find_every_page_and_section() -> None:
    """But for what is under the bonnet, whose readers read the code, which is English."""
    pages = (
        (ROOT / "mkdocs.yml")
        .read_text(encoding="utf-8")
        .partition("\nnav:")[2]
        .partition("Under the bonnet")[0]
    )
    written = [ROOT / "docs" / name for name in re.findall(r"[\w/-]+\.md", pages)]
    for english in (page for page in written if page.exists()):  # others are made of the code
        french = english.with_suffix(".fr.md")
        assert french.exists(), f"{english.name} is not in French"
        assert sections(french) == sections(english), french.name


def sections(page: Path) -> list[int]:
    """The levels of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [len(heading) for heading in re.findall(r"^(#+) ", text, flags=re.M)]


def test_names_of_the_library_come_with_their_docstrings(site: Path) -> None:
    page = (site / "reference" / "library.html").read_text(encoding="utf-8")
    for words in (
        "The legal moves as text",
        "Gives, for each board, the reward",
        "IllegalMove",
        "A server, asked one thing",
    ):
        assert words in re.sub(r"<[^>]+>", "", page).replace("\xa0", " "), words
    assert "<blockquote>" not in page  # which examples in docstrings would be


def test_notebooks_are_shown_with_what_they_show(site: Path) -> None:
    for page in (site, site / "fr"):
        text = (page / "notebooks" / "awale.html").read_text(encoding="utf-8")
        assert "<h1" in text
        assert text.count('<div class="shown"><svg') >= 2
        assert "is not legal" in text


def test_benchmarks_are_drawn(site: Path) -> None:
    page = (site / "benchmarks.html").read_text(encoding="utf-8")
    drawn = re.findall(r'src="(pictures/benchmark-\d+\.svg)"', page)
    assert drawn
    for picture in drawn:
        assert (site / picture).read_text(encoding="utf-8").count("<rect") > 2


def test_pages_that_are_files_can_be_searched_in_both_languages(site: Path) -> None:
    found = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert found.removeprefix("var __index = ") == (site / "search" / "search_index.json").read_text("utf-8")
    assert '"location":"clients.html' in found
    assert '"location":"fr/clients.html' in found
    for page in (site / "index.html", site / "fr" / "tutorials" / "bot.html"):
        (script,) = re.findall(r'<script src="([^"]*iframe-worker.js)">', page.read_text(encoding="utf-8"))
        assert "class IFrameWorker" in (page.parent / script).read_text(encoding="utf-8")


def test_a_file_that_is_shown_has_its_name_above_it(site: Path) -> None:
    page = (site / "write-a-game.html").read_text(encoding="utf-8")
    assert '<span class="filename">dawson/kernel.py</span>' in page
    assert "```" not in page


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(
            r"<(?:script|img|iframe)[^>]* src=\"(https?:[^\"]+)|<link[^>]* href=\"(https?:[^\"]+)", text
        )
        assert fetched == [], page


def test_a_dead_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[nowhere](nowhere.md)\n")
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    checks = text[text.index("validation:") : text.index("nav:\n  - Home")]
    (tmp_path / "mkdocs.yml").write_text(f"site_name: x\nplugins: []\n{checks}")
    words = [
        "build",
        "--strict",
        "--config-file",
        str(tmp_path / "mkdocs.yml"),
        "--site-dir",
        str(tmp_path / "site"),
    ]
    done = subprocess.run([sys.executable, "-m", "mkdocs", *words], capture_output=True, text=True)
    assert done.returncode == 1
    assert "nowhere.md" in done.stderr


def test_the_command_finds_the_site(tmp_path: Path) -> None:
    missing = stratege("docs", STRATEGE_DOCS=str(tmp_path))
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "make docs" in missing.stderr
    (tmp_path / "fr").mkdir()
    for page in (tmp_path / "index.html", tmp_path / "fr" / "index.html"):
        page.touch()
    assert stratege("docs", "--where", STRATEGE_DOCS=str(tmp_path)).stdout.strip() == str(
        tmp_path / "index.html"
    )
    french = stratege("docs", "--where", "--lang", "fr", STRATEGE_DOCS=str(tmp_path)).stdout.strip()
    assert french == str(tmp_path / "fr" / "index.html")
