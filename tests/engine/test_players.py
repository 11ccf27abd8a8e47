"""Players: always a legal move, repeatable where their limits are not time, stronger level by level."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.engine.test_alphabeta import random_positions, ways_back_and_on
from tests.games.catalogue import identify, usual_games

from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.strength import LEVELS
from stratege.core.value import Value
from stratege.engine.adviser import Adviser
from stratege.engine.alphabeta import Manner, Searcher
from stratege.engine.limits import Limits
from stratege.engine.oracle import Oracle
from stratege.engine.players import player, player_names
from stratege.games.quixo.evaluate import CONTEMPT


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_every_player_of_every_game_plays_legal_moves_and_repeats_itself(rules: Game) -> None:
    limits = Limits(depth=3, nodes=2000)
    positions = list(random_positions(rules, 2, "players"))
    for name in player_names(rules):
        chosen = []
        for _run in range(2):
            one = player(name, rules, seed=3)
            assert one.name == name
            chosen.append([one.choose(Line(position), limits) for position in positions])
        assert chosen[0] == chosen[1]
        assert all(move in position.legal() for move, position in zip(chosen[0], positions))


def test_games_have_the_players_they_should() -> None:
    levels = {f"level:{number}" for number in range(1, LEVELS + 1)}
    for rules in usual_games():
        assert len(set(rules.declaration.ladder)) == LEVELS
        names = set(player_names(rules))
        assert levels | {"random", "greedy"} <= names
        assert ("exam" in names) == (rules.name in ("awale", "quixo"))


def test_an_unknown_player_names_those_there_are() -> None:
    with pytest.raises(StrategeError, match="there are: human, random, greedy, level:1"):
        player("level:11", game("awale"))


def test_of_equal_moves_that_a_table_leaves_the_best_player_plays_now_one_now_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = game("quixo", size=3).start()
    corners = [start.game.parse_move(text, 1) for text in start.moves() if text.startswith(("0,0", "2,2"))]
    mirrored = [corners[0], corners[-1]]
    monkeypatch.setattr(Oracle, "best", lambda *given: list(mirrored))
    chosen = {player("level:10", start.game, seed).choose(Line(start), Limits(depth=2)) for seed in range(8)}
    assert chosen == set(mirrored)


def test_what_is_looked_up_is_ready_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Line] = []

    def noted(oracle: Oracle, line: Line) -> dict[int, Value]:
        asked.append(line)
        return {}

    monkeypatch.setattr(Oracle, "moves", noted)
    player("level:10", game("quixo", size=3), 1)
    assert [line.position for line in asked] == [game("quixo", size=3).start()]


def score(rules: Game, strong: str, weak: str, games: int) -> float:
    """The share of points the first player makes, sides swapped, from random openings."""
    points = 0.0
    for number in range(games):
        draw = random.Random(f"{number // 2}")
        position = rules.start(seed=number // 2)
        for _ply in range(4):
            position = position.play(draw.choice(position.legal()))
        seats = [player(strong, rules, number), player(weak, rules, number)]
        if number % 2:
            seats.reverse()
        plies = 0
        while position.outcome() is None and plies < 120:
            position = position.play(seats[position.to_move - 1].choose(Line(position), Limits(nodes=5000)))
            plies += 1
        outcome = position.outcome()
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else float(seats[winner - 1].name == strong)
    return points / games


@pytest.mark.parametrize("name", ["awale", "quixo"])
def test_a_good_level_beats_a_beginner_and_a_beginner_beats_chance(name: str) -> None:
    rules = game(name)
    assert score(rules, "level:6", "level:1", 10) >= 0.8
    assert score(rules, "level:3", "random", 10) >= 0.8


def test_a_beginner_overlooks_things_but_not_everything() -> None:
    """Level 1 misses a win in one now and then; level 6 never does."""
    position = game("quixo").parse("xxxx./ooo../...../...../.....:1")
    wins = {move for move in position.legal() if position.play(move).outcome() is not None}
    taken = [
        player("level:1", position.game, seed).choose(Line(position), Limits()) in wins for seed in range(40)
    ]
    assert 0 < sum(taken) < 40
    assert all(
        player("level:6", position.game, seed).choose(Line(position), Limits()) in wins for seed in range(5)
    )


def through(positions: Sequence[Position]) -> Line:
    """A line through positions that no moves connect."""
    line = Line(positions[0])
    for position in positions[1:]:
        line = line._longer(0, position)
    return line


def test_a_player_leaves_a_game_that_goes_round() -> None:
    """Where going back is a draw and going on a little worse, it goes back once; the second time, on."""
    left = 0
    for position, history, back, best_on in ways_back_and_on(80, "round"):
        if -CONTEMPT < best_on < 0:
            one = player("level:10", game("quixo"), seed=1)
            assert one.choose(through([*history, position]), Limits(depth=1)) in back
            assert one.choose(through([*history, position, position]), Limits(depth=1)) not in back
            left += 1
    assert left > 3


def test_the_best_player_is_optimistic_where_it_is_to_play_its_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who is asked for a depth, and the levels below, judge as an analysis does."""
    manners: list[Manner] = []
    behave = Searcher.behave

    def noted(searcher: Searcher, manner: Manner) -> None:
        manners.append(manner)
        behave(searcher, manner)

    monkeypatch.setattr(Searcher, "behave", noted)
    line = Line(game("mingmang").start())
    for name, limits in (
        ("level:10", Limits(nodes=500)),
        ("level:10", Limits(depth=2)),
        ("level:9", Limits(nodes=500)),
    ):
        player(name, line.game, seed=1).choose(line, limits)
    Adviser(line.game).choose(line, Limits(nodes=500))
    line.position.analyse(depth=1)
    assert [manner.optimistic for manner in manners] == [True, False, False, False, False]
