"""What is won is brought home by tables without distances: the way of 5 × 5, tried on boards of all sizes."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from numpy.typing import NDArray
from tests.games.desk import Desk
from tests.games.test_quixo_table_recipe import legal, rules_of, undisturbed

from stratege.core.kernel import Rules, State
from stratege.games.colourings import bitsets
from stratege.games.quixo import conversion, kernel, table_recipe
from stratege.games.quixo.conversion import Conversion
from stratege.games.quixo.retrograde import indexing
from stratege.games.quixo.table_probe import LAYERS

FARTHEST: dict[int, list[State]] = {5: [(28886298, 4668005)]}


@functools.cache
def layers(n: int) -> dict[str, NDArray[Any]]:
    """Won and lost boards by blanks; of 5 × 5 those with up to 1."""
    if n == 5:
        return Desk(table_recipe, rules_of(5), 1).build(workers=2).data
    return {LAYERS[blanks]: words.view("u1") for blanks, words in enumerate(undisturbed(n))}


def way_of(n: int) -> Conversion:
    data = layers(n)
    return Conversion(rules_of(n), lambda name, at: data[name][at] if name in data else None)


def result(rules: Rules, state: State) -> int:
    n, cubes = rules[0], (state[0] | state[1]).bit_count()
    indexing.blocks(n, n * n - cubes)
    entry = indexing.locate(indexing.index_tables(n), *state)
    words = layers(n)[LAYERS[n * n - cubes]].view("<i8")
    return bitsets.bit_at(words, cubes, entry, bitsets.WON) - bitsets.bit_at(
        words, cubes, entry, bitsets.LOST
    )


def blanks_in(rules: Rules, state: State) -> int:
    return rules[0] ** 2 - (state[0] | state[1]).bit_count()


def won_boards(rules: Rules, count: int, most_blanks: int, seed: int) -> list[State]:
    """Random boards, not over, won by the player to move but not by a line or a blank taken at once."""
    chance, cells = random.Random(seed), list(range(rules[0] ** 2))
    found: list[State] = []
    while len(found) < count:
        chance.shuffle(cells)
        used = cells[: len(cells) - chance.randint(0, most_blanks)]
        mine = sum(1 << cell for cell in used if chance.random() < 0.5)
        state = mine, sum(1 << cell for cell in used) & ~mine
        if kernel.finished(rules, state) == 0 and result(rules, state) == 1:
            afters = [kernel.play(rules, state, move) for move in winning_moves(rules, state)]
            at_once = [after for after in afters if blanks_in(rules, after) < blanks_in(rules, state)]
            if not at_once and not any(kernel.finished(rules, after) for after in afters):
                found.append(state)
    return found


def winning_moves(rules: Rules, state: State) -> list[int]:
    return [move for move in legal(rules, state) if result(rules, kernel.play(rules, state, move)) == -1]


def resist(rules: Rules, way: Conversion, state: State) -> State:
    """The loser's reply that keeps the winner longest from a way out."""

    def worth(after: State) -> int:
        if kernel.finished(rules, after) or blanks_in(rules, after) < blanks_in(rules, state):
            return 0
        return way.plies(after) or 0

    return max((kernel.play(rules, state, move) for move in legal(rules, state)), key=worth)


def any_reply(rules: Rules, way: Conversion, state: State) -> State:
    return kernel.play(rules, state, random.Random(hash(state)).choice(legal(rules, state)))


@pytest.mark.parametrize("looks", [0, conversion.LOOKS], ids=["exploring", "deepening"])
@pytest.mark.parametrize("loser", [resist, any_reply])
@pytest.mark.parametrize(("n", "games", "most_blanks"), [(3, 6, 4), (4, 12, 6), (5, 0, 1)])
def test_every_move_comes_nearer_until_the_game_is_won(
    n: int,
    games: int,
    most_blanks: int,
    loser: Callable[[Rules, Conversion, State], State],
    looks: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversion, "LOOKS", looks)
    rules, way, farthest = rules_of(n), way_of(n), 0
    for state in won_boards(rules, games, most_blanks, seed=n) + FARTHEST.get(n, []):
        before = blanks_in(rules, state) + 1, 0
        while kernel.finished(rules, state) == 0:
            plies = way.plies(state)
            assert plies is not None
            farthest = max(farthest, plies)
            assert (blanks_in(rules, state), plies) < before, "no nearer to the win"
            before = blanks_in(rules, state), plies
            wins = winning_moves(rules, state)
            ends = [move for move in wins if kernel.finished(rules, kernel.play(rules, state, move))]
            state = kernel.play(rules, state, (ends or way.nearest(state, wins))[-1])
            if kernel.finished(rules, state):
                assert kernel.result(rules, state, kernel.finished(rules, state)) < 0
                break
            state = loser(rules, way, state)
        else:
            assert kernel.result(rules, state, kernel.finished(rules, state)) > 0
    assert farthest >= 3


def test_the_longest_way_with_one_blank() -> None:
    """As many plies as a retrograde analysis of the whole layer counted."""
    assert way_of(5).plies(FARTHEST[5][0]) == 33


@pytest.mark.parametrize(("looks", "pace"), [(0, 5), (conversion.LOOKS, 300)], ids=["exploring", "deepening"])
def test_short_of_time_it_goes_on_at_the_next_move(
    looks: int, pace: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversion, "LOOKS", looks)
    way, asked, hurried = way_of(5), itertools.count(1), 0
    while (plies := way.plies(FARTHEST[5][0], lambda: next(asked) % pace == 0)) is None:
        hurried += 1
    assert plies == 33
    assert hurried > 0


def test_without_time_every_winning_move_is_as_good() -> None:
    rules = rules_of(4)
    (state,) = won_boards(rules, 1, 3, seed=1)
    assert way_of(4).nearest(state, [3, 4], lambda: True) == [3, 4]


def test_without_the_layers_all_winning_moves_are_as_good() -> None:
    rules = rules_of(4)
    (state,) = won_boards(rules, 1, 3, seed=1)
    nothing = Conversion(rules, lambda name, at: None)
    assert nothing.plies(state) is None
    assert nothing.nearest(state, [3, 4]) == [3, 4]
