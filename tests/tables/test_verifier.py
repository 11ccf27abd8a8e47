"""Checking finds damage that checksums cannot see, and says where."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from tests.tables import toy

from stratege.core.kernel import Rules
from stratege.core.pieces import Piece
from stratege.core.recipe import Layer, ReadBytes, Work
from stratege.tables import unpacking, verifier
from stratege.tables.format import TableFile
from stratege.tables.shelf import Shelf
from stratege.tables.verifier import verify

pytestmark = pytest.mark.usefixtures("toy_recipe")


@pytest.mark.parametrize("in_memory", [0, 1 << 30])
def test_a_good_table_passes_whole_and_by_sample(
    tmp_path: Path, in_memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unpacked in memory as in files."""
    monkeypatch.setattr(unpacking, "IN_MEMORY_AT_MOST", in_memory)
    toy.build(tmp_path)
    for sample, checked in [(None, [300_000, 500_000, 400_000]), (100, [100, 100, 100])]:
        verdicts = list(verify(Shelf(tmp_path), toy.GAME, sample, 0, 2))
        assert [verdict.fault for verdict in verdicts] == ["", "", ""]
        assert [verdict.checked for verdict in verdicts] == checked


def test_a_value_that_does_not_follow_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = toy.entries

    def spoilt(
        layer: Layer, below: Mapping[str, NDArray[numpy.uint8]], numbers: NDArray[numpy.int64]
    ) -> NDArray[numpy.uint8]:
        found = right(layer, below, numbers)
        found[numbers == 1234] += 1
        return found

    monkeypatch.setattr(toy, "entries", spoilt)
    toy.build(tmp_path)
    monkeypatch.setattr(toy, "entries", right)
    faults = [verdict.fault for verdict in verify(Shelf(tmp_path), toy.GAME, None, 0, 1)]
    assert "entry 1234 " in faults[0]
    monkeypatch.setattr(verifier, "PIECE", 1000)
    assert [one.fault for one in verify(Shelf(tmp_path), toy.GAME, None, 0, 1, elsewhere=backwards)] == faults


def test_what_is_solved_anew_is_never_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(
        rules: Rules, layer: Layer, read: ReadBytes, below: Mapping[str, NDArray[numpy.uint8]], work: Work
    ) -> int | None:
        if layer.name == "third":
            return None
        expected = toy.entries(layer, below, numpy.arange(layer.entries))
        cuts = [*range(0, layer.entries, 70_000), layer.entries]
        found = numpy.concatenate([read(start, end) for start, end in itertools.pairwise(cuts)])
        return int((found != expected).argmax()) if (found != expected).any() else -1

    def unpacked(file: TableFile) -> NDArray[numpy.uint8]:
        assert file.header.layer != "second"
        return file.whole()

    toy.build(tmp_path)
    monkeypatch.setattr(toy, "differs", differs, raising=False)
    monkeypatch.setattr(verifier, "unpacked", unpacked)
    assert [one.fault for one in verify(Shelf(tmp_path), toy.GAME, None, 0, 1)] == ["", "", ""]
    right = toy.entries
    monkeypatch.setattr(toy, "entries", lambda *asked: right(*asked) + 1)
    assert all("entry 0 " in one.fault for one in verify(Shelf(tmp_path), toy.GAME, None, 0, 1))


def backwards(pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
    """Does pieces, the last first."""
    yield from [(piece.number, piece.do()) for piece in pieces if piece is not None][::-1]


def test_in_pieces_as_much_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.build(tmp_path)
    monkeypatch.setattr(verifier, "PIECE", 1 << 17)
    told: list[float] = []
    for sample in (None, 100):
        here = list(verify(Shelf(tmp_path), toy.GAME, sample, 0, 1))
        progress = lambda _layer, fraction: told.append(fraction)  # noqa: E731
        assert list(verify(Shelf(tmp_path), toy.GAME, sample, 0, 1, progress, backwards)) == here
    in_four = [1 / 4, 2 / 4, 3 / 4, 1]
    assert told == [1 / 3, 2 / 3, 1, *in_four, *in_four, 1, 1, 1]


def test_a_broken_or_missing_layer_is_a_fault_of_those_that_need_it(tmp_path: Path) -> None:
    toy.build(tmp_path)
    next(tmp_path.glob("*/first.stgt")).unlink()
    verdicts = list(verify(Shelf(tmp_path), toy.GAME, None, 0, 1))
    assert [verdict.layer for verdict in verdicts] == ["second", "third"]
    assert all("first is missing" in verdict.fault for verdict in verdicts)
