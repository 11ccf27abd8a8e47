"""What eyes and thumbs need, measured: contrast of marks, nothing covered, sizes, what is above the fold."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin
from tests.browser.house import House

GAMES = ("awale", "chomp", "nimble", "mingmang", "quixo")

CONTRASTS = """() => {
    const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const contrast = (...pair) => {
        const [dark, bright] = pair.map(light).sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
    };
    const style = (one) => getComputedStyle(one);
    const wood = parse(style(document.querySelectorAll("#board > svg > rect")[1] ?? document.body).fill);
    const grounds = [...document.querySelectorAll("#board [data-spot] > :first-child")];
    return [...document.querySelectorAll("#board .ring.legal")].map((ring) => {
        const at = (one) => ["x", "y", "cx", "cy"].map((name) => one.getAttribute(name)).join();
        const ground = grounds.find((one) => at(one) === at(ring.firstChild));
        const alpha = Number(style(ground).fillOpacity);
        const under = parse(style(ground).fill).map((c, k) => c * alpha + wood[k] * (1 - alpha));
        return Math.max(...[...ring.children].map((stroke) => contrast(parse(style(stroke).stroke), under)));
    });
}"""  # the ring's better stroke against the ground that it marks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_legal_moves_stand_out_and_play_is_above_the_fold(scheme: str, house: House, visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 768}, color_scheme=scheme)
    for game in GAMES:
        page.goto(house.address)
        box = page.locator("#new-game button.main").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768
        begin(page, house.address, game, opponent="here")
        contrasts = page.evaluate(CONTRASTS)
        assert contrasts
        assert min(contrasts) >= 3, game


COVERED = """() => [...document.querySelectorAll(".badge rect")].flatMap((badge) => {
    const a = badge.getBoundingClientRect();
    const covers = (b) =>
        a.right > b.left + 2 && b.right > a.left + 2 && a.bottom > b.top + 4 && b.bottom > a.top + 4;
    return [...document.querySelectorAll("#board [data-spot] text")]
        .filter((text) => /\\d/.test(text.textContent) && covers(text.getBoundingClientRect()))
        .map((text) => text.textContent);
})"""


@pytest.mark.parametrize("width", [1366, 390])
def test_values_cover_no_number_and_tell_moves_apart(width: int, house: House, visit: Visit) -> None:
    page = visit(viewport={"width": width, "height": 800})
    for place in ("game=nimble&size=10&position=1,0,2,0,3,1,0,2,1,1:1", "game=awale&moves=e+g"):
        page.goto(f"{house.address}/analyse?{place}")
        expect(page.locator("#values[data-done]")).to_be_visible()
        assert page.evaluate(COVERED) == []
    texts = page.locator(".badge text").all_text_contents()
    assert len(texts) > 2
    assert all(len(text.split(".")[1]) == 2 for text in texts if "." in text)


def test_what_won_is_marked(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(f"{house.address}/analyse?game=quixo&position=xxx/.../oo.:2")
    expect(page.locator(".ring.won")).to_have_count(3)


def test_a_phone_has_room_for_thumbs(house: House, visit: Visit) -> None:
    """The board stands upright, pits and counts are large, the navigation is one line."""
    page = visit(viewport={"width": 360, "height": 780}, has_touch=True)
    begin(page, house.address, "awale", opponent="here")
    pits = [spot.locator("circle").first.bounding_box() for spot in page.locator("#board [data-spot]").all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in pits)
    assert len({round(box["x"]) for box in pits if box}) == 2  # columns
    letters = page.evaluate(
        """() => [...document.querySelectorAll("#board [data-spot] text")].map((text) => {
            const { a, b, c, d } = text.getScreenCTM();
            return parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(a * d - b * c));
        })"""
    )
    assert min(letters) >= 12
    links = [link.bounding_box() for link in page.locator(".top nav a").all()]
    assert len({round(box["y"]) for box in links if box}) == 1
    assert all(box and box["height"] >= 44 for box in links)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#board .aside").first.is_hidden()  # no room for it across
    page.locator('#board [data-spot="e"]').tap()
    expect(page.locator("#moves button")).to_have_text("e")
    page.goto(house.address + "/images")
    expect(page.locator(".top nav [aria-current]")).to_be_in_viewport()
