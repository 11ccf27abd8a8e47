"""What all tests share: Hypothesis without deadlines (machines are shared), English, no colours."""

from __future__ import annotations

from collections.abc import Iterator

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
