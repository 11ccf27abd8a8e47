"""A study by mouse and by keyboard alone: a variation opened, commented, saved, exported, read back."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import click_move, key_move, tab_to
from tests.browser.house import House

from stratege.core.study import Study, parse_study


def look_at(page: Page, house: House, query: str) -> None:
    page.goto(f"{house.address}/analyse?{query}")
    expect(page.locator("#values[data-done]")).to_be_visible()


def exported(page: Page) -> Study:
    with page.expect_download() as download:
        page.locator("[data-export=text]").click()
    return parse_study(download.value.path().read_text())


def test_a_variation_by_mouse(house: House, visit: Visit, tmp_path: Path) -> None:
    page = visit()
    look_at(page, house, "game=awale&moves=e+g+a+i+c")
    page.locator("#moves button", has_text="g").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("g")
    click_move(page, "c")  # another third move: the game stays, a variation begins
    expect(page.locator("#moves .branch [aria-current]")).to_have_text("c")
    expect(page.locator("#moves button")).to_have_count(6)
    page.get_by_label("Comment").fill("too early (see (a))")
    page.get_by_role("button", name="?! doubtful").click()
    expect(page.locator("#moves .said")).to_have_text("too early (see (a))")
    study = exported(page)
    assert " ".join(study.words()) == "1. e g 2. a (2. c?! {too early (see (a))}) 2... i 3. c"

    page.reload()  # all of it is in the address, and where one stands too
    expect(page.locator("#moves .branch [aria-current]")).to_have_text("c?!")
    assert exported(page) == study

    page.get_by_label("Name").fill("My study")
    page.get_by_role("button", name="Save").click()
    look_at(page, house, "game=quixo&size=3")
    page.get_by_role("button", name="My study", exact=True).click()
    expect(page.locator("#moves button")).to_have_count(6)
    assert exported(page) == study

    page.locator("#moves .branch button").click()
    page.get_by_role("button", name="Make it the main line").click()
    assert exported(page).record().moves == ("e", "g", "c")
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator("#moves .branch")).to_have_count(0)
    assert exported(page).record().moves == ("e", "g", "a", "i", "c")
    file = tmp_path / "study.sgf"
    file.write_text(study.sgf())
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.locator("#moves .branch button")).to_have_text("c?!")
    assert exported(page) == study
    with page.expect_download() as download:
        page.get_by_role("button", name="SGF").click()
    assert download.value.path().read_text() == study.sgf()


def test_a_variation_by_keyboard_alone(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=awale&moves=e+g+a+i")
    current = page.locator("#moves [aria-current]")
    for key, move in (
        ("ArrowLeft", "a"),
        ("Home", None),
        ("ArrowRight", "e"),
        ("End", "i"),
        ("ArrowLeft", "a"),
    ):
        page.keyboard.press(key)
        expect(current).to_have_count(0 if move is None else 1)
        if move:
            expect(current).to_have_text(move)
    tab_to(page, "[data-spot]")
    key_move(page, "k")
    expect(page.locator("#moves .branch [aria-current]")).to_have_text("k")
    page.keyboard.press("c")
    page.keyboard.type("quiet? yes")  # no key of this is a command
    expect(page.locator("#moves .said")).to_have_text("quiet? yes")
    tab_to(page, "#save [name=name]")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_contain_text("By keys")
    tab_to(page, "#saved button")
    page.keyboard.press("Enter")
    assert " ".join(exported(page).words()) == "1. e g 2. a i (2... k {quiet? yes})"


def test_a_review_names_players_and_says_why(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=chomp&size=3x3&moves=2,2+1,1&player1=Ada&player2=Bob")
    page.get_by_role("button", name="Value the whole game").click()
    expect(page.locator("#accuracy")).to_contain_text("Ada: accuracy 0 %")
    blunder = page.locator("#mistakes button.blunder").first
    expect(blunder).to_contain_text(re.compile(r"Ada, 1\. 2,2 .*1,1 was better"))
    expect(blunder).to_contain_text("1,1: leaves two arms of the same length; the only move that wins")
    expect(page.locator("#moves button.blunder")).to_have_count(1)
