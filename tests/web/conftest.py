"""What the web's tests share: apps in folders of their own, with engines or without, and visitors to them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.visitors import House, served, settings_in

from stratege.web.app import create_app


@pytest.fixture(autouse=True)
def no_loop_of_a_browser() -> Iterator[None]:
    """Playwright leaves its event loop marked as running between browser tests, and ours could not run."""
    left = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A fresh app; its engines start only if somebody asks them something."""
    with served(create_app(settings_in(tmp_path))) as house:
        yield house


@pytest.fixture(scope="session")
def thinking_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One app for all tests that ask its engines, which take a while to start."""
    with served(create_app(settings_in(tmp_path_factory.mktemp("web")))) as house:
        yield house
