"""The room of solved games in a browser: Chomp's map says why, Nimble is played in binary by keyboard."""

from __future__ import annotations

import re
from functools import reduce
from operator import xor

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import key_move, place, tab_to, told
from tests.browser.house import House


def test_a_square_of_the_map_says_why(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved")
    page.get_by_role("link", name="See the map").click()
    expect(page.locator("#turn")).to_have_text("Winning first moves: 3,8 4,5")
    place(page, "4,5").click()
    expect(page.locator("#why")).to_contain_text("4,5 wins")
    expect(page.locator("#leaves")).to_have_text("10, 10, 10, 10, 5, 5, 5, 5")
    assert page.locator(".bitten").count() == 4 * 5
    place(page, "0,1").click()
    expect(page.locator("#why")).to_contain_text("0,1 loses")
    expect(page.locator("#answers")).to_have_text("1,0")  # eat the rest of the column but the poison
    expect(page.locator(".ring.hint")).to_have_count(1)
    place(page, "0,0").click()
    expect(page.locator("#why")).to_contain_text("poison")
    expect(page.locator("#play-this")).to_be_hidden()


def test_a_move_of_the_map_can_be_played(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved/chomp?columns=4&rows=3")
    place(page, "2,1").click()
    expect(page.locator("#analyse")).to_have_attribute("href", re.compile(r"size=4x3&moves=2%2C1"))
    page.locator("#play-this").click()
    page.wait_for_url("**/play/*")
    live = told(page)
    assert (live["view"]["start"], live["you"], live["seats"][1]["name"]) == ("4,4,1:2", [1], "level:10")


def test_another_bar_by_form_by_gallery_and_by_address(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved/chomp?columns=5&rows=4")
    expect(page.locator("#label")).to_have_text("Chomp 5×4")
    page.get_by_label("Columns").fill("17")
    page.get_by_label("Rows").fill("17")
    page.get_by_role("button", name="Show the map").click()
    expect(page.locator("#notice")).to_contain_text("16×16")
    expect(page.locator("#label")).to_have_text("Chomp 5×4")
    page.get_by_label("Columns").fill("3")
    page.keyboard.press("Tab")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#label")).to_have_text("Chomp 3×6")
    expect(page.locator("#notice")).to_be_hidden()
    bar = page.locator('#gallery [data-spot="7x7"]')
    expect(bar).to_have_attribute("aria-label", "7×7: 1,1")
    bar.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#label")).to_have_text("Chomp 8×7")
    assert page.url.endswith("?columns=8&rows=7")


def pawns_of(page: Page) -> list[int]:
    """How many pawns the board shows on each square."""
    spots = page.locator("#board [data-spot]")
    labels = [spots.nth(index).get_attribute("aria-label") or "" for index in range(spots.count())]
    return [int(label.rsplit(" ", 1)[1]) for label in labels]


def assert_sums(page: Page) -> None:
    """Every pawn that can move has its line in binary; what stands below them is their sum."""
    pawns = pawns_of(page)
    steps = [square for square in reversed(range(1, len(pawns))) for _pawn in range(pawns[square])]
    wide = len(bin(len(pawns) - 1)) - 2
    rows = [re.findall(r"\d+", row) for row in page.locator("#heaps tr").all_inner_texts()]
    assert rows == [[str(step + 1), str(step), *f"{step:0{wide}b}"] for step in steps]
    ones = [str(sum(step >> bit & 1 for step in steps)) for bit in reversed(range(wide))]
    assert page.locator("#ones td").all_inner_texts() == ones
    total = reduce(xor, steps, 0)
    assert page.locator("#sum td").all_inner_texts() == list(f"{total:0{wide}b}")
    expect(page.locator("#sum th")).to_contain_text(f"(= {total})")


def winning_moves(pawns: list[int]) -> list[str]:
    """By trying every move of normal play."""
    found = []
    total = reduce(xor, (square for square, count in enumerate(pawns) if count % 2), 0)
    for origin, count in enumerate(pawns):
        found += [f"{origin + 1}-{to + 1}" for to in range(origin) if count and total ^ origin ^ to == 0]
    return found


def test_nimble_in_binary_to_the_end_by_keyboard(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved/nimble?position=0,1,1,2,0,1,0,1")
    made = 0
    while not re.search("wins:", page.locator("#verdict").inner_text() or ""):
        expect(page.locator("#line button")).to_have_count(made)
        expect(page.locator("#turn")).to_contain_text("player 1 to move")
        assert_sums(page)
        pawns = pawns_of(page)
        winning = winning_moves(pawns)
        shown = [
            re.sub(r"\s*→\s*", "-", words) for words in page.locator("#winning button").all_inner_texts()
        ]
        assert shown == winning
        for mark in (".ring.hint", ".star"):
            assert page.locator(mark).count() == len({move.split("-")[0] for move in winning})
        tab_to(page, "[data-spot]")
        key_move(page, winning[0])  # the first board is won, and so are all that we are left with
        origin, target = map(int, winning[0].split("-"))
        steps_left = sum(square * count for square, count in enumerate(pawns)) - (origin - target)
        made += 2 if steps_left else 1
        expect(page.locator("#line button")).to_have_count(made)
    assert_sums(page)
    expect(page.locator("#turn")).to_contain_text("Player 1 wins")
    expect(page.locator("#winning button")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#line button")).to_have_count(made - 2)


def test_nimble_for_two_misere_and_set_up(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved/nimble?position=0,1,1")
    expect(page.locator("#verdict")).to_contain_text("Player 1 to move wins")
    page.get_by_label("Misère").check()
    expect(page.locator("#label")).to_contain_text("misere")
    expect(page.locator("#winning button")).to_have_text(["3 → 1"])
    page.get_by_label("The machine answers").uncheck()
    page.get_by_label("Show the winning moves").uncheck()
    expect(page.locator("#winning-panel")).to_be_hidden()
    expect(page.locator(".ring.hint")).to_have_count(0)
    place(page, "3").click()
    place(page, "1").click()
    expect(page.locator("#turn")).to_contain_text("player 2 to move")
    expect(page.locator("#line button")).to_have_count(1)
    page.get_by_label("Pawns on each square").fill("1,x")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#notice")).to_contain_text("numbers")
    assert pawns_of(page) == [1, 1, 0]
    page.get_by_role("button", name="Random board").click()
    expect(page.locator("#board [data-spot]")).to_have_count(10)
    expect(page.locator("#notice")).to_be_hidden()
    page.get_by_role("button", name="Let the machine move").click()
    expect(page.locator("#line button")).to_have_count(1)
    assert_sums(page)


def test_a_small_board_against_perfect_play(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address + "/solved")
    card = page.locator("[data-table=quixo-3]")
    expect(card.get_by_role("link", name="Analyse")).to_have_attribute("href", re.compile("quixo.*size=3"))
    card.get_by_role("button", name="Play second").click()
    page.wait_for_url("**/play/*")
    live = told(page)
    assert (live["view"]["label"], live["you"], live["seats"][0]["name"]) == ("Quixo 3×3", [2], "level:10")
