"""A student at work: wrong, shown why, mended, marked; the tree stepped by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Visit
from tests.browser.house import House

from stratege.core import language

SOWING = """def deplacer_graines(plateau, case):
    graines, ici = plateau[case], case
    plateau[case] = 0
    while graines > 0:
        ici = (ici + 1) % 12
        plateau[ici] += 1
        graines -= 1
    return ici
"""
MENDED = SOWING.replace(
    "        plateau[ici] += 1\n        graines -= 1\n",
    "        if ici != case:\n            plateau[ici] += 1\n            graines -= 1\n",
)


def editor(page: Page) -> Locator:
    return page.locator(".prism-code-editor textarea")


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("body[data-ready]")).to_be_visible()


def trace_it(page: Page) -> None:
    """Step through the run by keys: the line, the variables and the board follow."""
    page.get_by_role("button", name="Trace").click()
    now, words = page.locator(".listing .now"), page.locator("#player-words")
    expect(words).to_have_text("deplacer_graines is called.")
    expect(page.locator("#picture")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text("graines, ici = plateau[case], case")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-id="variables"]')).to_contain_text("graines = 13")
    before = page.locator("#picture svg").first.inner_html()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picture svg").first).not_to_have_js_property(
        "innerHTML", before
    )  # the pit is empty
    expect(now).to_have_count(1)
    page.keyboard.press("End")
    expect(words).to_have_text("The result: 7.")
    page.keyboard.press("Home")
    expect(words).to_have_text("deplacer_graines is called.")


def test_a_student_solves_a_question(house: House, visit: Visit, tmp_path: Path) -> None:
    page = visit()
    opened(page, house.address + "/papers/001/Q8")
    expect(editor(page)).to_have_value(re.compile(r"def deplacer_graines\(plateau, case\):"))
    page.get_by_text("Hint 1").click()
    expect(page.get_by_text("Hint 2")).to_be_visible()
    editor(page).fill(SOWING)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#outcome .said.result")).to_have_text("6")
    editor(page).focus()
    page.keyboard.press("Control+Enter")  # marks
    expect(page.locator("#outcome .mark strong")).to_have_text("2/3")
    expect(editor(page)).to_have_value(SOWING)  # and writes nothing
    wrong = page.locator("#outcome .wrong")
    expect(wrong.locator(".call")).to_have_text("deplacer_graines([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0)")
    expect(wrong.locator("figure svg")).to_have_count(3)
    expect(wrong.locator("figure").last.locator('[stroke-width="3"]')).to_have_count(2)  # what differs
    editor(page).fill(MENDED)
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator("#outcome .mark strong")).to_have_text("3/3")
    trace_it(page)

    page.reload()
    expect(editor(page)).to_have_value(MENDED)
    expect(page.locator("a[aria-current] .earned")).to_have_text("3/3")

    with page.expect_download() as taken:
        page.get_by_role("button", name="Download .ipynb").click()
    file = tmp_path / "work.ipynb"
    taken.value.save_as(file)
    assert "".join(json.loads(file.read_text())["cells"][0]["source"]).endswith(MENDED)
    other = visit()  # another browser, which knows nothing
    opened(other, house.address + "/papers/001/Q8")
    other.locator("#bring").set_input_files(file)
    expect(editor(other)).to_have_value(MENDED)
    plain = tmp_path / "mine.py"
    plain.write_text(f"def copie(jeu):\n    return 1\n\n\n{SOWING}")
    other.locator("#bring").set_input_files(plain)
    expect(editor(other)).to_have_value(SOWING)


def test_sql_is_run_marked_and_compared_with_ours(house: House, visit: Visit) -> None:
    page = visit()
    opened(page, house.address + "/papers/001/Q22")
    editor(page).fill("SELECT id_Joueur FROM Joueur WHERE niveau >= 1900")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#outcome th")).to_have_text("id_Joueur")
    expect(page.locator("#outcome td")).to_have_count(7)  # of the sample's players
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator("#outcome .mark strong")).to_have_text("0/2")
    expect(page.locator("#outcome td").filter(has_text=re.compile("^1900$"))).to_be_visible()
    editor(page).fill("SELECT id_Joueur FROM Joueur WHERE niveau > 1900")
    page.get_by_role("button", name="Mark", exact=True).click()
    expect(page.locator("#outcome .mark strong")).to_have_text("2/2")
    mark_all(page)


def mark_all(page: Page) -> None:
    """Every answer that the browser keeps, marked into a table."""
    page.evaluate(
        "localStorage.setItem('stratege:001:answer:Q9', 'def case_ramassable(p, c):\\n    return 1\\n')"
    )
    page.get_by_role("button", name="Mark all").click()
    expect(page.locator("#all-count")).to_have_text("All answers together: 2 of 4 points.")
    rows = page.locator("#all-marks tbody tr")
    expect(rows).to_have_text(
        [
            re.compile(r"^Q9\s*case_ramassable\s*0/2\s*It always gives 1, whatever it is asked"),
            re.compile(r"^Q22\s*SQL\s*2/2$"),
        ]
    )
    expect(page.locator('.contents [data-name="Q9"] .earned')).to_have_text("0/2")


def test_the_tree_is_stepped_by_keyboard(house: House, visit: Visit) -> None:
    page = visit(locale="fr-FR", viewport={"width": 390, "height": 780})
    opened(page, house.address + "/watch/tree?position=[[5, 8], [4, 9]]")
    language.use("fr")
    words = page.locator("#player-words")
    expect(words).to_have_text(language._("The tree, before it is searched."))
    root = page.locator('[data-id="0v"]')
    expect(root).to_have_text("")
    cut = "α"
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        if cut in words.inner_text() and "4 ≤ α = 5" in words.inner_text():
            break
    expect(page.locator('[data-id="0.1.1"]')).to_have_class("node cut")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-id="0.1.1"]')).to_have_class("node ahead")
    page.keyboard.press("End")
    expect(root).to_have_text("5")
    page.keyboard.press("Home")
    expect(root).to_have_text("")
    node = page.locator('[data-open="0.0"]')
    node.focus()
    page.keyboard.press("Enter")  # closes it
    expect(page.locator('[data-id="0.0.0"]')).to_have_count(0)
    expect(page.locator('[data-open="0.0"]')).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
