"""The API's page tries requests of all kinds; a permalink with a bad size keeps its game."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_images import photograph


def test_a_request_is_tried_and_a_bad_size_keeps_the_game(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(f"{house.address}/api/docs")
    form = page.locator('form[data-path="/api/v1/why"]')
    expect(form.locator(".curl")).to_have_text(
        f"curl '{house.address}/api/v1/why?move=b&game=awale&moves=e+g'"
    )
    form.locator("[name=move]").fill("g")
    form.get_by_role("button", name="Try it").click()
    expect(form.locator(".answer")).to_contain_text('"words": "g is not legal')
    form = page.locator('form[data-path="/api/v1/study"]')
    sent = '{"text":"1. e g (1... h {slower}) 2. a!","game":"awale"}'
    expect(form.locator(".curl")).to_contain_text(f"-H 'content-type: application/json' -d '{sent}'")
    form.locator("textarea").fill('{"text": "e z", "game": "awale"}')
    form.get_by_role("button", name="Try it").click()
    expect(form.locator(".answer")).to_contain_text("'z' is not a pit")
    form = page.locator('form[data-path="/api/v1/images/look"]')
    file = {"name": "a.png", "mimeType": "image/png", "buffer": photograph(8)}
    form.locator("[name=picture]").set_input_files(file)  # type: ignore[arg-type]
    form.locator("[name=reduce]").fill("nb")
    expect(form.locator(".curl")).to_contain_text("-F 'picture=@a.png' -F 'reduce=nb'")
    form.get_by_role("button", name="Try it").click()
    expect(form.locator(".answer")).to_contain_text('"width": 8')
    page.goto(f"{house.address}/explore?game=quixo&size=nine")
    expect(page.locator("#label")).to_contain_text("Quixo")
    expect(page.locator("#notice")).to_be_visible()
