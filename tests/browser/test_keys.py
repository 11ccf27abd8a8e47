"""Every key that a page's card names is pressed, and does what the card says."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin, click_move, place, tab_to
from tests.browser.house import House

from stratege.core.registry import GAMES
from stratege.training.puzzle import by_id

EVERYWHERE = {"m", "?"}
ON_BOARDS = {"Tab", "←", "→", "↑", "↓", "Enter", "Escape"}


def read_card(page: Page) -> set[str]:
    """The keys that the card shows."""
    page.keyboard.press("?")
    card = page.get_by_role("dialog", name="Keys")
    expect(card).to_be_visible()
    shown = set(card.locator("kbd").all_inner_texts())
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    return shown


def try_board(page: Page, first: str) -> None:
    """To the board, from place to place, choose one of two that a move needs, and let go of it."""
    tab_to(page, "[data-spot]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(place(page, first)).to_be_focused()
    page.keyboard.press("Enter")
    expect(place(page, first)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(place(page, first)).to_have_attribute("aria-pressed", "false")


def walk(page: Page, moves: str) -> None:
    """Through the moves shown, which are letters; the last is looked at."""
    current = page.locator("#moves [aria-current]")
    for key, at in (("ArrowLeft", moves[-2]), ("ArrowRight", moves[-1]), ("Home", ""), ("End", moves[-1])):
        page.keyboard.press(key)
        expect(current).to_have_count(1 if at else 0)
        if at:
            expect(current).to_have_text(at)


def playing(page: Page, address: str) -> set[str]:
    begin(page, address, "awale", opponent="here")
    for count, move in enumerate("eg", start=1):
        click_move(page, move)
        expect(page.locator("#moves button")).to_have_count(count)
    walk(page, "eg")
    expect(page.locator("#browsing")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#board svg")).to_have_class("flipped")
    page.keyboard.press("u")
    expect(page.locator("#moves [aria-current]")).to_have_text("e")
    page.keyboard.press("h")
    expect(page.locator(".ring.hint").first).to_be_visible()
    return {"←", "→", "Home", "End", "u", "h", "f", *ON_BOARDS}


def analysing(page: Page, address: str) -> set[str]:
    page.goto(f"{address}/analyse?game=awale&tree=e+g+(h)+a#4")
    current = page.locator("#moves [aria-current]")
    expect(current).to_have_text("a")
    walk(page, "ga")
    for key, move in (("ArrowDown", "h"), ("ArrowUp", "g"), ("ArrowUp", "h")):
        page.keyboard.press(key)
        expect(current).to_have_text(move)
    page.keyboard.press("f")
    expect(page.locator("#board svg")).to_have_class("flipped")
    expect(page.locator("#values[data-done]")).to_be_visible()
    page.keyboard.press("h")  # the best move
    expect(page.locator("#moves button")).to_have_count(5)
    page.keyboard.press("u")
    expect(page.locator("#moves button")).to_have_count(4)
    page.keyboard.press("r")
    expect(page.locator("#accuracy")).to_contain_text("accuracy")
    page.keyboard.press("c")
    expect(page.get_by_label("Comment")).to_be_focused()
    page.get_by_label("Comment").blur()
    return {"←", "→", "Home", "End", "f", "h", "u", "c", "r", *ON_BOARDS}


def exploring(page: Page, address: str) -> set[str]:
    page.goto(f"{address}/explore?game=quixo&size=3")
    line = page.locator("#line button")
    expect(page.locator("#moves button").first).to_be_visible()
    for key, count in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("ArrowRight", 2),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(line).to_have_count(count)
        expect(page.locator("#moves button").first).to_be_visible()
    try_board(page, "0,0")
    return {"←", "→", "Home", *ON_BOARDS}


def training(page: Page, address: str) -> set[str]:
    with page.expect_response("**/training/puzzle?*") as heard:
        page.goto(f"{address}/training?game=awale")
    puzzle = by_id("awale")[heard.value.json()["id"]]
    svg, verdict = page.locator("#board svg"), page.locator("#verdict")
    wrong = next(move for move in puzzle.line.position.moves() if move != puzzle.solution[0])
    expect(place(page, wrong)).to_be_visible()
    turned = "flipped" in (svg.get_attribute("class") or "")
    page.keyboard.press("f")
    expect(svg).to_have_class("" if turned else "flipped")
    for key in ("r", ""):
        click_move(page, wrong)
        expect(verdict).to_be_visible()
        expect(verdict).to_contain_text("✗")
        if key:
            page.keyboard.press(key)
            expect(verdict).to_be_hidden()
    with page.expect_response("**/training/puzzle?*"):
        page.keyboard.press("n")
    expect(verdict).to_be_hidden()
    return {"n", "r", "f", *ON_BOARDS}


def learning(page: Page, address: str) -> set[str]:
    page.goto(f"{address}/games/awale")
    current = page.locator("#dots [aria-current]")
    expect(current).to_have_text("1")
    for move in GAMES["awale"].lesson[0].shown:
        page.keyboard.press("ArrowRight")  # a move of the example
        expect(place(page, move).locator(".ring.last")).to_have_count(1)
    page.keyboard.press("ArrowRight")  # the next step, which asks something
    expect(current).to_have_text("2")
    expect(page.locator("#on")).to_be_disabled()
    click_move(page, "a")
    expect(page.locator("#verdict")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#verdict")).to_be_hidden()
    page.mouse.click(1, 1)  # arrows are the page's again
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_text("1")
    return {"←", "→", "r", *ON_BOARDS}


def watching(page: Page, address: str) -> set[str]:
    page.goto(f"{address}/watch/harvest")
    count = page.locator("#player-count")
    for key, pattern in (
        ("ArrowRight", "^2/"),
        ("ArrowLeft", "^1/"),
        ("End", r"^(\d+)/\1$"),
        ("Home", "^1/"),
    ):
        expect(count).to_have_text(re.compile(r"^\d+/\d+$"))
        page.keyboard.press(key)
        expect(count).to_have_text(re.compile(pattern))
    return {"←", "→", "Home", "End"}


def choosing(page: Page, address: str) -> set[str]:
    page.goto(address)
    return set()


Story = Callable[[Page, str], set[str]]
STORIES: tuple[Story, ...] = (playing, analysing, exploring, training, learning, watching, choosing)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_every_key_of_the_card(story: Story, house: House, visit: Visit) -> None:
    page = visit()
    pressed = story(page, house.address)
    assert read_card(page) == pressed | EVERYWHERE
    page.keyboard.press("m")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
