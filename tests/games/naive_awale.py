"""Awalé solved the slow way: the papers' functions, dictionaries of boards, one threshold at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stratege.exams import awale, awale_ccinp

Board = tuple[int, ...]
Option = tuple[int, Board]


def boards(seeds: int, pits: int = 12) -> Iterator[Board]:
    """All boards with so many seeds."""
    if pits == 1:
        yield (seeds,)
        return
    for here in range(seeds + 1):
        for rest in boards(seeds - here, pits - 1):
            yield (here, *rest)


def paper_options(paper: Any, few: int, board: Board) -> list[Option]:
    """By paper 000 or 001: seeds taken and board after, for each move; none where the game is over."""
    game = paper.initialisation("1", "2")
    game["plateau"] = list(board)
    options = []
    for pit in paper.cases_possibles(game) if sum(board) > few else []:
        after = list(board)
        last = (paper.semer_graines if paper is awale else paper.deplacer_graines)(after, pit)
        taken = paper.ramasser_graines(after, last)
        options.append((taken, tuple(after[6:] + after[:6])))
    return options


def tournament_options(board: Board) -> list[Option]:
    """By the tournament rule: a harvest of all their seeds is cancelled, who can feed must."""
    options = []
    for pit in (pit for pit in range(6) if board[pit]):
        after = list(board)
        last = awale.semer_graines(after, pit)
        harvested = after.copy()
        taken = awale.ramasser_graines(harvested, last)
        if any(harvested[6:]):
            after = harvested
        else:
            taken = 0
        if any(after[6:]):
            options.append((taken, tuple(after[6:] + after[:6])))
    return options


def awari_options(board: Board) -> list[Option]:
    """By the rules of Romein and Bal: who can leave them a seed must, who cannot plays what there is."""
    options = []
    for pit in (pit for pit in range(6) if board[pit]):
        after = list(board)
        taken = awale.ramasser_graines(after, awale.semer_graines(after, pit))
        options.append((taken, tuple(after[6:] + after[:6])))
    return [option for option in options if any(option[1][:6])] or options


OPTIONS = {
    "standard": lambda board: paper_options(awale, 2, board),
    "ccinp": lambda board: paper_options(awale_ccinp, 3, board),
    "abapa": tournament_options,
    "awari": awari_options,
}


def solve(variant: str, most: int) -> dict[Board, int]:
    """The value of every board of at most `most` seeds."""
    values: dict[Board, int] = {}
    for seeds in range(most + 1):
        options = {board: OPTIONS[variant](board) for board in boards(seeds)}
        layer = dict.fromkeys(options, 0)
        undecided = set(options)
        for threshold in range(seeds, 0, -1):
            ahead, behind = forced(options, values, threshold)
            layer |= dict.fromkeys(ahead & undecided, threshold)
            layer |= dict.fromkeys(behind & undecided, -threshold)
            undecided -= ahead | behind
        values |= layer
    return values


def forced(
    options: dict[Board, list[Option]], below: dict[Board, int], threshold: int
) -> tuple[set[Board], set[Board]]:
    """The boards whose mover can force the threshold or more, and those whose opponent can."""
    ahead: set[Board] = set()
    behind: set[Board] = set()
    growing = True
    while growing:
        growing = False
        for board, moves in options.items():
            if board in ahead or board in behind:
                continue
            if not moves:
                margin = sum(board[:6]) - sum(board[6:])
                wins, loses = margin >= threshold, margin <= -threshold
            else:
                wins = any(
                    taken - below[after] >= threshold if taken else after in behind for taken, after in moves
                )
                loses = all(
                    taken - below[after] <= -threshold if taken else after in ahead for taken, after in moves
                )
            if wins or loses:
                (ahead if wins else behind).add(board)
                growing = True
    return ahead, behind
