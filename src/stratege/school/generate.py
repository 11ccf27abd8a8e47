"""Inputs to try answers on: drawn from a seed, so that a mark is the same tomorrow, the small ones first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from stratege.exams import awale, awale_ccinp, mingMang, quixo
from stratege.school.questions import Arguments, Case

Draw = random.Random
SEEDS = 48


def cases(*arguments: Arguments) -> Callable[[], list[Case]]:
    """Cases that are written out."""
    return lambda: [Case(one) for one in arguments]


def drawn(seed: str, count: int, make: Callable[[Draw, int], Arguments | None]) -> Callable[[], list[Case]]:
    """Cases drawn from a seed; `make` gets the draw and a size that grows from 0 to 99, None is left out."""

    def draw() -> list[Case]:
        source = random.Random(seed)
        made = (make(source, number * 100 // count) for number in range(count))
        return [Case(one) for one in made if one is not None]

    return draw


def seeds(draw: Draw, size: int, total: int | None = None) -> list[int]:
    """An Awalé board of at most 48 seeds, few for small sizes; now spread out, now heaped up."""
    board = [0] * 12
    pits = draw.sample(range(12), draw.randint(1, 12))
    for _ in range(total if total is not None else 1 + draw.randint(0, size * 47 // 99)):
        board[draw.choice(pits)] += 1
    return board


def captures(draw: Draw, size: int) -> list[int]:
    """An Awalé board where many of the opponent's pits hold 1, 2 or 3 seeds, as after a long game."""
    own = [draw.choice((0, 0, 1, 2, 5, draw.randint(0, 1 + size // 8))) for _ in range(6)]
    board = own + [draw.choice((0, 1, 1, 2, 2, 3, 3, 4)) for _ in range(6)]
    return board if sum(board) <= SEEDS else captures(draw, size // 2)


def shared(draw: Draw, board: list[int], most: int = SEEDS) -> tuple[int, int]:
    """The scores that go with a board, each at most so many: no seed of a game is ever lost."""
    left = SEEDS - sum(board)
    first = draw.randint(max(0, left - most), min(most, left))
    return first, left - first


def awale_000(draw: Draw, size: int) -> dict[str, Any]:
    """A state of paper 000's game."""
    state: dict[str, Any] = dict(awale.initialisation("Alice", "Bob"))
    state["plateau"] = seeds(draw, size) if draw.random() < 0.5 else captures(draw, size)
    state["score_j1"], state["score_j2"] = shared(draw, state["plateau"])
    state["nb_tours"] = draw.choice((0, 1, 2, 7, 40, 98, 99, draw.randint(0, 120)))
    return state


def awale_001(draw: Draw, size: int) -> dict[str, Any]:
    """A state of paper 001's game."""
    other = awale_000(draw, size)
    state: dict[str, Any] = dict(awale_ccinp.initialisation("Alice", "Bob"))
    state["score"] = [other["score_j1"], other["score_j2"]]
    state["n"], state["plateau"] = other["nb_tours"], other["plateau"]
    return state


def picture(draw: Draw, size: int, colours: Iterable[Any], smallest: int = 1) -> list[list[Any]]:
    """A picture of up to 7 × 7, in patches rather than noise."""
    side = 1 + size // 16
    rows, columns = draw.randint(smallest, max(smallest, side)), draw.randint(smallest, max(smallest, side))
    palette = list(colours)
    image = [[draw.choice(palette) for _ in range(columns)] for _ in range(rows)]
    for _ in range(draw.randint(0, 3)):
        colour, i, j = draw.choice(palette), draw.randrange(rows), draw.randrange(columns)
        for row in image[i : i + draw.randint(1, rows)]:
            width = draw.randint(1, columns)
            row[j : j + width] = [colour] * len(row[j : j + width])
    return image


def rgb(draw: Draw, size: int) -> list[list[tuple[int, int, int]]]:
    """A picture in colours, many of them near the threshold of 128."""
    levels = (0, 1, 100, 126, 127, 128, 129, 130, 200, 254, 255)
    palette = [(draw.choice(levels), draw.choice(levels), draw.choice(levels)) for _ in range(8)]
    return picture(draw, size, [*palette, (127, 128, 128), (128, 128, 127), (128, 127, 129)])


def bits(draw: Draw, size: int) -> list[int]:
    """A line of 0 and 1 in runs, at least one pixel."""
    line: list[int] = []
    colour = draw.randint(0, 1)
    for _ in range(1 + draw.randint(0, size // 12)):
        line += [colour] * draw.choice((1, 1, 2, 3, 5))
        colour = 1 - colour
    return line


def chocolate(draw: Draw, size: int, side: int = 5) -> list[int]:
    """A Chomp position: lengths that never grow, at least the poison."""
    rows = 1 + draw.randint(0, min(side - 1, size // 20))
    return sorted((draw.randint(1, 1 + min(side - 1, size // 18)) for _ in range(rows)), reverse=True)


def cubes(draw: Draw, size: int) -> list[list[int]]:
    """A Quixo board, now nearly blank, now nearly full, often with long lines."""
    weight = size / 99
    board = [[draw.choice((1, 2)) if draw.random() < weight else 0 for _ in range(5)] for _ in range(5)]
    for _ in range(draw.choice((0, 1, 1, 2))):
        player, length, start = draw.choice((1, 2)), draw.randint(3, 5), draw.randint(0, 2)
        kind, k = draw.randint(0, 3), draw.randrange(5)
        for step in range(start, min(5, start + length)):
            i, j = ((k, step), (step, k), (step, step), (step, 4 - step))[kind]
            board[i][j] = player
    return board


def quixo_moves(board: list[list[int]], player: int) -> list[list[int]]:
    """The moves of a player, by the paper's function."""
    return quixo.deplacements_possibles(board, player)


def pawns(draw: Draw, size: int, n: int) -> list[list[int]]:
    """A Ming Mang board: the start after some moves at random, or pawns thrown about."""
    if draw.random() < 0.4:
        weight = 0.15 + 0.6 * size / 99
        return [[draw.choice((1, 2)) if draw.random() < weight else 0 for _ in range(n)] for _ in range(n)]
    board, player = mingMang.newBoard(n), 1
    for _ in range(draw.randint(0, 2 + size // 8)):
        moves = mingMang.possibleMoves(board, n, player)
        if not moves:
            break
        mingMang.move(board, n, player, *draw.choice(moves))
        player = 3 - player
    return board
