"""A level that follows whoever plays it."""

from __future__ import annotations

import random

import pytest

import stratege
from stratege.core.errors import StrategeError
from stratege.core.line import Line
from stratege.core.strength import LEVELS
from stratege.engine.adaptive import FARTHEST, FIRST, AdaptivePlayer, level_of, next_level
from stratege.engine.limits import Limits
from stratege.engine.players import check_name, player

AWALE = stratege.game("awale")
FEW = Limits(nodes=200)


def at(stores: str, begin: int) -> int:
    """The level of a move on an even board with these stores, the first being the machine's."""
    machine = player(f"adaptive:{begin}", AWALE, seed=1)
    assert isinstance(machine, AdaptivePlayer)
    return machine.level(Line(AWALE.parse(f"2,2,2,2,2,2,2,2,2,2,2,2:{stores}:1:30")))


@pytest.mark.parametrize("begin", [1, 5, LEVELS])
def test_it_is_weaker_while_ahead_and_stronger_while_behind(begin: int) -> None:
    ahead, even, behind = at("20,4", begin), at("12,12", begin), at("4,20", begin)
    assert ahead == max(1, begin - FARTHEST)
    assert abs(even - begin) <= 1
    assert behind == min(LEVELS, begin + FARTHEST)


def test_the_next_game_follows_the_last() -> None:
    assert [next_level(4, points) for points in (1.0, 0.5, 0.0)] == [5, 4, 3]
    assert (next_level(LEVELS, 1.0), next_level(1, 0.0)) == (LEVELS, 1)


def test_its_names() -> None:
    assert [level_of(name) for name in ("adaptive", "adaptive:7", "level:7")] == [FIRST, 7, None]
    assert [level_of(name) for name in ("adaptive:no-book", "adaptive:7:no-book")] == [FIRST, 7]
    for name in ("adaptive:0", "adaptive:11", "adaptive:", "adaptive:x", "adaptive:7:no-book:no-book"):
        with pytest.raises(StrategeError, match=r"there are: human, .*adaptive"):
            check_name(name, AWALE)


def test_each_of_its_levels_plays_like_that_level() -> None:
    """In Ming Mang only some levels look on until captures are answered; one player is all in turn."""
    rules = stratege.game("mingmang", size=6)
    ladder = rules.declaration.ladder
    assert len({strength.exchanges for strength in ladder}) == 2
    line = Line(rules.start())
    for move in random.Random(3).choices(range(1000), k=24):
        line = line.play(line.legal()[move % len(line.legal())])
    for begin in (1, LEVELS - 1):  # once without them, once with them
        machine = player(f"adaptive:{begin}", rules, seed=1)
        assert isinstance(machine, AdaptivePlayer)
        for level in range(1, LEVELS):
            same = machine._level_player(level)
            same._draw.seed(level)
            alone = player(f"level:{level}", rules, seed=level)
            assert same.choose(line, Limits()) == alone.choose(line, Limits())


def test_the_same_seed_plays_the_same_game() -> None:
    def played(seed: int) -> list[int]:
        machine, line = player("adaptive:4", AWALE, seed), Line(AWALE.start())
        for _ply in range(8):
            line = line.play(machine.choose(line, FEW))
        return list(line.moves)

    assert played(3) == played(3)
    assert len({tuple(played(seed)) for seed in range(4)}) > 1
