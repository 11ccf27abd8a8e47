"""A real Chromium on the real app: each test gets visitors, whom nothing may surprise."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from tests.browser.house import House

QUIET = [  # for root, on a machine without a network
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the lightest first
PATIENCE = 200_000  # milliseconds; the first move of a game may wait for its kernel to be compiled

Visit = Callable[..., Page]


@pytest.fixture(autouse=True)
def no_loop_of_a_browser() -> None:
    """Here it stays."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One app for all tests."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """An app that a test may kill."""
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def launch(playwright: Playwright) -> Browser:
    """The lightest Chromium that is installed."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    return playwright.chromium.launch(executable_path=path, args=QUIET)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Make a visitor with cookies of their own; fails if a page errs or asks anything of another host."""
    expect.set_options(timeout=PATIENCE)
    surprises: list[str] = []
    contexts = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", "locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: surprises.append(f"{page.url}: {error}"))
        page.on("console", lambda said: surprises.append(said.text) if "Policy" in said.text else None)
        page.on("request", lambda request: surprises.append(request.url) if _leaves(request.url) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert surprises == []


def _leaves(url: str) -> bool:
    """Whether a request goes to another machine."""
    parts = urlsplit(url)
    return parts.scheme not in ("data", "blob") and parts.hostname not in ("127.0.0.1", "localhost")
