"""The analysis page: the values are the library's, positions come in by text, paste and click, and go out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import click_move, place
from tests.browser.house import House

import stratege
from stratege.core.record import parse_record


def look_at(page: Page, house: House, query: str) -> None:
    page.goto(f"{house.address}/analyse?{query}")
    expect(page.locator("#values[data-done]")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "size", "text"), [("nimble", "6", "1,0,2,0,3,1:1"), ("chomp", "4x3", "4,4,2:1")]
)
def test_values_are_those_of_the_library(game: str, size: str, text: str, house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, f"game={game}&size={size}&position={text}")
    best = stratege.game(game, size=size).parse(text).analyse().moves
    rows = page.locator("#values tr")
    expect(rows).to_have_count(len(best))
    shown = {row.get_attribute("data-move"): row.locator(".value").inner_text() for row in rows.all()}
    assert shown == {valued.move: valued.verdict for valued in best}
    assert page.locator(".badge").count() == len({valued.move.split("-")[0] for valued in best})
    assert page.locator(".badge.best").count() >= 1


def test_chosen_place_shows_where_it_may_go(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=nimble&size=6&position=1,0,2,0,3,1:1")
    place(page, "5").click()
    expect(page.locator(".badge")).to_have_count(4)


IN_THE_LIST = """() => {
    const [list, here] = ["#moves", "#moves [aria-current]"].map((one) => document.querySelector(one));
    const [outer, inner] = [list, here].map((one) => one.getBoundingClientRect());
    return list.scrollHeight > list.clientHeight && inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""  # the move that is looked at, in a list too long to be seen at once


def test_the_slider_goes_through_the_game(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, f"game=awale&moves={'+'.join('egaichbjdk' * 2)}")
    assert page.evaluate(IN_THE_LIST)
    look_at(page, house, "game=awale&moves=e+g+a")
    page.locator("#ply").focus()
    page.keyboard.press("Home")
    expect(place(page, "e")).to_have_attribute("aria-label", "e: seeds: 4")
    expect(page).to_have_url(re.compile(r"#0$"))
    click_move(page, "e")
    expect(page.locator("#moves button")).to_have_count(3)  # the same move: the rest of the game stays
    expect(page.locator("#moves [aria-current]")).to_have_text("e")


def test_paste_a_record_and_take_it_away(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=awale")
    page.locator("[name=text]").fill('[Game "quixo"]\n[Size "3"]\n\n1. 0,0-0,2 2,2-2,0 *')
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#label")).to_have_text("Quixo 3×3")
    expect(page.locator("#moves button")).to_have_text(["0,0-0,2", "2,2-2,0"])
    with page.expect_download() as download:
        page.locator("[data-export=text]").click()
    record = parse_record(download.value.path().read_text())
    assert record.moves == ("0,0-0,2", "2,2-2,0")
    with page.expect_download() as download:
        page.locator("[data-export=gif]").click()
    assert download.value.path().read_bytes().startswith(b"GIF8")


def test_a_bad_position_changes_nothing(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=quixo&size=3")
    page.locator("[name=text]").fill("xo./:1")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#label")).to_have_text("Quixo 3×3")


@pytest.mark.parametrize(
    ("query", "spot", "after"),
    [
        ("game=quixo&size=3", "0,1", ".x./.../...:1"),
        ("game=mingmang&size=3", "2,2", "xoo/xxo/xxo:1"),
        ("game=awale", "a", "5,4,4,4,4,4,4,4,4,4,4,4:0,0:1:0"),
        ("game=nimble&size=4&position=0,1,0,2:1", "3", "0,1,1,2:1"),
        ("game=chomp&size=4x3&position=4,2:1", "2,1", "4,2,2:1"),
    ],
)
def test_edit_by_clicking(query: str, spot: str, after: str, house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, query)
    page.get_by_label("Edit by clicking").check()
    place(page, spot).click()
    expect(page.locator("[name=text]")).to_have_value(after)


def test_play_from_here(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=quixo&size=3&position=xx./oo./...:1")
    page.locator("#play-on [name=opponent]").select_option("here")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    expect(place(page, "0,1")).to_have_attribute("aria-label", "0,1: cross")


def test_a_damaged_link_shows_a_board_and_why(house: House, visit: Visit) -> None:
    page = visit()
    look_at(page, house, "game=quixo&position=nonsense")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#board [data-spot]").first).to_be_visible()
