"""The class's benchmark, small: files handed in to a real server that is killed are all marked."""

from __future__ import annotations

import pytest
from benchmarks.school import class_load


@pytest.mark.soak
def test_nothing_is_lost_when_the_server_is_killed() -> None:
    (table,) = class_load.run(students=4, within=2.0).tables
    assert [(row[1], row[-1]) for row in table.rows] == [("4", "0"), ("4", "0")]
