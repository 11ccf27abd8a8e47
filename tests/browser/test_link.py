"""Two people by link: one reloads in the middle, others watch, the server falls over."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin, click_move, drawn, told, wait_for_turn
from tests.browser.house import House


def meet(house: House, visit: Visit) -> tuple[Page, Page]:
    """Two visitors at one board of Quixo: the first invites, the second sits down."""
    first, second = visit(), visit()
    begin(first, house.address, "quixo", opponent="link", size="3")
    second.goto(first.locator("#link").input_value())
    second.get_by_role("button", name="Sit down as player 2").click()
    expect(first.locator(".turn.yours")).to_be_visible()
    return first, second


def test_two_play_by_link_and_one_reloads(house: House, visit: Visit) -> None:
    players = meet(house, visit)
    watcher = visit()
    watcher.goto(players[0].url)
    draw = random.Random(7)
    for ply in range(200):
        page = players[ply % 2]
        if not wait_for_turn(page):
            break
        if ply == 3:
            page.reload()
            assert wait_for_turn(page)
        click_move(page, draw.choice(told(page)["view"]["moves"]))
        expect(page.locator("#moves button")).to_have_count(ply + 1)
    winner = told(players[0])["result"]["winner"]
    for player, page in enumerate(players, start=1):
        expect(page.locator("#result-words")).to_have_text("You won" if player == winner else "You lost")
    expect(watcher.locator("#result-words")).to_have_text(f"Player {winner} won")
    assert drawn(watcher) == drawn(players[0]) == drawn(players[1])


def test_a_watcher_cannot_move(house: House, visit: Visit) -> None:
    first, _ = meet(house, visit)
    watcher = visit()
    watcher.goto(first.url)
    expect(watcher.locator("#board [data-spot]").first).to_be_visible()
    assert watcher.locator("#board .open").count() == 0
    assert watcher.locator("#seat-offer").is_hidden()


def test_draw_offer_and_rematch(house: House, visit: Visit) -> None:
    """Offers and refusals are said to both, each of whom sits at the bottom of their own board."""
    first, second = meet(house, visit)
    for page, flipped in ((first, ""), (second, "flipped")):
        expect(page.locator("#seat-bottom .name")).to_have_text("You")
        expect(page.locator("#board svg")).to_have_class(flipped)
    first.get_by_role("button", name="Offer a draw").click()
    expect(first.locator("#offer-said")).to_contain_text("You offer a draw")
    expect(second.locator("#heard")).to_contain_text("Player 1 offers a draw.")
    second.get_by_role("button", name="Decline").click()
    for page in (first, second):
        expect(page.locator("#offer-said")).to_have_text("The draw was declined.")
    first.get_by_role("button", name="Offer a draw").click()
    second.get_by_role("button", name="Accept").click()
    expect(first.locator("#result-words")).to_have_text("Draw")
    old = first.url
    first.get_by_role("button", name="Rematch").click()
    expect(second.locator("#rematch-words")).to_contain_text("asks for a rematch")
    second.get_by_role("button", name="Rematch").click()
    for page in (first, second):
        page.wait_for_url(lambda url: "/play/" in url and url != old)
    assert first.url == second.url
    expect(second.locator(".turn.yours")).to_be_visible()  # sides have changed


def test_a_move_may_be_planned_ahead(house: House, visit: Visit) -> None:
    first, second = meet(house, visit)
    for name in ("2,2", "2,0"):
        second.locator(f'#board [data-spot="{name}"]').click()
    expect(second.locator(".ring.premove")).to_have_count(2)
    second.keyboard.press("Escape")
    expect(second.locator(".ring.premove")).to_have_count(0)
    for name in ("2,2", "2,0"):
        second.locator(f'#board [data-spot="{name}"]').click()
    click_move(first, "0,0-0,2")
    for page in (first, second):
        expect(page.locator("#moves button")).to_have_text(["0,0-0,2", "2,2-2,0"])


def test_an_invitation_works_for_those_invited(house: House, visit: Visit) -> None:
    """Who can be reached from here only says so; a link is copied on plain http too, or that is said."""
    page = visit()
    begin(page, house.address, "quixo", opponent="link")
    expect(page.locator("#here-only")).to_contain_text("listens on this machine only")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("Copied")
    page.evaluate("document.execCommand = () => false")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_contain_text("Could not copy")


def test_the_game_survives_the_server(own_house: House, visit: Visit) -> None:
    page = visit()
    begin(page, own_house.address, "awale", opponent="here")
    click_move(page, "e")
    expect(page.locator("#moves [aria-current]")).to_contain_text("e")
    before = drawn(page)
    own_house.kill()
    expect(page.locator("#wire")).to_be_visible()
    own_house.restart()
    expect(page.locator("#wire")).to_be_hidden()
    assert drawn(page) == before
    click_move(page, "g")
    expect(page.locator("#moves [aria-current]")).to_contain_text("g")


def test_a_newcomer_does_not_disturb_a_choice(house: House, visit: Visit) -> None:
    """The server tells everybody who comes and goes; a cube already chosen stays chosen."""
    first, _ = meet(house, visit)
    first.locator('#board [data-spot="0,0"]').click()
    watcher = visit()
    watcher.goto(first.url)
    expect(first.locator("#watching")).to_be_visible()
    expect(first.locator('#board [data-spot="0,0"]')).to_have_attribute("aria-pressed", "true")
