"""What all tests share: Hypothesis without deadlines (shared machines), English, no colours, no tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from stratege.core import language

settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins in English, whatever the one before it chose."""
    language.use("en")
    yield
    language.use("en")


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the tables that the user has built."""
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path / "no tables"))
