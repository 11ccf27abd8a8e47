"""Typical mistakes, written by hand: the paper, the function, its wrong version, the kinds of fault to be named."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Wrong:
    """A wrong version of one function, and the kind of fault that must be named."""

    paper: str
    module: str
    code: str
    kind: str

    @property
    def function(self) -> str:
        return self.code.partition("def ")[2].partition("(")[0]


def of(paper: str, module: str, *pairs: tuple[str, str]) -> list[Wrong]:
    return [Wrong(paper, module, code, kind) for kind, code in pairs]


IMAGES = of(
    "000",
    "images",
    ("repeated", "def creer_image(n, m, c):\n    return [[c] * m] * n\n"),
    ("value", "def creer_image(n, m, c):\n    return [[c] * n for _ in range(m)]\n"),
    ("value", "def noir_ou_blanc(x):\n    return 0 if x <= 128 else 1\n"),
    ("type", "def noir_ou_blanc(x):\n    return x >= 128\n"),
    ("constant", "def noir_ou_blanc(x):\n    return 0\n"),
    (
        "changed",
        "def passer_en_nb(img):\n    for row in img:\n        for j in range(len(row)):\n"
        "            row[j] = noir_ou_blanc(sum(row[j]) / 3)\n    return img\n",
    ),
    (
        "value",
        "def passer_en_nb(img):\n    return [[noir_ou_blanc(round(sum(p) / 3)) for p in row] for row in img]\n",
    ),
    (
        "type",
        "def passer_en_8_couleurs(img):\n    return [[[noir_ou_blanc(c) for c in p] for p in row] for row in img]\n",
    ),
    ("type", "def image_vers_ligne(img):\n    return [len(img[0]), [p for row in img for p in row]]\n"),
    ("value", "def image_vers_ligne(img):\n    return (len(img), [p for row in img for p in row])\n"),
    (
        "slow",
        "def image_vers_ligne(img):\n    line = []\n    for row in img:\n        for p in row:\n            new = []\n"
        "            for q in line:\n                new.append(q)\n            new.append(p)\n            line = new\n"
        "    return len(img[0]), line\n",
    ),
    (
        "value",
        "def ligne_vers_image(nbc, ligne01):\n"
        "    return [ligne01[i : i + nbc] for i in range(0, len(ligne01) - nbc, nbc)]\n",
    ),
    (
        "value",
        "def compte_0_1(ligne01):\n    counts, last, n = [], ligne01[0], 0\n    for p in ligne01:\n"
        "        if p != last:\n            counts.append(n)\n            last, n = p, 0\n        n += 1\n"
        "    return counts + [n]\n",
    ),
    (
        "value",
        "def compte_0_1(ligne01):\n    counts, last, n = [], 0, 0\n    for p in ligne01:\n        if p != last:\n"
        "            counts.append(n)\n            last, n = p, 0\n        n += 1\n    return counts\n",
    ),
    (
        "value",
        "def decompresse_ligne(liste_entiers):\n    line, c = [], 1\n    for n in liste_entiers:\n"
        "        line += [c] * n\n        c = 1 - c\n    return line\n",
    ),
    (
        "value",
        "def dim_largeur_max(img, pos, j_max):\n    i, j = pos\n    n = 0\n"
        "    while j + n < j_max and img[i][j + n] == img[i][j]:\n        n += 1\n    return n\n",
    ),
    (
        "value",
        "def dim_largeur_max(img, pos, j_max):\n    i, j = pos\n"
        "    return sum(1 for k in range(j, j_max + 1) if img[i][k] == img[i][j])\n",
    ),
    (
        "value",
        "def rectangle_max(img, pos):\n    return 1, dim_largeur_max(img, pos, len(img[0]) - 1)\n",
    ),
    (
        "value",
        "def compression_rectangle(img):\n    out = []\n    for i in range(len(img)):\n"
        "        for j in range(len(img[0])):\n            ha, la = rectangle_max(img, (i, j))\n"
        "            out.append({'pos': (i, j), 'coul': img[i][j], 'ha': ha, 'la': la})\n"
        "    return len(img), len(img[0]), out\n",
    ),
)

AWALE = of(
    "000",
    "awale",
    ("type", "def tour_joueur1(etat_jeu):\n    return 1 - etat_jeu['nb_tours'] % 2\n"),
    ("value", "def somme(plt, n, p):\n    return sum(plt[n:p])\n"),
    ("unchanged", "def tourner_plateau(plt):\n    plt = plt[6:] + plt[:6]\n"),
    (
        "value",
        "def semer_graines(plt, c):\n    n, plt[c] = plt[c], 0\n    for _ in range(n):\n        c = (c + 1) % 12\n"
        "        plt[c] += 1\n    return c\n",
    ),
    (
        "raised",
        "def semer_graines(plt, c):\n    n, plt[c] = plt[c], 0\n    for k in range(n):\n        plt[c + k + 1] += 1\n"
        "    return c + n\n",
    ),
    ("value", "def case_ramassable(plt, c):\n    return plt[c] == 2 or plt[c] == 3\n"),
    (
        "value",
        "def ramasser_graines(plt, c):\n    total = 0\n    while c < 12 and case_ramassable(plt, c):\n"
        "        total += plt[c]\n        plt[c] = 0\n        c += 1\n    return total\n",
    ),
    (
        "changed",
        "def test_famine(plt, c):\n    ramasser_graines(plt, semer_graines(plt, c))\n    return somme(plt, 6, 11) == 0\n",
    ),
    ("value", "def test_case(plt, c):\n    return plt[c] > 0 and not test_famine(plt, c)\n"),
    (
        "type",
        "def cases_possibles(etat_jeu):\n    return tuple(c for c in range(6) if test_case(etat_jeu['plateau'], c))\n",
    ),
    (
        "value",
        "def tour_termine(etat_jeu):\n    return not (etat_jeu['score_j1'] < 25 and etat_jeu['score_j2'] < 25)\n",
    ),
    (
        "value",
        "def gagnant(etat_jeu):\n    etat_jeu['score_j1'] += somme(etat_jeu['plateau'], 0, 5)\n"
        "    etat_jeu['score_j2'] += somme(etat_jeu['plateau'], 6, 11)\n"
        "    if etat_jeu['score_j1'] > etat_jeu['score_j2']:\n        return etat_jeu['joueur1']\n"
        "    if etat_jeu['score_j1'] < etat_jeu['score_j2']:\n        return etat_jeu['joueur2']\n    return 'égalité'\n",
    ),
    (
        "input",
        "def awale(nom_joueur1, nom_joueur2):\n    etat = initialisation(nom_joueur1, nom_joueur2)\n"
        "    while not tour_termine(etat) or True:\n        tour_jeu(etat, int(input('? ')))\n    print(gagnant(etat))\n",
    ),
)

CCINP = of(
    "001",
    "awale_ccinp",
    ("type", "def tour_joueur1(jeu):\n    return 1 if jeu['n'] % 2 == 0 else 0\n"),
    ("value", "def tour_joueur1(jeu):\n    return jeu['n'] % 2 == 1\n"),
    ("constant", "def tour_joueur1(jeu):\n    return True\n"),
    ("unchanged", "def tourner_plateau(jeu):\n    p = jeu['plateau']\n    p = p[6:] + p[:6]\n"),
    ("miswritten", "def tourner_plateau(jeu):\n    jeu['plateau'] = jeu['plateau'][::-1]\n"),
    ("shared", "def copie(jeu):\n    return dict(jeu)\n"),
    ("shared", "def copie(jeu):\n    autre = dict(jeu)\n    autre['plateau'] = jeu['plateau'].copy()\n    return autre\n"),
    ("forbidden", "import copy\ndef copie(jeu):\n    return copy.deepcopy(jeu)\n"),
    (
        "value",
        "def deplacer_graines(plateau, case):\n    n, plateau[case] = plateau[case], 0\n    for _ in range(n):\n"
        "        case = (case + 1) % 12\n        plateau[case] += 1\n    return case\n",
    ),
    (
        "nothing",
        "def deplacer_graines(plateau, case):\n    n, depart = plateau[case], case\n    plateau[case] = 0\n"
        "    while n:\n        case = (case + 1) % 12\n        if case != depart:\n            plateau[case] += 1\n"
        "            n -= 1\n",
    ),
    (
        "endless",
        "def deplacer_graines(plateau, case):\n    n, depart = plateau[case], case\n    plateau[case] = 0\n"
        "    while n:\n        case = (case + 1) % 12\n        if case != depart:\n            plateau[case] += 1\n"
        "    return case\n",
    ),
    ("value", "def case_ramassable(plateau, case):\n    return case >= 6 and 2 <= plateau[case] < 3\n"),
    ("value", "def case_ramassable(plateau, case):\n    return case > 6 and 2 <= plateau[case] <= 3\n"),
    (
        "loops",
        "def ramasser_graines(plateau, case):\n    total = 0\n    while case_ramassable(plateau, case):\n"
        "        total += plateau[case]\n        plateau[case] = 0\n        case -= 1\n    return total\n",
    ),
    (
        "recursion",
        "def ramasser_graines(plateau, case):\n    if not case_ramassable(plateau, case):\n        return 0\n"
        "    return plateau[case] + ramasser_graines(plateau, case)\n",
    ),
    (
        "unused",
        "def ramasser_graines(plateau, case):\n    if case < 6 or plateau[case] not in (2, 3):\n        return 0\n"
        "    n, plateau[case] = plateau[case], 0\n    return n + ramasser_graines(plateau, case - 1)\n",
    ),
    ("value", "def test_famine(plateau, case):\n    e = plateau.copy()\n    ramasser_graines(e, deplacer_graines(e, case))\n    return e[6:] == [0] * 6\n"),
    ("changed", "def test_famine(plateau, case):\n    e = plateau\n    ramasser_graines(e, deplacer_graines(e, case))\n    return e[6:] != [0] * 6\n"),
    ("forbidden", "def test_famine(plateau, case):\n    e = plateau.copy()\n    ramasser_graines(e, deplacer_graines(e, case))\n    return sum(e[6:]) > 0\n"),
    ("value", "def test_case(plateau, case):\n    return 0 <= case < 6 and test_famine(plateau, case)\n"),
    ("value", "def cases_possibles(jeu):\n    return [c for c in range(5) if test_case(jeu['plateau'], c)]\n"),
    ("value", "def tour_suivant(jeu):\n    return jeu['score'][0] <= 25 and jeu['score'][1] <= 25 and jeu['n'] < 100 and _total(jeu['plateau']) > 3 and len(cases_possibles(jeu)) > 0\n"),
    ("value", "def tour_suivant(jeu):\n    return jeu['score'][0] < 25 and jeu['score'][1] < 25 and jeu['n'] <= 100 and _total(jeu['plateau']) > 3 and len(cases_possibles(jeu)) > 0\n"),
    (
        "miswritten",
        "def tour_jeu(jeu, case):\n    p = jeu['plateau']\n    if not test_case(p, case):\n        print('non')\n        return True\n"
        "    g = ramasser_graines(p, deplacer_graines(p, case))\n    jeu['n'] += 1\n    jeu['score'][jeu['n'] % 2] += g\n"
        "    tourner_plateau(jeu)\n    return tour_suivant(jeu)\n",
    ),
    (
        "printed",
        "def tour_jeu(jeu, case):\n    p = jeu['plateau']\n    if not test_case(p, case):\n        return True\n"
        "    g = ramasser_graines(p, deplacer_graines(p, case))\n    jeu['score'][jeu['n'] % 2] += g\n    jeu['n'] += 1\n"
        "    tourner_plateau(jeu)\n    return tour_suivant(jeu)\n",
    ),
    ("shared", "def gain(jeu, case):\n    s = dict(jeu)\n    s['plateau'] = jeu['plateau'].copy()\n    p = s['plateau']\n    g = ramasser_graines(p, deplacer_graines(p, case))\n    if g:\n        s['score'] = jeu['score'].copy()\n        s['score'][jeu['n'] % 2] += g\n    s['n'] += 1\n    tourner_plateau(s)\n    return g, s\n"),
    ("value", "def max_vals(vals_jeu, profondeur):\n    c, v = vals_jeu[0]\n    for case, valeur in vals_jeu:\n        if valeur >= v:\n            c, v = case, valeur\n    return c if profondeur == 0 else v\n"),
    ("value", "def max_vals(vals_jeu, profondeur):\n    c, v = 0, 0\n    for case, valeur in vals_jeu:\n        if valeur > v:\n            c, v = case, valeur\n    return c if profondeur == 0 else v\n"),
    ("forbidden", "def max_vals(vals_jeu, profondeur):\n    v = max([x[1] for x in vals_jeu])\n    for case, valeur in vals_jeu:\n        if valeur == v:\n            return case if profondeur == 0 else v\n"),
    ("chance", "import random\ndef max_vals(vals_jeu, profondeur):\n    return random.choice(vals_jeu)[profondeur == 0]\n"),
    ("foreign", "class Foo:\n    pass\ndef max_vals(vals_jeu, profondeur):\n    return Foo()\n"),
)  # fmt: skip

CHOMP = of(
    "002",
    "chomp",
    ("value", "def tablette(m, n):\n    return [n] * m\n"),
    ("printed", "def affiche(pos):\n    for length in pos:\n        print('# ' * length)\n"),
    ("value", "def coups_jouables(pos):\n    return [(i, j) for i in range(len(pos)) for j in range(pos[i])]\n"),
    ("miswritten", "def enleve_0(l):\n    for x in range(l.count(0)):\n        l.remove(0)\n"),
    ("unchanged", "def enleve_0(l):\n    l = [x for x in l if x]\n    return None\n"),
    ("raised", "def enleve_0(l):\n    while l[-1] == 0:\n        l.pop()\n"),
    ("changed", "def joue(pos, coup):\n    i, j = coup\n    for k in range(i, len(pos)):\n        if pos[k] > j:\n            pos[k] = j\n    enleve_0(pos)\n    return pos\n"),
    ("value", "def joue(pos, coup):\n    i, j = coup\n    return pos[:i] + [x if x < j else j for x in pos[i:]]\n"),
    ("forbidden", "def joue(pos, coup):\n    i, j = coup\n    suite = pos[:i] + [min(x, j) for x in pos[i:]]\n    enleve_0(suite)\n    return suite\n"),
    ("value", "def gagnante(pos):\n    global compteur\n    compteur += 1\n    if pos == [1]:\n        return True\n    for c in coups_jouables(pos):\n        if not gagnante(joue(pos, c)):\n            return True\n    return False\n"),
    ("uncounted", "def gagnante(pos):\n    for c in coups_jouables(pos):\n        if not gagnante(joue(pos, c)):\n            return True\n    return False\n"),
    ("unchanged", "def gagnante_memo(pos, dict):\n    for c in coups_jouables(pos):\n        if not gagnante_memo(joue(pos, c), dict):\n            return True\n    return False\n"),
    ("forgets", "def gagnante_memo(pos, dict):\n    r = False\n    for c in coups_jouables(pos):\n        if not gagnante_memo(joue(pos, c), dict):\n            r = True\n    dict[tuple(pos)] = r\n    return r\n"),
    ("type", "def coup_gagnant(pos):\n    d = {}\n    for c in coups_jouables(pos):\n        if not gagnante_memo(joue(pos, c), d):\n            return list(c)\n    return False\n"),
    ("nothing", "def coup_gagnant(pos):\n    d = {}\n    for c in coups_jouables(pos):\n        if not gagnante_memo(joue(pos, c), d):\n            return c\n"),
    ("forgets", "def coup_gagnant(pos):\n    for c in coups_jouables(pos):\n        if not gagnante_memo(joue(pos, c), {}):\n            return c\n    return False\n"),
    ("value", "def carte_gagnante(m, n):\n    carte, d = [[0] * m for _ in range(n)], {}\n    for i, j in coups_jouables(tablette(m, n)):\n        carte[i][j] = 2 if gagnante_memo(joue(tablette(m, n), (i, j)), d) else 1\n    return carte\n"),
)  # fmt: skip

NIMBLE = of(
    "003",
    "nimble",
    ("value", "import random\ndef newBoard(n, p):\n    return [random.randint(1, p + 1) - 1 for _ in range(n + 1)]\n"),
    ("value", "import random\ndef newBoard(n, p):\n    return [random.randrange(p) if p else 0 for _ in range(n)]\n"),
    ("printed", "def display(board, n):\n    print(board)\n"),
    ("value", "def possibleSquare(board, n, i):\n    return 1 <= i <= n and board[i - 1] > 0\n"),
    ("raised", "def possibleSquare(board, n, i):\n    return i >= 2 and board[i - 1] > 0\n"),
    ("typed", "def selectSquare(board, n):\n    return int(input('? '))\n"),
    ("value", "def possibleDestination(board, n, i, j):\n    return 1 <= j <= i\n"),
    ("input", "def selectDestination(board, n, i):\n    j = int(input())\n    while not 1 < j < i:\n        j = int(input())\n    return j\n"),
    ("miswritten", "def move(board, n, i, j):\n    board[j - 1] += 1\n"),
    ("miswritten", "def move(board, n, i, j):\n    board[j - 1] += board[i - 1]\n    board[i - 1] = 0\n"),
    ("value", "def lose(board, n):\n    return sum(board) == 0\n"),
    ("printed", "def nimble(n, p):\n    board, player = newBoard(n, p), 1\n    while not lose(board, n):\n        display(board, n)\n        i = selectSquare(board, n)\n        move(board, n, i, selectDestination(board, n, i))\n        player = 3 - player\n    print('Winner :', player)\n"),
)  # fmt: skip

MING = of(
    "003",
    "mingMang",
    ("repeated", "def newBoard(n):\n    return [[1] + [2] * (n - 1)] + [[1] + [0] * (n - 2) + [2]] * (n - 2) + [[1] * (n - 1) + [2]]\n"),
    ("value", "def newBoard(n):\n    return [[1] + [2] * (n - 1)] + [[1] + [0] * (n - 2) + [2] for _ in range(n - 2)] + [[1] * n]\n"),
    ("printed", "def display(board, n):\n    for row in board:\n        print(' '.join('.ox'[c] for c in row))\n"),
    ("value", "def possiblePawn(board, n, player, i, j):\n    if board[i - 1 - n][j - 1 - n] != player if 1 <= i <= n and 1 <= j <= n else True:\n        return False\n    return any(board[(i - 1 + a) % n][(j - 1 + b) % n] == 0 for a, b in DIRECTIONS)\n"),
    ("typed", "def selectPawn(board, n, player):\n    return int(input()), int(input())\n"),
    ("value", "def possibleDestination(board, n, i, j, k, l):\n    return _inside(n, k, l) and (i == k) != (j == l) and board[k - 1][l - 1] == 0\n"),
    ("miswritten", "def move(board, n, player, i, j, k, l):\n    board[i - 1][j - 1] = 0\n    board[k - 1][l - 1] = player\n"),
    ("miswritten", "def move(board, n, player, i, j, k, l):\n    board[i - 1][j - 1] = 0\n    board[k - 1][l - 1] = player\n    for a, b in ((0, -1), (0, 1)):\n        for r, c in _captured(board, n, player, k, l, a, b):\n            board[r - 1][c - 1] = player\n"),
    ("input", "def mingMangSansRepetition(n):\n    mingMang(n)\n"),
    ("printed", "def mingMang(n):\n    board, player = newBoard(n), 1\n    while not lose(board, n, player):\n        display(board, n)\n        i, j = selectPawn(board, n, player)\n        k, l = selectDestination(board, n, i, j)\n        move(board, n, player, i, j, k, l)\n        player = 3 - player\n    print('Winner :', player)\n"),
    ("input", "def mingMang(n):\n    board, player = newBoard(n), 1\n    while not lose(board, n, player):\n        display(board, n)\n        i, j = selectPawn(board, n, player)\n        k, l = selectDestination(board, n, i, j)\n        move(board, n, player, i, j, k, l)\n    print('Winner :', player)\n"),
    ("value", "def lose(board, n, player):\n    return not any(player in row for row in board)\n"),
)  # fmt: skip

QUIXO = of(
    "004",
    "quixo",
    ("repeated", "def initialisation():\n    return [[0] * 5] * 5\n"),
    ("value", "def case_bord(i, j):\n    return i == 0 or i == 4\n"),
    ("listed", "def case_bord(i, j):\n    return (i, j) in [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (2, 0), (3, 0), (4, 0), (1, 4), (2, 4), (3, 4), (4, 1), (4, 2), (4, 3), (4, 4)]\n"),
    ("value", "def case_choix_valide(jeu, i, j, joueur):\n    return case_bord(i, j) and jeu[i][j] == joueur\n"),
    ("unused", "def case_choix_valide(jeu, i, j, joueur):\n    return 0 <= i < 5 and 0 <= j < 5 and (i % 4 == 0 or j % 4 == 0) and jeu[i][j] in (0, joueur)\n"),
    ("value", "def case_deplacement_valide(i_d, j_d, i_n, j_n):\n    return (i_n == i_d and j_n in (0, 4)) or (j_n == j_d and i_n in (0, 4))\n"),
    ("miswritten", "def deplacement_case(jeu, joueur, i_d, j_d, i_n, j_n):\n    jeu[i_d][j_d], jeu[i_n][j_n] = jeu[i_n][j_n], joueur\n"),
    ("value", "def alig(jeu, joueur, i, n):\n    k = 0\n    for j in range(5):\n        if jeu[i][j] == joueur:\n            k += 1\n    return k >= n\n"),
    ("reads", "def alig(jeu, joueur, i, n):\n    for d in range(6 - n):\n        ok = True\n        for j in range(d, d + n):\n            if jeu[i][j] != joueur:\n                ok = False\n        if ok:\n            return True\n    return False\n"),
    ("value", "def gagnant(jeu, joueur):\n    for k in range(5):\n        if alig(jeu, joueur, k, 5) or acol(jeu, joueur, k, 5):\n            return True\n    return adiag1(jeu, joueur, 5)\n"),
    ("value", "def alignement_4(jeu, joueur):\n    n = 0\n    for k in range(5):\n        if alig(jeu, joueur, k, 4) or acol(jeu, joueur, k, 4):\n            n += 1\n    if adiag1(jeu, joueur, 4):\n        n += 1\n    if adiag2(jeu, joueur, 4):\n        n += 1\n    return n\n"),
    ("uncut", "def alphabeta(jeu, joueur, alpha, beta, profondeur):\n    if profondeur == 0 or gagnant(jeu, 1) or gagnant(jeu, 2):\n        return evaluation(jeu, joueur, profondeur), None\n    v, choix = (-math.inf if joueur == 1 else math.inf), None\n    for depl in deplacements_possibles(jeu, joueur):\n        suite = copy.deepcopy(jeu)\n        deplacement_case(suite, joueur, *depl)\n        w = alphabeta(suite, 3 - joueur, alpha, beta, profondeur - 1)[0]\n        if (joueur == 1 and w > v) or (joueur == 2 and w < v):\n            v, choix = w, depl\n    return v, choix\n"),
    ("forbidden", "def evaluation(jeu, joueur, profondeur):\n    s, a = (1 if joueur == 1 else -1), 3 - joueur\n    if gagnant(jeu, joueur):\n        return s * (100 + profondeur)\n    if gagnant(jeu, a):\n        return -s * (100 + profondeur)\n    v = 5 * alignement_4(jeu, joueur) + (20 if jeu[2][2] == joueur else 0)\n    v += sum(r.count(joueur) - r.count(a) for r in jeu)\n    return s * (v + profondeur)\n"),
    ("value", "def evaluation(jeu, joueur, profondeur):\n    a = 3 - joueur\n    if gagnant(jeu, joueur):\n        return 100 + profondeur\n    if gagnant(jeu, a):\n        return -100 - profondeur\n    v = 5 * alignement_4(jeu, joueur) + (20 if jeu[2][2] == joueur else 0)\n    return v + _nombre(jeu, joueur) - _nombre(jeu, a) + profondeur\n"),
)  # fmt: skip

WRONG = [*IMAGES, *AWALE, *CCINP, *CHOMP, *NIMBLE, *MING, *QUIXO]
