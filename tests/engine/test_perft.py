"""Perft: published leaf counts, and brute force over positions where no count is published."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tests.games.catalogue import every_game, identify

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.engine.perft import divide, perft

FILES = sorted((Path(__file__).parents[1] / "perft").glob("*.perft"))
LINES = [
    (file.stem, *line.split()) for file in FILES for line in file.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("name", "start", "depth", "leaves"), LINES)
def test_published_counts(name: str, start: str, depth: str, leaves: str) -> None:
    rules = game(*name.split("-"))
    position = rules.start() if start == "start" else rules.parse(start)
    counts = dict(divide(position, int(depth)))
    subtotals = "".join(f"\n  {move} {count}" for move, count in counts.items())
    assert sum(counts.values()) == int(leaves), f"by first move:{subtotals}"


def counted_by_hand(position: Position, depth: int) -> int:
    """Perft by playing every move, repetition rules and all."""
    if depth == 0:
        return 1
    return sum(counted_by_hand(position.play(move), depth - 1) for move in position.legal())


@pytest.mark.parametrize("rules", every_game(), ids=identify)
def test_every_game_is_counted_as_it_is_played(rules: Game) -> None:
    position = rules.start(seed=1)
    depth = 4 if rules.most_moves < 30 else 2 if rules.most_moves < 200 else 1
    for plies in range(depth + 1):
        assert perft(position, plies) == counted_by_hand(position, plies)


@pytest.mark.bounds
@pytest.mark.parametrize(("variant", "text"), [("no-repeat", "x../.../..o:1"), ("free", "x../.../..o:1")])
def test_boards_that_come_back_are_counted_by_the_variants_rule(variant: str, text: str) -> None:
    position = game("mingmang", variant, 3).parse(text)
    assert perft(position, 5) == counted_by_hand(position, 5)
    later = position.play(position.moves()[0]).play("3,3-3,2")
    assert perft(later, 4) == counted_by_hand(later, 4)


def test_no_repeat_really_forbids_something() -> None:
    text = "x../.../..o:1"
    free, strict = (game("mingmang", variant, 3).parse(text) for variant in ("free", "no-repeat"))
    assert perft(strict, 5) < perft(free, 5)


@pytest.mark.bounds
def test_a_tournament_game_ends_where_a_position_comes_back() -> None:
    position = game("awale", "abapa").parse("1,0,0,0,0,0,1,0,0,0,0,0:23,23")
    assert [perft(position, depth) for depth in (11, 12, 13)] == [1, 1, 0]
    walked = position.play("a").play("g")
    assert [perft(walked, depth) for depth in (10, 11)] == [1, 0]


def test_boards_too_wide_for_words_are_counted_interpreted() -> None:
    assert perft(game("mingmang", size=9).start(), 1) == len(game("mingmang", size=9).start().moves())


@pytest.mark.parametrize(
    ("name", "variant", "size"),
    [("quixo", "standard", "3"), ("mingmang", "no-repeat", "4"), ("awale", "abapa", "4")],
)
def test_a_count_without_end_is_interrupted(name: str, variant: str, size: str) -> None:
    start = game(name, variant, size).start()
    perft(start, 2)

    def interrupt(*_signal: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            perft(start, 60)
    finally:
        signal.signal(signal.SIGALRM, before)
