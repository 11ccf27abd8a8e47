"""The fingerprint of the search: it changes only on purpose."""

from __future__ import annotations

from stratege.core.registry import parse
from stratege.engine.bench import SIGNATURE, bench, work


def test_the_signature_is_the_one_in_the_repo() -> None:
    assert sum(measure.nodes for measure in bench()) == SIGNATURE


def test_the_positions_are_not_over() -> None:
    assert work()
    for name, one in work().items():
        assert all(parse(name, text).legal() for text in one.positions)
