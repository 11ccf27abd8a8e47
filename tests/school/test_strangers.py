"""Files as students write them: right in any style, and a mistake costs its own question only."""

from __future__ import annotations

import re

import pytest

from stratege.confined.boundary import Limits
from stratege.core import language
from stratege.school import marking
from stratege.school.marking import mark
from stratege.school.syntax import facts

# Another hand: tabs, loops by index, helpers, types that nothing defines, modules that are not there.
CHOMP = '''# -*- coding: utf-8 -*-
from __future__ import annotations
import sys, numpy as np
import matplotlib.pyplot as plt
sys.setrecursionlimit(5000)
compteur = 0

def tablette(m: Entier, n: Entier) -> np.ndarray:
	res = []
	for i in range(n):
		res.append(m)
	return res

def affiche(pos):
    i = len(pos) - 1
    while i >= 0:
        print("X" if i == 0 else "O", "O " * (pos[i] - 1))
        i -= 1

def coups_jouables(pos):
    l = []
    for j in range(len(pos)):
        for i in range(pos[j]):
            if (j, i) != (0, 0):
                l.append((j, i))
    return l

def enleve_0(pos):
    while len(pos) > 0 and pos[-1] == 0:
        pos.pop()
    return pos  # and it is changed in place, too

def joue(pos, coup):
    i, j = coup
    nouv = []
    for k in range(len(pos)):
        if k < i or pos[k] < j: nouv.append(pos[k])
        else: nouv.append(j)
    enleve_0(nouv)
    return nouv

def gagnante(pos):
    global compteur
    compteur += 1
    for c in coups_jouables(pos):
        if gagnante(joue(pos, c)) == False:
            return True
    return False

def clé(pos):
    """ Dictionnaires :
les clés sont des tuples """
    return tuple(pos)

def gagnante_memo(pos, memo):
    if clé(pos) in memo:
        return memo[clé(pos)]
    rep = False
    for c in coups_jouables(pos):
        if not gagnante_memo(joue(pos, c), memo):
            rep = True
            break
    memo[clé(pos)] = rep
    return rep

def coup_gagnant(pos):
    memo = {}
    for c in coups_jouables(pos):
        if not gagnante_memo(joue(pos, c), memo):
            return c
    return False

def carte_gagnante(m, n):
    carte = [[1 for _ in range(m)] for _ in range(n)]
    memo = {}
    for (i, j) in coups_jouables(tablette(m, n)):
        if not gagnante_memo(joue(tablette(m, n), (i, j)), memo):
            carte[i][j] = 2
    carte[0][0] = 0
    return carte

print(carte_gagnante(4, 3))
nom = input("Votre nom ? ")
plt.plot([1, 2])

if __name__ == "__main__":
    import os
    os.system("ls")
'''
# A function in place of the one of that name: what is wrong with it, and in which questions that shows.
MISTAKES = {
    "syntax": ("coups_jouables", "    for i in range(len(pos))\n        pass\n"),
    "raised": ("enleve_0", "    while pos[-1] == 0:\n        pos.pop()\n"),
    "module": ("tablette", "    return np.full(n, m)\n"),
    "shown": ("coup_gagnant", "    print(False if gagnante_memo(pos, {}) is False else (0, 1))\n"),
    "asks": ("tablette", "    n = int(input())\n    return [m] * n\n"),
    "superfluous": ("enleve_0", "    while pos and pos[-1] == 0:\n        pos.pop()\n    return 5\n"),
    "changed": ("joue", "    for k in range(coup[0], len(pos)):\n        if pos[k] > coup[1]:\n"
                        "            pos[k] = coup[1]\n    enleve_0(pos)\n    return pos\n"),
    "type": ("coups_jouables", "    return [[i, j] for i in range(len(pos)) for j in range(pos[i])][1:]\n"),
    "value": ("coups_jouables", "    return [(i, j) for i in range(1, len(pos)) for j in range(pos[i])]\n"),
}  # fmt: skip


def with_mistake(name: str, body: str) -> str:
    pattern = re.compile(rf"^(def {name}\(.*?:\n).*?(?=^\S)", re.MULTILINE | re.DOTALL)
    assert pattern.search(CHOMP)
    return pattern.sub(lambda found: found[1] + body + "\n", CHOMP)


def test_what_is_right_is_right_in_any_style() -> None:
    found = mark("002", [CHOMP])
    assert [one.question.number for one in found.questions if one.earned < one.question.points] == []


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_costs_its_own_question(kind: str) -> None:
    name, body = MISTAKES[kind]
    found = mark("002", [with_mistake(name, body)])
    short = [one for one in found.questions if one.earned < one.question.points]
    assert [one.question.function for one in short] == [name]
    faults = [part.fault for part in short[0].parts if part.fault]
    assert kind in {fault.kind for fault in faults}
    language.use("fr")
    assert all("{" not in fault.reason for fault in faults)


def test_a_game_that_is_played_when_the_file_is_loaded_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marking, "LIMITS", Limits(processor=0.3))
    right = "def tablette(m, n):\n    return [m] * n\n"
    asking = "while True:\n    try:\n        print(input())\n    except:\n        pass\n"
    machine = "def partie():\n    while True:\n        pass\n\ngagnant = partie()\n"
    for code in (right + asking, right + machine):
        assert mark("002", [code], "Q3").earned == 1
    assert mark("002", [asking + right], "Q3").earned == 0  # nothing after it is ever reached


def test_a_name_that_is_almost_right_is_pointed_out() -> None:
    (found,) = mark("002", ["def Tablettes(m, n):\n    return [m] * n\n"], "Q3").questions
    assert found.fault is not None
    assert found.fault.reason == "tablette is not defined in the file; there is Tablettes."


def test_two_files_are_told_apart_even_if_one_is_broken() -> None:
    nimble = "def selectSquare(board, n)\n    pass\n\ndef possibleSquare(board, n, i):\n    return False\n"
    ming = "def possiblePawn(board, n, player, i, j):\n    return False\n"
    found = mark("003", [ming, nimble], ["possibleSquare", "selectSquare", "possiblePawn"])
    kinds = [one.fault.kind if one.fault else "" for one in found.questions]
    assert kinds == ["", "syntax", ""]


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("import numpy as np\nnp = f\nnp.mro\n", ".mro"),
        ("import numpy as np\ndef f(np):\n    return np.gi_frame\n", ".gi_frame"),
        ("import numpy as np\nnp.__class__\n", ".__class__"),
        ("import sys\nsys.modules\n", ".modules"),
        ("import sys\nsys.settrace(None)\n", ".settrace"),
        ("from sys import modules\ndef f():\n    return modules\n", "sys.modules"),
        ("match [].append:\n    case object(__self__=x):\n        pass\n", "matchclass"),
    ],
)
def test_what_is_not_there_opens_no_door(code: str, named: str) -> None:
    fault = facts(code).strange("f")
    assert fault is not None
    assert fault.values["name"] == named
