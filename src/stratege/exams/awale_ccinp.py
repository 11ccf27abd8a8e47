"""Le jeu de l'awalé et son joueur artificiel : l'épreuve 001 (CCINP, filières PC et PSI), parties II et III.

Le plateau est une liste de 12 entiers, les graines de chaque case. Les cases 0 à 5 sont toujours celles du
joueur actif, les cases 6 à 11 celles de son adversaire : on tourne le plateau après chaque tour. On sème
par indices croissants.

L'annexe de l'épreuve donne la liste de ce qui est permis : ni min, ni max, ni somme ou tri tout faits, ni
liste en compréhension. Les réponses s'en passent, et suivent ligne à ligne les programmes que l'énoncé donne
à compléter.
"""

from typing import TypedDict


class Jeu(TypedDict):
    """L'état d'une partie ; le joueur 1 commence, n est le nombre de tours déjà effectués."""

    joueur1: str
    joueur2: str
    score: list[int]
    n: int
    plateau: list[int]


# Partie II.1 : représentation du jeu


def initialisation(nom_joueur1: str, nom_joueur2: str) -> Jeu:
    """Donnée par l'énoncé. Une partie qui commence : 4 graines dans chaque case, réserves vides.

    >>> initialisation("Alice", "Bob")["score"]
    [0, 0]
    """
    jeu: Jeu = {}  # type: ignore[typeddict-item]
    jeu["joueur1"] = nom_joueur1  # nom du premier joueur
    jeu["joueur2"] = nom_joueur2  # nom du second joueur
    jeu["score"] = [0, 0]  # réserve du joueur 1, puis du joueur 2
    jeu["n"] = 0  # nombre de tours déjà effectués
    jeu["plateau"] = [4] * 12  # plateau de jeu initial
    return jeu


def tour_joueur1(jeu: Jeu) -> bool:
    """Question 4. True si c'est au joueur 1 de jouer, donc si le nombre de tours effectués est pair.

    >>> tour_joueur1(initialisation("Alice", "Bob"))
    True
    """
    return jeu["n"] % 2 == 0


def tourner_plateau(jeu: Jeu) -> None:
    """Question 5. Échange, en place, les six premières cases du plateau avec les six dernières.

    >>> jeu = initialisation("Alice", "Bob")
    >>> jeu["plateau"] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    >>> tourner_plateau(jeu)
    >>> jeu["plateau"]
    [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]
    """
    plateau = jeu["plateau"]
    for case in range(6):
        plateau[case], plateau[case + 6] = plateau[case + 6], plateau[case]


def copie(jeu: Jeu) -> Jeu:
    """Question 7. Copie profonde : modifier la copie, listes comprises, ne change pas l'original.

    >>> jeu = initialisation("Alice", "Bob")
    >>> double = copie(jeu)
    >>> double["plateau"][0] = 9
    >>> jeu["plateau"][0]
    4
    """
    return {
        "joueur1": jeu["joueur1"],
        "joueur2": jeu["joueur2"],
        "score": jeu["score"].copy(),
        "n": jeu["n"],
        "plateau": jeu["plateau"].copy(),
    }


def affiche(plateau: list[int]) -> None:
    """Nommée par l'énoncé. Affiche le plateau, les cases du joueur actif en bas, avec les indices.

    >>> affiche([4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 14])
     11  10   9   8   7   6
    [14][ 4][ 4][ 4][ 5][ 5]
    [ 4][ 4][ 4][ 0][ 5][ 5]
      0   1   2   3   4   5
    """
    haut, bas = range(11, 5, -1), range(6)
    print("".join(f"{case:3} " for case in haut).rstrip())
    print("".join(f"[{plateau[case]:2}]" for case in haut))
    print("".join(f"[{plateau[case]:2}]" for case in bas))
    print("".join(f"{case:3} " for case in bas).rstrip())


# Partie II.2 : un tour de jeu


def deplacer_graines(plateau: list[int], case: int) -> int:
    """Question 8. Sème, en place, les graines de case et renvoie la case où tombe la dernière.

    À chaque tour du plateau on saute la case de départ, qui reste donc vide.

    >>> plateau = [0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0]
    >>> deplacer_graines(plateau, 5)
    7
    >>> plateau
    [1, 1, 1, 1, 1, 0, 2, 2, 1, 1, 1, 1]
    """
    en_main = plateau[case]
    plateau[case] = 0
    derniere = case
    while en_main > 0:
        derniere = (derniere + 1) % 12
        if derniere != case:
            plateau[derniere] += 1
            en_main -= 1
    return derniere


def case_ramassable(plateau: list[int], case: int) -> bool:
    """Question 9. True si case est à l'adversaire et contient 2 ou 3 graines ; la famine n'est pas testée.

    >>> plateau = [2, 2, 2, 2, 2, 2, 1, 2, 3, 4, 0, 2]
    >>> [case for case in range(12) if case_ramassable(plateau, case)]
    [7, 8, 11]
    """
    return 6 <= case <= 11 and 2 <= plateau[case] <= 3


def ramasser_graines(plateau: list[int], case: int) -> int:
    """Question 10. Vide, en place, les cases ramassables à partir de case, en reculant.

    La récolte s'arrête à la première case qui n'est pas ramassable ; renvoie le nombre de graines récoltées.

    >>> plateau = [0, 0, 0, 0, 0, 2, 2, 3, 2, 1, 0, 0]
    >>> ramasser_graines(plateau, 8), plateau
    (7, [0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0])
    """
    if not case_ramassable(plateau, case):
        return 0
    graines = plateau[case]
    plateau[case] = 0
    return graines + ramasser_graines(plateau, case - 1)


def test_famine(plateau: list[int], case: int) -> bool:
    """Question 11. True si, case jouée, l'adversaire a encore une graine. plateau n'est pas modifié.

    L'épreuve 000 donne le même nom à la fonction contraire.

    >>> plateau = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    >>> test_famine(plateau, 0), test_famine(plateau, 5)
    (True, False)
    """
    essai = plateau.copy()
    derniere = deplacer_graines(essai, case)
    ramasser_graines(essai, derniere)
    return essai[6:] != [0] * 6


def test_case(plateau: list[int], case: int) -> bool:
    """Question 12. True si case est acceptable : au joueur actif, non vide, et sans affamer l'adversaire.

    >>> plateau = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
    >>> [case for case in range(12) if test_case(plateau, case)]
    [0]
    """
    # La condition 3, que l'énoncé calcule d'abord, n'a de sens que sur le plateau : on l'écrit en dernier.
    test = 0 <= case < 6 and plateau[case] > 0 and test_famine(plateau, case)
    return test


def cases_possibles(jeu: Jeu) -> list[int]:
    """Question 13. Les cases que le joueur actif peut jouer, par indices croissants.

    >>> cases_possibles(initialisation("Alice", "Bob"))
    [0, 1, 2, 3, 4, 5]
    """
    cases = []
    for case in range(6):
        if test_case(jeu["plateau"], case):
            cases.append(case)
    return cases


def _total(cases: list[int]) -> int:
    """Nombre de graines dans ces cases.

    >>> _total([4, 0, 3])
    7
    """
    total = 0
    for graines in cases:
        total += graines
    return total


def tour_suivant(jeu: Jeu) -> bool:
    """Question 14. True si le jeu peut continuer, False s'il est fini.

    Il continue tant qu'aucun joueur n'a 25 graines, que moins de 100 tours sont joués, que plus de
    3 graines restent sur le plateau et que le joueur actif a une case jouable.

    >>> jeu = initialisation("Alice", "Bob")
    >>> tour_suivant(jeu)
    True
    >>> jeu["plateau"] = [0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0]
    >>> tour_suivant(jeu)
    False
    """
    return (
        jeu["score"][0] < 25
        and jeu["score"][1] < 25
        and jeu["n"] < 100
        and _total(jeu["plateau"]) > 3
        and len(cases_possibles(jeu)) > 0
    )


def tour_jeu(jeu: Jeu, case: int) -> bool:
    """Question 15. Fait jouer case, en place, et renvoie True si le jeu peut continuer.

    Si la case n'est pas acceptable, le dit à l'écran, ne change rien et renvoie True : le joueur en
    proposera une autre.

    >>> jeu = initialisation("Alice", "Bob")
    >>> tour_jeu(jeu, 3), jeu["n"]
    (True, 1)
    >>> tour_jeu(jeu, 9)
    La case choisie n'est pas valable
    True
    """
    plateau = jeu["plateau"]
    if test_case(plateau, case):  # la case jouée est acceptable
        derniere = deplacer_graines(plateau, case)  # Instruction 1 : déplacer les graines
        graines_gagnees = ramasser_graines(plateau, derniere)  # Instruction 2 : ramasser les graines
        # Pour augmenter le score, il faut savoir qui joue grâce à la parité du nombre de tours.
        if tour_joueur1(jeu):  # Condition 1
            jeu["score"][0] = jeu["score"][0] + graines_gagnees
        else:
            jeu["score"][1] = jeu["score"][1] + graines_gagnees
        jeu["n"] = jeu["n"] + 1  # Instruction 3 : on incrémente le nombre de tours
        tourner_plateau(jeu)  # échanger les plateaux
        return tour_suivant(jeu)
    else:
        print("La case choisie n'est pas valable")
        return True


def gagnant(jeu: Jeu) -> str:
    """Question 16. Chacun ramasse les graines de son camp ; renvoie le nom du gagnant, ou "égalité".

    Les graines passent du plateau aux réserves : un second appel ne change donc plus rien.

    >>> jeu = initialisation("Alice", "Bob")
    >>> jeu["plateau"] = [0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0]
    >>> gagnant(jeu), jeu["score"]
    ('Alice', [2, 1])
    """
    if not tour_joueur1(jeu):
        tourner_plateau(jeu)  # le camp du joueur 1 devant
    plateau, score = jeu["plateau"], jeu["score"]
    score[0] += _total(plateau[:6])
    score[1] += _total(plateau[6:])
    plateau[:] = [0] * 12
    if score[0] > score[1]:
        return jeu["joueur1"]
    if score[1] > score[0]:
        return jeu["joueur2"]
    return "égalité"


def _demande_case() -> int:
    """Demande une case jusqu'à ce que la réponse soit un entier.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["trois", "3"]):
    ...     _demande_case()
    La case choisie n'est pas valable
    3
    """
    while True:
        try:
            return int(input("Choisir une case : "))
        except ValueError:
            print("La case choisie n'est pas valable")


def awale_jcj(nom_joueur1: str, nom_joueur2: str) -> str:
    """Donnée par l'énoncé. Fait jouer deux humains au clavier et renvoie le nom du gagnant, ou "égalité".

    À la différence du programme de l'énoncé, toute réponse fautive est redemandée.

    >>> import io, itertools
    >>> from contextlib import redirect_stdout
    >>> from unittest.mock import patch
    >>> reponses = itertools.cycle("531420")  # à tour de rôle, acceptables ou non
    >>> with patch("builtins.input", side_effect=reponses), redirect_stdout(io.StringIO()):
    ...     nom = awale_jcj("Alice", "Bob")
    >>> nom
    'Bob'
    """
    jeu = initialisation(nom_joueur1, nom_joueur2)
    jeu_continue = True
    while jeu_continue:
        affiche(jeu["plateau"])
        case_choisie = _demande_case()
        jeu_continue = tour_jeu(jeu, case_choisie)
    return gagnant(jeu)


# Partie III : intelligence artificielle


def gain(jeu: Jeu, case: int) -> tuple[int, Jeu]:
    """Question 17. Graines gagnées en jouant case, et le nouveau jeu ; jeu n'est pas modifié.

    La case est supposée acceptable.

    >>> jeu = initialisation("Alice", "Bob")
    >>> graines, suite = gain(jeu, 3)
    >>> graines, suite["plateau"], jeu["n"]
    (0, [5, 5, 4, 4, 4, 4, 4, 4, 4, 0, 5, 5], 0)
    """
    suite = copie(jeu)
    derniere = deplacer_graines(suite["plateau"], case)
    graines_gagnees = ramasser_graines(suite["plateau"], derniere)
    if tour_joueur1(suite):
        suite["score"][0] = suite["score"][0] + graines_gagnees
    else:
        suite["score"][1] = suite["score"][1] + graines_gagnees
    suite["n"] = suite["n"] + 1
    tourner_plateau(suite)
    return graines_gagnees, suite


def max_vals(vals_jeu: list[list[int]], profondeur: int) -> int:
    """Question 20. Parmi des couples [case, valeur] : à la racine la meilleure case, ailleurs sa valeur.

    La racine est à la profondeur 0. À valeurs égales, c'est le premier couple. vals_jeu n'est pas vide.

    >>> vals_jeu = [[1, -2], [3, 4], [5, 4]]
    >>> max_vals(vals_jeu, 0), max_vals(vals_jeu, 1)
    (3, 4)
    """
    meilleure_case, meilleure_valeur = vals_jeu[0]
    for case, valeur in vals_jeu:
        if valeur > meilleure_valeur:
            meilleure_case, meilleure_valeur = case, valeur
    return meilleure_case if profondeur == 0 else meilleure_valeur


def NegaAwale(jeu: Jeu, profondeur_max: int, profondeur: int) -> int:
    """Question 19. L'algorithme Negamax, du point de vue du joueur actif ; jeu n'est pas modifié.

    On l'appelle avec la profondeur 0 : il renvoie alors la case à jouer, la première des meilleures. Plus
    bas il renvoie une valeur : pour un jeu fini, 500, -500 ou 0 selon le gagnant ; à profondeur_max, 0 ;
    sinon, le plus grand écart entre le gain d'un coup et la valeur du jeu qui s'ensuit.
    Un jeu fini, ou une profondeur_max nulle, donnent une valeur même à la profondeur 0.

    L'énoncé reconnaît le gagnant à son nom : si les deux joueurs portaient le même, tout jeu fini vaudrait
    500 pour le joueur actif, même perdu. On donne donc à la copie deux noms différents, et deux joueurs de
    même nom (deux « IA ») ne changent rien au résultat.

    >>> jeu = initialisation("Alice", "Bob")
    >>> jeu["plateau"] = [4, 4, 4, 5, 5, 2, 1, 1, 4, 4, 4, 4]
    >>> NegaAwale(jeu, 1, 0)  # la case 5 rapporte 4 graines
    5
    """
    if not tour_suivant(jeu):  # Condition 1
        fin = copie(jeu)  # gagnant vide le plateau, et jeu ne doit pas changer
        fin["joueur1"], fin["joueur2"] = "joueur1", "joueur2"  # deux noms différents en tout cas
        if (tour_joueur1(fin) and gagnant(fin) == fin["joueur1"]) or (
            not (tour_joueur1(fin)) and gagnant(fin) == fin["joueur2"]
        ):
            return 500
        elif (tour_joueur1(fin) and gagnant(fin) == fin["joueur2"]) or (
            not (tour_joueur1(fin)) and gagnant(fin) == fin["joueur1"]
        ):
            return -500
        else:  # égalité
            return 0
    elif profondeur == profondeur_max:  # Condition 2
        return 0
    else:
        choix_cases = cases_possibles(jeu)
        vals_jeu = []
        for case in choix_cases:
            g, suite = gain(jeu, case)  # Instruction 1 : détermination du gain et du nouveau jeu
            p = NegaAwale(suite, profondeur_max, profondeur + 1)  # Instruction 2 : valeur du noeud enfant
            vals_jeu.append([case, g - p])
        return max_vals(vals_jeu, profondeur)


def awale_ia(nom_joueur1: str, nom_joueur2: str, profondeur_max: int = 6) -> str:
    """Question 21. Fait jouer l'ordinateur contre lui-même et renvoie le nom du gagnant, ou "égalité".

    C'est awale_jcj, où la case vient de NegaAwale et non du clavier. profondeur_max vaut au moins 1,
    sans quoi NegaAwale ne choisit rien.

    >>> import io
    >>> from contextlib import redirect_stdout
    >>> with redirect_stdout(io.StringIO()):
    ...     nom = awale_ia("Alice", "Bob", profondeur_max=1)
    >>> nom
    'Alice'
    """
    if profondeur_max < 1:
        raise ValueError("profondeur_max doit valoir au moins 1")
    jeu = initialisation(nom_joueur1, nom_joueur2)
    jeu_continue = True
    while jeu_continue:
        affiche(jeu["plateau"])
        case_choisie = NegaAwale(jeu, profondeur_max, 0)
        jeu_continue = tour_jeu(jeu, case_choisie)
    return gagnant(jeu)


# Ces deux noms sont ceux de l'énoncé : pytest ne doit pas y voir des tests.
test_famine.__test__ = False  # type: ignore[attr-defined]
test_case.__test__ = False  # type: ignore[attr-defined]
