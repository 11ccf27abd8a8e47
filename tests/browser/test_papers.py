"""The papers' room in the browser: call a function and read its value."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Visit
from tests.browser.hands import tab_to
from tests.browser.house import House

from stratege.exams import chomp, quixo


def form(page: Page, function: str) -> Page:
    return page.locator(f'form[data-function="{function}"]')  # type: ignore[return-value]


def test_the_value_is_pythons(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/papers")
    page.get_by_role("link", name="Le jeu du chocolat empoisonné (Chomp)").click()
    call = form(page, "chomp.carte_gagnante")
    expect(call.locator("[name=value]").first).to_have_value("7")
    call.get_by_role("button", name="Call").click()
    expect(call.locator(".said.result")).to_have_text(repr(chomp.carte_gagnante(7, 5)))
    call.locator("[name=value]").first.fill("4")
    call.get_by_role("button", name="Call").click()
    expect(call.locator(".said.result")).to_have_text(repr(chomp.carte_gagnante(4, 5)))
    call.get_by_role("button", name="Example values").click()
    expect(call.locator("[name=value]").first).to_have_value("7")
    expect(call.locator(".answer")).to_be_empty()


def test_a_call_waits_for_the_script(house: House, visit: Visit) -> None:
    """On a slow line the button is there before what it needs: pressing it must not send the form away."""
    page = visit()

    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    page.route("**/papers.js*", late)
    page.goto(house.address + "/papers/004", wait_until="commit")
    call = form(page, "quixo.case_bord")
    call.get_by_role("button", name="Call").click()
    expect(call.locator(".said.result")).to_have_text(re.compile("True|False"))


def test_by_keyboard_alone(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/papers/004#quixo.case_bord")
    expect(form(page, "quixo.case_bord").get_by_role("button", name="Call")).to_be_enabled()
    tab_to(page, "form[data-function='quixo.case_bord'] [name=value]")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(form(page, "quixo.case_bord").locator(".said.result")).to_have_text(repr(quixo.case_bord(2, 3)))
    long = form(page, "quixo.gagnant").locator("textarea")
    long.press("Enter")  # calls, too: a value is one line
    expect(form(page, "quixo.gagnant").locator(".said.result")).to_have_text("False")


def test_what_goes_wrong_is_a_sentence(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/papers/002")
    call = form(page, "chomp.joue")
    for values, words in (
        (["[5]", "exit()"], "coup is not a value"),
        (["[5]", "7"], "It raises TypeError: cannot unpack non-iterable int object."),
    ):
        for field, value in zip(call.locator("[name=value]").all(), values):
            field.fill(value)
        call.get_by_role("button", name="Call").click()
        expect(call.locator(".notice")).to_contain_text(words)


def test_source_is_shown(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/papers/002")
    call = form(page, "chomp.enleve_0")  # it changes its argument: what it leaves is shown
    call.get_by_role("button", name="Call").click()
    expect(call.locator(".said.after")).to_have_text("[2, 0, 1]")
    function = page.locator('[id="chomp.enleve_0"]')
    function.locator("summary").click()
    expect(function.locator(".numbered")).to_contain_text("while l and l[-1] == 0:")
