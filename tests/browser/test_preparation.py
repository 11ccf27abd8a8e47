"""What the first start makes is seen on the home page while it is made, and can be read by everybody."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.test_pages import PHONE, SERIOUS
from tests.patience import PATIENCE

from stratege.web.first_start.chores import HOUSE_GAMES, Chore
from stratege.web.first_start.preparation import Preparation
from stratege.web.serving import Server, address_of, listen
from stratege.web.settings import Settings


@pytest.fixture
def seen() -> threading.Event:
    """Set when the page was seen at work: the server hears of no progress before."""
    return threading.Event()


@pytest.fixture
def address(tmp_path: Path, own_wishes: Path, seen: threading.Event) -> Iterator[str]:
    """A server that has house games to play."""
    settings = Settings(tmp_path, workers=1, chores=(Chore(HOUSE_GAMES, "nimble", None, "6x2", 200),))
    ready = threading.Event()

    def wait_until_seen(preparation: Preparation) -> None:
        seen.wait(PATIENCE)

    server, listening = Server(settings, ready.set, wait_until_seen), listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    assert ready.wait(PATIENCE)
    yield address_of(listening, "127.0.0.1")
    server.should_exit = True
    thread.join(PATIENCE)


def test_the_home_page_follows_the_preparation(address: str, seen: threading.Event, visit: Visit) -> None:
    page = visit(viewport={"width": PHONE, "height": 780})
    page.goto(address)
    told = page.locator("#preparation")
    expect(told).to_be_visible()
    expect(told).to_contain_text("Playing house games of Nimble")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in SERIOUS] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    seen.set()
    expect(told).to_contain_text("Tables and house games are ready.")
    expect(told.locator("progress")).to_be_hidden()
    page.reload()
    expect(page.locator("#new-game")).to_be_visible()
    expect(told).to_be_hidden()
