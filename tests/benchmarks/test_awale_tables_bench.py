"""The C twin of Awalé's table gives the same bytes, and the figures are read off a real build."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.report import compiler
from benchmarks.tables import awale

import stratege


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler (cc) to build the twin with")
@pytest.mark.parametrize("variant", awale.VARIANTS)
def test_the_twin_builds_the_same_table(variant: str, tmp_path: Path) -> None:
    program = awale.build_twin(tmp_path)
    rules = stratege.game("awale", variant).rules
    answer, seconds = awale.ask_twin(program, rules, 9, tmp_path)
    assert answer == b"".join(layer.tobytes() for layer in awale.solved(rules, 9))
    assert seconds > 0


def test_a_build_is_noted_layer_by_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = awale.notes_of_building(11, 1)
    assert [note.boards for note in notes][:3] == [1, 13, 91]
    assert awale.growth(notes).rows[-1][:2] == ["≤ 11", "1,352,078"]
    assert awale.two_cores(notes, notes).rows[0][4] == "1.00"
    monkeypatch.setattr(awale, "AGAINST_C", 5)
    monkeypatch.setattr(awale, "LARGE", 6)
    monkeypatch.setattr(awale, "PROBES", 1000)
    monkeypatch.setattr(awale, "SINGLE", 100)
    assert [row[0] for row in awale.probes().rows] == ["≤ 5", "≤ 6"]
