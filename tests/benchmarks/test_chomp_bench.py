"""The C twin of Chomp's sweep finds the same lost shapes, whichever the box."""

from pathlib import Path

import pytest
from benchmarks.report import compiler
from benchmarks.tables import chomp

from stratege.games.chomp.numbering import Box

needs_cc = pytest.mark.skipif(compiler() is None, reason="there is no C compiler (cc) to build the twin with")


@needs_cc
def test_the_twin_gives_the_sweeps_answers(tmp_path: Path) -> None:
    program = chomp.build(tmp_path)
    boxes: list[Box] = [(1, 1), (2, 1), (3, 3), (90, 2), (9, 7), (11, 11)]
    for box in boxes:
        (ours, _seconds), (theirs, taken) = chomp.swept(box), chomp.ask(program, box)
        assert ours == theirs, box
        assert taken >= 0


def test_without_a_compiler_the_row_says_so() -> None:
    row = chomp._race((6, 6), 1, None)
    assert row[:3] == ["6×6", "924", "48"]
    assert row[4:7] == ["–"] * 3
