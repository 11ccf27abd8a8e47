"""A class in the browser: a teacher follows while a student hands in, wrong first, then right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.hands import tab_to
from tests.browser.house import House

PHONE: dict[str, Any] = {"color_scheme": "dark", "viewport": {"width": 360, "height": 780}, "has_touch": True}
WRONG = "def tablette(m, n):\n    return [n] * m\n"
RIGHT = "def tablette(m, n):\n    return [m] * n\n"


def check(page: Page) -> None:
    """Usable by everybody, and on a phone."""
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"]) for one in serious] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def open_class(teacher: Page, house: House) -> str:
    """Open a class by keyboard alone; the students' link."""
    teacher.goto(house.address + "/papers")
    teacher.get_by_role("link", name="Open a class").click()
    teacher.wait_for_url("**/class")
    tab_to(teacher, "[name=title]")
    teacher.keyboard.type("Terminale 3")
    tab_to(teacher, "details:nth-of-type(2) summary")
    teacher.keyboard.press("Enter")
    tab_to(teacher, "details:nth-of-type(2) [value='001:Q22']")
    teacher.keyboard.press("Space")
    tab_to(teacher, "details:nth-of-type(3) summary")
    teacher.keyboard.press("Enter")
    tab_to(teacher, "details:nth-of-type(3) [data-all]")
    teacher.keyboard.press("Space")
    tab_to(teacher, "button.main")
    teacher.keyboard.press("Enter")
    expect(teacher.locator("h1")).to_have_text("Terminale 3")
    return teacher.locator("#link").input_value()


def test_a_teacher_follows_a_student(house: House, visit: Visit, tmp_path: Path) -> None:
    teacher, student = visit(accept_downloads=True), visit(**PHONE)
    student.goto(open_class(teacher, house))
    form = student.locator("#hand-in")
    form.get_by_label("Your name, or any other").fill("Ada")
    expect(form.locator("[name=source]")).to_have_attribute("placeholder", "-- Q22\nSELECT …;\n")
    form.get_by_label("Paper").select_option("002")
    expect(form.locator("[name=source]")).to_have_attribute("placeholder", "")
    form.locator("[name=source]").fill(WRONG)
    form.get_by_role("button", name="Hand in").click()
    report = student.locator("#report")
    expect(report.locator("pre").first).to_contain_text("tablette(1, 2)")
    expect(report.locator(".pictures figure:has(svg)")).to_have_count(2)  # what should come, what came
    expect(student.locator("#said")).to_contain_text("Marked: 0 of")
    check(student)

    row = teacher.locator("#marks tbody tr")
    expect(row.locator("td").nth(1)).to_have_text("0")
    mistake = teacher.locator("#mistakes li").first
    expect(mistake).to_contain_text("Q3 tablette: The result is wrong. tablette(1, 2) 1: Ada")
    row.get_by_role("button", name="Ada").click()
    teacher.locator("#file summary").click()
    expect(teacher.locator("#source")).to_have_text(WRONG)
    check(teacher)

    answer = tmp_path / "chomp.py"
    answer.write_text(RIGHT)
    form.locator("[name=file]").set_input_files(answer)
    expect(form.locator("[name=source]")).to_have_value(RIGHT)
    form.get_by_role("button", name="Hand in").click()
    expect(report.locator("li.right")).to_have_count(1)
    expect(row.locator("td").nth(1)).to_have_class("full")
    expect(mistake).to_contain_text("Q4 affiche: affiche is not defined in the file. 1: Ada")

    queries = tmp_path / "mine.sql"
    queries.write_text("-- Q22\nSELECT id_Joueur FROM Joueur WHERE niveau > 1900;\n")
    form.get_by_label("Paper").select_option("001")
    form.locator("[name=file]").set_input_files(queries)
    expect(form.locator("[name=source]")).to_have_value(queries.read_text())
    form.get_by_role("button", name="Hand in").click()
    expect(row.locator("td").first).to_have_class("full")

    student.get_by_role("button", name="Français").click()  # the key stays in the tab
    expect(student.locator("#mine li")).to_have_count(3)
    expect(student.locator("#mine li").first).to_contain_text("mine.sql, sujet 001")
    student.locator("#mine li button").last.click()
    expect(report).to_contain_text("Q6 enleve_0 0 sur 3,5")

    with teacher.expect_download() as saved:
        teacher.get_by_role("button", name="Table as CSV").click()
    assert "Ada" in Path(saved.value.path()).read_text(encoding="utf-8-sig")
    teacher.get_by_role("button", name="Delete everything…").click()
    teacher.get_by_role("button", name="Keep it").click()
    expect(row).to_have_count(1)
    teacher.get_by_role("button", name="Delete everything…").click()
    teacher.get_by_role("button", name="Delete everything", exact=True).click()
    expect(teacher.locator("#notice")).to_have_text("The class and all its files are deleted.")
    student.reload()
    expect(student.locator("#notice")).to_contain_text("Cette classe n'existe pas")
