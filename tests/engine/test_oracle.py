"""What is known is played: with a table nothing is lost that need not be, and what is won is won."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import stratege
from stratege.core.game import Game
from stratege.core.kernel import State
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.core.scores import INFINITE, is_settled
from stratege.core.value import EXACT, TABLE, Value
from stratege.engine.adviser import Adviser
from stratege.engine.alphabeta import Searcher
from stratege.engine.limits import Limits
from stratege.engine.oracle import Oracle, _rehearse
from stratege.engine.players import player
from stratege.games.awale import certainty
from stratege.games.quixo.network import evaluate
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf

GAME = stratege.game("mingmang", size=3)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf(tmp_path_factory.mktemp("tables"))
    builder = Builder(shelf, GAME, workers=2, memory=1 << 30)
    builder.build(builder.plan(None))
    return shelf


AWALE = stratege.game("awale", "ccinp")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A shelf with Awalé's boards of up to 7 seeds."""
    shelf = Shelf(tmp_path_factory.mktemp("seeds"))
    builder = Builder(shelf, AWALE, workers=2, memory=1 << 30)
    builder.build(builder.plan(7))
    return shelf


def boards(count: int) -> list[Position]:
    """Random boards that are not over."""
    chance = random.Random(3)
    found: list[Position] = []
    while len(found) < count:
        mine = chance.getrandbits(9)
        position = Position(GAME, (mine, chance.getrandbits(9) & ~mine))
        if position.outcome() is None:
            found.append(position)
    return found


class Ways:
    """Says of the moves of a board how far their conversion is."""

    UNIT = "cube"

    def __init__(self, *plies: int) -> None:
        self.said = plies

    def plies(self, state: State, results: Mapping[int, int]) -> dict[int, int]:
        return dict(zip(results, itertools.cycle(self.said)))


@pytest.mark.parametrize(("result", "best"), [(-1, 131), (1, 137)], ids=["won", "lost"])
def test_of_wins_without_a_length_the_soonest_conversion_is_played(
    result: int, best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where there are more plies to it than scores can tell apart."""
    line = Line(stratege.game("quixo").start())
    oracle = Oracle(line.game, Shelf(Path("none")))
    monkeypatch.setattr(oracle, "_conversion", Ways(133, 131, 137))
    monkeypatch.setattr(oracle, "_probed", lambda state: Exact(result))
    known = oracle.moves(line)
    assert len(known) == len(line.legal())
    assert {known[move].conversion for move in oracle.best(line, known)} == {best}
    assert {str(value).partition(";")[2] for value in known.values()} == {
        f" next cube in {plies}" for plies in (131, 133, 137)
    }
    assert all(is_settled(value.score) for value in known.values())


def test_without_a_conversion_every_win_is_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(stratege.game("quixo").start())
    oracle = Oracle(line.game, Shelf(Path("none")))
    monkeypatch.setattr(oracle, "_conversion", Ways())
    monkeypatch.setattr(oracle, "_probed", lambda state: Exact(-1))
    assert oracle.best(line, oracle.moves(line)) == line.legal()


def test_values_rank_a_quick_win_first_and_a_quick_loss_last() -> None:
    in_order = [
        Exact(1, 1),
        Exact(1, 9),
        Exact(1, None, 7),
        Exact(1, None, 2),
        Exact(0),
        Exact(-1, None, -2),
        Exact(-1, None, -7),
        Exact(-1, 8),
        Exact(-1, 2),
    ]
    values = [Value.of_table(exact).score for exact in in_order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_a_position_is_worth_its_best_move(shelf: Shelf) -> None:
    oracle = Oracle(GAME, shelf)
    for position in boards(200):
        line = Line(position)
        known = oracle.moves(line)
        assert sorted(known) == position.legal()
        here = shelf.probe(GAME, position.state)
        assert here is not None
        worth = Value.of_table(here).score
        assert worth == max(known.values()).score
        assert {known[move].score for move in oracle.best(line, known)} == {worth}


def test_without_a_table_only_the_end_is_known(tmp_path: Path) -> None:
    oracle = Oracle(GAME, Shelf(tmp_path))
    position = GAME.start()
    (winning,) = [move for move in position.legal() if position.play(move).outcome()]
    known = oracle.moves(Line(position))
    assert known == {winning: Value(EXACT, 1, 1, depth=1)}
    assert oracle.best(Line(position), known) == [winning]


def test_the_highest_level_never_loses_what_is_not_lost_and_wins_what_is_won(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(shelf.folder))
    perfect = player("level:10", GAME)
    for seed, position in enumerate(boards(60)):
        worth = shelf.probe(GAME, position.state)
        assert worth is not None
        seats = {position.to_move: perfect, 3 - position.to_move: player("random", GAME, seed)}
        me, line, limits = position.to_move, Line(position), Limits(depth=2)
        while line.outcome() is None and line.plies < 80:
            line = line.play(seats[line.to_move].choose(line, limits))
        outcome = line.outcome()
        if worth.result == 1:
            assert outcome is not None
            assert outcome.winner == me
            assert worth.plies is not None
            assert line.plies <= worth.plies
        elif worth.result == 0:
            assert outcome is None or outcome.winner == me


def awale_boards(count: int, most: int) -> list[Position]:
    """Awalé positions of up to so many seeds that are not over, early in the game."""
    chance = random.Random(5)
    found: list[Position] = []
    while len(found) < count:
        pits = [0] * 12
        for _seed in range(chance.randint(4, most)):
            pits[chance.randrange(12)] += 1
        left = 48 - sum(pits)
        one = chance.randint(max(0, left - 24), min(24, left))
        position = AWALE.parse(f"{','.join(map(str, pits))}:{one},{left - one}:1:10")
        if position.outcome() is None:
            found.append(position)
    return found


def test_a_search_knows_at_its_leaves_what_the_table_knows(seeds: Shelf) -> None:
    searcher = Searcher(AWALE, table_mib=1, shelf=seeds)
    for position in awale_boards(100, most=7):
        worth = seeds.probe(AWALE, position.state)
        assert worth is not None
        best = searcher.search(position, Limits(depth=1))
        if any(position.play(move).outcome() for move in position.legal()):
            # A game that ends counts for its result alone, whatever the margin.
            assert (best.value > 0) - (best.value < 0) == worth.result, position.text()
        else:
            assert best.value == Value.of_table(worth).score - worth.result, position.text()  # a ply later


QUIXO = stratege.game("quixo")


Cubes = tuple[Shelf, int]


@pytest.fixture(scope="module", params=[0, pytest.param(1, marks=pytest.mark.soak)])
def cubes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Cubes:
    """A shelf with the boards of Quixo with up to so many blanks: who wins, and no distance."""
    shelf = Shelf(tmp_path_factory.mktemp("cubes"))
    builder = Builder(shelf, QUIXO, workers=2, memory=1 << 30)
    plan = builder.plan(request.param)
    builder.build(replace(plan, missing=tuple(layer for layer in plan.missing if not layer.streamed)))
    return shelf, request.param


def quixo_boards(count: int, blanks: int) -> list[Position]:
    """Boards of Quixo with so many blanks, and about as many cubes of each player, that are not over."""
    chance, cells = random.Random(blanks), list(range(25))
    found: list[Position] = []
    while len(found) < count:
        chance.shuffle(cells)
        half = chance.choice([12, 13]) - blanks // 2
        mine = sum(1 << cell for cell in cells[blanks : blanks + half])
        position = Position(QUIXO, (mine, sum(1 << cell for cell in cells[blanks + half :])))
        if position.outcome() is None:
            found.append(position)
    return found


def test_a_search_of_quixo_knows_at_its_leaves_what_the_table_knows(cubes: Cubes) -> None:
    shelf, most = cubes
    searcher = Searcher(QUIXO, table_mib=1, shelf=shelf)
    searcher.prepare(QUIXO.start(), [], None)
    for position in (board for blanks in range(most + 1) for board in quixo_boards(300, blanks)):
        worth = shelf.probe(QUIXO, position.state)
        assert worth is not None
        value = searcher.value(position, -INFINITE, INFINITE, depth=0, ply=1)
        if worth.result == 0:  # one drawn board may still be better to play on than another
            assert value == evaluate(QUIXO.rules, position.state)
        else:
            assert value == Value.of_table(worth).score - worth.result


@pytest.mark.parametrize("cubes", [pytest.param(1, marks=pytest.mark.soak)], indirect=True)
def test_what_a_search_finds_in_the_tables_is_exact(cubes: Cubes, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, most = cubes
    monkeypatch.setenv("STRATEGE_TABLES", str(shelf.folder))
    adviser, found = Adviser(QUIXO, table_mib=1), 0
    for position in quixo_boards(25, most + 2):
        for valued in adviser.advise(Line(position), Limits(depth=2)).moves:
            if valued.kind == EXACT and valued.value.plies is None:
                assert valued.verdict in ("won", "lost")
                assert valued.value.conversion is not None
                found += 1
    assert found > 0


def test_the_highest_level_brings_a_win_home_without_distances(
    cubes: Cubes, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, most = cubes
    monkeypatch.setenv("STRATEGE_TABLES", str(shelf.folder))
    perfect, chance = player("level:10", QUIXO), random.Random(7)
    games = 0
    for position in quixo_boards(80, most):
        worth = shelf.probe(QUIXO, position.state)
        if worth is None or worth.result != 1 or any(position.play(m).outcome() for m in position.legal()):
            continue
        me, line, games = position.to_move, Line(position), games + 1
        while line.outcome() is None and line.plies < 200:
            mine = line.to_move == me
            line = line.play(perfect.choose(line, Limits(depth=1)) if mine else chance.choice(line.legal()))
        outcome = line.outcome()
        assert outcome is not None
        assert outcome.winner == me
    assert games >= 3


def test_analysis_of_awale_says_by_how_much_and_whether_it_is_sure(
    seeds: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(seeds.folder))
    doubts = set()
    for position in awale_boards(15, most=6):
        for valued in position.analyse(depth=1).moves:
            assert valued.value.proven
            if valued.value.plies is None:
                after = seeds.probe(AWALE, position.play(valued.move).state)
                assert after is not None
                assert after.margin is not None
                assert valued.value.margin == -after.margin
                doubts.add(valued.kind)
    assert doubts == {EXACT, TABLE}


def test_who_plays_by_awales_tables_loses_no_time_with_proofs(
    seeds: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof that the turn limit changes nothing took several times what a player has for a move."""
    monkeypatch.setenv("STRATEGE_TABLES", str(seeds.folder))
    machine, oracle, sure = player("level:10", AWALE, seed=1), Oracle(AWALE, seeds), 0
    chosen = []
    for position in awale_boards(15, most=6):
        values = oracle.moves(Line(position))
        sure += any(value.kind == EXACT and value.plies is None for value in values.values())
        chosen.append((position, values))
    assert sure
    monkeypatch.setattr(certainty, "certain", None)
    for position, values in chosen:
        move = machine.choose(Line(position), Limits(nodes=1000))
        assert values[move].score == max(value.score for value in values.values())


def test_near_the_turn_limit_searching_overrules_the_table(seeds: Shelf, tmp_path: Path) -> None:
    """Three turns before the end a search sees all; the table, which knows no turns, changes nothing."""
    with_table, without = Adviser(AWALE, shelf=seeds), Adviser(AWALE, shelf=Shelf(tmp_path / "none"))
    chance, limit, seen = random.Random(4), AWALE.rules[2], 0
    while seen < 40:
        pits = [0] * 12
        for _seed in range(chance.randint(5, 8)):
            pits[chance.randrange(12)] += 1
        left = 48 - sum(pits)
        stores = left // 2, left - left // 2
        text = f"{','.join(map(str, pits))}:{stores[0]},{stores[1]}:1:{limit - 3}"
        line = Line(AWALE.parse(text))
        if len(line.legal()) > 1:
            found = [
                {valued.move: valued.value.result or 0 for valued in adviser.advise(line, Limits(4)).moves}
                for adviser in (with_table, without)
            ]
            assert found[0] == found[1], text
            seen += 1


def test_what_a_first_look_at_a_layer_takes_is_done_before_the_clock_runs(
    seeds: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recipe may count the boards of a layer when it is first asked for, which takes longer than that."""
    looked: set[State] = set()
    real = Shelf.probe

    def probe(self: Shelf, rules: Game, state: State) -> Exact | None:
        looked.add(state)
        return real(self, rules, state)

    monkeypatch.setattr(Shelf, "probe", probe)
    _rehearse.cache_clear()
    first = len(AWALE.start().legal())
    Oracle(AWALE, seeds).prepare()
    assert len(looked) > first  # a whole game, not its start alone
    looked.clear()
    Oracle(AWALE, seeds).prepare()
    assert len(looked) <= first  # once for the same tables


def test_what_the_first_look_into_a_table_takes_is_done_when_a_player_gets_ready(
    seeds: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recipe of a large board works out its places then, which took 0.16 s of the first move."""
    looked: list[State] = []
    probe = Shelf.probe

    def noted(self: Shelf, game: Game, state: State) -> Exact | None:
        looked.append(state)
        return probe(self, game, state)

    monkeypatch.setattr(Shelf, "probe", noted)
    _rehearse.cache_clear()
    Oracle(AWALE, Shelf(tmp_path)).prepare()
    assert len(looked) <= len(AWALE.start().legal())
    looked.clear()
    Oracle(AWALE, seeds).prepare()
    assert len(looked) > 4 * len(AWALE.start().legal())
