"""Sujet 002 : le jeu du chocolat empoisonné (Chomp).

Une *position* est la liste des longueurs des lignes de la tablette, de bas en haut, sans 0 :
``[4, 2, 1]`` a 4 carrés en bas, 2 au-dessus, 1 tout en haut. Le carré empoisonné est en bas à gauche.
Un *coup* est le couple (ligne, colonne) du carré choisi, compté à partir de 0 depuis ce coin ; il
emporte tous les carrés situés à la fois au moins aussi haut et au moins aussi à droite.

>>> affiche(tablette(5, 3))
■ ■ ■ ■ ■
■ ■ ■ ■ ■
□ ■ ■ ■ ■
>>> coup_gagnant(tablette(5, 3))
(2, 3)
"""

Position = list[int]
Coup = tuple[int, int]
Connues = dict[tuple[int, ...], bool]

COMESTIBLE = "■"
POISON = "□"
GAGNANT = "★"

compteur = 0
"""Q9 : nombre d'appels de `gagnante` depuis la dernière remise à zéro (``chomp.compteur = 0``)."""


def tablette(m: int, n: int) -> Position:
    """Q3 : position de départ à `m` colonnes et `n` lignes (m, n ≥ 1).

    >>> tablette(5, 3)
    [5, 5, 5]
    """
    return [m] * n


def affiche(pos: Position) -> None:
    """Q4 : imprime la position, ligne du haut d'abord ; ■ se mange, □ est le poison.

    >>> affiche([4, 2, 1])
    ■
    ■ ■
    □ ■ ■ ■
    """
    for i in range(len(pos) - 1, 0, -1):
        print(COMESTIBLE + (" " + COMESTIBLE) * (pos[i] - 1))
    print(POISON + (" " + COMESTIBLE) * (pos[0] - 1))


def coups_jouables(pos: Position) -> list[Coup]:
    """Q5 : tous les carrés de la position sauf le poison, ligne par ligne puis colonne par colonne.

    >>> coups_jouables([3, 1])
    [(0, 1), (0, 2), (1, 0)]
    """
    return [(i, j) for i in range(len(pos)) for j in range(pos[i]) if (i, j) != (0, 0)]


def enleve_0(l: list[int]) -> None:  # noqa: E741 (the paper's name)
    """Q6 : retire, sur place, les 0 qui terminent la liste ; les autres 0 restent.

    >>> longueurs = [2, 0, 1, 0, 0]
    >>> enleve_0(longueurs)
    >>> longueurs
    [2, 0, 1]
    """
    while l and l[-1] == 0:
        l.pop()


def joue(pos: Position, coup: Coup) -> Position:
    """Q7 : nouvelle position après `coup`, supposé jouable ; `pos` n'est pas modifiée.

    Les lignes sous le carré choisi ne changent pas, les autres sont coupées à sa colonne. Le coût est
    linéaire en le nombre de lignes.

    >>> joue([5, 5, 5], (1, 3))
    [5, 3, 3]
    >>> joue([5, 3, 1], (0, 1))
    [1, 1, 1]
    """
    i, j = coup
    suite = pos[:i] + [longueur if longueur < j else j for longueur in pos[i:]]
    enleve_0(suite)
    return suite


def gagnante(pos: Position) -> bool:
    """Q8, Q9 : dit si la personne qui doit jouer peut forcer la victoire, sans rien mémoriser.

    Chaque appel, récursif ou non, ajoute 1 à la variable globale `compteur`. Comme la recherche s'arrête
    au premier coup gagnant, ce nombre dépend de l'ordre de `coups_jouables`.

    >>> gagnante([1]), gagnante([2, 1]), gagnante([2, 2])
    (False, False, True)
    """
    global compteur
    compteur += 1
    for coup in coups_jouables(pos):
        if not gagnante(joue(pos, coup)):
            return True
    return False


def gagnante_memo(pos: Position, dict: Connues) -> bool:
    """Q10 : comme `gagnante`, mais ne calcule qu'une fois chaque position.

    `dict` associe à ``tuple(pos)`` la réponse déjà trouvée ; il est complété sur place et peut servir à
    plusieurs appels, quelles que soient leurs positions.

    >>> connues = {}
    >>> gagnante_memo([2, 1], connues)
    False
    >>> connues
    {(1,): False, (1, 1): True, (2,): True, (2, 1): False}
    """
    cle = tuple(pos)
    if cle in dict:
        return dict[cle]
    gagne = False
    for coup in coups_jouables(pos):
        if not gagnante_memo(joue(pos, coup), dict):
            gagne = True
            break
    dict[cle] = gagne
    return gagne


def coup_gagnant(pos: Position) -> Coup | bool:
    """Q13 : le premier coup gagnant, par ligne puis par colonne, ou False si la position est perdante.

    >>> coup_gagnant([3, 3, 3])
    (1, 1)
    >>> coup_gagnant([3, 1, 1])
    False
    """
    connues: Connues = {}
    for coup in coups_jouables(pos):
        if not gagnante_memo(joue(pos, coup), connues):
            return coup
    return False


def carte_gagnante(m: int, n: int) -> list[list[int]]:
    """Q14 : ce que vaut chaque premier coup (i, j) sur la tablette à `m` colonnes et `n` lignes.

    La case [i][j] de la matrice contient 2 si le coup gagne (il laisse une position perdante), 1 s'il
    perd, et 0 pour le poison.

    >>> carte_gagnante(3, 2)
    [[0, 1, 1], [1, 1, 2]]
    """
    depart = tablette(m, n)
    connues: Connues = {}
    carte = [[0] * m for _ in range(n)]
    for i, j in coups_jouables(depart):
        carte[i][j] = 1 if gagnante_memo(joue(depart, (i, j)), connues) else 2
    return carte


def affiche_carte(carte: list[list[int]]) -> None:
    """Énoncé de Q15 : imprime une carte, ligne du haut d'abord ; ★ coup gagnant, ■ coup perdant, □ poison.

    >>> affiche_carte(carte_gagnante(3, 2))
    ■ ■ ★
    □ ■ ■
    """
    for ligne in reversed(carte):
        print(" ".join((POISON, COMESTIBLE, GAGNANT)[valeur] for valeur in ligne))
