"""Le jeu de l'awalé : l'épreuve 000, exercice 2.

Le plateau est une liste de 12 entiers, les graines de chaque case. Les cases 0 à 5 sont toujours celles du
joueur courant, les cases 6 à 11 celles de son adversaire : on tourne le plateau après chaque tour. On sème
par indices croissants.
"""

from typing import TypedDict


class EtatJeu(TypedDict):
    """L'état d'une partie ; le joueur 1 est celui qui commence."""

    joueur1: str
    joueur2: str
    score_j1: int
    score_j2: int
    nb_tours: int
    plateau: list[int]


# Partie 1 : semaille


def initialisation(nom_joueur1: str, nom_joueur2: str) -> EtatJeu:
    """Donnée par l'énoncé. L'état d'une partie qui commence : 4 graines dans chaque case.

    >>> etat_jeu = initialisation("Alice", "Bob")
    >>> etat_jeu["joueur1"], etat_jeu["nb_tours"], etat_jeu["plateau"]
    ('Alice', 0, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4])
    """
    etat_jeu: EtatJeu = {}  # type: ignore[typeddict-item]
    etat_jeu["joueur1"] = nom_joueur1
    etat_jeu["joueur2"] = nom_joueur2
    etat_jeu["score_j1"] = 0
    etat_jeu["score_j2"] = 0
    etat_jeu["nb_tours"] = 0
    # ci-dessous on crée un tableau contenant 12 valeurs égales à 4
    etat_jeu["plateau"] = [4] * 12
    return etat_jeu


def tour_joueur1(etat_jeu: EtatJeu) -> bool:
    """Question 2. True si c'est au joueur 1 de jouer, donc si le nombre de tours effectués est pair.

    >>> tour_joueur1(initialisation("Alice", "Bob"))
    True
    """
    return etat_jeu["nb_tours"] % 2 == 0


def somme(plt: list[int], n: int, p: int) -> int:
    """Question 3. Nombre de graines des cases n à p, toutes deux incluses.

    >>> somme([0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1], 2, 5)
    23
    """
    total = 0
    for c in range(n, p + 1):
        total += plt[c]
    return total


def tourner_plateau(plt: list[int]) -> None:
    """Question 4. Échange, en place, les six premières cases avec les six dernières.

    >>> plt = [0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1]
    >>> tourner_plateau(plt)
    >>> plt
    [2, 1, 0, 1, 0, 1, 0, 0, 2, 0, 16, 5]
    """
    for c in range(6):
        plt[c], plt[c + 6] = plt[c + 6], plt[c]


def semer_graines(plt: list[int], c: int) -> int:
    """Question 5. Sème, en place, les graines de la case c et renvoie la case où tombe la dernière.

    À chaque tour du plateau on saute la case c, qui reste donc vide.

    >>> plt = [0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1]
    >>> semer_graines(plt, 4)
    9
    >>> plt
    [1, 1, 3, 1, 0, 7, 4, 3, 2, 3, 1, 2]
    """
    en_main, plt[c] = plt[c], 0
    case = c
    while en_main > 0:
        case = (case + 1) % 12
        if case != c:
            plt[case] += 1
            en_main -= 1
    return case


# Partie 2 : récolte


def case_ramassable(plt: list[int], c: int) -> bool:
    """Question 6. True si la case c est à l'adversaire et contient exactement 2 ou 3 graines.

    >>> plt = [3, 2, 0, 5, 4, 3, 3, 2, 0, 4, 5, 1]
    >>> [c for c in range(12) if case_ramassable(plt, c)]
    [6, 7]
    """
    return 6 <= c <= 11 and 2 <= plt[c] <= 3


def ramasser_graines(plt: list[int], c: int) -> int:
    """Question 7. Vide, en place, les cases ramassables de c vers les indices décroissants.

    On s'arrête à la première case qui n'est pas ramassable, et on renvoie le nombre de graines ramassées.

    >>> plt = [7, 2, 9, 0, 4, 2, 3, 1, 3, 2, 3, 5]
    >>> ramasser_graines(plt, 10)
    8
    >>> plt
    [7, 2, 9, 0, 4, 2, 3, 1, 0, 0, 0, 5]
    """
    total = 0
    while case_ramassable(plt, c):
        total += plt[c]
        plt[c] = 0
        c -= 1
    return total


def test_famine(plt: list[int], c: int) -> bool:
    """Question 8. True si, la case c jouée, l'adversaire n'a plus aucune graine. plt n'est pas modifié.

    L'épreuve 001 donne le même nom à la fonction contraire.

    >>> plt = [19, 0, 9, 3, 0, 2, 1, 2, 1, 1, 2, 2]
    >>> test_famine(plt, 0), test_famine(plt, 2), test_famine(plt, 5)
    (False, True, False)
    """
    essai = plt.copy()
    derniere = semer_graines(essai, c)
    ramasser_graines(essai, derniere)
    return somme(essai, 6, 11) == 0


# Partie 3 : programme principal


def test_case(plt: list[int], c: int) -> bool:
    """Question 9. True si le joueur courant peut jouer c : l'une de ses cases, non vide, sans famine.

    Tout entier convient pour c : hors du plateau, la réponse est False.

    >>> plt = [19, 0, 9, 3, 0, 2, 1, 2, 1, 1, 2, 2]
    >>> test_case(plt, 0), test_case(plt, 1), test_case(plt, 2), test_case(plt, 6)
    (True, False, False, False)
    """
    return 0 <= c <= 5 and plt[c] > 0 and not test_famine(plt, c)


def cases_possibles(etat_jeu: EtatJeu) -> list[int]:
    """Question 10. Les cases acceptables pour le joueur courant, par indices croissants.

    >>> cases_possibles(initialisation("Alice", "Bob"))
    [0, 1, 2, 3, 4, 5]
    """
    return [c for c in range(6) if test_case(etat_jeu["plateau"], c)]


def tour_termine(etat_jeu: EtatJeu) -> bool:
    """Question 11. True si le jeu peut continuer (malgré le nom de la fonction), False s'il est fini.

    Il continue tant qu'aucun joueur n'a 25 graines, qu'ils n'en ont pas plus de 45 à eux deux, que moins
    de 100 tours sont joués et que le joueur courant a une case acceptable.

    >>> etat_jeu = initialisation("Alice", "Bob")
    >>> tour_termine(etat_jeu)
    True
    >>> etat_jeu["score_j2"] = 25
    >>> tour_termine(etat_jeu)
    False
    """
    score_j1, score_j2 = etat_jeu["score_j1"], etat_jeu["score_j2"]
    return (
        score_j1 < 25
        and score_j2 < 25
        and score_j1 + score_j2 <= 45
        and etat_jeu["nb_tours"] < 100
        and len(cases_possibles(etat_jeu)) > 0
    )


def tour_jeu(etat_jeu: EtatJeu, c: int) -> bool:
    """Question 12. Fait jouer la case c, en place, et renvoie True si le jeu peut continuer.

    Si la case n'est pas acceptable, le dit à l'écran, ne change rien et renvoie True : le joueur en
    proposera une autre.

    >>> etat_jeu = initialisation("Alice", "Bob")
    >>> tour_jeu(etat_jeu, 3), etat_jeu["nb_tours"], etat_jeu["plateau"]
    (True, 1, [5, 5, 4, 4, 4, 4, 4, 4, 4, 0, 5, 5])
    >>> tour_jeu(etat_jeu, 9)
    La case choisie n'est pas acceptable
    True
    """
    plt = etat_jeu["plateau"]
    # si la case jouée est acceptable :
    if test_case(plt, c):
        # Instruction1 : semer les graines
        derniere = semer_graines(plt, c)
        # Instruction2 : ramasser les graines
        graines_gagnees = ramasser_graines(plt, derniere)
        if tour_joueur1(etat_jeu):  # Condition1 : c'est j1 qui joue d'après le nombre de tours
            etat_jeu["score_j1"] = etat_jeu["score_j1"] + graines_gagnees
        else:
            etat_jeu["score_j2"] = etat_jeu["score_j2"] + graines_gagnees
        # Instruction3 : incrémenter le nombre de tours
        etat_jeu["nb_tours"] = etat_jeu["nb_tours"] + 1
        tourner_plateau(etat_jeu["plateau"])
        return tour_termine(etat_jeu)
    else:
        print("La case choisie n'est pas acceptable")
        return True


def gagnant(etat_jeu: EtatJeu) -> str:
    """Question 13. Chacun ramasse les graines de ses cases ; renvoie le nom du gagnant, ou "égalité".

    Les graines passent du plateau aux scores : un second appel ne change donc plus rien.

    >>> etat_jeu = initialisation("Alice", "Bob")
    >>> etat_jeu["plateau"] = [0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0]
    >>> gagnant(etat_jeu), etat_jeu["score_j1"], etat_jeu["score_j2"]
    ('Alice', 2, 1)
    """
    plt = etat_jeu["plateau"]
    if not tour_joueur1(etat_jeu):
        tourner_plateau(plt)  # les cases du joueur 1 devant
    etat_jeu["score_j1"] += somme(plt, 0, 5)
    etat_jeu["score_j2"] += somme(plt, 6, 11)
    plt[:] = [0] * 12
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    if etat_jeu["score_j2"] > etat_jeu["score_j1"]:
        return etat_jeu["joueur2"]
    return "égalité"


def _affiche_plateau(plt: list[int]) -> None:
    """Affiche le plateau comme le voit le joueur courant, ses cases en bas, avec les indices.

    >>> _affiche_plateau([0, 0, 2, 0, 16, 5, 2, 1, 0, 1, 0, 1])
     11  10   9   8   7   6
    [ 1][ 0][ 1][ 0][ 1][ 2]
    [ 0][ 0][ 2][ 0][16][ 5]
      0   1   2   3   4   5
    """
    haut, bas = range(11, 5, -1), range(6)
    print("".join(f"{c:3} " for c in haut).rstrip())
    print("".join(f"[{plt[c]:2}]" for c in haut))
    print("".join(f"[{plt[c]:2}]" for c in bas))
    print("".join(f"{c:3} " for c in bas).rstrip())


def _demande_case(nom: str) -> int:
    """Demande une case au joueur jusqu'à ce qu'il réponde un entier.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["trois", "3"]):
    ...     _demande_case("Alice")
    La case choisie n'est pas acceptable
    3
    """
    while True:
        try:
            return int(input(f"{nom}, choisir une case : "))
        except ValueError:
            print("La case choisie n'est pas acceptable")


def awale(nom_joueur1: str, nom_joueur2: str) -> None:
    """Question 14. Fait jouer une partie à deux joueurs, au clavier, puis affiche le nom du gagnant.

    À chaque tour, affiche le plateau et demande une case ; toute réponse fautive est redemandée.

    >>> import io, itertools
    >>> from contextlib import redirect_stdout
    >>> from unittest.mock import patch
    >>> reponses = itertools.cycle("531420")  # à tour de rôle, acceptables ou non
    >>> with patch("builtins.input", side_effect=reponses), redirect_stdout(io.StringIO()) as ecran:
    ...     awale("Alice", "Bob")
    >>> ecran.getvalue().splitlines()[-1]
    'Bob'
    """
    etat_jeu = initialisation(nom_joueur1, nom_joueur2)
    continuer = tour_termine(etat_jeu)
    while continuer:
        _affiche_plateau(etat_jeu["plateau"])
        c = _demande_case(nom_joueur1 if tour_joueur1(etat_jeu) else nom_joueur2)
        continuer = tour_jeu(etat_jeu, c)
    print(gagnant(etat_jeu))


# Ces deux noms sont ceux de l'énoncé : pytest ne doit pas y voir des tests.
test_famine.__test__ = False  # type: ignore[attr-defined]
test_case.__test__ = False  # type: ignore[attr-defined]
