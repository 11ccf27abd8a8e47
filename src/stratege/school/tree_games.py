"""The trees of real positions: Awalé's with paper 001's gains, Quixo's with paper 004's evaluation."""

from __future__ import annotations

import copy
import re

from stratege.core.errors import BadNotation
from stratege.core.language import _
from stratege.exams import awale_ccinp, quixo
from stratege.school.pictures import picture
from stratege.school.tree import MOST_NODES, Tree

GAMES = ("awale", "quixo")
DEEPEST = {"awale": 4, "quixo": 2}
SIGNS = ".xo"


def game_tree(game: str, position: str, depth: int, method: str) -> Tree:
    """The tree of a position, ready for a method: negamax adds gains up, else the leaves hold the sums."""
    if not 1 <= depth <= DEEPEST[game]:
        raise BadNotation(_("The depth is from 1 to {most}.", most=DEEPEST[game]))
    if game == "quixo":
        return quixo_tree(read_cubes(position), depth)
    tree = awale_tree(read_pits(position), depth)
    return tree if method == "negamax" else summed(tree)


def board_picture(game: str, position: str) -> str:
    """The board that a tree grows from; "" for typed leaves."""
    if game == "quixo":
        return picture("quixo", read_cubes(position), name=position)
    return picture("awale_ccinp", read_pits(position), name=position) if game == "awale" else ""


def read_pits(text: str) -> list[int]:
    """Twelve numbers of seeds."""
    words = re.split(r"[\s,]+", text.strip("[] "))
    board = [int(word) for word in words if word.isdecimal() and len(word) < 3]
    if len(board) != len(words) or len(board) != 12 or sum(board) > 48:
        raise BadNotation(_("A board is twelve numbers of seeds, 48 at most."))
    return board


def read_cubes(text: str) -> list[list[int]]:
    """Five rows of five signs.

    >>> read_cubes("xo..x/....o/...../...../o...x")[0]
    [1, 2, 0, 0, 1]
    """
    rows = [row for row in re.split(r"[\s/]+", text.lower().strip()) if row]
    if len(rows) != 5 or any(len(row) != 5 or set(row) - set(SIGNS) for row in rows):
        raise BadNotation(_("A board is five rows of five signs, xo..x/….: x is Max, o is Min."))
    return [[SIGNS.index(sign) for sign in row] for row in rows]


def awale_tree(board: list[int], depth: int) -> Tree:
    """The moves of paper 001's game from a board, with what each gains; the values are `NegaAwale`'s."""
    game = awale_ccinp.initialisation("Max", "Min")
    game["plateau"] = list(board)
    return _moves(game, depth, "", None)


def _moves(game: awale_ccinp.Jeu, depth: int, name: str, gain: int | None) -> Tree:
    first = awale_ccinp.tour_joueur1(game)
    if not awale_ccinp.tour_suivant(game):
        end = awale_ccinp.gagnant(awale_ccinp.copie(game))
        return Tree({"Max": 500, "Min": -500}.get(end, 0), (), name, gain)
    if depth == 0:
        return Tree(0, (), name, gain)
    children = []
    for pit in awale_ccinp.cases_possibles(game):
        gained, after = awale_ccinp.gain(game, pit)
        children.append(_moves(after, depth - 1, "abcdefghijkl"[pit if first else pit + 6], gained))
    return Tree(0, tuple(children), name, gain)


def summed(tree: Tree, so_far: float = 0, sign: int = 1) -> Tree:
    """The same tree with all that was gained on the way in its leaves, Max's less Min's.

    >>> summed(Tree(children=(Tree(0, (Tree(0, (), "g", 2),), "a", 5),))).children[0].children[0].leaf
    3
    """
    if not tree.children:
        return Tree(so_far + tree.leaf, (), tree.name)
    below = (summed(one, so_far + sign * (one.gain or 0), -sign) for one in tree.children)
    return Tree(0, tuple(below), tree.name)


def quixo_tree(board: list[list[int]], depth: int, player: int = 1, name: str = "") -> Tree:
    """The moves of paper 004's game, as its `alphabeta` tries them; leaves have its evaluation."""
    moves = quixo.deplacements_possibles(board, player)
    if depth == 0 or not moves or quixo.gagnant(board, 1) or quixo.gagnant(board, 2):
        return Tree(quixo.evaluation(board, player, depth), (), name)
    if len(moves) ** depth > MOST_NODES:
        raise BadNotation(_("A tree has at most {nodes} nodes.", nodes=MOST_NODES))
    children = []
    for move in moves:
        after = copy.deepcopy(board)
        quixo.deplacement_case(after, player, *move)
        words = "{}{}→{}{}".format(*move)
        children.append(quixo_tree(after, depth - 1, 3 - player, words))
    return Tree(0, tuple(children), name)
