"""A game that another package brings (`examples/hexapawn`), in the browser: no line of the app knows it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin, click_move, drawn, key_move, picture, tab_to, told, wait_for_turn
from tests.browser.house import House
from tests.examples.installed import site


@pytest.fixture(scope="module")
def hexapawn_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """An app that has the package."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", site())
        house = House(tmp_path_factory.mktemp("hexapawn"))
    yield house
    house.close()


def test_it_is_played_by_mouse_to_the_end(hexapawn_house: House, visit: Visit) -> None:
    page = visit()
    page.goto(hexapawn_house.address)
    expect(page.locator(".game-card", has_text="Hexapawn")).to_contain_text("Bring a pawn through")
    begin(page, hexapawn_house.address, "hexapawn", opponent="level:1")
    draw = random.Random(1)
    while wait_for_turn(page):
        live = told(page)
        assert drawn(page) == picture(page, live["view"]["svg"])
        click_move(page, draw.choice(live["view"]["moves"]))
    assert told(page)["status"] == "over"
    expect(page.locator("#result-reason")).to_contain_text(told(page)["result"]["reason"])


def test_it_is_played_by_keyboard_and_its_moves_are_shown_in_motion(
    hexapawn_house: House, visit: Visit
) -> None:
    page = visit(reduced_motion="no-preference")
    begin(page, hexapawn_house.address, "hexapawn", opponent="here", size="4x4")
    for ply in (1, 2, 3):
        tab_to(page, "[data-spot]")
        key_move(page, told(page)["view"]["moves"][0])
        expect(page.locator("#moves button")).to_have_count(ply)
        expect(page.locator(".flying")).to_have_count(0)
        assert drawn(page) == picture(page, told(page)["view"]["svg"])


def test_it_is_analysed(hexapawn_house: House, visit: Visit) -> None:
    page = visit()
    page.goto(f"{hexapawn_house.address}/analyse?game=hexapawn")
    rows = page.locator("#values tr")
    expect(rows).to_have_count(3)
    expect(page.locator("#values[data-done]")).to_be_visible()
    for row in rows.all():  # the second player of the 3×3 game wins
        expect(row.locator(".value")).to_contain_text("lost in")
    expect(page.get_by_label("Edit by clicking")).to_be_hidden()
    click_move(page, "a1-a2")
    expect(page.locator("#values .value").first).to_contain_text("won in")
