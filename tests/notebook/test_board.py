"""The notebook's board: clicks become moves by the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

import stratege
from stratege.arena.standings import standings
from stratege.arena.tournament import Tournament
from stratege.core.line import Line
from stratege.notebook import Board


@pytest.mark.parametrize("name", list(stratege.GAMES))
def test_every_move_of_every_game_can_be_clicked(name: str) -> None:
    start = stratege.game(name).start(seed=1)
    for move in start.moves()[:12]:
        told: list[Line] = []
        shown = Board(start, told.append)
        for place in move.split("-"):
            shown.click(place)
        assert [line.moves_text for line in told] == [(move,)]
        assert shown.svg == shown.line.position.svg() == start.play(move).svg()


def test_a_click_selects_shows_targets_and_takes_back() -> None:
    shown = Board(stratege.game("quixo", size=3).start())
    shown.click("0,0")
    assert shown.marks == {"0,2": "target", "2,0": "target", "0,0": "selected"}
    shown.click("1,1")  # in the middle: nothing
    assert (shown.marks, shown.line.plies) == ({}, 0)
    shown.click("0,0")
    shown.click("0,0")
    assert shown.marks == {}
    Board(shown.line, playable=False).click("0,0")
    over = Board(shown.line.resign())
    over.click("0,0")
    assert (over.marks, over.line.plies) == ({}, 0)


def test_the_slider_goes_back_and_a_move_from_there_is_a_new_line() -> None:
    shown = Board(Line(stratege.game("awale").start(), ["e", "g", "a"]))
    assert (shown.ply, shown.plies, shown.svg) == (3, 3, shown.line.position.svg())
    shown.ply = 1
    assert shown.svg == Line(stratege.game("awale").start(), ["e"]).position.svg()
    shown.click("h")
    assert shown.line.moves_text == ("e", "h")
    assert (shown.ply, shown.plies) == (2, 2)


def test_an_analysis_is_shown_until_the_next_move() -> None:
    position = stratege.parse("nimble", "0,0,1,2,0,2")
    shown = Board(position)
    shown.show(position.analyse())
    assert shown.values[0] == ["3-1", "won", 1.0]
    assert set(shown.marks) == {"3", "1"}
    shown._hear({"type": "click", "place": "3"})
    shown._hear({"type": "click", "place": "1"})
    assert (shown.values, shown.marks, shown.line.plies) == ([], {}, 1)


def test_positions_lines_and_analyses_show_themselves() -> None:
    from IPython.core.formatters import DisplayFormatter

    line = Line(stratege.parse("chomp", "3,3,3"), ["1,1"])
    shown: Any = DisplayFormatter()
    shown.active_types = shown.format_types
    board, _meta = shown.format(line.position)
    assert board["image/svg+xml"] == line.position.svg()
    assert board["text/plain"] == str(line.position)
    whole, _meta = shown.format(line)
    assert "<p>1,1</p>" in whole["text/html"]
    table, _meta = shown.format(line.analyse(depth=6))
    assert table["text/html"].count("<tr>") == 1 + len(line.legal())
    assert "lost in" in table["text/plain"]
    plan = Tournament(line.game, ("random", "greedy", "level:1"), games=2)
    asked, _meta = shown.format(plan)
    assert asked["text/html"].count("<tr>") == 4
    assert asked["text/plain"].endswith("random\ngreedy\nlevel:1")
    stand, _meta = shown.format(standings(plan, {}))
    assert "<figure><svg" in stand["text/html"]
