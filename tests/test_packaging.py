"""What is published: an archive that can be built and tested, a typed package, a description on its own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import build_catalogues
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from stratege.core import manual

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def archived() -> set[str]:
    listed = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    return listed | {"pyproject.toml", "LICENSE"}  # which every archive has


def test_the_archive_has_what_its_makefile_and_settings_name(archived: set[str]) -> None:
    for name in ("Makefile", "pyproject.toml", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for word in set(re.findall(r"[\w./-]*\w", text)):
            if (ROOT / word).is_file():
                assert word in archived, f"{name} names {word}"
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for folder in settings["tool"]["mypy"]["files"]:
        assert any(name.startswith(f"{folder}/") for name in archived), folder


def test_the_makefile_names_tests_that_are_there() -> None:
    named = re.findall(r"tests/[\w/]+\.py", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_archive_has_what_its_pages_lead_to(archived: set[str]) -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve().relative_to(ROOT)
            assert path.as_posix() in archived or (ROOT / path).is_dir(), f"{page.name} leads to {target}"


def test_the_package_is_typed_and_translated() -> None:
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"stratege/py.typed", "stratege/__main__.py", "stratege/arena/warden.py"} <= packed
    assert "stratege/locale/fr/LC_MESSAGES/stratege.mo" in packed
    assert "stratege/school/worked/002.fr.md" in packed
    assert "stratege/web/static/vendor/prism-code-editor/LICENSE" in packed


def test_the_site_travels_with_the_wheel_once_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_catalogues, "SITE", tmp_path)
    monkeypatch.setattr(build_catalogues, "compile_catalogues", lambda: None)
    packed: dict[str, dict[str, str]] = {"force_include": {}}
    hook = build_catalogues.CatalogueHook(str(ROOT), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]
    hook.initialize("standard", packed)
    assert packed == {"force_include": {}}
    (tmp_path / "index.html").touch()
    hook.initialize("standard", packed)
    assert packed == {"force_include": {str(tmp_path): "stratege/site"}}
    monkeypatch.delenv("STRATEGE_DOCS", raising=False)
    monkeypatch.setattr(manual, "PACKED", tmp_path)
    assert (manual.folder(), manual.built()) == (tmp_path, True)


def test_the_description_stands_alone() -> None:
    metadata = ProjectMetadata(str(ROOT), PluginManager()).core
    assert metadata.readme_content_type == "text/markdown"
    assert "# Stratège" in metadata.readme
    assert not re.search(r"\]\((?!https?:)", metadata.readme)
    assert "![" not in metadata.readme
    assert "The games (`docs/games.md`)" in metadata.readme
