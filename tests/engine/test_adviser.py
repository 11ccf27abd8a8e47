"""The adviser: solver, then tables, then search, about a line and all that was played on it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import stratege
from stratege.core.compiling import on_compile
from stratege.core.errors import BadOption, StrategeError
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.value import EXACT, SEARCH, TABLE
from stratege.engine.adviser import Adviser, Choice, analyse
from stratege.engine.alphabeta import Found, Searcher
from stratege.engine.limits import Limits
from stratege.games.awale import table_recipe
from stratege.tables.builder import Builder, Plan, Progress
from stratege.tables.shelf import Shelf

TINY = stratege.game("awale", size="1").parse("1,0,0,1,0,0,0,1,0,0,0,0:5,4:1:3")


def test_a_solved_game_is_never_searched() -> None:
    adviser = Adviser(stratege.game("nimble"))
    line = Line(adviser.game.parse("0,0,1,2,0,2"))
    told: list[Choice] = []
    choice = adviser.choose(line, Limits(depth=9), told.append)
    assert (line.game.move_text(choice.move, 1), choice.value.kind, choice.value.result) == ("3-1", EXACT, 1)
    assert told == [choice]
    assert {valued.kind for valued in adviser.advise(line, Limits(depth=9)).moves} == {EXACT}
    assert adviser._made is None


@pytest.mark.parametrize(("name", "small"), [("chomp", "2x2"), ("nimble", "2x1")])
def test_a_small_board_needs_no_machine_code_of_its_own(name: str, small: str) -> None:
    Adviser(stratege.game(name)).prepare()
    compilations: list[str] = []
    forget = on_compile(lambda: compilations.append(small))
    try:
        Adviser(stratege.game(name, size=small)).prepare()
    finally:
        forget()
    assert compilations == []


def test_what_was_played_before_counts() -> None:
    """Two pawns down, going back to a board of the game is a draw; who knows no game cannot see that."""
    rules = stratege.game("mingmang", size=4)
    line = Line(rules.parse("xxx./..../..../...o:1"), ["1,3-1,4", "4,4-4,3", "1,4-1,3"])
    by_line = {valued.move: valued.value for valued in line.analyse(depth=4).moves}
    alone = {valued.move: valued.value for valued in line.position.analyse(depth=4).moves}
    assert by_line["4,3-4,4"].score == 0 > alone["4,3-4,4"].score
    assert max(by_line, key=by_line.__getitem__) == "4,3-4,4"


def test_a_win_that_the_ply_limit_may_forestall_is_not_quite_certain() -> None:
    rules = stratege.game("quixo", size=3)
    for limit, kind in ((None, EXACT), (9, EXACT), (2, TABLE)):
        line = Line(rules.start(), ply_limit=limit)
        values = [valued.value for valued in line.analyse(depth=9).moves]
        assert values[0].plies is not None
        assert 2 < values[0].plies <= 9
        assert values[0].kind == kind


def test_estimates_have_a_unit_a_depth_and_say_whether_the_search_was_selective() -> None:
    told = {
        name: stratege.game(name).start().analyse(depth=2).moves[0].value
        for name in ("awale", "quixo", "mingmang")
    }
    assert {name: (one.kind, one.unit, one.depth, one.selective) for name, one in told.items()} == {
        "awale": (SEARCH, "seed", 2, False),
        "quixo": (SEARCH, "", 2, False),
        "mingmang": (SEARCH, "pawn", 2, False),  # though it looks on until captures are answered
    }
    asked = analyse(stratege.game("mingmang").start(), depth=2, selective=True)
    assert asked.moves[0].value.selective


def test_a_move_is_chosen_selectively_unless_a_depth_is_asked_for() -> None:
    line = Line(stratege.game("awale").start())
    for adviser, limits, selective in (
        (Adviser(line.game, selective=True), Limits(nodes=3000), True),
        (Adviser(line.game, selective=True), Limits(depth=5), False),
        (Adviser(line.game, selective=False), Limits(nodes=3000), False),
        (Adviser(line.game), Limits(nodes=3000), bool(line.game.declaration.selective)),
    ):
        assert adviser.choose(line, limits).value.selective is selective


def test_an_analysis_is_selective_only_if_asked_to_be() -> None:
    start = stratege.game("awale").start()
    found = [analyse(start, depth=7, selective=selective) for selective in (False, True, False)]
    assert [one.moves[0].value.selective for one in found] == [False, True, False]
    assert found[0].moves == found[2].moves
    assert found[1].nodes < found[0].nodes


def test_a_table_is_built_on_first_use_if_that_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_recipe, "DEFAULT_LIMIT", 5)  # which takes no time
    shelf, heard = Shelf(tmp_path), list[str]()

    @contextmanager
    def watching(position: Position, plan: Plan) -> Iterator[Progress]:
        heard.append(position.game.label())
        yield lambda layer, fraction: heard.append(layer.name)

    forbidden = Adviser(TINY.game, shelf=shelf).known(Line(TINY))
    assert {valued.kind for valued in forbidden.moves} == {SEARCH}
    assert shelf.files() == []
    allowed = Adviser(TINY.game, shelf=shelf, building=watching)
    assert {valued.value.proven for valued in allowed.known(Line(TINY)).moves} == {True}
    assert heard[0] == TINY.game.label()
    assert len(heard) > 1
    assert shelf.files()
    heard.clear()
    allowed.known(Line(TINY))
    assert heard == []


def test_a_table_that_cannot_be_built_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    @contextmanager
    def failing(position: Position, plan: Plan) -> Iterator[Progress]:
        raise StrategeError("the disk is full")
        yield  # a generator all the same

    with caplog.at_level(logging.WARNING):
        found = Adviser(TINY.game, shelf=Shelf(tmp_path), building=failing).advise(
            Line(TINY), Limits(depth=1)
        )
    assert found.depth == 1
    assert "the disk is full" in caplog.text


def test_no_threshold_of_scores_stands_anywhere_else() -> None:
    source = Path(stratege.__file__).parent
    for number in ("20000", "29000", "30000", "32000"):
        naming = {path.name for path in source.rglob("*.py") if f" {number}" in path.read_text()}
        assert naming == {"scores.py"}, number


def test_an_estimate_never_looks_like_a_proof() -> None:
    """On a large board full of pawns the evaluation is larger than what a table's win is worth."""
    board = "/".join(["." * 6 + "o" + "." * 7] + ["x" * 14] * 13)
    analysis = analyse(stratege.parse("mingmang", f"{board}:1"), depth=1, building=None)
    assert {valued.value.kind for valued in analysis.moves} == {"search"}


def test_a_board_whose_moves_the_search_cannot_hold_is_refused() -> None:
    with pytest.raises(BadOption, match="too large"):
        analyse(stratege.game("mingmang", size=65).start(), depth=1, building=None)


def test_a_solved_game_too_is_drawn_at_the_ply_limit() -> None:
    line = Line(stratege.parse("nimble", "0,0,1,2,0,2:1"), ply_limit=1)
    assert {valued.value.result for valued in line.analyse(building=None).moves} == {0}


def test_of_moves_that_a_table_holds_equal_a_search_chooses(tmp_path: Path) -> None:
    """Not the first of them: tables that the search asked would have it see no difference."""
    rules, shelf = stratege.game("awale", size=2), Shelf(tmp_path)
    builder = Builder(shelf, rules, 1, 1 << 28)
    builder.build(builder.plan(6))
    adviser = Adviser(rules, shelf=shelf)
    for text, equal, better in (
        ("0,0,2,2,0,0,1,0,1,0,0,0:12,6:1:16", "c", "d"),
        ("0,0,0,0,1,2,1,0,1,1,0,0:12,6:1:22", "e", "f"),
    ):
        line = Line(rules.parse(text))
        known = {valued.move: valued.value for valued in adviser.known(line).moves}
        assert known[equal].score == known[better].score == max(value.score for value in known.values())
        assert rules.move_text(adviser.choose(line, Limits(depth=3)).move, 1) == better


def test_of_moves_that_lose_at_once_none_is_chosen_and_the_search_is_given_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search of all moves is quicker; without time for a single depth, what loses at once is known."""
    line = Line(stratege.parse("quixo", ".o.../o..../o..../o..../o....:1"))
    assert line.play(line.legal()[0]).outcome() is not None
    given: list[object] = []

    def noted(self: Searcher, *args: Any) -> Found:
        given.append(args[-1])
        return usual(self, *args)

    usual = Searcher.search
    monkeypatch.setattr(Searcher, "search", noted)
    adviser = Adviser(line.game)
    for limits in (Limits(nodes=1), Limits(nodes=3000)):
        assert line.play(adviser.choose(line, limits).move).outcome() is None
    assert given == [None, None]
