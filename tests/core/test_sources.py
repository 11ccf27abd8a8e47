"""What code is made of: a change anywhere below it is seen, a change elsewhere is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from stratege.core import sources as room
from stratege.core.sources import fingerprint, sources

SEARCH, QUIXO = "stratege.engine.alphabeta_kernel.search", "stratege.games.quixo.kernel"

TREE = {
    "engine/alphabeta_kernel.py": "from stratege.core import words\n",
    "core/words.py": "from stratege.core.intrinsics import popcount\n",
    "core/intrinsics.py": "popcount = 1\n",
    "games/kernel.py": '@twin_of("stratege.core.fast.count")\ndef count(): ...\n',
    "core/fast.py": "",
    "web/app.py": "from stratege.engine.alphabeta_kernel import search\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in TREE.items():
        path = tmp_path / "stratege" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(room, "PACKAGE", tmp_path / "stratege")
    room._imports.cache_clear()
    return tmp_path / "stratege"


@pytest.mark.parametrize("changed", ["engine/alphabeta_kernel.py", "core/words.py", "core/intrinsics.py"])
def test_a_change_in_anything_mentioned_is_seen(package: Path, changed: str) -> None:
    before = fingerprint("stratege.engine.alphabeta_kernel")
    (package / changed).write_text(TREE[changed] + "# changed\n")
    assert fingerprint("stratege.engine.alphabeta_kernel") != before


def test_the_numbers_beside_a_module_are_part_of_it(package: Path) -> None:
    before = fingerprint("stratege.core.words")
    beside = package / "core/words.weights"
    beside.write_bytes(b"1")
    first = fingerprint("stratege.core.words")
    beside.write_bytes(b"2")
    assert len({before, first, fingerprint("stratege.core.words")}) == 3


def test_a_change_elsewhere_is_not(package: Path) -> None:
    before = fingerprint("stratege.engine.alphabeta_kernel")
    (package / "web/app.py").write_text("")
    assert fingerprint("stratege.engine.alphabeta_kernel") == before


def test_a_name_in_a_string_counts_and_so_does_each_module_given(package: Path) -> None:
    assert sources("stratege.games.kernel") == {package / "games/kernel.py", package / "core/fast.py"}
    both = sources("stratege.games.kernel", "stratege.engine.alphabeta_kernel")
    assert {package / "games/kernel.py", package / "engine/alphabeta_kernel.py"} <= both


def test_the_search_of_a_game_depends_on_its_rules_and_on_no_other_game() -> None:
    files = {str(path.relative_to(room.PACKAGE)) for path in sources(SEARCH, QUIXO)}
    assert {"engine/alphabeta_kernel/ordering.py", "games/quixo/kernel.py", "core/words.py"} <= files
    assert not [name for name in files if name.startswith(("games/awale", "web", "cli"))]


def test_what_only_annotations_need_and_what_prose_mentions_is_left_out(package: Path) -> None:
    (package / "core/words.py").write_text(
        '"""Not the stratege.web.app of the pages."""\n'
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from stratege.web.app import search\n"
    )
    assert sources("stratege.core.words") == {package / "core/words.py"}


def test_a_game_of_another_package_counts_with_the_modules_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / "__init__.py").write_text("GAME = 0\n")
    (stranger / "kernel.py").write_text(
        "import json\nfrom .bits import spread\nfrom stranger import tables\n"
    )
    (stranger / "bits.py").write_text("spread = 1\n")
    (stranger / "tables.py").write_text("from . import deep\n")
    (stranger / "deep.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert {path.name for path in sources("stranger.kernel")} == {
        "kernel.py",
        "bits.py",
        "tables.py",
        "deep.py",
    }
    before = fingerprint("stranger.kernel")
    (stranger / "deep.py").write_text("changed = 1\n")
    assert fingerprint("stranger.kernel") != before


def test_a_template_from_outside_counts_with_what_it_uses() -> None:
    files = {path.name for path in sources("tests.engine.minimax")}
    assert {"minimax.py", "compiling.py"} <= files
