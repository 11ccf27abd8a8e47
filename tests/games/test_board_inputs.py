"""What learned judgements see of square boards is so, in both lives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from types import ModuleType

import pytest

from stratege.core.compiling import compiled
from stratege.core.position import Position
from stratege.core.registry import game
from stratege.core.weights import OWN_ROWS
from stratege.core.wordsize import as_state, as_words
from stratege.games.mingmang import inputs as mingmang
from stratege.games.quixo import inputs as quixo

Cells = list[list[int]]


def positions(name: str, count: int) -> Iterator[Position]:
    """Positions of random games, at every stage."""
    draw = random.Random(name)
    while count:
        position = game(name).start()
        for _ply in range(draw.randrange(60)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if position.legal():
            count -= 1
            yield position


def cells_of(position: Position, side: int) -> Cells:
    """1 where the player to move has something, 2 where the other has, row by row."""
    mine, theirs = position.state
    return [
        [
            (mine >> side * row + column & 1) + 2 * (theirs >> side * row + column & 1)
            for column in range(side)
        ]
        for row in range(side)
    ]


def number(marks: Sequence[int]) -> int:
    return sum(mark * 3**place for place, mark in enumerate(marks))


def quixo_facts(cells: Cells) -> list[int]:
    diagonals = [[cells[i][i] for i in range(5)], [cells[4 - i][i] for i in range(5)]]
    return [
        *map(number, (*cells, *zip(*cells), *diagonals)),
        sum(mark == 0 for row in cells for mark in row),
    ]


def mingmang_facts(cells: Cells) -> list[int]:
    lines = [*cells, *zip(*cells)]
    halves = [number(line[at : at + 4]) for line in lines for at in (0, 4)]
    return [*halves, *(min(31, beside(cells, who)) for who in (1, 2))]


def beside(cells: Cells, who: int) -> int:
    """How many empty cells are next to one of that player's."""
    found = 0
    for row in range(8):
        for column in range(8):
            near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            held = [cells[r][c] for r, c in near if 0 <= r < 8 and 0 <= c < 8]
            found += cells[row][column] == 0 and who in held
    return found


@pytest.mark.parametrize(
    ("name", "inputs", "facts"),
    [("quixo", quixo, quixo_facts), ("mingmang", mingmang, mingmang_facts)],
    ids=["quixo", "mingmang"],
)
def test_what_is_seen_is_so(name: str, inputs: ModuleType, facts: Callable[[Cells], list[int]]) -> None:
    code = compiled(inputs.__name__)
    starts = list(accumulate(inputs.GROUPS, initial=OWN_ROWS))
    assert starts[-1] == inputs.ROWS
    for position in positions(name, 200):
        rules, state = position.game.rules, position.state
        seen = inputs.inputs(rules, state)
        assert tuple(code.inputs(as_words(rules), as_state(state))) == seen
        assert all(start <= row < end for row, (start, end) in zip(seen, pairwise(starts), strict=True))
        expected = facts(cells_of(position, inputs.SIDE))
        assert [row - start for row, start in zip(seen, starts)] == expected, position.text()
