"""Photograph the app for the README, and draw a game that moves: `make pictures`. Needs Chromium."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import launch
from tests.browser.house import House

import stratege
from stratege.core.line import Line
from stratege.engine.limits import Limits
from stratege.engine.players import player
from stratege.web.rooms.board.pictures import gif

FOLDER = Path(__file__).parent
WIDE = {"width": 1280, "height": 800}
COLOURS = 128  # of a picture: they are drawings, and small


def played(page: Page) -> None:
    """A game against a level, some moves old."""
    page.locator("#new-game button.main").click()
    page.wait_for_url("**/play/*")
    for _move in range(3):
        page.wait_for_selector(".turn.yours")
        page.locator("#board [data-spot].open").first.click()
        page.wait_for_timeout(1500)
    page.wait_for_selector(".turn.yours")


def valued(page: Page) -> None:
    """A position whose moves are valued."""
    page.wait_for_selector("#values[data-done]", timeout=60_000)


def waiting(page: Page) -> None:
    """A board that can be moved on."""
    page.wait_for_selector("#board [data-spot].open")


SCREENS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "screen-play": ("/?game=awale", played),
    "screen-analyse": ("/analyse?game=quixo&size=4&position=xo.x/..o./.x../o...:1", valued),
    "screen-training": ("/training?game=mingmang", waiting),
}


def photographed(address: str) -> None:
    """Every screen, as a small PNG."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (path, ready) in SCREENS.items():
            page = browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce").new_page()
            page.goto(address + path)
            ready(page)
            with Image.open(io.BytesIO(page.screenshot())) as picture:
                small = picture.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS).quantize(COLOURS)
                small.save(FOLDER / f"{name}.png", optimize=True)
        browser.close()


def animated() -> None:
    """A game of two levels, move by move."""
    rules = stratege.game("quixo")
    levels = [player("level:6", rules, seed=1), player("level:4", rules, seed=2)]
    line = Line(rules.start())
    while line.outcome() is None and line.plies < 40:
        line = line.play(levels[line.plies % 2].choose(line, Limits(nodes=5_000)))
    (FOLDER / "game.gif").write_bytes(gif([*line.positions()], 320))


if __name__ == "__main__":
    animated()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        try:
            photographed(house.address)
        finally:
            house.close()
