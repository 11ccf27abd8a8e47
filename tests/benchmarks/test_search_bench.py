"""The search's C twins visit the same nodes and find the same values; the peers' games follow our rules."""

import functools
import random
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from benchmarks.report import compiler
from benchmarks.search import bench, books, figures, levels, peers, perfect, state
from benchmarks.search.lists import ListAwale
from benchmarks.search.twins import (
    Searched,
    build,
    evaluate_here,
    evaluate_in_c,
    search_here,
    search_in_c,
    words_of,
)

import stratege
from stratege.arena.openings import random_openings
from stratege.arena.statistics import Score
from stratege.core.game import Game
from stratege.core.level_figures import level_figures
from stratege.core.registry import GAMES
from stratege.core.sources import PACKAGE
from stratege.core.strength import LEVELS
from stratege.engine.alphabeta import EVERYTHING
from stratege.tables.shelf import Shelf

needs_cc = pytest.mark.skipif(
    compiler() is None, reason="there is no C compiler (cc) to build the twins with"
)

DEPTHS = {"awale": 9, "quixo": 5}


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The program of a game's twin, whatever its size, built once."""
    folder = tmp_path_factory.mktemp("twins")
    return functools.cache(lambda name: build(stratege.game(name), folder))


@needs_cc
@pytest.mark.parametrize("name", DEPTHS)
def test_twins_visit_the_same_nodes(name: str, twin: Callable[[str], Path]) -> None:
    for position in bench.positions_of(name):
        ours = search_here(position, DEPTHS[name])
        theirs = search_in_c(twin(name), position, DEPTHS[name])
        assert ours.depths == theirs.depths, position.text()
        assert theirs.seconds > 0


@needs_cc
@pytest.mark.parametrize("name", DEPTHS)
@pytest.mark.parametrize("off", bench.ORDERINGS)
def test_twins_order_moves_alike(name: str, off: str, twin: Callable[[str], Path]) -> None:
    position = bench.positions_of(name)[1]
    features = EVERYTHING & ~bench.ORDERINGS[off]
    ours = search_here(position, DEPTHS[name] - 1, features)
    assert ours.depths == search_in_c(twin(name), position, DEPTHS[name] - 1, features).depths


@needs_cc
@pytest.mark.parametrize("size", [3, 4])
def test_twins_play_quixo_of_every_size(size: int, twin: Callable[[str], Path]) -> None:
    start = stratege.game("quixo", size=size).start()
    assert search_here(start, 5).depths == search_in_c(twin("quixo"), start, 5).depths


@needs_cc
@pytest.mark.parametrize("name", DEPTHS)
def test_twins_judge_alike(name: str, twin: Callable[[str], Path]) -> None:
    game = stratege.game(name)
    positions = [opening.line().position for opening in islice(random_openings(game, 9), 50)]
    values = [game.declaration.evaluation.evaluate(game.rules, one.state) for one in positions]
    assert any(values)
    for number, position in enumerate(positions):
        assert evaluate_in_c(twin(name), game, words_of([position]), 1)[0] == values[number]
    words, told = words_of(positions), 3 * sum(values)
    assert evaluate_here(game, words, 3)[0] == evaluate_in_c(twin(name), game, words, 3)[0] == told


def test_different_searches_are_no_result() -> None:
    with pytest.raises(RuntimeError, match="the speeds mean nothing"):
        bench.check_same(Searched(((1, 0, 45),), 1.0), Searched(((1, 0, 46),), 1.0))


def test_a_search_that_takes_too_many_nodes_says_so() -> None:
    position = bench.positions_of("awale")[0]
    assert bench.nodes_to(position, 6, EVERYTHING, 100) is None
    assert bench.nodes_to(position, 2, EVERYTHING, 10_000) == search_here(position, 2).nodes


@pytest.mark.parametrize("seed", range(20))
def test_awale_over_lists_follows_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    position, game = stratege.game("awale").start(), ListAwale()
    while not game.is_over():
        side = 6 * (game.current_player - 1)
        assert [pit - side for pit in game.possible_moves()] == position.legal()
        pit = chance.choice(game.possible_moves())
        before = game.board, game.stores
        game.make_move(pit)
        game.unmake_move(pit)
        assert (game.board, game.stores) == before
        game.make_move(pit)
        game.switch_player()
        position = position.play(pit - side)
        told = position.text().split(":")
        assert [told[0], told[1]] == [",".join(map(str, row)) for row in (game.board, game.stores)]
    assert not position.legal()


def test_open_spiel_plays_by_our_rules_to_the_end() -> None:
    table = peers.against_open_spiel(games=2, seconds=0.002, simulations=50)
    (row,) = table.rows
    assert sum(map(int, row[1:4])) == 2


def test_without_easy_ai_the_table_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    table = peers.against_easy_ai()
    assert "pip install easyAI" in table.title
    assert table.rows == []


def test_levels_meet_those_below_and_the_others() -> None:
    pairs = levels.pairs_of(stratege.game("mingmang"))
    assert pairs[0] == ("level:2", "level:1")
    assert pairs[-1] == ("level:10", "greedy")
    assert ("level:10", "exam") in levels.pairs_of(stratege.game("quixo"))
    assert len(pairs) == LEVELS


def test_a_row_of_levels() -> None:
    pair = ("level:2", "level:1")
    counts = levels.counts_of(stratege.game("quixo", size=3), pair, 2, 0.01, 1)
    assert sum(counts[:3]) == 2
    assert levels.row_of(pair, [9, 0, 1, 0, 10])[:7] == [
        "level:2 – level:1",
        "9",
        "0",
        "1",
        "0",
        "10",
        "90.0%",
    ]


def test_elo_of_levels_begins_at_0_and_goes_up_with_the_scores() -> None:
    steps = {("b", "a"): Score(75, 0, 25), ("c", "b"): Score(75, 0, 25)}
    (first, *_bounds), (second, low, high), (third, *_more) = levels.elo_rows(["a", "b", "c"], steps)
    assert first == 0
    assert low < second < high
    assert 170 < second < 195
    assert abs(third - 2 * second) < 5


def test_figures_are_kept_beside_the_game_and_told_in_the_docs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declaration = GAMES["quixo"]
    files = {name: tmp_path / f"{name}.json" for name in GAMES.own}
    for name in GAMES.own:
        monkeypatch.setitem(vars(GAMES[name]), "figures_file", files[name])
    page = tmp_path / "engine.md"
    page.write_text("before\n" + figures.BEGINS + "old\n" + figures.ENDS + "after\n")
    for key, rows in (("elo", [[0, -9, 9], [120, 100, 140]]), ("perfect", [[0.5, 0.48, 0.52]])):
        figures.keep_figures("quixo", key, "Quixo 5×5", "1 game", rows, page)
    one, two = level_figures(declaration.figures_file)
    assert (one.elo_words, one.perfect_words) == ("0 (-9 – 9)", "50.0 % (48.0 – 52.0)")
    assert (two.elo_words, two.perfect_words) == ("120 (100 – 140)", "")
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| 2 | 120 (100 – 140) |" in text


def test_the_docs_tell_the_figures_that_are_kept() -> None:
    text = figures.PAGE.read_text(encoding="utf-8")
    assert text.partition(figures.BEGINS)[2].partition(figures.ENDS)[0] == figures.table()


def test_a_book_is_measured_against_none_in_pieces_and_another_one_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, file, asked = stratege.game("quixo", size=3), tmp_path / "one.book", []

    def counted(game: Game, games: int, seconds: float, seed: int, workers: int) -> list[int]:
        asked.append(seed)
        return [games - 1, 0, 1, games]

    monkeypatch.setattr(books, "book_of", lambda game: [None] * 7)
    monkeypatch.setattr(books, "paths_of", lambda game: [tmp_path / "none.book", file])
    monkeypatch.setattr(books, "counts_of", counted)
    for content, chunks in ((b"one", [0, 1, 2]), (b"one", []), (b"two", [0, 1, 2])):
        file.write_bytes(content)
        row = books.row_of(rules, 50, 0.01, figures.Kept(tmp_path / "kept.json"), 1)
        assert row[:6] == ["7", "47", "0", "3", "50", "94.0%"]
        assert asked == chunks
        asked.clear()


def test_rows_found_are_not_found_again(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    assert figures.Kept(path).row("awale", "a", lambda: ["1"]) == ["1"]
    again = figures.Kept(path)
    assert again.row("awale", "a", lambda: ["2"]) == ["1"]
    assert again.row("awale", "b", lambda: ["3"]) == ["3"]


def test_what_was_found_counts_while_the_engine_and_the_game_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = {str(path.relative_to(PACKAGE)) for path in state.played_by("quixo")}
    assert {
        "engine/alphabeta_kernel/search.py",
        "games/quixo/kernel.py",
        "games/quixo/network.weights",
    } < played
    assert not any(name.startswith("games/") and "quixo" not in name for name in played)
    file = tmp_path / "evaluate.py"
    monkeypatch.setattr(state, "played_by", lambda game: {file})
    states = []
    for content in ("before", "after", "before"):
        file.write_text(content)
        states.append(state.state_of("quixo"))
    assert states[0] == states[2] != states[1]


def test_positions_to_be_perfect_in_are_known_and_have_wrong_moves(tmp_path: Path) -> None:
    nimble = perfect.Board("nimble", size="5x2")
    found = list(islice(perfect.known_positions(nimble.game, Shelf(tmp_path), seed=1), 20))
    assert len({position.text() for position, _values in found}) == 20
    for position, values in found:
        assert set(values) == set(position.legal())
        right = [move for move in values if perfect.keeps(values, move)]
        assert 0 < len(right) < len(values)
    again = list(islice(perfect.known_positions(nimble.game, Shelf(tmp_path), seed=1), 20))
    assert again == found


def test_a_player_who_knows_the_solver_makes_only_perfect_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path))
    board = perfect.Board("nimble", size="5x2")
    assert perfect.kept_by(board, tmp_path, "level:10", 0.01, None, 20, 1) == 20
    assert perfect.kept_by(board, tmp_path, "random", 0.01, None, 20, 1) < 20


def test_an_earlier_commit_is_asked_in_the_same_positions(tmp_path: Path) -> None:
    board = perfect.Board("nimble", size="5x2")
    asked = perfect.asked_positions(board, tmp_path, 20, seed=1)
    move = asked[0][1][0]
    engine = tmp_path / "then" / "stratege" / "engine"
    engine.mkdir(parents=True)
    (engine.parent / "__init__.py").write_text(
        "class Game:\n    def parse(self, text): return text\ndef game(*words): return Game()\n"
    )
    (engine / "searcher.py").write_text("def Limits(seconds): return seconds\n")
    (engine / "players.py").write_text(
        f"class Player:\n    def choose(self, position, history, limits): return {move}\n"
        "def player(name, game, seed): return Player()\n"
    )
    right = sum(move in moves for _text, moves in asked)
    assert 0 < right < 20
    assert perfect.kept_by(board, tmp_path, "level:1", 0.01, tmp_path / "then", 20, 1) == right
