"""What holds for every page: both languages, both themes, any width, for everybody, all from here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Request, expect
from tests.browser.conftest import Visit
from tests.browser.hands import begin
from tests.browser.house import House

import stratege.web
from stratege.core import language

WEB = Path(stratege.web.__file__).parent
PAGES = {
    "home": "/",
    "analyse": "/analyse?game=nimble&size=6&position=1,0,2,0,3,1:1",
    "review": "/analyse?game=awale&moves=e+g+a+i+c+h",
    "explore": "/explore?game=quixo&size=3",
    "sql": "/sql?exam=001:Q24",
    "papers": "/papers",
    "paper": "/papers/002",
    "question": "/papers/001/Q8",
    "question-sql": "/papers/004/Q20",
    "worked": "/papers/001/worked",
    "watch": "/watch",
    "tree": "/watch/tree",
    "stage": "/watch/harvest",
    "class": "/class",
    "images": "/images",
    "docs": "/api/docs",
    "training": "/training?game=quixo",
    "players": "/players",
    "tournaments": "/tournaments",
    "tournament": "/tournaments/club",
    "game": "/games/quixo",
    "solved": "/solved",
    "solved-chomp": "/solved/chomp?columns=6&rows=13",
    "solved-nimble": "/solved/nimble?position=1,0,1,2,0,0,1,0,1,1",
    "error": "/play/there-is-no-such-game",
}
FILLED = {  # what is there once the page's scripts have done their work
    "question": ["body[data-ready] .prism-code-editor"],
    "question-sql": ["body[data-ready] .prism-code-editor"],
    "tree": ["#picture svg"],
    "stage": ["#picture svg"],
    "analyse": ["#values[data-done]"],
    "review": ["#values[data-done]"],
    "explore": ["#moves[data-asked][data-valued]"],
    "sql": ["#answer[data-done]"],
    "training": ["#board [data-spot].open"],
    "solved-chomp": ["#board [data-spot]", "#gallery [data-spot]"],
    "solved-nimble": ["#board [data-spot]"],
    "images": ["#sizes[data-done]"],
}
PHONE = 360  # pixels
HEAVIEST = 150_000  # bytes that come over the wire for a page
SERIOUS = ("serious", "critical")


def open_page(page: Page, address: str, name: str) -> None:
    """Go to a page and wait until its scripts have filled it."""
    if name.startswith("play-"):
        begin(page, address, name.split("-")[1], opponent="link" if name.endswith("link") else "here")
        return
    page.goto(address + PAGES[name])
    if name == "images":
        page.locator("[data-sample=chomp]").click()
    for selector in FILLED.get(name, ()):
        expect(page.locator(selector).first).to_be_visible()


EVERY_PAGE = [*PAGES, "play-awale", "play-chomp", "play-nimble", "play-mingmang", "play-quixo-link"]


SMALL = """() => [...document.querySelectorAll("button, .button, select, summary, .check, .top a, input")]
    .filter((one) => one.checkVisibility() && !one.closest(".prism-code-editor"))
    .filter((one) => !one.matches(".unseen, [type=radio], [type=checkbox], [type=range]"))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 120))"""  # what a thumb may miss


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_everybody_can_use_it(name: str, house: House, visit: Visit) -> None:
    """A wide page by day, a phone by night: no serious violation of accessibility, and not much to wait for;
    on the phone nothing to scroll sideways, and room for thumbs."""
    page = visit(color_scheme="light")
    came: list[Request] = []
    page.on("requestfinished", lambda one: came.append(one))
    open_page(page, house.address, name)
    assert sum(one.sizes()["responseBodySize"] for one in came) <= HEAVIEST
    assert barriers(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": PHONE, "height": 780})
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert page.evaluate(SMALL) == []


def barriers(page: Page) -> list[tuple[str, str]]:
    """What keeps somebody from using the page."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS]


def test_both_languages(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address)
    for button, code in (("Français", "fr"), ("English", "en")):
        page.get_by_role("button", name=button).click()
        expect(page.locator("html")).to_have_attribute("lang", code)
        language.use(code)
        expect(page.locator("h1")).to_have_text(language._("Games to play, analyse and solve"))
        expect(page.locator("#new-game button.main")).to_have_text(language._("Play"))
    language.use("fr")
    assert language._("Your turn.") != "Your turn."


def test_the_browser_chooses_the_language(house: House, visit: Visit) -> None:
    page = visit(locale="fr-FR")
    begin(page, house.address, "quixo", opponent="level:1")
    language.use("fr")
    expect(page.locator(".turn.yours")).to_have_text(language._("Your turn."))


def test_the_theme_is_remembered(house: House, visit: Visit) -> None:
    page = visit(color_scheme="light")
    page.goto(house.address)
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.locator("#theme").select_option("dark")
    page.goto(house.address + "/analyse")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    expect(page.locator("#theme")).to_have_value("dark")


def test_a_bad_size_is_one_sentence(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(house.address)
    page.locator("[name=game][value=quixo]").check()
    page.locator("#new-game [name=size]").fill("nine")
    page.locator("#new-game button.main").click()
    expect(page.locator("#new-game [role=alert]")).to_be_visible()
    assert page.locator("#new-game [role=alert]").inner_text().endswith(".")


def test_the_scripts_words_are_all_there() -> None:
    """A word that a script asks for and nobody gives would stop it; one that nobody asks for is clutter."""
    scripts = "".join(path.read_text() for path in sorted((WEB / "static").glob("*.js")))
    given = set(script_words())
    asked = {word for word in re.findall(r'"([a-z][\w-]*)"', scripts) if word in given}
    direct = set(re.findall(r'\bword\("([\w-]+)"', scripts))
    assert direct <= given
    assert given - asked == set()


def test_the_scripts_words_need_no_elision() -> None:
    """A script fills in names without knowing French: only figures may follow what would lose its e."""
    language.use("fr")
    french = {key: language._(message) for key, message in script_words().items()}
    names = {key: language.ELIDED.findall(words) for key, words in french.items()}
    assert {key for key, found in names.items() for _word, name in found if name != "n"} == set()


def script_words() -> dict[str, str]:
    """What the pages hand to their scripts: keys and English messages."""
    pages = "".join(path.read_text() for path in sorted((WEB / "templates").glob("*.html")))
    blocks = re.findall(
        r'<script type="application/json" (?:id|class)="words">.*?</script>', pages, re.DOTALL
    )
    return dict(re.findall(r'^  "([\w-]+)": (?:_\("(.*)"\))?', "".join(blocks), re.MULTILINE))
