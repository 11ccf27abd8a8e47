"""Sujet 003, partie 2 : Nimble.

Le plateau est la liste du nombre de pions de chaque case. On joue un pion vers une case plus à gauche ;
qui ne peut plus jouer a perdu. Les cases portent les numéros 1 à n, dans les fonctions comme à l'écran :
la case i est ``board[i - 1]``.

>>> board = [0, 0, 1]
>>> move(board, 3, 3, 1)
>>> board, lose(board, 3)
([1, 0, 0], True)
"""

import random
from collections.abc import Iterable


def newBoard(n: int, p: int) -> list[int]:
    """2.2 : plateau de `n` cases, chacune tirée au hasard entre 0 et `p` pions compris.

    >>> all(0 <= pawns <= 3 for pawns in newBoard(6, 3))
    True
    """
    return [random.randint(0, p) for _ in range(n)]


def display(board: list[int], n: int) -> None:
    """2.2 : imprime le contenu des cases et, dessous, leurs numéros ; les colonnes restent alignées.

    >>> display([0, 3, 0, 12], 4)
     0 |  3 |  0 | 12 |
    -------------------
     1 |  2 |  3 |  4 |
    """
    width = max(len(str(number)) for number in [*board, n])
    squares = _row(board, width)
    print(squares)
    print("-" * len(squares))
    print(_row(range(1, n + 1), width))


def _row(numbers: Iterable[int], width: int) -> str:
    """2.2 : aide de `display`, une ligne de nombres cadrés à droite sur `width` caractères.

    >>> _row([5, 10], 2)
    ' 5 | 10 |'
    """
    return " ".join(f"{number:{width}} |" for number in numbers)


def possibleSquare(board: list[int], n: int, i: int) -> bool:
    """2.2 : dit si un pion peut quitter la case `i` : elle existe, est occupée et n'est pas la première.

    >>> [possibleSquare([4, 0, 1], 3, i) for i in range(5)]
    [False, False, False, True, False]
    """
    return 2 <= i <= n and board[i - 1] > 0


def selectSquare(board: list[int], n: int) -> int:
    """2.2 : demande une case de départ jusqu'à en recevoir une bonne, et la retourne.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["2", "seven", "4"]):
    ...     selectSquare([0, 0, 1, 2, 0, 2], 6)
    4
    """
    while True:
        i = _readInteger("Choose a square : ")
        if possibleSquare(board, n, i):
            return i


def _readInteger(prompt: str) -> int:
    """2.2 : aide des saisies, répète la question tant que la réponse n'est pas un entier.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["", "b", "2.5", "-3"]):
    ...     _readInteger("Choose a square : ")
    -3
    """
    while True:
        try:
            return int(input(prompt))
        except ValueError:
            pass


def possibleDestination(board: list[int], n: int, i: int, j: int) -> bool:
    """2.2 : dit si un pion de la case `i`, supposée jouable, peut aller en `j` : une case plus à gauche.

    >>> [possibleDestination([0, 0, 1], 3, 3, j) for j in range(5)]
    [False, True, True, False, False]
    """
    return 1 <= j < i


def selectDestination(board: list[int], n: int, i: int) -> int:
    """2.2 : demande où va le pion de la case `i` jusqu'à une bonne réponse, et la retourne.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["4", "0", "2"]):
    ...     selectDestination([0, 0, 1, 2, 0, 2], 6, 4)
    2
    """
    while True:
        j = _readInteger("Choose a destination : ")
        if possibleDestination(board, n, i, j):
            return j


def move(board: list[int], n: int, i: int, j: int) -> None:
    """2.2 : déplace, sur place, un pion de la case `i` à la case `j` ; le coup est supposé permis.

    >>> board = [0, 0, 1, 2, 0, 2]
    >>> move(board, 6, 4, 2)
    >>> board
    [0, 1, 1, 1, 0, 2]
    """
    board[i - 1] -= 1
    board[j - 1] += 1


def lose(board: list[int], n: int) -> bool:
    """2.2 : dit si plus aucun pion ne peut bouger : qui doit jouer a perdu.

    >>> lose([5, 0, 0], 3), lose([5, 1, 0], 3)
    (True, False)
    """
    return not any(possibleSquare(board, n, i) for i in range(1, n + 1))


def nimble(n: int, p: int) -> None:
    """2.2 : partie complète au clavier entre deux personnes, sur `n` cases d'au plus `p` pions au départ.

    Le joueur 1 commence ; un plateau de départ où rien ne bouge est donc gagné par le joueur 2.

    >>> nimble(3, 0)
    0 | 0 | 0 |
    -----------
    1 | 2 | 3 |
    <BLANKLINE>
    Winner : 2
    """
    board = newBoard(n, p)
    player = 1
    display(board, n)
    while not lose(board, n):
        print(f"\nPlayer {player}")
        i = selectSquare(board, n)
        j = selectDestination(board, n, i)
        move(board, n, i, j)
        player = 3 - player
        print()
        display(board, n)
    print(f"\nWinner : {3 - player}")
