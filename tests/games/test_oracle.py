"""The kernels play exactly as the exam papers' functions do, in random games and from odd positions."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from tests.games.catalogue import every_game, identify, usual_games
from tests.games.oracle import REFEREES, compare, random_positions

from stratege.core.game import Game

JUDGED = [game for game in every_game() if (game.name, game.variant.name) in REFEREES]
LONGEST = 40  # plies of a game that need not end
GAMES = 120  # of each game and variant, over its sizes
SOAK_GAMES = 10_000


def share(game: Game, total: int) -> int:
    """This size's part of the games of its variant, rounded up."""
    sizes = sum((one.name, one.variant.name) == (game.name, game.variant.name) for one in JUDGED)
    return -(-total // sizes)


def play_from_starts(game: Game, count: int, seed: str) -> None:
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        compare(game.start(seed=draw.getrandbits(32)), draw, game.longest or LONGEST)


def play_from_odd_positions(game: Game, count: int, seed: str) -> None:
    draw = random.Random(seed)
    for position in islice(random_positions(game, draw), count):
        compare(position, draw, 6)


def test_every_variant_but_two_has_a_paper_to_judge_it() -> None:
    variants = {(game.name, game.variant.name) for game in usual_games()}
    assert variants - set(REFEREES) == {
        ("awale", "abapa"),  # judged by OpenSpiel
        ("awale", "awari"),  # judged in `test_awale`, over all small boards
    }


@pytest.mark.parametrize("game", JUDGED, ids=identify)
def test_random_games(game: Game) -> None:
    play_from_starts(game, share(game, GAMES), "games")


@pytest.mark.parametrize("game", JUDGED, ids=identify)
def test_odd_positions(game: Game) -> None:
    play_from_odd_positions(game, share(game, GAMES), "odd")


@pytest.mark.soak
@pytest.mark.parametrize("game", JUDGED, ids=identify)
def test_many_random_games(game: Game) -> None:
    play_from_starts(game, share(game, SOAK_GAMES), "soak games")
    play_from_odd_positions(game, share(game, SOAK_GAMES), "soak odd")
