"""What people do with the pages: begin a game, move by mouse or by keyboard, read the board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

MOST_KEYS = 60


def begin(page: Page, address: str, game: str, **choices: str) -> None:
    """Fill in the form of the home page and start the game."""
    page.goto(address)
    page.get_by_role("radio").and_(page.locator(f"[value={game}]")).check()
    for name, value in choices.items():
        field = page.locator(f"#new-game [name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#new-game button.main").click()
    page.wait_for_url("**/play/*")
    expect(page.locator("#board [data-spot]").first).to_be_visible()


def told(page: Page) -> dict[str, Any]:
    """The live game of the page as the API tells it to this visitor."""
    name = page.url.rstrip("/").split("/")[-1]
    address = page.url.split("/play/")[0]
    answer: dict[str, Any] = page.request.get(f"{address}/api/v1/live/{name}").json()
    return answer


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this visitor's turn; False if the game is over."""
    expect(page.locator(".turn.yours, #result:not([hidden])").first).to_be_visible()
    return not page.locator("#result").is_visible()


def place(page: Page, name: str) -> Any:
    """A place of the board."""
    return page.locator(f'#board [data-spot="{name}"]')


def click_move(page: Page, move: str) -> None:
    """Make a move with the mouse."""
    for name in move.split("-"):
        place(page, name).click()


def key_move(page: Page, move: str) -> None:
    """Make a move with the arrow keys and Enter; the board has the focus."""
    for name in move.split("-"):
        walk_to(page, name)
        page.keyboard.press("Enter")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something of that kind has the focus."""
    for _ in range(MOST_KEYS):
        if page.locator(f":is({selector}):focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def walk_to(page: Page, name: str) -> None:
    """Press arrows until that place has the focus: along the larger distance first."""
    for _ in range(MOST_KEYS):
        dx, dy = page.evaluate(
            """name => {
                const middle = (spot) => {
                    const box = spot.firstElementChild.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                };
                const from = middle(document.activeElement.closest("[data-spot]"));
                const to = middle(document.querySelector(`[data-spot="${name}"]`));
                return [to[0] - from[0], to[1] - from[1]];
            }""",
            name,
        )
        if abs(dx) < 2 and abs(dy) < 2:
            return
        if abs(dx) >= abs(dy):
            page.keyboard.press("ArrowRight" if dx > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if dy > 0 else "ArrowUp")
    raise AssertionError(f"the arrows never come to {name}")


def drawn(page: Page) -> dict[str, str]:
    """What the page shows on each place, without what it marks there."""
    shown: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#board [data-spot]")].map((spot) => {
            const copy = spot.cloneNode(true);
            for (const ring of copy.querySelectorAll(".ring")) ring.remove();
            return [spot.dataset.spot, copy.innerHTML.replace(/\\s+/g, " ")];
        }))"""
    )
    return shown


def picture(page: Page, svg: str) -> dict[str, str]:
    """What a picture has on each place, spelled as the browser spells it."""
    held: dict[str, str] = page.evaluate(
        """svg => {
            const host = document.createElement("div");
            host.innerHTML = svg;
            return Object.fromEntries([...host.querySelectorAll("[data-spot]")].map(
                (spot) => [spot.dataset.spot, spot.innerHTML.replace(/\\s+/g, " ")]));
        }""",
        svg,
    )
    return held
