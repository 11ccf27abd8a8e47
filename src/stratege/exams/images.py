"""Compression d'images : l'épreuve 000, exercice 1.

Une image est la liste de ses lignes, de haut en bas ; une ligne est la liste de ses pixels, de gauche à
droite. La couleur d'un pixel est 0 ou 1 (noir et blanc), un entier de 0 à 7 (niveaux de gris, 8 couleurs)
ou un triplet RGB. Trois parties : réduire le nombre de couleurs, compter les pixels consécutifs de même
couleur, découper l'image en rectangles unis.
"""

from typing import Any, TypedDict

Couleur = Any
Image = list[list[Couleur]]
ImageNB = list[list[int]]
RGB = tuple[int, int, int]
Position = tuple[int, int]


class Rectangle(TypedDict):
    """Un rectangle uni : coin supérieur gauche, couleur, hauteur et largeur en pixels."""

    pos: Position
    coul: Couleur
    ha: int
    la: int


ImageCompressee = tuple[int, int, list[Rectangle]]

# Les valeurs de l'énoncé : trois images, puis img1 et deux de ses découpages en rectangles.

imgA: ImageNB = [[0, 1, 1, 1, 1], [1, 0, 1, 1, 1], [1, 1, 0, 1, 1], [1, 1, 1, 0, 1], [1, 1, 1, 1, 0]]
imgB: ImageNB = [[0, 1, 2, 3, 4, 5, 6, 7] for _ in range(4)]
imgC: list[list[RGB]] = [[(255, 0, 0)] * 3, [(255, 255, 255)] * 3]

img1: ImageNB = [
    [7, 7, 7, 1],
    [7, 7, 7, 1],
    [2, 2, 1, 1],
]
ic1: ImageCompressee = (
    3,
    4,
    [
        {"pos": (0, 0), "coul": 7, "ha": 2, "la": 3},
        {"pos": (0, 3), "coul": 1, "ha": 3, "la": 1},
        {"pos": (2, 0), "coul": 2, "ha": 1, "la": 2},
        {"pos": (2, 2), "coul": 1, "ha": 1, "la": 1},
    ],
)
ic2: ImageCompressee = (
    3,
    4,
    [
        {"pos": (0, 0), "coul": 7, "ha": 2, "la": 3},
        {"pos": (0, 3), "coul": 1, "ha": 2, "la": 1},
        {"pos": (2, 0), "coul": 2, "ha": 1, "la": 2},
        {"pos": (2, 2), "coul": 1, "ha": 1, "la": 2},
    ],
)


def creer_image(n: int, m: int, c: Couleur) -> Image:
    """Question 2. Nouvelle image unie de couleur c, à n lignes et m colonnes.

    >>> creer_image(2, 1, (0, 0, 200))
    [[(0, 0, 200)], [(0, 0, 200)]]
    """
    img = []
    for i in range(n):
        # Une liste neuve par ligne : sinon, modifier une ligne les modifierait toutes.
        nouvelle_ligne = []
        for j in range(m):
            nouvelle_ligne.append(c)
        img.append(nouvelle_ligne)
    return img


def _nb_colonnes(img: Image) -> int:
    """Largeur de l'image, nulle si elle n'a aucune ligne.

    >>> _nb_colonnes(imgB), _nb_colonnes([])
    (8, 0)
    """
    return len(img[0]) if img else 0


# Partie 1 : les couleurs d'une image


def noir_ou_blanc(x: float) -> int:
    """Question 4. 0 (noir) si le niveau x est strictement inférieur à 128, 1 (blanc) sinon.

    >>> noir_ou_blanc(127.9), noir_ou_blanc(128)
    (0, 1)
    """
    return 0 if x < 128 else 1


def passer_en_nb(img: list[list[RGB]]) -> ImageNB:
    """Question 5. Nouvelle image en noir et blanc : chaque pixel suit la moyenne de ses trois niveaux.

    >>> passer_en_nb([[(255, 0, 0), (255, 255, 0)]])
    [[0, 1]]
    """
    return [[noir_ou_blanc((r + g + b) / 3) for r, g, b in ligne] for ligne in img]


def passer_en_8_couleurs(img: list[list[RGB]]) -> list[list[RGB]]:
    """Question 6. Nouvelle image en 8 couleurs : chacun des trois niveaux est réduit à 0 ou 1.

    >>> passer_en_8_couleurs([[(255, 100, 129)]])
    [[(1, 0, 1)]]
    """
    return [[(noir_ou_blanc(r), noir_ou_blanc(g), noir_ou_blanc(b)) for r, g, b in ligne] for ligne in img]


# Partie 2 : compression en ligne d'une image en noir et blanc


def image_vers_ligne(img: ImageNB) -> tuple[int, list[int]]:
    """Question 7. Le nombre de colonnes de l'image, et tous ses pixels, ligne après ligne.

    >>> image_vers_ligne([[0, 1, 0], [1, 1, 1]])
    (3, [0, 1, 0, 1, 1, 1])
    """
    ligne01 = []
    for ligne in img:
        ligne01 += ligne
    return _nb_colonnes(img), ligne01


def ligne_vers_image(nbc: int, ligne01: list[int]) -> ImageNB:
    """Question 8. L'image à nbc colonnes dont ligne01 énumère les pixels ; réciproque de image_vers_ligne.

    Il faut que nbc divise la longueur de ligne01. Sans aucun pixel, l'image est vide.

    >>> ligne_vers_image(3, [0, 1, 0, 1, 1, 1])
    [[0, 1, 0], [1, 1, 1]]
    """
    if not ligne01:
        return []
    return [ligne01[debut : debut + nbc] for debut in range(0, len(ligne01), nbc)]


def compte_0_1(ligne01: list[int]) -> list[int]:
    """Question 9. Nombres de pixels consécutifs égaux, en commençant toujours par compter les 0.

    Seul le premier nombre peut être nul. La ligne vide donne la liste vide.

    >>> compte_0_1([0, 1, 0, 0, 0, 1, 1])
    [1, 1, 3, 2]
    >>> compte_0_1([1, 1, 1, 0, 1, 1])
    [0, 3, 1, 2]
    """
    if not ligne01:
        return []
    comptes = []
    couleur, nb = 0, 0
    for pixel in ligne01:
        if pixel != couleur:
            comptes.append(nb)
            couleur, nb = pixel, 0
        nb += 1
    comptes.append(nb)  # la dernière série n'est suivie d'aucun changement de couleur
    return comptes


def decompresse_ligne(liste_entiers: list[int]) -> list[int]:
    """Question 10. La ligne de 0 et de 1 que compte liste_entiers ; réciproque de compte_0_1.

    >>> decompresse_ligne([4, 2, 3, 1])
    [0, 0, 0, 0, 1, 1, 0, 0, 0, 1]
    >>> decompresse_ligne([0, 2, 2])
    [1, 1, 0, 0]
    """
    ligne01 = []
    couleur = 0
    for nb in liste_entiers:
        ligne01 += [couleur] * nb
        couleur = 1 - couleur
    return ligne01


def compresse_image(img: ImageNB) -> tuple[int, list[int]]:
    """Question 11. Le nombre de colonnes de l'image, et les comptes de sa ligne de pixels.

    >>> compresse_image([[0, 1, 0], [1, 1, 1]])
    (3, [1, 1, 1, 3])
    """
    nbc, ligne01 = image_vers_ligne(img)
    return nbc, compte_0_1(ligne01)


def decompresse_image(nbc: int, liste_entiers: list[int]) -> ImageNB:
    """Question 12. L'image à nbc colonnes que compte liste_entiers ; réciproque de compresse_image.

    >>> decompresse_image(3, [1, 1, 1, 3])
    [[0, 1, 0], [1, 1, 1]]
    """
    return ligne_vers_image(nbc, decompresse_ligne(liste_entiers))


# Partie 3 : compression d'une image avec des rectangles couvrants


def dim_largeur_max(img: Image, pos: Position, j_max: int) -> int:
    """Question 14. Nombre de pixels de la couleur de pos qui se suivent, de pos à la colonne j_max incluse.

    >>> dim_largeur_max(img1, (0, 0), 3), dim_largeur_max(img1, (2, 0), 3), dim_largeur_max(img1, (2, 1), 3)
    (3, 2, 1)
    """
    i, j = pos
    largeur = 0
    while j + largeur <= j_max and img[i][j + largeur] == img[i][j]:
        largeur += 1
    return largeur


def rectangle_max(img: Image, pos: Position) -> tuple[int, int]:
    """Question 16. Hauteur et largeur d'un plus grand rectangle uni dont pos est le coin supérieur gauche.

    À aires égales, c'est le moins haut.

    >>> rectangle_max(img1, (0, 0)), rectangle_max(img1, (0, 3))
    ((2, 3), (3, 1))
    """
    i0, j0 = pos
    ha, la = 0, 0
    j_max = len(img[i0]) - 1
    i = i0
    while i < len(img) and img[i][j0] == img[i0][j0]:
        largeur = dim_largeur_max(img, (i, j0), j_max)
        hauteur = i - i0 + 1
        if hauteur * largeur > ha * la:
            ha, la = hauteur, largeur
        j_max = j0 + largeur - 1  # un rectangle plus haut ne peut pas déborder de cette ligne
        i += 1
    return ha, la


def _pixels(rect: Rectangle) -> list[Position]:
    """Positions des pixels du rectangle, ligne par ligne.

    >>> _pixels({"pos": (2, 0), "coul": 2, "ha": 1, "la": 2})
    [(2, 0), (2, 1)]
    """
    i0, j0 = rect["pos"]
    return [(i, j) for i in range(i0, i0 + rect["ha"]) for j in range(j0, j0 + rect["la"])]


def compression_rectangle(img: Image) -> ImageCompressee:
    """Question 17. Hauteur et largeur de l'image, et son découpage en rectangles unis.

    L'image est lue ligne par ligne ; chaque pixel encore découvert est le coin d'un plus grand rectangle
    uni de pixels découverts. Deux rectangles ne se superposent donc jamais. img n'est pas modifiée.

    >>> compression_rectangle([[5, 5, 8]])
    (1, 3, [{'pos': (0, 0), 'coul': 5, 'ha': 1, 'la': 2}, {'pos': (0, 2), 'coul': 8, 'ha': 1, 'la': 1}])
    >>> compression_rectangle(img1) == ic1
    True
    """
    # Un pixel couvert passe à None, qui n'est pas une couleur : il arrête les rectangles suivants.
    reste = [ligne.copy() for ligne in img]
    l_rect = []
    for i in range(len(img)):
        for j in range(len(img[i])):
            if reste[i][j] is not None:
                ha, la = rectangle_max(reste, (i, j))
                rect: Rectangle = {"pos": (i, j), "coul": img[i][j], "ha": ha, "la": la}
                l_rect.append(rect)
                for i_couvert, j_couvert in _pixels(rect):
                    reste[i_couvert][j_couvert] = None
    return len(img), _nb_colonnes(img), l_rect


def decompression_rectangle(ic: ImageCompressee) -> Image:
    """Question 18. L'image que représente l'image compressée valide ic.

    >>> decompression_rectangle(ic1) == decompression_rectangle(ic2) == img1
    True
    """
    ha, la, l_rect = ic
    img = creer_image(ha, la, None)  # chaque pixel recevra la couleur du rectangle qui le couvre
    for rect in l_rect:
        for i, j in _pixels(rect):
            img[i][j] = rect["coul"]
    return img


def _dans_image(rect: Rectangle, ha: int, la: int) -> bool:
    """Le rectangle a au moins un pixel, et aucun hors de l'image de dimensions ha et la.

    >>> _dans_image({"pos": (2, 2), "coul": 1, "ha": 1, "la": 2}, 3, 4)
    True
    >>> _dans_image({"pos": (2, 2), "coul": 1, "ha": 1, "la": 3}, 3, 4)
    False
    """
    i0, j0 = rect["pos"]
    non_vide = rect["ha"] >= 1 and rect["la"] >= 1
    return non_vide and 0 <= i0 <= ha - rect["ha"] and 0 <= j0 <= la - rect["la"]


def image_compressee_valide(ha: int, la: int, l_rect: list[Rectangle]) -> bool:
    """Complément (aucune question ne le demande). Les trois conditions de l'énoncé sont vérifiées.

    Les rectangles sont dans l'image, ne se superposent pas et couvrent tous ses pixels.

    >>> image_compressee_valide(*ic1), image_compressee_valide(*ic2)
    (True, True)
    >>> image_compressee_valide(3, 4, ic1[2] + ic2[2]), image_compressee_valide(3, 4, ic1[2][1:])
    (False, False)
    """
    if ha < 0 or la < 0:
        return False
    couvert = creer_image(ha, la, False)
    for rect in l_rect:
        if not _dans_image(rect, ha, la):
            return False
        for i, j in _pixels(rect):
            if couvert[i][j]:
                return False
            couvert[i][j] = True
    return all(all(ligne) for ligne in couvert)
