"""The explorer and the SQL room: what they show is what the command line says, and every move leads on."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.archive.made import made
from tests.browser.conftest import Visit
from tests.browser.hands import begin, click_move, place, tab_to
from tests.browser.house import House
from tests.cli.stratege_command import stratege

from stratege.archive.store import Archive
from stratege.core.registry import game

QUIXO = "game=quixo&size=3"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive of random games."""
    folder = tmp_path_factory.mktemp("library")
    with Archive.open(str(folder / "archive.sqlite")) as archive:
        for one in (game("quixo", size="3"), game("awale")):
            archive.add(made(one, seed) for seed in range(20))
    return folder


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[House]:
    """The app on that archive."""
    house = House(folder)
    yield house
    house.close()


@functools.cache
def told(folder: Path, *words: str) -> dict[str, Any]:
    """What the command line says."""
    asked = ("archive", "explore", "quixo", "--size", "3", "--json", "--nodes", "0", *words)
    answer: dict[str, Any] = json.loads(stratege(*asked, "--database", str(folder / "archive.sqlite")).stdout)
    return answer


def look_at(page: Page, library: House, query: str) -> None:
    page.goto(f"{library.address}/explore?{query}")
    asked(page)


def asked(page: Page) -> None:
    """Wait until the archive has answered."""
    expect(page.locator("#moves[data-asked]")).to_be_visible()


def shown(page: Page) -> list[tuple[str, int, str, list[str]]]:
    """The rows of moves that were played: move, games, results in words, and the figures after them."""
    rows: list[list[Any]] = page.evaluate(
        """() => [...document.querySelectorAll("#moves tr:not([data-games='0'])")].map((row) => [
            row.dataset.move, Number(row.dataset.games),
            row.querySelector(".results").getAttribute("aria-label"),
            [...row.cells].slice(4).map((cell) => cell.textContent)])"""
    )
    return [(move, games, results, figures) for move, games, results, figures in rows]


def as_shown(one: dict[str, Any]) -> tuple[str, int, str, list[str]]:
    results = f"won {one['won']}, drawn {one['drawn']}, lost {one['lost']}"
    return one["move"], one["games"], results, [str(one["rating"]), str(one["performance"]), one["last"]]


def test_the_table_is_what_the_command_line_says(library: House, folder: Path, visit: Visit) -> None:
    page = visit()
    look_at(page, library, QUIXO)
    said = told(folder)
    assert said["games"] == 20
    assert shown(page) == [as_shown(one) for one in said["moves"]]
    expect(page.locator("#count")).to_have_text("Games here: 20.")
    expect(page.locator("#top a")).to_have_count(len(said["top"]))
    page.locator("#filters [name=player]").fill("John Doe")
    page.locator("#filters [name=since]").fill("2015-01-01")
    page.locator("#filters").get_by_role("button", name="Apply").click()
    fewer = told(folder, "--player", "John Doe", "--since", "2015-01-01")
    assert 0 < fewer["games"] < 20
    expect(page.locator("#count")).to_have_text(f"Games here: {fewer['games']}.")
    assert shown(page) == [as_shown(one) for one in fewer["moves"]]
    expect(page).to_have_url(re.compile("player=John\\+Doe&since=2015-01-01"))
    page.get_by_role("button", name="All games").click()
    expect(page.locator("#count")).to_have_text("Games here: 20.")


def test_walking_by_table_board_and_history(library: House, folder: Path, visit: Visit) -> None:
    page = visit()
    look_at(page, library, QUIXO)
    first = told(folder)["moves"][0]["move"]
    page.locator("#moves").get_by_role("button", name=first, exact=True).click()
    expect(page.locator("#line button")).to_have_text([first])
    asked(page)
    second = told(folder, "--moves", first)
    assert shown(page) == [as_shown(one) for one in second["moves"]]
    reply = second["moves"][0]["move"]
    click_move(page, reply)
    expect(page.locator("#line button")).to_have_text([first, reply])
    expect(page).to_have_url(re.compile(r"moves="))
    asked(page)
    page.go_back()
    expect(page.locator("#line button")).to_have_text([first])
    asked(page)
    assert shown(page) == [as_shown(one) for one in second["moves"]]
    page.go_forward()
    expect(page.locator("#line button")).to_have_text([first, reply])
    page.reload()
    expect(page.locator("#line button")).to_have_text([first, reply])
    page.get_by_role("button", name="First position").click()
    expect(page.locator("#line button")).to_have_count(0)


def test_proof_stands_beside_practice(library: House, visit: Visit) -> None:
    """Player 1 can close the top row at once; every way to do so is known, and said, to win."""
    page = visit()
    look_at(page, library, "game=quixo&size=3&position=xx./oo./...:1")
    expect(page.locator("#moves[data-valued]")).to_be_visible()
    expect(page.locator('#moves tr[data-move="0,2-0,0"]')).to_contain_text("won in 1")
    expect(page.locator("#count")).to_have_text("No game of the archive comes this way.")
    expect(page.locator(".badge.best").first).to_be_visible()


def test_a_top_game_is_one_click_away(library: House, folder: Path, visit: Visit) -> None:
    page = visit()
    look_at(page, library, QUIXO)
    page.locator("#top a").first.click()
    page.wait_for_url("**/analyse?*")
    expect(page.locator("#moves button")).to_have_text(told(folder)["top"][0]["moves"])


def test_there_and_back_from_the_other_pages(library: House, visit: Visit) -> None:
    page = visit()
    page.goto(f"{library.address}/analyse?game=awale&moves=e+g")
    expect(page.locator("#moves button")).to_have_count(2)
    page.get_by_role("link", name="Explore the archive here").click()
    expect(page.locator("#line button")).to_have_text(["e", "g"])
    page.get_by_role("link", name="Analyse this position").click()
    page.wait_for_url("**/analyse?*")
    expect(page.locator("#moves button")).to_have_text(["e", "g"])
    begin(page, library.address, "awale", opponent="here")
    click_move(page, "e")
    expect(place(page, "e")).to_have_attribute("aria-label", "e: seeds: 0")
    page.locator("#explore").click()
    expect(page.locator("#line button")).to_have_text(["e"])


def test_a_move_by_keyboard_alone(library: House, folder: Path, visit: Visit) -> None:
    page = visit()
    look_at(page, library, QUIXO)
    tab_to(page, "#moves button")
    page.keyboard.press("Enter")
    expect(page.locator("#line button")).to_have_text([told(folder)["moves"][0]["move"]])


def test_a_damaged_link_shows_a_board_and_why(library: House, visit: Visit) -> None:
    page = visit()
    look_at(page, library, "game=quixo&position=nonsense")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#board [data-spot]").first).to_be_visible()
    look_at(page, library, QUIXO)
    page.locator("#filters [name=player]").fill("Nobody")
    page.locator("#filters").get_by_role("button", name="Apply").click()
    expect(page.locator("#notice")).to_have_text("The archive knows no player 'Nobody'.")


def test_the_sql_room_answers_stored_questions_and_others(library: House, folder: Path, visit: Visit) -> None:
    page = visit()
    page.goto(f"{library.address}/sql")
    page.locator('[data-name="001:Q24"]').click()
    expect(page.locator("#answer[data-done]")).to_be_visible()
    database = str(folder / "archive.sqlite")
    said = json.loads(
        stratege("archive", "sql", "--exam", "001:Q24", "--json", "--database", database).stdout
    )
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#answer tbody tr").all()]
    assert rows == said["rows"]
    expect(page.locator("#answer th")).to_have_text(said["columns"])
    page.locator("#question [name=game]").select_option("quixo")
    page.locator("#question [name=sql]").fill("SELECT COUNT(*) AS n FROM Partie")
    page.locator("#question [name=sql]").press("Control+Enter")
    expect(page.locator("#answer td")).to_have_text(["20"])
    page.locator("#question [name=sql]").fill("DROP TABLE game")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#notice")).to_contain_text("no such table")
    expect(page.locator("#answer td")).to_have_count(0)
    page.go_back()
    expect(page.locator("#answer td")).to_have_text(["20"])
