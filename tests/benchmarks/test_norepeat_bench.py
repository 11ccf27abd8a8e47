"""What docs/tables.md says of Ming Mang under `no-repeat` is what its script prints."""

from __future__ import annotations

from benchmarks.tables.norepeat import compared, first_moves


def test_the_start_is_solved() -> None:
    assert first_moves() == [
        "2,1-2,2: won in 1 (exact)",
        "3,2-2,2: lost in 2 (exact)",
        "  then 3,3-3,2: won in 1 (exact)",
    ]


def test_few_nodes_decide_most_boards_and_some_otherwise_than_in_the_free_game() -> None:
    lines = compared(nodes=5000)
    counts = {line.split(": ")[0]: int(line.split(": ")[1]) for line in lines if " here: " in line}
    assert sum(counts.values()) == 2496
    assert counts["won in the free game, won here"] > 1000
    assert counts["lost in the free game, won here"] > 0
