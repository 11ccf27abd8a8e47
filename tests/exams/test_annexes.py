"""What the papers give and forbid: their signatures, the lines they print, the only calls they list."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from typing import Any

import pytest

from stratege.exams import awale, awale_ccinp, quixo
from stratege.exams.papers import Function, papers

# As the papers print them; paper 003 names its parameters in the text.
SIGNATURES = {
    "000": """creer_image(n, m, c) noir_ou_blanc(x) passer_en_nb(img) passer_en_8_couleurs(img)
        image_vers_ligne(img) ligne_vers_image(nbc, ligne01) compte_0_1(ligne01)
        decompresse_ligne(liste_entiers) compresse_image(img) decompresse_image(nbc, liste_entiers)
        dim_largeur_max(img, pos, j_max) rectangle_max(img, pos) compression_rectangle(img)
        initialisation(nom_joueur1, nom_joueur2) tour_joueur1(etat_jeu) somme(plt, n, p)
        tourner_plateau(plt) semer_graines(plt, c)
        case_ramassable(plt, c) ramasser_graines(plt, c) test_famine(plt, c) test_case(plt, c)
        cases_possibles(etat_jeu) tour_termine(etat_jeu) tour_jeu(etat_jeu, c) gagnant(etat_jeu)
        awale(nom_joueur1, nom_joueur2)""",
    "001": """initialisation(nom_joueur1, nom_joueur2) tour_joueur1(jeu) tourner_plateau(jeu) copie(jeu)
        awale_jcj(nom_joueur1, nom_joueur2) deplacer_graines(plateau, case) case_ramassable(plateau, case)
        ramasser_graines(plateau, case) test_famine(plateau, case) test_case(plateau, case)
        cases_possibles(jeu) tour_suivant(jeu) tour_jeu(jeu, case) gagnant(jeu) gain(jeu, case)
        NegaAwale(jeu, profondeur_max, profondeur) max_vals(vals_jeu, profondeur)""",
    "002": """tablette(m, n) affiche(pos) coups_jouables(pos) enleve_0(l) joue(pos, coup) gagnante(pos)
        gagnante_memo(pos, dict) coup_gagnant(pos) carte_gagnante(m, n)""",
    "003": """newBoard(n, p) display(board, n) possibleSquare(board, n, i) selectSquare(board, n)
        possibleDestination(board, n, i, j) selectDestination(board, n, i) move(board, n, i, j) lose(board, n)
        nimble(n, p) newBoard(n) possiblePawn(board, n, player, i, j) selectPawn(board, n, player)
        possibleDestination(board, n, i, j, k, l) selectDestination(board, n, i, j)
        move(board, n, player, i, j, k, l) lose(board, n, player) mingMang(n)""",
    "004": """initialisation() case_bord(i, j) case_choix_valide(jeu, i, j, joueur)
        case_deplacement_valide(i_d, j_d, i_n, j_n) alig(jeu, joueur, i, n) acol(jeu, joueur, j, n)
        adiag1(jeu, joueur, n) adiag2(jeu, joueur, n) gagnant(jeu, joueur) deplacements_possibles(jeu, joueur)
        alignement_4(jeu, joueur) evaluation(jeu, joueur, profondeur)
        alphabeta(jeu, joueur, alpha, beta, profondeur)""",
}

# What the annexes of 001 and 002 list, and what the rule of 004 leaves, beside arithmetic, loops and slices.
ALLOWED = {
    "001": {"range", "len", "int", "float", "str", "list", "print", "input", "append", "pop", "copy"},
    "002": {"range", "len", "tuple", "str", "print", "append", "pop"},
    "004": {"range", "len", "append", "max", "min", "deepcopy"},
}
COMPREHENSIONS = {"002"}
ANSWERS = [
    (number, one)
    for number, paper in papers().items()
    if number in ALLOWED
    for one in paper.functions
    if one.question.startswith("Q")
]


def name_of(value: Any) -> str:
    return value.full_name if isinstance(value, Function) else str(value)


@pytest.mark.parametrize("number", SIGNATURES)
def test_the_signatures_are_the_papers(number: str) -> None:
    ours = {one.name + one.signature for one in papers()[number].functions}
    assert set(re.findall(r"\w+\([^)]*\)", SIGNATURES[number])) <= ours


@pytest.mark.parametrize(("number", "answer"), ANSWERS, ids=name_of)
def test_an_answer_uses_only_what_the_annex_lists(number: str, answer: Function) -> None:
    """The answer and the helpers of ours that it calls."""
    module = inspect.getmodule(answer.code)
    waiting, seen = [answer.name], set[str]()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for node in ast.walk(ast.parse(inspect.getsource(getattr(module, name)))):
            if number not in COMPREHENSIONS:
                assert not isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp), ast.unparse(node)
            assert not isinstance(node, ast.GeneratorExp | ast.SetComp), ast.unparse(node)
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            if hasattr(builtins, called) or isinstance(node.func, ast.Attribute):
                assert called in ALLOWED[number] | {"ValueError"}, ast.unparse(node)
                assert called not in ("max", "min") or len(node.args) == 2
            elif called.startswith("_") and called not in seen:
                waiting.append(called)


# The lines that the papers print, their gaps left out: each must stand in our function, in this order.
SKELETONS: list[tuple[Any, str]] = [
    (
        awale.tour_jeu,
        """
plt = etat_jeu['plateau']
if test_case(plt, c):
    etat_jeu['score_j1'] = etat_jeu['score_j1'] + graines_gagnees
else:
    etat_jeu['score_j2'] = etat_jeu['score_j2'] + graines_gagnees
tourner_plateau(etat_jeu['plateau'])
return tour_termine(etat_jeu)
else:
print("La case choisie n'est pas acceptable")
return True
""",
    ),
    (
        awale_ccinp.tour_jeu,
        """
plateau = jeu['plateau']
if test_case(plateau, case):
    jeu['score'][0] = jeu['score'][0] + graines_gagnees
else:
    jeu['score'][1] = jeu['score'][1] + graines_gagnees
tourner_plateau(jeu)
return tour_suivant(jeu)
else:
print("La case choisie n'est pas valable")
return True
""",
    ),
    (
        awale_ccinp.NegaAwale,
        """
    return 500
    return -500
else:
    return 0
    return 0
else:
    choix_cases = cases_possibles(jeu)
    vals_jeu = []
    for case in choix_cases:
        vals_jeu.append([case, g - p])
    return max_vals(vals_jeu, profondeur)
""",
    ),
    (
        quixo.alphabeta,
        """
return (eval, None)
profondeur = profondeur - 1
meilleur_depl = None
if joueur == 1:
    v = -math.inf
    for depl in deplacements_possibles(jeu, joueur):
        jeu_c = copy.deepcopy(jeu)
        if v >= beta:
            return (v, meilleur_depl)
        if v > alpha:
            alpha = v
            meilleur_depl = depl
else:
    v = math.inf
    for depl in deplacements_possibles(jeu, joueur):
        jeu_c = copy.deepcopy(jeu)
        if alpha >= v:
            return (v, depl)
        if v < beta:
            beta = v
            meilleur_depl = depl
return (v, meilleur_depl)
""",
    ),
]


@pytest.mark.parametrize(
    ("function", "skeleton"), SKELETONS, ids=lambda value: getattr(value, "__name__", "")
)
def test_the_papers_own_lines_stand_in_our_answer(function: Any, skeleton: str) -> None:
    ours = iter(line.strip() for line in ast.unparse(ast.parse(inspect.getsource(function))).splitlines())
    for line in skeleton.strip().splitlines():
        assert any(line.strip() == own for own in ours), line


def test_the_four_movements_of_quixo_are_named_in_their_order() -> None:
    source = inspect.getsource(quixo.deplacement_case)
    said = re.findall(r"# mouvement (\d) : .* vers (.*)", source)
    assert said == [("1", "la gauche"), ("2", "la droite"), ("3", "le haut"), ("4", "le bas")]
    assert source.count("while ") == 4


def test_the_docstring_says_what_two_players_of_one_name_do() -> None:
    assert "même" in (awale_ccinp.NegaAwale.__doc__ or "")
