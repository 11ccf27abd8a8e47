"""Every page in Chromium, as a first visitor gets it: what comes over the wire, and how long tasks take.

A page's weight is all that is transferred, compressed as it is served, until it is filled. A task is what the
browser's main thread does without a break; tasks under 50 ms are not reported by it, and shown as a dash.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.conftest import PATIENCE, launch
from tests.browser.hands import click_move, told
from tests.browser.house import House
from tests.browser.test_pages import EVERY_PAGE, open_page

from benchmarks.report import Report, Table

NAME = "pages"

SUMMARY = (
    "Each page over loopback with an empty cache: what is transferred until it is filled, and the longest "
    "task on the main thread while it loads and while something on it changes. Goals: 150 kB a page, 100 ms "
    "a change."
)
WATCH = """() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration)))
        .observe({ type: "longtask", buffered: true });
}"""
SETTLE = 400  # milliseconds after which tasks have been reported


def step(page: Page) -> None:
    """The first legal move of a game that is played."""
    click_move(page, told(page)["view"]["moves"][0])
    expect(page.locator("#moves button")).to_have_count(1)


def look_back(page: Page) -> None:
    """To the start of what is looked at."""
    page.keyboard.press("Home")
    expect(page.locator("#moves [aria-current]")).to_have_count(0)


def follow(page: Page) -> None:
    """The move that was played most."""
    page.locator("#moves button").first.click()
    expect(page.locator("#line button")).to_have_count(1)


def other_game(page: Page) -> None:
    """Another game on the first page."""
    page.locator("[name=game][value=quixo]").check()
    expect(page.locator("#chosen-game")).to_have_text("Quixo")


def forward(page: Page) -> None:
    """The next frame of a stage."""
    page.locator("#to-next").click()
    expect(page.locator("#player-count")).to_have_text(re.compile("^2/"))


def other_colours(page: Page) -> None:
    """A picture in black and white."""
    page.locator("[name=reduce][value=nb]").check()
    expect(page.locator("#sizes[data-done=nb]")).to_be_visible()


def solve(page: Page) -> None:
    """Some move in a puzzle, right or wrong."""
    page.locator("#board [data-spot].open").first.click()
    if page.locator(".ring.target").count():
        page.locator("#board [data-spot].open[aria-pressed=false]").last.click()
    page.wait_for_timeout(SETTLE)


CHANGES: dict[str, Callable[[Page], None]] = {
    "home": other_game,
    "review": look_back,
    "explore": follow,
    "tree": forward,
    "stage": forward,
    "images": other_colours,
    "training": solve,
    **{name: step for name in EVERY_PAGE if name.startswith("play-") and not name.endswith("link")},
}


@dataclass
class Weighed:
    """What came over the wire, and how long tasks took, in milliseconds."""

    sizes: list[int] = field(default_factory=list)
    loading: float = 0
    changing: float | None = None

    def row(self, name: str) -> list[str]:
        """Its row of the table."""
        change = "" if self.changing is None else _shown(self.changing)
        return [name, f"{sum(self.sizes) / 1000:.0f}", str(len(self.sizes)), _shown(self.loading), change]


def _shown(milliseconds: float) -> str:
    return f"{milliseconds:.0f}" if milliseconds else "–"


def weighed(browser: Browser, address: str, name: str) -> Weighed:
    """A page opened by somebody who was never here, and something on it changed."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1366, "height": 768})
    context.set_default_timeout(PATIENCE)
    page, found = context.new_page(), Weighed()
    page.add_init_script(f"({WATCH})()")
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: found.sizes.append(int(event["encodedDataLength"])))
    open_page(page, address, name)
    found.loading = longest(page)
    wire.detach()
    if name in CHANGES:
        page.evaluate("window.tasks.length = 0")
        CHANGES[name](page)
        found.changing = longest(page)
    context.close()
    return found


def longest(page: Page) -> float:
    """The longest task so far."""
    page.wait_for_timeout(SETTLE)
    tasks: list[Any] = page.evaluate("window.tasks")
    return max((float(one) for one in tasks), default=0)


def run() -> Report:
    """Every page once; each game has been compiled before."""
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = launch(playwright)
        try:
            for name in EVERY_PAGE:
                weighed(browser, house.address, name)
            rows = [weighed(browser, house.address, name).row(name) for name in EVERY_PAGE]
        finally:
            browser.close()
            house.close()
    columns = ["page", "kB", "requests", "longest task, loading ms", "changing ms"]
    return Report(SUMMARY, [Table("Pages at 1366 × 768", columns, rows)])
