"""The page about security names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 30
    for file, function in named:
        source = (TESTS / file).read_text(encoding="utf-8")
        assert not function or f"def {function}(" in source, f"{file}::{function}"


def test_every_chapter_is_there() -> None:
    chapters = {int(number) for number in re.findall(r"^\| V(\d+)", PAGE, flags=re.M)}
    assert chapters == set(range(1, 18))
