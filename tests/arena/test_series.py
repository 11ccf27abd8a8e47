"""Series of games: the plan alone decides the games, whoever plays them and when."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from tests.arena.tiny_engine import engine

from stratege.arena import contestants
from stratege.arena.match import FAILED, Terms
from stratege.arena.openings import given_openings
from stratege.arena.series import Plan, Played, Standing, Tally, run
from stratege.arena.statistics import Score, Sprt, Verdict
from stratege.arena.workers import Job, play_all
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.line import Line
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.engine.players import player

QUIXO = game("quixo", size=3)
DEPTH_1 = Terms(Limits(depth=1))


def plan(one: str = "random", two: str = "random", games: int = 8, seed: int = 1, **more: object) -> Plan:
    return Plan(QUIXO, (one, two), games, DEPTH_1, seed=seed, **more)  # type: ignore[arg-type]


def test_both_cores_play_the_games_of_one() -> None:
    arrived: list[Played] = []
    alone, together = run(plan(), workers=1), run(plan(), workers=2, on_game=arrived.append)
    assert alone == together
    assert sorted(arrived, key=lambda game: game.number) == list(together.played)
    assert not together.interrupted


def test_another_seed_plays_other_games() -> None:
    assert run(plan(seed=1), 1).played != run(plan(seed=2), 1).played


def test_openings_come_in_pairs_with_the_sides_swapped() -> None:
    jobs = list(plan("greedy", "random", 7).jobs())
    assert [job.number for job in jobs] == list(range(7))
    assert [job.names for job in jobs] == [("greedy", "random"), ("random", "greedy")] * 3 + [
        ("greedy", "random")
    ]
    openings = [job.opening for job in jobs]
    assert openings[::2][:3] == openings[1::2]
    assert len({opening.moves for opening in openings}) == 4
    standing = run(plan(games=7), 1)
    assert [game.record.tags["Round"] for game in standing.played] == [str(n) for n in range(1, 8)]
    assert [game.record.moves[:4] for game in standing.played] == [opening.moves for opening in openings]
    assert sum(standing.pairs) == 3


class First:
    """A player who always takes the first move; strong enough against chance."""

    name = "first"

    def choose(self, line: Line, limits: Limits) -> int:
        return line.legal()[0]


def test_naming_the_players_the_other_way_round_mirrors_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contestants, "player_names", lambda game: ["first", "random"])
    monkeypatch.setattr(
        contestants,
        "player",
        lambda name, game, seed: First() if name == "first" else player(name, game, seed),
    )
    one, two = run(plan("first", "random", 12), 1), run(plan("random", "first", 12), 1)
    assert one.score == two.score.reversed()
    assert one.pairs == two.pairs[::-1]
    assert {game.record.moves for game in one.played} == {game.record.moves for game in two.played}
    assert len({game.record.moves for game in one.played}) == 12


def test_random_players_do_not_repeat_their_games() -> None:
    standing = run(plan(games=30), 1)
    assert standing.different >= 28
    assert 5 <= standing.score.wins <= 25


def test_the_score_agrees_with_the_records() -> None:
    standing = run(plan(games=20), 1)
    won = sum(
        (game.record.result == "1-0") == (game.number % 2 == 0)
        for game in standing.played
        if game.record.result != "1/2-1/2"
    )
    assert standing.score.wins == won
    assert standing.score.games == 20 == sum(standing.endings.values())


def test_given_openings_are_played_in_turn() -> None:
    openings = given_openings(QUIXO, [["0,0-0,2"], ["0,1-2,1"]])
    records = [game.record for game in run(plan(games=6, openings=openings), 1).played]
    assert [record.moves[0] for record in records] == ["0,0-0,2"] * 2 + ["0,1-2,1"] * 2 + ["0,0-0,2"] * 2


def test_the_games_own_ply_limit_holds_unless_another_is_set() -> None:
    assert {job.terms.ply_limit for job in plan().jobs()} == {200}
    short = Plan(game("quixo"), ("random", "random"), 4, Terms(DEPTH_1.limits, ply_limit=5))
    assert run(short, 1).endings == {"ply-limit": 4}


def test_faults_are_counted_and_named() -> None:
    bad = engine("absent", "quixo", "3")
    standing = run(plan(bad, "random", 4), workers=2)
    assert standing.score == Score(losses=4)
    assert standing.endings == {FAILED: 4}
    assert [game.loser for game in standing.faults] == [bad] * 4
    assert "no licence found" in standing.faults[0].record.tags["Reason"]


def test_other_processes_speak_our_language() -> None:
    language.use("fr")
    standing = run(Plan(QUIXO, ("engine:false", "random"), 2, DEPTH_1), workers=2)
    here = run(Plan(QUIXO, ("engine:false", "random"), 2, DEPTH_1), workers=1)
    assert standing == here


def played(number: int, result: str) -> Played:
    return Played(number, Record(QUIXO.start(), (), result, {"Ending": "line"}))


def test_a_test_stops_at_the_same_pair_whatever_the_order_of_arrival() -> None:
    test = Sprt(0, 200)
    results = ["1-0", "0-1"] * 30  # player A wins every game
    in_order, reversed_order = Tally(test), Tally(test)
    for number, result in enumerate(results):
        in_order.add(played(number, result))
    for number in range(59, -1, -1):
        reversed_order.add(played(number, results[number]))
    assert in_order.verdict is Verdict.ACCEPT
    assert in_order.counted() == reversed_order.counted()
    assert 0 < len(in_order.counted()) < 60
    assert len(in_order.counted()) % 2 == 0


def test_a_test_stops_the_games_and_both_cores_agree_on_searching_players() -> None:
    strong = plan("greedy", "level:1", games=2000)
    alone, together = run(strong, 1, Sprt(-50, 50)), run(strong, 2, Sprt(-50, 50))
    assert alone == together
    assert alone.verdict is Verdict.ACCEPT
    assert alone.score.games < 2000
    assert run(plan(games=4), 1, Sprt(0, 5)).verdict is Verdict.CONTINUE


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_with_the_games_so_far(workers: int) -> None:
    seen: list[Played] = []

    def tired(game: Played) -> None:
        seen.append(game)
        if len(seen) == 3:
            raise KeyboardInterrupt

    standing = run(plan(games=1000), workers, on_game=tired)
    assert standing.interrupted
    assert standing.score.games == 3


def test_what_the_callback_raises_comes_through() -> None:
    def wrong(game: Played) -> None:
        raise RuntimeError("no more paper")

    with pytest.raises(RuntimeError, match="paper"):
        run(plan(games=1000), 2, on_game=wrong)


def test_what_a_process_that_dies_was_playing_is_played_again() -> None:
    seen: list[Played] = []

    def murder(game: Played) -> None:
        seen.append(game)
        if len(seen) in (2, 5):
            for child in multiprocessing.active_children():
                child.kill()

    disturbed = run(plan(games=12), 2, on_game=murder)
    assert disturbed == run(plan(games=12), 1)
    assert sorted(game.number for game in seen) == list(range(12))


class Deadly(tuple[int, int]):
    """Seeds that end the process which reads them."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (1,)


def test_processes_that_die_of_a_game_are_not_started_for_ever() -> None:
    (job,) = plan(games=1).jobs()
    with pytest.raises(StrategeError, match="again and again"):
        list(play_all([replace(job, seeds=Deadly((1, 2)))], 2))


def test_never_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def spy(jobs: Iterable[Job], workers: int) -> Iterator[tuple[int, Record]]:
        asked.append(workers)
        yield from ()

    monkeypatch.setattr("stratege.arena.series.play_all", spy)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    run(plan(games=100), 64)
    run(plan(games=3), 64)
    run(plan(games=100), 0)
    assert asked == [4, 3, 1]


def test_unknown_players_are_refused_before_any_game() -> None:
    with pytest.raises(StrategeError, match="no player 'deepblue'"):
        plan("deepblue")
    plan("random", engine("good", "quixo", "3")).rehearse()


def test_nothing_played_is_no_score() -> None:
    nothing = Standing()
    assert (nothing.score, nothing.pairs, nothing.endings, nothing.different) == (Score(), (0,) * 5, {}, 0)
