"""Whole games in the browser: each game against a level by mouse, one by keyboard alone, one by dragging."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import (
    begin,
    click_move,
    drawn,
    key_move,
    picture,
    place,
    tab_to,
    told,
    wait_for_turn,
)
from tests.browser.house import House

# Small boards, so that a game is soon over; `no-repeat` makes sure that Ming Mang is.
SMALL = {
    "awale": {"size": "1"},
    "chomp": {"size": "4x3"},
    "nimble": {"size": "4x2"},
    "mingmang": {"size": "3", "variant": "no-repeat"},
    "quixo": {"size": "3"},
}


@pytest.mark.parametrize("game", SMALL)
def test_a_whole_game_by_mouse(game: str, house: House, visit: Visit) -> None:
    page = visit()
    begin(page, house.address, game, opponent="level:1", **SMALL[game])
    draw = random.Random(game)
    while wait_for_turn(page):
        live = told(page)
        assert drawn(page) == picture(page, live["view"]["svg"])
        click_move(page, draw.choice(live["view"]["moves"]))
    assert_over(page)


def test_a_whole_game_by_keyboard_alone(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address)
    tab_to(page, "[name=game]")
    while not page.locator("[name=game][value=quixo]").is_checked():
        page.keyboard.press("ArrowDown")
    tab_to(page, "[name=opponent]")
    page.keyboard.press("Home")  # level 1
    tab_to(page, "[name=size]")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    draw = random.Random(1)
    while wait_for_turn(page):
        tab_to(page, "[data-spot]")
        key_move(page, draw.choice(told(page)["view"]["moves"]))
    assert_over(page)


def assert_over(page: Page) -> None:
    """The page says who won and why, as the server does."""
    live = told(page)
    assert live["status"] == "over"
    expect(page.locator("#result-reason")).to_contain_text(live["result"]["reason"])
    words = {None: "Draw", live["you"][0]: "You won"}.get(live["result"]["winner"], "You lost")
    expect(page.locator("#result-words")).to_have_text(words)
    expect(page.locator("#heard")).to_contain_text(words)


def test_dragging_a_pawn_moves_it(house: House, visit: Visit) -> None:
    page = visit()
    begin(page, house.address, "mingmang", opponent="here", size="4")
    move = told(page)["view"]["moves"][0]
    start, end = (place(page, name).bounding_box() for name in move.split("-"))
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=5)
    page.mouse.up()
    expect(page.locator("#moves")).to_contain_text(move)


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", SMALL)
def test_motion_ends_with_the_servers_picture(game: str, house: House, visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    begin(page, house.address, game, opponent="here")
    for ply in (1, 2):
        click_move(page, told(page)["view"]["moves"][-1])
        expect(page.locator("#moves button")).to_have_count(ply)
        assert drawn(page) == picture(page, told(page)["view"]["svg"])
        expect(page.locator(".flying")).to_have_count(0)


def test_a_game_that_has_no_book_offers_none_to_be_shut(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address)
    opponent, shut = page.locator("#new-game [name=opponent]"), "level:10:no-book"
    for game, hidden, left in (
        ("quixo", False, shut),
        ("nimble", True, "level:10"),
        ("awale", False, "level:10"),
    ):
        page.get_by_role("radio").and_(page.locator(f"[value={game}]")).check()
        if not hidden and left == shut:
            opponent.select_option(shut)
        assert opponent.locator(f"[value='{shut}']").evaluate("option => option.hidden") is hidden
        expect(opponent).to_have_value(left)


def test_escape_lets_go(house: House, visit: Visit) -> None:
    page = visit()
    begin(page, house.address, "quixo", opponent="here")
    place(page, "0,0").click()
    expect(place(page, "0,0")).to_have_attribute("aria-pressed", "true")
    assert page.locator(".ring.target").count() == 2
    page.keyboard.press("Escape")
    expect(place(page, "0,0")).to_have_attribute("aria-pressed", "false")
    assert page.locator(".ring.target").count() == 0


def test_undo_keeps_the_branch_that_was_left(house: House, visit: Visit) -> None:
    page = visit()
    begin(page, house.address, "awale", opponent="here")
    click_move(page, "e")
    expect(page.locator("#moves [aria-current]")).to_contain_text("e")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    click_move(page, "c")
    expect(page.locator("#moves [aria-current]")).to_contain_text("c")
    page.locator("#moves .branch button", has_text="e").click()
    expect(page.locator("#moves [aria-current]")).to_contain_text("e")
    expect(place(page, "e")).to_have_attribute("aria-label", "e: seeds: 0")
    assert told(page)["tree"]["current"] == 2  # it is only looked at
    page.get_by_role("button", name="Take back to here").click()
    expect(page.locator("#browsing")).to_be_hidden()
    assert told(page)["tree"]["current"] == 1


def test_looking_back_leaves_a_game_against_a_machine_alone(house: House, visit: Visit) -> None:
    """Keys go through the game; the board's side, its marks and the title are the same after a reload."""
    page = visit()
    begin(page, house.address, "awale", opponent="level:1", side="2")
    assert wait_for_turn(page)
    expect(page).to_have_title(re.compile(r"^▶ Your turn\. · Awalé"))
    expect(page.locator("#board svg")).to_have_class("flipped")  # player 2 sits at the bottom
    click_move(page, told(page)["view"]["moves"][0])
    expect(page.locator("#moves button")).to_have_count(3)
    before = told(page)["tree"]["current"]
    for key, count in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 1), ("End", 1)):
        page.keyboard.press(key)
        expect(page.locator("#moves [aria-current]")).to_have_count(count)
    expect(page.locator("#browsing")).to_be_hidden()
    assert told(page)["tree"]["current"] == before
    page.keyboard.press("f")
    expect(page.locator("#seat-bottom .name")).to_have_text("Level 1")
    marks = page.locator("#board .ring.last").count()
    page.reload()
    assert wait_for_turn(page)
    expect(page.locator("#seat-bottom .name")).to_have_text("Level 1")
    expect(page.locator("#board svg")).not_to_have_class("flipped")
    assert page.locator("#board .ring.last").count() == marks == 1
    page.keyboard.press("u")
    expect(page.locator("#moves .left").first).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".ring.hint").first).to_be_visible()
    page.goto(house.address)  # the form is as it was
    expect(page.locator("#new-game [name=opponent]")).to_have_value("level:1")
    expect(page.locator("#new-game [name=side]")).to_have_value("2")


def test_a_hint_comes_in_two_steps(house: House, visit: Visit) -> None:
    page = visit()
    begin(page, house.address, "chomp", opponent="level:1", size="4x4")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".ring.hint").first).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    words = "leaves two arms of the same length; the only move that wins"
    expect(page.locator("#hint-answer")).to_contain_text(words)
    expect(page.locator(".ring.hint")).to_have_count(1)
