"""The exam papers' own functions as independent referees: the same legal moves, boards and ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.exams import awale, awale_ccinp, chomp, mingMang, nimble, quixo
from stratege.games.awale.game import seeds_of
from stratege.games.boards import grid_of

PITS = "abcdefghijkl"


class Referee:
    """A paper's functions behind one face: moves as text, in the game's order."""

    def moves(self) -> list[str]:
        raise NotImplementedError

    def play(self, move: str) -> None:
        raise NotImplementedError

    def over(self) -> bool:
        return not self.moves()

    def board(self) -> Any:
        raise NotImplementedError

    def board_of(self, position: Position) -> Any:
        raise NotImplementedError

    def winner(self, position: Position) -> int | None:
        """Who has won once the game is over; by default who cannot move has lost."""
        return 3 - position.to_move


class AwaleReferee(Referee):
    """Both Awalé papers; `paper` is the module, whose dictionaries differ in their keys."""

    paper: Any
    few_seeds: int

    def __init__(self, position: Position) -> None:
        pits, stores = seeds_of(position)
        self.jeu = self.paper.initialisation("1", "2")
        self.jeu["plateau"] = pits if position.to_move == 1 else pits[6:] + pits[:6]
        self.set_counts(stores, position.state[2])

    def set_counts(self, stores: list[int], turns: int) -> None:
        raise NotImplementedError

    def counts(self) -> tuple[list[int], int]:
        raise NotImplementedError

    def goes_on(self) -> bool:
        raise NotImplementedError

    def moves(self) -> list[str]:
        turned = 0 if self.paper.tour_joueur1(self.jeu) else 6
        return [PITS[(case + turned) % 12] for case in self.paper.cases_possibles(self.jeu)]

    def play(self, move: str) -> None:
        self.paper.tour_jeu(self.jeu, PITS.index(move) % 6)

    def over(self) -> bool:
        """The papers say 25 for "more than half": with another number of seeds, half is another number."""
        stores, turns = self.counts()
        board = sum(self.jeu["plateau"])
        if board + sum(stores) == 48:
            return not self.goes_on()
        majority = 2 * max(stores) > board + sum(stores)
        return majority or board <= self.few_seeds or turns >= 100 or not self.moves()

    def board(self) -> Any:
        plateau = self.jeu["plateau"]
        pits = plateau if self.paper.tour_joueur1(self.jeu) else plateau[6:] + plateau[:6]
        return (pits, *self.counts())

    def board_of(self, position: Position) -> Any:
        return (*seeds_of(position), position.state[2])

    def winner(self, position: Position) -> int | None:
        name = self.paper.gagnant(deepcopy(self.jeu))
        return None if name == "égalité" else int(name)


class Awale(AwaleReferee):
    paper = awale
    few_seeds = 2

    def set_counts(self, stores: list[int], turns: int) -> None:
        self.jeu["score_j1"], self.jeu["score_j2"] = stores
        self.jeu["nb_tours"] = turns

    def counts(self) -> tuple[list[int], int]:
        return [self.jeu["score_j1"], self.jeu["score_j2"]], self.jeu["nb_tours"]

    def goes_on(self) -> bool:
        return awale.tour_termine(self.jeu)


class AwaleCcinp(AwaleReferee):
    paper = awale_ccinp
    few_seeds = 3

    def set_counts(self, stores: list[int], turns: int) -> None:
        self.jeu["score"], self.jeu["n"] = stores, turns

    def counts(self) -> tuple[list[int], int]:
        return self.jeu["score"], self.jeu["n"]

    def goes_on(self) -> bool:
        return awale_ccinp.tour_suivant(self.jeu)


class Chomp(Referee):
    def __init__(self, position: Position) -> None:
        self.pos = [length for length in position.state if length]

    def moves(self) -> list[str]:
        return [f"{row},{column}" for row, column in sorted(chomp.coups_jouables(self.pos))]

    def play(self, move: str) -> None:
        row, column = map(int, move.split(","))
        self.pos = chomp.joue(self.pos, (row, column))

    def board(self) -> Any:
        return self.pos

    def board_of(self, position: Position) -> Any:
        return [length for length in position.state if length]


class Nimble(Referee):
    def __init__(self, position: Position) -> None:
        self.pions = list(position.state)
        self.n = len(self.pions)

    def moves(self) -> list[str]:
        squares = range(1, self.n + 1)
        return [
            f"{i}-{j}"
            for i in squares
            if nimble.possibleSquare(self.pions, self.n, i)
            for j in squares
            if nimble.possibleDestination(self.pions, self.n, i, j)
        ]

    def play(self, move: str) -> None:
        i, j = map(int, move.split("-"))
        nimble.move(self.pions, self.n, i, j)

    def over(self) -> bool:
        return nimble.lose(self.pions, self.n)

    def board(self) -> Any:
        return self.pions

    def board_of(self, position: Position) -> Any:
        return list(position.state)

    def winner(self, position: Position) -> int | None:
        misere = position.game.variant.name == "misere"
        return position.to_move if misere else 3 - position.to_move


class MingMang(Referee):
    def __init__(self, position: Position) -> None:
        self.n = int(position.game.size)
        self.plateau = grid_of(position.state, position.to_move, self.n)
        self.joueur = position.to_move
        self.repete = position.game.variant.name == "free"
        self.vus = {self._fige(self.plateau)}

    def moves(self) -> list[str]:
        cells = [(i, j) for i in range(1, self.n + 1) for j in range(1, self.n + 1)]
        return [
            f"{i},{j}-{k},{m}"
            for i, j in cells
            if mingMang.possiblePawn(self.plateau, self.n, self.joueur, i, j)
            for k, m in cells
            if mingMang.possibleDestination(self.plateau, self.n, i, j, k, m)
            and (self.repete or self._fige(self._apres(i, j, k, m)) not in self.vus)
        ]

    def _fige(self, plateau: list[list[int]]) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, plateau))

    def _apres(self, i: int, j: int, k: int, m: int) -> list[list[int]]:
        plateau = [row.copy() for row in self.plateau]
        mingMang.move(plateau, self.n, self.joueur, i, j, k, m)
        return plateau

    def play(self, move: str) -> None:
        i, j, k, m = map(int, move.replace("-", ",").split(","))
        mingMang.move(self.plateau, self.n, self.joueur, i, j, k, m)
        self.joueur = 3 - self.joueur
        self.vus.add(self._fige(self.plateau))

    def board(self) -> Any:
        return self.plateau

    def board_of(self, position: Position) -> Any:
        return grid_of(position.state, position.to_move, self.n)


@contextmanager
def papers_size(n: int) -> Iterator[None]:
    """The paper's board is 5 by 5: for a while, n by n."""
    quixo.TAILLE = n
    try:
        yield
    finally:
        quixo.TAILLE = 5


class Quixo(Referee):
    def __init__(self, position: Position) -> None:
        self.n = int(position.game.size)
        self.jeu = grid_of(position.state, position.to_move, self.n)
        self.joueur = position.to_move

    def moves(self) -> list[str]:
        with papers_size(self.n):
            moves = quixo.deplacements_possibles(self.jeu, self.joueur)
        return [f"{i},{j}-{k},{m}" for i, j, k, m in moves]

    def play(self, move: str) -> None:
        i, j, k, m = map(int, move.replace("-", ",").split(","))
        quixo.deplacement_case(self.jeu, self.joueur, i, j, k, m)
        self.joueur = 3 - self.joueur

    def over(self) -> bool:
        return quixo.gagnant(self.jeu, 1) or quixo.gagnant(self.jeu, 2)

    def board(self) -> Any:
        return self.jeu

    def board_of(self, position: Position) -> Any:
        return grid_of(position.state, position.to_move, self.n)

    def winner(self, position: Position) -> int | None:
        return self.joueur if quixo.gagnant(self.jeu, self.joueur) else 3 - self.joueur


REFEREES: dict[tuple[str, str], type[Any]] = {
    ("awale", "standard"): Awale,
    ("awale", "ccinp"): AwaleCcinp,
    ("chomp", "standard"): Chomp,
    ("nimble", "standard"): Nimble,
    ("nimble", "misere"): Nimble,
    ("mingmang", "free"): MingMang,
    ("mingmang", "no-repeat"): MingMang,
    ("quixo", "standard"): Quixo,
}


def referee_for(position: Position) -> Referee:
    """The paper's functions set up on this position."""
    referee: Referee = REFEREES[position.game.name, position.game.variant.name](position)
    return referee


def compare(position: Position, draw: random.Random, plies: int) -> Position:
    """Play at random by both at once, comparing everything at every ply; the last position."""
    referee = referee_for(position)
    for _ply in range(plies):
        assert referee.board() == referee.board_of(position)
        outcome = position.outcome()
        assert referee.over() == (outcome is not None), position.text()
        if outcome is not None:
            assert outcome.winner == referee.winner(position), position.text()
            break
        assert referee.moves() == position.moves(), position.text()
        move = draw.choice(position.moves())
        referee.play(move)
        position = position.play(move)
    return position


def random_positions(game: Game, draw: random.Random) -> Iterator[Position]:
    """Positions that random play from the start would seldom or never reach."""
    while True:
        yield EDGES[game.name](game, draw)


def _awale(game: Game, draw: random.Random) -> Position:
    """Few or many seeds, some in one great heap, one side nearly or wholly empty."""
    heap = draw.choice([0, 0, 11, 12, 13, 22, 23, 24, 25, 33, 34, 35])
    pits = [draw.choice([0, 0, 0, 1, 1, 2, 3]) for _pit in range(12)]
    if draw.random() < 0.5:
        side = draw.choice([0, 6])
        pits[side : side + 6] = [draw.choice([0, 0, 0, 0, 1, 2]) for _pit in range(6)]
    if heap:
        pits[draw.randrange(12)] = heap
    pits[draw.randrange(12)] += sum(pits) == 0
    player = draw.choice([1, 2])
    turns = draw.choice([player - 1, 96 + player - 1])
    left = max(0, 48 - sum(pits))  # mostly 48 seeds in all, as the papers assume
    first = draw.randint(0, left)
    return game.parse(f"{','.join(map(str, pits))}:{first},{left - first}:{player}:{turns}")


def _chomp(game: Game, draw: random.Random) -> Position:
    columns, rows = map(int, game.size.split("x"))
    lengths = sorted((draw.randint(0, columns) for _row in range(rows)), reverse=True)
    lengths[0] = max(1, lengths[0])
    return game.parse(",".join(map(str, lengths)))


def _nimble(game: Game, draw: random.Random) -> Position:
    squares = int(game.size.split("x")[0])
    return game.parse(",".join(str(draw.choice([0, 0, 1, 2, 9])) for _square in range(squares)))


def _grid(game: Game, draw: random.Random, fill: float) -> Position:
    n = int(game.size)
    marks = "x" * int(10 * fill) + "o" * int(10 * fill) + "." * (20 - 2 * int(10 * fill))
    rows = ("".join(draw.choice(marks) for _cell in range(n)) for _row in range(n))
    return game.parse(f"{'/'.join(rows)}:{draw.choice([1, 2])}")


EDGES: dict[str, Callable[[Game, random.Random], Position]] = {
    "awale": _awale,
    "chomp": _chomp,
    "nimble": _nimble,
    "mingmang": lambda game, draw: _grid(game, draw, draw.choice([0.2, 0.5, 0.8])),
    "quixo": lambda game, draw: _grid(game, draw, draw.choice([0.3, 0.6, 1.0])),
}
