"""One game: the referee lets the rules decide, and nobody get away with anything."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.patience import PATIENCE

from stratege.arena.match import FAILED, ILLEGAL, LATE, Fault, Terms, play_game
from stratege.core.errors import StrategeError
from stratege.core.line import PLY_LIMIT, Line
from stratege.core.position import Position
from stratege.core.record import Record, parse_record
from stratege.core.registry import game, parse
from stratege.engine.limits import Limits
from stratege.engine.players import Player, player

QUICK = Terms(Limits(depth=1))
Answer = Callable[[Position], object]


class Doing:
    """A player who does what the test says."""

    def __init__(self, answer: Answer, name: str = "doing") -> None:
        self.name = name
        self._answer = answer
        self.histories: list[list[Position]] = []

    def choose(self, line: Line, limits: Limits) -> int:
        self.histories.append([*line.positions()])
        return self._answer(line.position)  # type: ignore[return-value]


def first(position: Position) -> int:
    return position.legal()[0]


def crash(position: Position) -> object:
    raise ValueError("the abacus fell")


def leave(position: Position) -> object:
    sys.exit("good night")


def play(
    one: Player, two: Player, terms: Terms = QUICK, name: str = "awale", size: str | None = None
) -> Record:
    return play_game(Record(game(name, size=size).start(seed=1)), (one, two), terms)


@pytest.mark.parametrize("name", ["awale", "chomp", "nimble", "quixo"])
def test_random_against_random_is_repeatable_and_ends_by_the_rules(name: str) -> None:
    rules = game(name)
    one, two = (
        play_game(Record(rules.start(seed=1)), [player("random", rules, seed) for seed in (5, 6)], QUICK)
        for _time in range(2)
    )
    assert one == two
    outcome = list(one.positions())[-1].outcome()
    assert outcome is not None
    assert (one.result, one.tags["Ending"]) == (outcome.result, outcome.code)
    assert parse_record(one.text()) == one


def test_the_record_says_who_played_and_how() -> None:
    opening = Record(game("awale").start(), ("e", "g"))
    players = (Doing(first, "Ada"), Doing(first, "Bob"))
    record = play_game(opening, players, Terms(Limits(nodes=500, seconds=2.5)), {"Round": "7"})
    assert record.moves[:2] == ("e", "g")
    assert record.tags == {
        "Round": "7",
        "Player1": "Ada",
        "Player2": "Bob",
        "Limits": "2.5 s, nodes 500",
        "OpeningPlies": "2",
        "Ending": record.tags["Ending"],
    }
    assert Terms(Limits(depth=6)).tag() == "depth 6"


def test_players_see_the_whole_game_so_far() -> None:
    one, two = Doing(first), Doing(first)
    record = play_game(Record(game("nimble").start(seed=3), ()), (one, two), QUICK)
    positions = list(record.positions())
    seen = sorted(one.histories + two.histories, key=len)
    assert seen == [positions[: ply + 1] for ply in range(len(record.moves))]


def test_the_ply_limit_is_a_draw_and_counts_the_opening() -> None:
    opening = Record(game("quixo").start(), ("0,0-0,4", "0,1-4,1"))
    record = play_game(opening, (Doing(first), Doing(first)), Terms(Limits(depth=1), ply_limit=5))
    assert (record.result, record.tags["Ending"], len(record.moves)) == ("1/2-1/2", PLY_LIMIT, 5)


def test_a_game_over_at_the_limit_is_over_by_its_rules() -> None:
    start = parse("chomp", "2,1")
    record = play_game(
        Record(start, ("1,0",)), (Doing(first), Doing(first)), Terms(Limits(depth=1), ply_limit=2)
    )
    assert (record.result, record.tags["Ending"]) == ("0-1", "poison")


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        (lambda position: 99, ILLEGAL, "99 is not legal: no move has that number"),
        (lambda position: -1, ILLEGAL, "not legal|is no move"),
        (lambda position: None, ILLEGAL, "None is no move"),
        (lambda position: "0,0-0,4", ILLEGAL, "is no move"),
        (lambda position: [1, 2], ILLEGAL, "is no move"),
        (crash, FAILED, r"it failed \(ValueError: the abacus fell\)"),
        (leave, FAILED, r"it failed \(SystemExit: good night\)"),
    ],
)
@pytest.mark.parametrize("seat", [1, 2])
def test_whoever_does_something_else_than_move_loses(
    answer: Answer, code: str, words: str, seat: int
) -> None:
    import re

    good, bad = Doing(first), Doing(answer)
    record = play(bad, good, name="quixo") if seat == 1 else play(good, bad, name="quixo")
    assert record.result == ("0-1" if seat == 1 else "1-0")
    assert record.tags["Ending"] == code
    assert re.search(words, record.tags["Reason"])
    assert len(record.moves) == seat - 1
    assert parse_record(record.text()) == record


def test_an_illegal_move_is_explained() -> None:
    record = play(Doing(lambda position: 1 if position.legal() == [1] else 0), Doing(first), name="awale")
    assert record.tags["Ending"] in (ILLEGAL, "majority", "no-move", "turn-limit", "few-seeds")
    emptied = play_game(
        Record(game("awale").start(), ("a", "g")), (Doing(lambda position: 0), Doing(first)), QUICK
    )
    assert (emptied.result, emptied.tags["Reason"]) == ("0-1", "a is not legal: the pit is empty")


def slowly(position: Position) -> int:
    time.sleep(0.2)
    return first(position)


def test_overrunning_the_time_beyond_the_margin_loses() -> None:
    record = play(Doing(slowly), Doing(first), Terms(Limits(seconds=0.01), margin=0.05))
    assert (record.result, record.tags["Ending"]) == ("0-1", LATE)
    assert "s for a move of 0.01 s" in record.tags["Reason"]


def test_the_margin_forgives_and_depth_has_no_clock() -> None:
    within = Terms(Limits(seconds=0.01), ply_limit=2, margin=PATIENCE)
    assert play(Doing(slowly), Doing(first), within).tags["Ending"] == PLY_LIMIT
    assert play(Doing(slowly), Doing(first), Terms(Limits(depth=1), 2, 0.0)).tags["Ending"] == PLY_LIMIT


class Unready(Doing):
    def prepare(self, position: Position) -> None:
        raise Fault(FAILED, "no batteries")


def test_who_cannot_get_ready_loses_before_the_first_move() -> None:
    record = play(Doing(first), Unready(first))
    assert (record.result, record.tags["Reason"], record.moves) == ("1-0", "no batteries", ())


def test_ctrl_c_is_nobodys_fault() -> None:
    def interrupt(position: Position) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Doing(interrupt), Doing(first))


def test_a_fault_is_one_of_our_errors() -> None:
    assert isinstance(Fault(LATE, "late"), StrategeError)


def test_time_that_a_move_leaves_is_there_for_the_same_player_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("stratege.arena.match.time", SimpleNamespace(perf_counter=lambda: now))

    class Thinking(Doing):
        def __init__(self, spent: list[float]) -> None:
            super().__init__(first)
            self.spent, self.told = iter(spent), list[float | None]()

        def choose(self, line: Line, limits: Limits) -> int:
            nonlocal now
            now += next(self.spent, 1.0)
            self.told.append(limits.saved)
            return super().choose(line, limits)

    kept = Terms(Limits(seconds=1.0), ply_limit=6, margin=0.0, keeps_time=True)
    one, two = Thinking([0.25, 1.5, 1.25]), Thinking([1.0, 1.0, 1.0])
    record = play(one, two, kept)
    assert (one.told, two.told) == ([0.0, 0.75, 0.25], [0.0, 0.0, 0.0])
    assert (record.tags["Ending"], record.tags["Limits"]) == (PLY_LIMIT, "1 s, kept")
    assert play(Thinking([0.25, 2.0]), Thinking([]), kept).tags["Ending"] == LATE
    alone = Thinking([0.25, 1.0])
    play(alone, Thinking([]), replace(kept, keeps_time=False))
    assert alone.told[:2] == [None, None]
