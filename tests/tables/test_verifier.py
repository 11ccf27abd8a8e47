"""Checking finds damage that checksums cannot see, and says where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy
import pytest
from numpy.typing import NDArray
from tests.tables import toy

from stratege.core.recipe import Layer
from stratege.tables.shelf import Shelf
from stratege.tables.verifier import verify

pytestmark = pytest.mark.usefixtures("toy_recipe")


def test_a_good_table_passes_whole_and_by_sample(tmp_path: Path) -> None:
    toy.build(tmp_path)
    for sample, checked in [(None, [300_000, 500_000]), (100, [100, 100])]:
        verdicts = list(verify(Shelf(tmp_path), toy.GAME, sample, 0, 2))
        assert [verdict.fault for verdict in verdicts] == ["", ""]
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


def test_a_broken_or_missing_layer_is_a_fault_of_those_that_need_it(tmp_path: Path) -> None:
    toy.build(tmp_path)
    next(tmp_path.glob("*/first.stgt")).unlink()
    (verdict,) = verify(Shelf(tmp_path), toy.GAME, None, 0, 1)
    assert verdict.layer == "second"
    assert "first is missing" in verdict.fault
