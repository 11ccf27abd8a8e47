"""What a table takes, reckoned from what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tables import toy

from stratege.core.recipe import Layer
from stratege.core.registry import game
from stratege.tables import estimate
from stratege.tables.builder import Plan


@pytest.fixture(autouse=True)
def notes_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(estimate, "recipe_for", lambda game: toy)


def clock(layer: Layer | int, seconds: float) -> estimate.Clock:
    built = Layer("built", layer, layer) if isinstance(layer, int) else layer

    class Told(estimate.Clock):
        def largest(self) -> tuple[Layer, float]:
            return built, seconds

    return Told()


def test_the_time_follows_the_bytes_and_the_workers() -> None:
    note = estimate.note_build(toy.GAME, clock(1_000_000, 2.0), 1)
    plan = Plan((), (Layer("large", 9, 10_000_000), Layer("small", 9, 5_000_000)))
    assert estimate.estimate(toy.GAME, plan, 1).note == note
    assert estimate.estimate(toy.GAME, plan, 1).seconds == pytest.approx(30)
    assert estimate.estimate(toy.GAME, plan, 3).seconds == pytest.approx(10)


def test_the_largest_build_of_the_table_counts_and_broken_notes_do_not(tmp_path: Path) -> None:
    for size, seconds in ((1000, 5.0), (3000, 9.0), (2000, 1.0)):
        estimate.note_build(toy.GAME, clock(size, seconds), 1)
    assert estimate.estimate(toy.GAME, Plan((), ()), 1).note.bytes == 3000
    assert estimate.note_build(toy.GAME, estimate.Clock(), 1) is None
    (tmp_path / estimate.NOTES).write_text("[{")
    assert estimate.notes() == []


def test_what_recipes_say_of_a_byte_and_of_workers_counts() -> None:
    """Ming Mang 5×5 takes less for a board than 4×4, and a Chomp box keeps one worker busy."""
    small, large = Layer("small", 9, 1_000_000), Layer("large", 9, 10_000_000, cost=0.5)
    estimate.note_build(toy.GAME, clock(small, 2.0), 2)
    assert estimate.estimate(toy.GAME, Plan((), (large,)), 2).seconds == pytest.approx(10)
    estimate.note_build(toy.GAME, clock(large, 12.0), 2)
    assert estimate.estimate(toy.GAME, Plan((), (large,)), 2).seconds == pytest.approx(12)
    alone = Layer("alone", 9, 20_000_000, parallel=False)
    note = estimate.note_build(toy.GAME, clock(alone, 5.0), 2)
    assert note is not None
    assert note.workers == 1
    assert {estimate.estimate(toy.GAME, Plan((), (alone,)), n).seconds for n in (1, 2)} == {5}


@pytest.mark.parametrize(
    ("name", "size", "small", "seconds", "minutes"),
    [("mingmang", "5", "4", 4.6, 13), ("quixo", "5", "4", 0.84, 30)],
)
def test_large_boards_are_estimated_as_they_were_measured(
    name: str, size: str, small: str, seconds: float, minutes: float
) -> None:
    """On two cores: what a byte costs there is not what it costs on small boards."""
    measured, chosen = game(name, None, small), game(name, None, size)
    recipe = chosen.declaration.recipe
    assert recipe is not None
    estimate.note_build(measured, clock(recipe.every_layer(measured.rules)[0], seconds), 2)
    layers = recipe.every_layer(chosen.rules)
    found = estimate.estimate(measured, Plan(layers, layers), 2).seconds / 60
    assert found == pytest.approx(minutes, rel=0.15)


def test_notes_of_an_earlier_version_are_done_without(tmp_path: Path) -> None:
    """They do not say what was built, so not what a byte of it costs."""
    old = '[{"game": "quixo", "table": "quixo-standard-3", "bytes": 9, "seconds": 1.0, "workers": 1}]'
    (tmp_path / estimate.NOTES).write_text(old)
    assert estimate.notes() == []


def test_memory_is_a_layer_with_all_that_it_needs() -> None:
    first = Layer("first", 1, 100, scratch=30)
    second = Layer("second", 1, 50, ("first",), scratch=20)
    packed = Layer("third", 1, 60, packed=True)
    assert estimate.most_memory(Plan((first,), (first,))) == 130
    assert estimate.most_memory(Plan((first, second), (second,))) == 170
    assert estimate.most_memory(Plan((packed,), (packed,))) == 180


@pytest.mark.usefixtures("toy_recipe")
def test_a_tiny_build_tells_nothing_of_a_large_one() -> None:
    tiny = estimate.note_build(toy.GAME, clock(40, 0.01), 1)
    assert estimate.estimate(toy.GAME, Plan((), (Layer("tiny", 9, 40),)), 1).note == tiny
    assert estimate.estimate(toy.GAME, Plan((), (Layer("large", 9, 10**9),)), 1).note.bytes == 500_000


@pytest.mark.usefixtures("toy_recipe")
def test_without_notes_a_small_table_is_built_and_noted() -> None:
    found = estimate.estimate(toy.GAME, Plan((), toy.layers((), None)), 1)
    assert (found.note.table, found.note.bytes) == ("quixo-standard-3", 500_000)
    assert estimate.notes() == [found.note]
    assert found.seconds == pytest.approx(found.note.seconds * 1_200_000 / 500_000)
