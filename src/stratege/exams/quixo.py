"""Sujet 004 : Quixo.

Le plateau est une liste de lignes ; 0 est un cube neutre, 1 une croix (joueur 1), 2 un rond (joueur 2).
La case (0, 0) est en haut à gauche. Un mouvement est la liste ``[i_d, j_d, i_n, j_n]`` : la case où l'on
prend le cube, puis celle du bord par où on le repousse.

Le sujet fixe la taille à 5 : c'est ``TAILLE``, dont dépendent les fonctions qui ne reçoivent pas le plateau
(et celles qui les appellent). Les autres utilisent ``len(jeu)``. Gagner demande une ligne, une colonne ou une
diagonale entière. Le sujet n'autorise aucune fonction de Python de coût linéaire (sum, any, max d'une
liste…) : on s'en passe.

>>> jeu = initialisation()
>>> deplacement_case(jeu, 1, 0, 1, 0, 4)
>>> jeu[0]
[0, 0, 0, 0, 1]
"""

import copy
import math

Plateau = list[list[int]]
Mouvement = list[int]

TAILLE = 5


def initialisation() -> Plateau:
    """Q1 : plateau de 5 lignes indépendantes de 5 cubes neutres.

    >>> initialisation() == [[0, 0, 0, 0, 0]] * 5
    True
    """
    jeu = []
    for i in range(5):
        jeu.append([0, 0, 0, 0, 0])  # une liste neuve par ligne
    return jeu


def case_bord(i: int, j: int) -> bool:
    """Q5 : dit si (i, j) est sur le pourtour du plateau ; une case hors du plateau ne l'est pas.

    >>> case_bord(0, 3), case_bord(2, 4), case_bord(2, 3), case_bord(0, 5)
    (True, True, False, False)
    """
    fin = TAILLE - 1
    if not (0 <= i <= fin and 0 <= j <= fin):
        return False
    return i == 0 or i == fin or j == 0 or j == fin


def case_choix_valide(jeu: Plateau, i: int, j: int, joueur: int) -> bool:
    """Q6 : dit si `joueur` peut prendre le cube (i, j) : au bord, et neutre ou à sa marque.

    >>> jeu = initialisation()
    >>> jeu[0][0] = 2
    >>> case_choix_valide(jeu, 0, 0, 1), case_choix_valide(jeu, 0, 0, 2), case_choix_valide(jeu, 1, 1, 1)
    (False, True, False)
    """
    return case_bord(i, j) and (jeu[i][j] == 0 or jeu[i][j] == joueur)


def case_deplacement_valide(i_d: int, j_d: int, i_n: int, j_n: int) -> bool:
    """Q7 : dit si le cube pris en (i_d, j_d), supposé valide, peut être repoussé par la case (i_n, j_n).

    Ce doit être un bout de sa ligne ou de sa colonne, autre que la case d'où il vient. Un coin a donc 2
    destinations, les autres cases du bord 3.

    >>> [(i, j) for i in range(5) for j in range(5) if case_deplacement_valide(1, 4, i, j)]
    [(0, 4), (1, 0), (4, 4)]
    """
    fin = TAILLE - 1
    if i_n == i_d and j_n == j_d:
        return False
    bout_de_ligne = i_n == i_d and (j_n == 0 or j_n == fin)
    bout_de_colonne = j_n == j_d and (i_n == 0 or i_n == fin)
    return bout_de_ligne or bout_de_colonne


def deplacement_case(jeu: Plateau, joueur: int, i_d: int, j_d: int, i_n: int, j_n: int) -> None:
    """Q8, Q9 : joue le mouvement, supposé valide, sur place.

    Le trou laissé en (i_d, j_d) avance case par case jusqu'en (i_n, j_n), où entre le cube de `joueur` ; les
    autres cubes glissent en sens inverse. La distance qui reste au trou (j_n - j pour le mouvement 1) est un
    entier positif qui décroît de 1 à chaque tour de boucle : c'est le variant, et la procédure se termine.

    >>> jeu = [[1, 2, 0], [0, 0, 0], [0, 0, 0]]
    >>> deplacement_case(jeu, 1, 0, 0, 0, 2)
    >>> jeu[0]
    [2, 0, 1]
    """
    i, j = i_d, j_d
    if i_d == i_n:
        if j_d < j_n:  # mouvement 1 : les cubes de la ligne glissent vers la gauche
            while j < j_n:
                jeu[i][j] = jeu[i][j + 1]
                j = j + 1
        else:  # mouvement 2 : les cubes de la ligne glissent vers la droite
            while j > j_n:
                jeu[i][j] = jeu[i][j - 1]
                j = j - 1
    else:
        if i_d < i_n:  # mouvement 3 : les cubes de la colonne glissent vers le haut
            while i < i_n:
                jeu[i][j] = jeu[i + 1][j]
                i = i + 1
        else:  # mouvement 4 : les cubes de la colonne glissent vers le bas
            while i > i_n:
                jeu[i][j] = jeu[i - 1][j]
                i = i - 1
    jeu[i_n][j_n] = joueur


def alig(jeu: Plateau, joueur: int, i: int, n: int) -> bool:
    """Q10 : dit si la ligne `i` contient au moins `n` cubes de `joueur` à la suite.

    >>> jeu = initialisation()
    >>> jeu[2] = [0, 1, 1, 1, 1]
    >>> alig(jeu, 1, 2, 3), alig(jeu, 1, 2, 4), alig(jeu, 1, 2, 5)
    (True, True, False)
    """
    return _aligne(jeu, joueur, i, 0, 0, 1, n)


def _aligne(jeu: Plateau, joueur: int, i: int, j: int, pas_i: int, pas_j: int, n: int) -> bool:
    """Q10 : aide des quatre alignements (n ≥ 1), le long de la file qui part de (i, j) avec ce pas.

    Lit chaque case au plus une fois, et s'arrête dès la réponse.

    >>> _aligne([[1, 1, 0], [0, 1, 0], [0, 0, 2]], 1, 0, 0, 1, 1, 2)
    True
    """
    suite = 0
    for k in range(len(jeu)):
        if jeu[i + k * pas_i][j + k * pas_j] == joueur:
            suite = suite + 1
        else:
            suite = 0
        if suite == n:
            return True
    return False


def acol(jeu: Plateau, joueur: int, j: int, n: int) -> bool:
    """Énoncé de Q10 : dit si la colonne `j` contient au moins `n` cubes de `joueur` à la suite.

    >>> acol([[0, 2, 0], [0, 2, 0], [0, 0, 2]], 2, 1, 2)
    True
    """
    return _aligne(jeu, joueur, 0, j, 1, 0, n)


def adiag1(jeu: Plateau, joueur: int, n: int) -> bool:
    """Énoncé de Q10 : de même sur la diagonale qui part du coin en haut à gauche.

    >>> adiag1([[1, 0, 0], [0, 1, 0], [0, 0, 1]], 1, 3)
    True
    """
    return _aligne(jeu, joueur, 0, 0, 1, 1, n)


def adiag2(jeu: Plateau, joueur: int, n: int) -> bool:
    """Énoncé de Q10 : de même sur la diagonale qui part du coin en haut à droite.

    >>> adiag2([[0, 0, 1], [0, 1, 0], [1, 0, 0]], 1, 3)
    True
    """
    return _aligne(jeu, joueur, 0, len(jeu) - 1, 1, -1, n)


def gagnant(jeu: Plateau, joueur: int) -> bool:
    """Q11 : dit si `joueur` a au moins une ligne, colonne ou diagonale entière (5 cubes pour le sujet).

    Les deux joueurs peuvent en avoir une ; gagne alors celui qui n'a pas joué le dernier coup.

    >>> gagnant([[1, 2, 1], [2, 2, 2], [0, 1, 0]], 2), gagnant([[1, 2, 1], [2, 2, 2], [0, 1, 0]], 1)
    (True, False)
    """
    n = len(jeu)
    for k in range(n):
        if alig(jeu, joueur, k, n) or acol(jeu, joueur, k, n):
            return True
    return adiag1(jeu, joueur, n) or adiag2(jeu, joueur, n)


def deplacements_possibles(jeu: Plateau, joueur: int) -> list[Mouvement]:
    """Énoncé de Q15 : tous les mouvements de `joueur`, en ordre lexicographique de ``[i_d, j_d, i_n, j_n]``.

    >>> jeu = [[2, 0, 2, 2, 2], [2, 1, 1, 1, 2], [2, 1, 1, 1, 2], [2, 1, 1, 1, 2], [2, 2, 2, 2, 1]]
    >>> deplacements_possibles(jeu, 1)
    [[0, 1, 0, 0], [0, 1, 0, 4], [0, 1, 4, 1], [4, 4, 0, 4], [4, 4, 4, 0]]
    >>> len(deplacements_possibles(initialisation(), 1))
    44
    """
    n = len(jeu)
    mouvements = []
    for i in range(n):
        for j in range(n):
            if case_choix_valide(jeu, i, j, joueur):
                # les quatre bouts de sa ligne et de sa colonne, déjà dans l'ordre : haut, gauche, droite, bas
                for i_n, j_n in ((0, j), (i, 0), (i, n - 1), (n - 1, j)):
                    if case_deplacement_valide(i, j, i_n, j_n):
                        mouvements.append([i, j, i_n, j_n])
    return mouvements


def alignement_4(jeu: Plateau, joueur: int) -> int:
    """Q16 : nombre des lignes, colonnes et grandes diagonales (12 en tout) où 4 cubes de `joueur` se suivent.

    Chacune compte une fois ; 5 cubes à la suite en contiennent 4.

    >>> jeu = initialisation()
    >>> jeu[0] = [1, 1, 1, 1, 0]
    >>> alignement_4(jeu, 1)
    1
    """
    nombre = 0
    for k in range(len(jeu)):
        if alig(jeu, joueur, k, 4):
            nombre = nombre + 1
        if acol(jeu, joueur, k, 4):
            nombre = nombre + 1
    if adiag1(jeu, joueur, 4):
        nombre = nombre + 1
    if adiag2(jeu, joueur, 4):
        nombre = nombre + 1
    return nombre


def evaluation(jeu: Plateau, joueur: int, profondeur: int) -> int:
    """Q17 : score du plateau où `joueur` a le trait ; positif s'il favorise le joueur 1, négatif le joueur 2.

    Une victoire vaut 100 + `profondeur` : mieux, donc, s'il reste plus de tours à explorer. Si les deux
    joueurs ont une ligne, elle revient à `joueur`, puisque c'est l'autre qui vient de jouer. Sans victoire,
    on compte pour `joueur` ses alignements de 4, la case centrale, la différence des nombres de cubes et la
    profondeur.

    >>> deux_lignes = [[1, 1, 1], [2, 2, 2], [0, 0, 0]]
    >>> evaluation(deux_lignes, 1, 3), evaluation(deux_lignes, 2, 3)
    (103, -103)
    >>> evaluation([[0, 0, 0], [0, 2, 2], [0, 0, 1]], 2, 1)  # le centre, un cube de plus, un tour
    -22
    """
    signe = 1 if joueur == 1 else -1
    adversaire = 3 - joueur
    if gagnant(jeu, joueur):
        return signe * (100 + profondeur)
    if gagnant(jeu, adversaire):
        return -signe * (100 + profondeur)
    centre = len(jeu) // 2
    valeur = 5 * alignement_4(jeu, joueur)
    if jeu[centre][centre] == joueur:
        valeur += 20
    valeur += _nombre(jeu, joueur) - _nombre(jeu, adversaire)
    return signe * (valeur + profondeur)


def _nombre(jeu: Plateau, joueur: int) -> int:
    """Q17 : aide de `evaluation`, nombre de cubes à la marque de `joueur`.

    >>> _nombre([[1, 2, 1], [0, 1, 0], [0, 0, 0]], 1)
    3
    """
    nombre = 0
    for ligne in jeu:
        for case in ligne:
            if case == joueur:
                nombre = nombre + 1
    return nombre


def alphabeta(
    jeu: Plateau, joueur: int, alpha: float, beta: float, profondeur: int
) -> tuple[float, Mouvement | None]:
    """Q19 : valeur du plateau où `joueur` a le trait, `profondeur` ≥ 0 tours plus loin, et un bon mouvement.

    Le joueur 1 maximise, le joueur 2 minimise. Soit v la valeur renvoyée et m celle du minimax : si
    alpha < v < beta, v = m ; si v ≤ alpha, m ≤ v ; si v ≥ beta, m ≥ v. La fenêtre (-inf, +inf) donne donc m.

    Sur une feuille (partie finie ou profondeur nulle) le mouvement est None. Ailleurs, la fenêtre
    (-inf, +inf) donne le premier des meilleurs dans l'ordre de `deplacements_possibles`. Une fenêtre bornée
    ne garantit rien du mouvement, qui peut être None : le code du sujet, gardé tel quel, ne renvoie pas, à
    la coupure beta, le mouvement qui la cause.

    >>> jeu = initialisation()
    >>> jeu[0] = [1, 1, 1, 1, 0]
    >>> alphabeta(jeu, 1, -math.inf, math.inf, 1)
    (100, [0, 4, 0, 0])
    """
    if profondeur == 0 or gagnant(jeu, 1) or gagnant(jeu, 2):
        eval = evaluation(jeu, joueur, profondeur)
        return eval, None
    profondeur = profondeur - 1
    meilleur_depl = None
    if joueur == 1:  # Max
        v = -math.inf
        for depl in deplacements_possibles(jeu, joueur):
            jeu_c = copy.deepcopy(jeu)
            deplacement_case(jeu_c, joueur, depl[0], depl[1], depl[2], depl[3])
            v = max(v, alphabeta(jeu_c, 2, alpha, beta, profondeur)[0])
            if v >= beta:
                return v, meilleur_depl
            if v > alpha:
                alpha = v
                meilleur_depl = depl
    else:  # Min
        v = math.inf
        for depl in deplacements_possibles(jeu, joueur):
            jeu_c = copy.deepcopy(jeu)
            deplacement_case(jeu_c, joueur, depl[0], depl[1], depl[2], depl[3])
            v = min(v, alphabeta(jeu_c, 1, alpha, beta, profondeur)[0])
            if alpha >= v:
                return v, depl
            if v < beta:
                beta = v
                meilleur_depl = depl
    return v, meilleur_depl
