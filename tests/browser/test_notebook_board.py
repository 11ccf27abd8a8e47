"""The notebook's board in a real browser: what its script shows, and what it says was clicked."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import Visit

import stratege
from stratege.core.line import Line
from stratege.notebook import Board, board


def test_the_script_shows_the_board_and_says_what_is_clicked(visit: Visit) -> None:
    page = visit()
    made = Board(Line(stratege.game("quixo", size=3).start(), ["0,0-0,2"]))
    made.show(made.line.analyse(depth=1))
    state = {name: getattr(made, name) for name in ("svg", "caption", "ply", "plies", "marks", "values")}
    script = Path(board.__file__).with_name("board.js").read_text(encoding="utf-8")
    page.set_content("<div id='host'></div>")
    page.add_script_tag(
        type="module",
        content=script.replace("export default { render };", "")
        + f"const state = {json.dumps(state)};"
        + """
        const heard = {}; window.sent = [];
        window.model = { get: (n) => state[n], set: (n, v) => { state[n] = v; window.sent.push([n, v]); },
          save_changes: () => {}, send: (m) => window.sent.push(m),
          on: (names, call) => names.split(" ").forEach((n) => (heard[n] ??= []).push(call)) };
        window.tell = (n, v) => { state[n] = v; heard[`change:${n}`].forEach((call) => call()); };
        render({ model: window.model, el: document.getElementById("host") });
        """,
    )
    page.locator("[data-spot='1,0']").click()
    page.locator("input").fill("0")
    assert page.evaluate("window.sent") == [{"type": "click", "place": "1,0"}, ["ply", 0]]
    assert page.locator("li").count() == len(made.values)
    assert page.locator(".stratege-best").count() == 2
    expect(page.locator(".stratege-overlay text")).to_have_count(3)  # the best moves' values, on the board
    expect(page.locator(".stratege-arrow")).to_have_count(3)
    page.evaluate("window.tell('marks', {'1,0': 'selected'})")
    assert page.locator(".stratege-selected").get_attribute("data-spot") == "1,0"
