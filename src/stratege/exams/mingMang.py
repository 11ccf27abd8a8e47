# ruff: noqa: E741 (the paper calls a pawn's destination k, l)
"""Sujet 003, partie 3 : Ming Mang.

Le plateau est une liste de lignes ; 0 est une case vide, 1 un pion blanc (joueur 1, qui commence), 2 un pion
noir (joueur 2). Lignes et colonnes portent les numéros 1 à n, dans les fonctions comme à l'écran : la case de
ligne i et de colonne j est ``board[i - 1][j - 1]``. Les fonctions valent pour tout n ≥ 2.

Un pion glisse comme une tour. Là où il s'arrête, toute file d'ennemis sans trou, dans une des quatre
directions, qui se trouve entre lui et un autre pion de sa couleur change de couleur. Seul le pion joué
capture : ni les pions retournés ni un pion venu se glisser entre deux ennemis ne changent autre chose.

>>> board = [[1, 2, 0],
...          [0, 0, 0],
...          [0, 0, 1]]
>>> move(board, 3, 1, 3, 3, 1, 3)
>>> board
[[1, 1, 1], [0, 0, 0], [0, 0, 0]]
"""

from collections.abc import Callable

Board = list[list[int]]
Move = tuple[int, int, int, int]
Configuration = tuple[tuple[int, ...], ...]

DIRECTIONS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def newBoard(n: int) -> Board:
    """3.2 : plateau de départ, n ≥ 2 ; blancs à gauche et en bas, noirs en haut et à droite.

    >>> newBoard(4)
    [[1, 2, 2, 2], [1, 0, 0, 2], [1, 0, 0, 2], [1, 1, 1, 2]]
    """
    top = [1] + [2] * (n - 1)
    bottom = [1] * (n - 1) + [2]
    return [top] + [[1] + [0] * (n - 2) + [2] for _ in range(n - 2)] + [bottom]


def display(board: Board, n: int) -> None:
    """3.2 : imprime le plateau ; ``.`` est une case vide, ``x`` un pion blanc, ``o`` un pion noir.

    >>> display(newBoard(4), 4)
    x o o o
    x . . o
    x . . o
    x x x o
    """
    for row in board:
        print(" ".join(".xo"[square] for square in row))


def _inside(n: int, i: int, j: int) -> bool:
    """3.2 : aide, dit si (i, j) est une case du plateau.

    >>> _inside(3, 1, 3), _inside(3, 0, 2), _inside(3, 2, 4)
    (True, False, False)
    """
    return 1 <= i <= n and 1 <= j <= n


def _holds(board: Board, n: int, i: int, j: int, content: int) -> bool:
    """3.2 : aide, dit si (i, j) est une case du plateau et contient `content`.

    >>> _holds([[1, 2], [1, 2]], 2, 2, 1, 1), _holds([[1, 2], [1, 2]], 2, 0, 1, 1)
    (True, False)
    """
    # Without the first test, index -1 would silently wrap around to the far edge.
    return _inside(n, i, j) and board[i - 1][j - 1] == content


def possiblePawn(board: Board, n: int, player: int, i: int, j: int) -> bool:
    """3.2 : dit si (i, j) porte un pion de `player` qui a une case voisine vide, donc qui peut bouger.

    >>> board = newBoard(4)
    >>> possiblePawn(board, 4, 1, 2, 1), possiblePawn(board, 4, 1, 1, 1), possiblePawn(board, 4, 2, 2, 1)
    (True, False, False)
    """
    return _holds(board, n, i, j, player) and any(
        _holds(board, n, i + di, j + dj, 0) for di, dj in DIRECTIONS
    )


def selectPawn(board: Board, n: int, player: int) -> tuple[int, int]:
    """3.2 : demande à `player` un pion jusqu'à ce qu'il puisse bouger ; en retourne ligne et colonne.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["1", "1", "x", "4", "1"]):
    ...     selectPawn(newBoard(8), 8, 1)
    (4, 1)
    """
    return _readSquare("pawn", lambda row, column: possiblePawn(board, n, player, row, column))


def _readSquare(name: str, accept: Callable[[int, int], bool]) -> tuple[int, int]:
    """3.2 : aide des saisies, demande ligne et colonne jusqu'à ce que `accept` les approuve ensemble.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["1", "3", "2", "2"]):
    ...     _readSquare("pawn", lambda row, column: row == column)
    (2, 2)
    """
    while True:
        row = _readInteger(f"Select a {name}, row : ")
        column = _readInteger(f"Select a {name}, column : ")
        if accept(row, column):
            return row, column


def _readInteger(prompt: str) -> int:
    """3.2 : aide des saisies, répète la question tant que la réponse n'est pas un entier.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["", "b", "2.5", "-3"]):
    ...     _readInteger("Select a pawn, row : ")
    -3
    """
    while True:
        try:
            return int(input(prompt))
        except ValueError:
            pass


def possibleDestination(board: Board, n: int, i: int, j: int, k: int, l: int) -> bool:
    """3.2 : dit si le pion de (i, j) peut glisser jusqu'en (k, l), chemin et arrivée étant vides.

    >>> board = newBoard(4)
    >>> [possibleDestination(board, 4, 2, 1, 2, l) for l in range(6)]
    [False, False, True, True, False, False]
    """
    changes_row, changes_column = k != i, l != j
    if not _inside(n, k, l) or changes_row == changes_column:
        return False
    di, dj = _step(i, k), _step(j, l)
    while (i, j) != (k, l):
        i, j = i + di, j + dj
        if board[i - 1][j - 1] != 0:
            return False
    return True


def _step(start: int, end: int) -> int:
    """3.2 : aide, -1, 0 ou 1 selon le sens où l'on va de `start` à `end`.

    >>> _step(5, 2), _step(3, 3), _step(1, 8)
    (-1, 0, 1)
    """
    return (end > start) - (end < start)


def selectDestination(board: Board, n: int, i: int, j: int) -> tuple[int, int]:
    """3.2 : demande où va le pion de (i, j) jusqu'à une case permise ; en retourne ligne et colonne.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["4", "8", "4", "6"]):
    ...     selectDestination(newBoard(8), 8, 4, 1)
    (4, 6)
    """
    return _readSquare("destination", lambda row, column: possibleDestination(board, n, i, j, row, column))


def move(board: Board, n: int, player: int, i: int, j: int, k: int, l: int) -> None:
    """3.2 : déplace, sur place, le pion de (i, j) en (k, l) et retourne les pions capturés.

    Le coup est supposé permis.

    >>> board = [[0, 1, 0],
    ...          [1, 2, 0],
    ...          [0, 0, 1]]
    >>> move(board, 3, 1, 3, 3, 2, 3)
    >>> board
    [[0, 1, 0], [1, 1, 1], [0, 0, 0]]
    """
    board[i - 1][j - 1] = 0
    board[k - 1][l - 1] = player
    for di, dj in DIRECTIONS:
        for row, column in _captured(board, n, player, k, l, di, dj):
            board[row - 1][column - 1] = player


def _captured(board: Board, n: int, player: int, k: int, l: int, di: int, dj: int) -> list[tuple[int, int]]:
    """3.2 : aide de `move`, les ennemis pris dans la direction (di, dj) par le pion arrivé en (k, l).

    >>> _captured([[1, 2, 2, 1]], 4, 1, 1, 1, 0, 1), _captured([[1, 2, 2, 0]], 4, 1, 1, 1, 0, 1)
    ([(1, 2), (1, 3)], [])
    """
    line = []
    row, column = k + di, l + dj
    while _holds(board, n, row, column, 3 - player):
        line.append((row, column))
        row, column = row + di, column + dj
    return line if _holds(board, n, row, column, player) else []


def lose(board: Board, n: int, player: int) -> bool:
    """3.2 : dit si `player`, dont c'est le tour, n'a aucun pion qui puisse bouger.

    >>> lose([[1, 2], [1, 2]], 2, 1), lose([[1, 0], [0, 0]], 2, 1), lose([[1, 0], [0, 0]], 2, 2)
    (True, False, True)
    """
    squares = range(1, n + 1)
    return not any(possiblePawn(board, n, player, i, j) for i in squares for j in squares)


def mingMang(n: int) -> None:
    """3.2 : partie complète au clavier entre deux personnes, sur `n` lignes et `n` colonnes.

    Rien n'empêche une telle partie de durer indéfiniment : voir `mingMangSansRepetition`.

    >>> mingMang(2)
    x o
    x o
    <BLANKLINE>
    Winner : 2
    """
    board = newBoard(n)
    player = 1
    display(board, n)
    while not lose(board, n, player):
        print(f"\nPlayer {player} :")
        i, j = selectPawn(board, n, player)
        k, l = selectDestination(board, n, i, j)
        move(board, n, player, i, j, k, l)
        player = 3 - player
        print()
        display(board, n)
    print(f"\nWinner : {3 - player}")


def possibleMoves(board: Board, n: int, player: int) -> list[Move]:
    """3.3 : tous les coups (i, j, k, l) de `player`, dans l'ordre lexicographique, répétitions permises.

    >>> possibleMoves(newBoard(3), 3, 1)
    [(2, 1, 2, 2), (3, 2, 2, 2)]
    """
    squares = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
    return [
        (i, j, k, l)
        for i, j in squares
        if possiblePawn(board, n, player, i, j)
        for k, l in squares
        if possibleDestination(board, n, i, j, k, l)
    ]


def afterMove(board: Board, n: int, player: int, i: int, j: int, k: int, l: int) -> Board:
    """3.3 : nouveau plateau obtenu par ce coup de `player` ; `board` n'est pas modifié.

    >>> afterMove(newBoard(3), 3, 1, 2, 1, 2, 2)
    [[1, 2, 2], [0, 1, 2], [1, 1, 2]]
    """
    result = [row[:] for row in board]
    move(result, n, player, i, j, k, l)
    return result


def configuration(board: Board) -> Configuration:
    """3.3 : copie figée du plateau, à ranger dans un ensemble ; le trait n'en fait pas partie.

    >>> configuration([[1, 2], [1, 2]])
    ((1, 2), (1, 2))
    """
    return tuple(tuple(row) for row in board)


def possibleMovesSansRepetition(board: Board, n: int, player: int, seen: set[Configuration]) -> list[Move]:
    """3.3 : les coups de `player` qui mènent à une configuration absente de `seen`, dans le même ordre.

    >>> board = newBoard(3)
    >>> seen = {configuration(afterMove(board, 3, 1, 2, 1, 2, 2))}
    >>> possibleMovesSansRepetition(board, 3, 1, seen)
    [(3, 2, 2, 2)]
    """
    return [
        candidate
        for candidate in possibleMoves(board, n, player)
        if configuration(afterMove(board, n, player, *candidate)) not in seen
    ]


def loseSansRepetition(board: Board, n: int, player: int, seen: set[Configuration]) -> bool:
    """3.3 : dit si tous les coups de `player` sont interdits, ce qui revient à ne pas pouvoir bouger.

    >>> board = newBoard(3)
    >>> loseSansRepetition(board, 3, 1, {configuration(board)})
    False
    >>> after = [afterMove(board, 3, 1, *candidate) for candidate in possibleMoves(board, 3, 1)]
    >>> loseSansRepetition(board, 3, 1, {configuration(b) for b in after})
    True
    """
    return not possibleMovesSansRepetition(board, n, player, seen)


def selectMoveSansRepetition(board: Board, n: int, player: int, seen: set[Configuration]) -> Move:
    """3.3 : demande un pion puis sa destination jusqu'à un coup permis, et le retourne.

    On suppose qu'il en existe un. Un pion dont tous les coups sont interdits est refusé d'emblée.

    >>> from unittest.mock import patch
    >>> board = newBoard(3)
    >>> seen = {configuration(afterMove(board, 3, 1, 2, 1, 2, 2))}
    >>> with patch("builtins.input", side_effect=["2", "1", "3", "2", "2", "2"]):
    ...     selectMoveSansRepetition(board, 3, 1, seen)
    (3, 2, 2, 2)
    """
    allowed = possibleMovesSansRepetition(board, n, player, seen)
    i, j = _readSquare("pawn", lambda row, column: any(m[:2] == (row, column) for m in allowed))
    k, l = _readSquare("destination", lambda row, column: (i, j, row, column) in allowed)
    return i, j, k, l


def mingMangSansRepetition(n: int) -> None:
    """3.3 : partie complète où aucun coup ne peut recréer un plateau déjà vu, celui de départ compris.

    Le nombre de plateaux étant fini, la partie se termine toujours.

    >>> mingMangSansRepetition(2)
    x o
    x o
    <BLANKLINE>
    Winner : 2
    """
    board = newBoard(n)
    seen = {configuration(board)}
    player = 1
    display(board, n)
    while not loseSansRepetition(board, n, player, seen):
        print(f"\nPlayer {player} :")
        move(board, n, player, *selectMoveSansRepetition(board, n, player, seen))
        seen.add(configuration(board))
        player = 3 - player
        print()
        display(board, n)
    print(f"\nWinner : {3 - player}")
