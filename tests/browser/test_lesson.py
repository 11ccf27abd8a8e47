"""A first lesson in the browser, by mouse and by keyboard: an example, wrong clicks and moves, right ones."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.hands import click_move, key_move, place, tab_to
from tests.browser.house import House

from stratege.core.registry import GAMES


def test_a_lesson_is_done(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address)
    page.locator("#learn").click()
    page.wait_for_url("**/games/awale")
    lesson, told, verdict = GAMES["awale"].lesson, page.locator("#told"), page.locator("#verdict")
    for move in lesson[0].shown:
        expect(told).to_have_text(lesson[0].words)
        page.locator("#on").click()
        expect(place(page, move).locator(".ring.last")).to_have_count(1)
    page.locator("#on").click()

    expect(told).to_contain_text(lesson[1].words)
    expect(page.locator("#on")).to_be_disabled()
    place(page, "g").click(force=True)  # it says itself that it is not open
    expect(page.locator("#notice")).to_have_text("g is not legal: the pit is the opponent's.")
    click_move(page, "a")
    expect(verdict).to_have_text(f"✗ {lesson[1].hint}")
    page.keyboard.press("Enter")  # "try again" has the focus, and gives it to the board
    key_move(page, "d")
    expect(verdict).to_have_text(f"✓ {lesson[1].praise}")
    for step in lesson[2:]:
        page.keyboard.press("Enter")  # "go on" has the focus
        expect(told).to_contain_text(step.words)
        if step.right:
            tab_to(page, "[data-spot]")
            key_move(page, step.right[0])
            expect(verdict).to_contain_text(f"✓ {step.praise}")
        else:
            for move in step.shown:
                page.keyboard.press("Enter")
                expect(place(page, move).locator(".ring.last")).to_have_count(1)
    expect(verdict).to_contain_text("That was the lesson.")
