"""A tournament's page fills while somebody watches it, and its games open in the analysis."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.conftest import Visit
from tests.browser.house import House

from stratege.arena.journal import FileJournal


def test_the_table_fills_by_itself_and_a_game_is_one_click_away(house: House, visit: Visit) -> None:
    page = visit()
    page.goto(f"{house.address}/tournaments/club")
    live = page.locator("#live")
    before = int(live.get_attribute("data-played") or 0)
    with FileJournal(house.tournament) as journal:
        one, kept = journal.tournament(), journal.games()
        assert one is not None
        missing = [game for game in next(one.stages({})) if game.identity not in kept]
        journal.keep(missing[0].identity, missing[0].job.play())
    expect(page.locator(f"#live[data-played='{before + 1}']")).to_be_visible()
    page.locator("#live a", has_text=str(missing[0].identity)).click()
    expect(page.locator("#board [data-spot]").first).to_be_visible()
