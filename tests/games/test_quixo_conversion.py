"""What is won is brought home: how soon boards leave their layer, against dictionaries, kills and flips."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import numpy
import pytest
from numpy.typing import NDArray
from tests.games.desk import Interrupted, helped, interrupting, plain
from tests.games.test_quixo_table_recipe import legal, naive, rules_of, table, undisturbed

from stratege.core.errors import BrokenTable
from stratege.core.kernel import Rules, State
from stratege.core.recipe import Work
from stratege.games.colourings import bitsets, level_solver
from stratege.games.quixo import kernel, table_recipe
from stratege.games.quixo.conversion import Conversion
from stratege.games.quixo.retrograde import conversion_layer, indexing
from stratege.games.quixo.table_probe import CONVERSIONS, LAYERS

Bytes = NDArray[numpy.uint8]

FARTHEST: State = (28886298, 4668005)
"""With one blank; as many plies as another program counted, in a search from this board."""
FARTHEST_PLIES = 33


def solved(n: int, blanks: int, work: Work | None = None) -> Bytes:
    """How soon the boards of a small board with so many blanks leave their layer."""
    parts, words = [numpy.zeros(0, numpy.uint8)], undisturbed(n)
    work = work or plain()
    work.write = parts.append
    conversion_layer.solve(rules_of(n), blanks, words[blanks], words[max(0, blanks - 1)], work)
    return numpy.concatenate(parts)


def layers(n: int, most: int = 0) -> dict[str, Bytes]:
    """Values and conversions by blanks; of 5 × 5 those with up to so many."""
    return table(5, most) if n == 5 else small_layers(n)


@functools.cache
def small_layers(n: int) -> dict[str, Bytes]:
    values = {LAYERS[blanks]: words.view("u1") for blanks, words in enumerate(undisturbed(n))}
    most = 9 if n == 3 else 6
    return values | {CONVERSIONS[blanks]: solved(n, blanks) for blanks in range(most + 1)}


def way_of(n: int, most: int) -> Conversion:
    data = layers(n, most)
    return Conversion(rules_of(n), lambda name, at: data[name][at] if name in data else None)


def result(rules: Rules, state: State) -> int:
    n, blanks = rules[0], blanks_in(rules, state)
    indexing.blocks(n, blanks)
    entry = indexing.locate(indexing.index_tables(n), *state)
    words = layers(n, blanks)[LAYERS[blanks]].view("<i8")
    won, lost = (bitsets.bit_at(words, n * n - blanks, entry, which) for which in (bitsets.WON, bitsets.LOST))
    return won - lost


def blanks_in(rules: Rules, state: State) -> int:
    return rules[0] ** 2 - (state[0] | state[1]).bit_count()


def byte_of(rules: Rules, state: State) -> int:
    n, blanks = rules[0], blanks_in(rules, state)
    indexing.blocks(n, blanks)
    return int(layers(n, blanks)[CONVERSIONS[blanks]][indexing.locate(indexing.index_tables(n), *state)])


def plain_conversions(n: int) -> dict[State, int]:
    """Plies until won boards leave their layer, lost ones too, by dictionaries of all boards."""
    rules, known = rules_of(n), naive(n)
    stay: dict[State, list[State]] = {}
    plies: dict[State, int] = {}
    for state, (value, _distance) in known.items():
        if value == 0 or kernel.finished(rules, state):
            continue
        afters = [kernel.play(rules, state, move) for move in legal(rules, state)]
        kept = [after for after in afters if value < 0 or known[after][0] < 0]
        stay[state] = [
            after
            for after in kept
            if blanks_in(rules, after) == blanks_in(rules, state) and not kernel.finished(rules, after)
        ]
        if value > 0 and len(stay[state]) < len(kept):
            plies[state] = 1
    for count in range(2, 100):
        for state, afters in stay.items():
            if state not in plies:
                soon = [plies.get(after, count) < count for after in afters]
                if any(soon) if known[state][0] > 0 else all(soon):
                    plies[state] = count
    return plies


def test_three_by_three_agrees_with_dictionaries_on_every_board() -> None:
    rules, expected = rules_of(3), plain_conversions(3)
    won = {state: plies for state, plies in expected.items() if result(rules, state) > 0}
    assert max(won.values()) >= 3
    for state, (value, _plies) in naive(3).items():
        assert byte_of(rules, state) + 1 == (won.get(state, 1) if value > 0 else 1), state


@pytest.mark.parametrize("blanks", [0, 2, 5])
def test_four_by_four_follows_from_the_kernel(blanks: int) -> None:
    rules, data = rules_of(4), layers(4)[CONVERSIONS[blanks]]
    layer, below = table_recipe._conversion(4, blanks), layers(4)
    assert data.max() >= 2
    assert table_recipe.wrong(rules, layer, data, below, numpy.arange(len(data)), plain()) == -1
    for entry in random.Random(blanks).sample(range(len(data)), 20):
        spoilt = data.copy()
        spoilt[entry] ^= 2
        assert table_recipe.wrong(rules, layer, spoilt, below, numpy.array([entry]), plain()) == entry
        assert table_recipe.wrong(rules, layer, spoilt, below, None, plain()) == entry
    assert table_recipe.wrong(rules, layer, data, below, None, plain()) == -1


def test_others_who_look_at_parts_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_solver, "PART_BOARDS", 1 << 16)
    layer, known = table_recipe._conversion(4, 2), layers(4)
    work = helped(rules_of(4), layer, {name: known[name] for name in layer.needs})
    assert numpy.array_equal(solved(4, 2, work), known[layer.name])


@pytest.mark.soak  # small boards are followed above; a build compares every layer with what it is built on
@pytest.mark.parametrize("blanks", [0, 1])
def test_five_by_five_follows_from_the_kernel(blanks: int) -> None:
    rules, data = rules_of(5), layers(5, blanks)
    layer = table_recipe._conversion(5, blanks)
    some = numpy.random.default_rng(1).integers(0, layer.entries, 20_000)
    some = numpy.concatenate([some, numpy.flatnonzero(data[layer.name])[::1000]])
    assert table_recipe.wrong(rules, layer, data[layer.name], data, some, plain()) == -1
    if blanks == 1:
        assert byte_of(rules, FARTHEST) + 1 == FARTHEST_PLIES
        assert int(data[layer.name].max()) + 1 == FARTHEST_PLIES


def won_boards(rules: Rules, count: int, most_blanks: int, seed: int) -> list[State]:
    """Random boards, not over, won by the player to move but not by a line or a blank taken at once."""
    chance, cells = random.Random(seed), list(range(rules[0] ** 2))
    found: list[State] = []
    while len(found) < count:
        chance.shuffle(cells)
        used = cells[: len(cells) - chance.randint(0, most_blanks)]
        mine = sum(1 << cell for cell in used if chance.random() < 0.5)
        state = mine, sum(1 << cell for cell in used) & ~mine
        if byte_of(rules, state) > 0:
            found.append(state)
    return found


def ranked(rules: Rules, way: Conversion, state: State, sign: int) -> dict[int, int]:
    """Of the moves with this result that do not end the game, the plies to their conversion."""
    afters = {move: kernel.play(rules, state, move) for move in legal(rules, state)}
    some = [move for move, after in afters.items() if -result(rules, after) == sign]
    return way.plies(
        state, {move: sign for move in some if not kernel.finished(rules, kernel.play(rules, state, move))}
    )


def resist(rules: Rules, way: Conversion, state: State) -> State:
    """The loser's reply that keeps the winner longest from a way out."""
    plies = ranked(rules, way, state, -1)
    move = max(plies, key=lambda move: plies[move]) if plies else legal(rules, state)[0]
    return kernel.play(rules, state, move)


def any_reply(rules: Rules, way: Conversion, state: State) -> State:
    return kernel.play(rules, state, random.Random(hash(state)).choice(legal(rules, state)))


@pytest.mark.parametrize("loser", [resist, any_reply])
@pytest.mark.parametrize(
    ("n", "games", "most_blanks"),
    [(3, 6, 4), (4, 12, 6), (5, 8, 0), pytest.param(5, 8, 1, marks=pytest.mark.soak)],
)
def test_every_move_comes_nearer_until_the_game_is_won(
    n: int, games: int, most_blanks: int, loser: Callable[[Rules, Conversion, State], State]
) -> None:
    rules, way = rules_of(n), way_of(n, most_blanks)
    for start in won_boards(rules, games, most_blanks, seed=n) + [FARTHEST] * (n == 5 and most_blanks == 1):
        state, before = start, (blanks_in(rules, start) + 1, 0)
        while True:
            afters = [kernel.play(rules, state, move) for move in legal(rules, state)]
            reasons = {after: kernel.finished(rules, after) for after in afters}
            if any(why and kernel.result(rules, after, why) < 0 for after, why in reasons.items()):
                break
            plies = ranked(rules, way, state, 1)
            move = min(plies, key=lambda move: plies[move])
            assert (blanks_in(rules, state), plies[move]) < before, "no nearer to the win"
            assert plies[move] == byte_of(rules, state) + 1
            before = blanks_in(rules, state), plies[move]
            state = loser(rules, way, kernel.play(rules, state, move))
            if kernel.finished(rules, state):
                assert kernel.result(rules, state, kernel.finished(rules, state)) > 0
                break


def test_without_the_layer_only_blanks_taken_are_nearer() -> None:
    rules = rules_of(4)
    nothing = Conversion(rules, lambda name, at: None)
    state: State = (0b1, 0b10)
    results = dict.fromkeys(legal(rules, state), 1)
    taking = nothing.plies(state, results)
    assert set(taking.values()) == {1}
    assert 0 < len(taking) < len(results)


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment_it_ends_with_the_same_bytes(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = solved(4, 1)
    monkeypatch.setattr(level_solver, "PART_BOARDS", 1 << 15)
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 500)
    kills = 0
    for after in (1, 4, 9, 20, 30):
        kept: dict[str, Bytes] = {}
        try:
            solved(4, 1, plain(workers, interrupting(after), kept))
        except Interrupted:
            kills += 1
        for name in ("known", "spared"):
            if name in kept:
                kept[name][:] = 0x5A  # nothing in it may be believed
        assert (solved(4, 1, plain(3 - workers, scratch=kept)) == whole).all()
    assert kills >= 3


def test_sweeps_alone_and_board_by_board_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 1 << 40)
    one_by_one = solved(4, 2)
    monkeypatch.setattr(level_solver, "AT_LEAST_FEW", 0)
    monkeypatch.setattr(level_solver, "FEW", 1 << 60)
    assert (solved(4, 2) == one_by_one).all()


def test_a_wrong_value_is_no_ground_to_build_on(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [layer.copy() for layer in undisturbed(4)]
    words[2][5] ^= 1 << 7
    with pytest.raises(BrokenTable, match="2 blanks"):
        conversion_layer.solve(rules_of(4), 2, words[2], words[1], plain())


def test_the_statistics_count_every_board() -> None:
    work = plain()
    data = solved(4, 3, work)
    layer = table_recipe._conversion(4, 3)
    found = table_recipe.statistics(rules_of(4), layer, data, work)
    _blocks, weights = indexing.blocks(4, 3)
    hard = (data.reshape(len(weights), -1) > 0).sum(axis=1) @ weights
    assert found["boards"] == sum(found["plies"].values()) == hard > 0
    assert found["farthest"] == int(data.max()) + 1 == max(map(int, found["plies"]))
    assert found["board"].endswith(":1")
