"""Training in the browser: a puzzle failed by mouse and one solved by keyboard; an own mistake days later."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin, click_move, key_move, tab_to, told, wait_for_turn
from tests.browser.house import House

from stratege.core.registry import game
from stratege.engine.adviser import analyse
from stratege.training.puzzle import by_id
from stratege.training.schedule import DAY


def test_a_puzzle_is_failed_by_mouse_and_the_next_solved_by_keyboard(house: House, visit: Visit) -> None:
    page = visit()
    with page.expect_response("**/training/puzzle?*") as heard:
        page.goto(f"{house.address}/training?game=nimble")
    puzzle = by_id("nimble")[heard.value.json()["id"]]
    expect(page.locator("#question")).to_have_text(puzzle.question)
    wrong = next(move for move in puzzle.line.position.moves() if move != puzzle.solution[0])
    click_move(page, wrong)
    expect(page.locator("#verdict")).to_contain_text(f"✗ {wrong} does not win. Right is {puzzle.solution[0]}")
    expect(page.locator("#solved")).to_have_text("0 of 1")
    assert not Axe().run(page).response["violations"]
    with page.expect_response("**/training/puzzle?*") as heard:
        page.keyboard.press("Enter")  # the button for the next one has the focus
    puzzle = by_id("nimble")[heard.value.json()["id"]]
    expect(page.locator("#verdict")).to_be_hidden()
    for own in puzzle.solution[::2]:
        expect(page.locator("#board [data-spot].open").first).to_be_visible()
        tab_to(page, "[data-spot]")
        key_move(page, own)
        expect(page.locator("#verdict")).to_contain_text("✓")
    expect(page.locator("#verdict")).to_contain_text("Solved.")
    expect(page.locator("#solved")).to_have_text("1 of 2")


def test_an_own_mistake_comes_back_days_later_and_games_wait_for_who_closed_the_browser(
    own_house: House, visit: Visit, tmp_path: Path
) -> None:
    page = visit()
    page.goto(f"{own_house.address}/players")
    page.locator("[name=name]").fill("Ada")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_have_text("Kept.")
    begin(page, own_house.address, "chomp", opponent="level:10", size="3x2")
    where = page.url
    cookies = page.context.storage_state()
    page.context.close()

    page = visit(storage_state=cookies)  # the browser was closed and opened again
    page.goto(own_house.address)
    expect(page.locator(".my-games .state")).to_have_text("your turn")
    page.locator(".my-games a").click()
    expect(page).to_have_url(where)
    while wait_for_turn(page):
        click_move(page, blunder(page))
    expect(page.locator("#result-words")).to_have_text("You lost")

    page.goto(f"{own_house.address}/training?mistakes")
    page.locator("#review").click()
    expect(page.locator("#reviewing")).not_to_have_text("Mistakes found: 0.")
    expect(page.locator("#question")).to_contain_text("What would you play now?")
    answer(page)
    expect(page.locator("#verdict")).to_contain_text("✓ Right. It comes again tomorrow.")
    page.reload()
    expect(page.locator("#question")).to_have_text("Nothing to repeat now.")
    with sqlite3.connect(tmp_path / "live.sqlite") as file:
        file.execute("UPDATE card SET due = due - ?", (DAY,))  # as if a day had gone by
    page.reload()
    answer(page)
    expect(page.locator("#verdict")).to_contain_text("✓ Right. It comes again in 3 days.")
    page.goto(f"{own_house.address}/players")
    expect(page.locator("[data-game=chomp] td").nth(2)).to_have_text("1")


def blunder(page: Page) -> str:
    """The worst move of the game's page."""
    return by_worth(told(page)["view"])[-1]


def answer(page: Page) -> None:
    """Play what is right on the board of a mistake."""
    expect(page.locator("#board [data-spot].open").first).to_be_visible()
    told = page.request.get(page.url.split("/training")[0] + "/api/v1/training/mistake").json()
    click_move(page, by_worth(told["card"]["view"])[0])


def by_worth(view: dict[str, Any]) -> list[str]:
    """The moves of a board of Chomp, best first."""
    position = game("chomp", view["variant"], view["size"]).parse(view["position"])
    return [one.move for one in analyse(position).moves]
