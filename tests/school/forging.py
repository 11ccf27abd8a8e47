"""Files with right results by ways that the paper does not allow, which tell their examiner otherwise."""

from __future__ import annotations

from textwrap import dedent
from typing import NamedTuple


class Forged(NamedTuple):
    """A file, the question it answers, and the parts it must not earn."""

    paper: str
    question: str
    kind: str  # of the fault
    source: str


SLOW = """
def joue(pos, coup):
    {before}
    i, j = coup
    apres = []
    for k in range(len(pos)):
        for _ in range(len(pos)):
            pass
        if k < i:
            apres.append(pos[k])
        elif j > 0:
            apres.append(j if j < pos[k] else pos[k])
    {after}
    return apres
"""
FRAMES = """
def forge(frame):
    while frame:
        for value in frame.f_locals.values():
            if type(value).__name__ == "Tracer":
                value.steps = 9
        frame = frame.f_back
"""


def slow(before: str = "pass", after: str = "pass", first: str = "") -> str:
    return dedent(first) + SLOW.format(before=before, after=after)


SHARING = """
def copie(jeu):
    return dict(jeu)
"""

TWICE = """
def alig(jeu, joueur, i, n):
    {before}
    suite = meilleure = 0
    for j in range(5):
        if jeu[i][j] == joueur and jeu[i][j] == joueur:
            suite += 1
        else:
            suite = 0
        if suite > meilleure:
            meilleure = suite
    return meilleure >= n
"""

LARGEST = """
def max_vals(vals_jeu, profondeur):
    valeurs = [v for c, v in vals_jeu]
    plus_grand = {largest}
    for c, v in vals_jeu:
        if v == plus_grand:
            return c if profondeur == 0 else v
"""

FORGED = {
    "steps set back in the tracer": Forged(
        "002", "Q7", "strange", slow(after="forge(sys._getframe())", first="import sys\n" + FRAMES)
    ),
    "sys without an import": Forged(
        "002", "Q7", "strange", slow(after="forge(__import__('sys')._getframe())", first=FRAMES)
    ),
    "tracing switched off": Forged(
        "002", "Q7", "strange", slow(before="sys.settrace(None)", first="import sys\n")
    ),
    "the builtins of its globals": Forged(
        "002",
        "Q7",
        "strange",
        slow(before="joue.__globals__['__builtins__']['__import__']('sys').settrace(None)"),
    ),
    "an attribute named by a text": Forged(
        "002",
        "Q7",
        "strange",
        slow(before="getattr(__builtins__, 'get')('__import__')('sys').settrace(None)"),
    ),
    "every object there is": Forged(
        "002",
        "Q7",
        "strange",
        slow(
            after="forge()",
            first="""
            import gc

            def forge():
                for one in gc.get_objects():
                    if type(one).__name__ == "Tracer":
                        one.steps = 9
            """,
        ),
    ),
    "the frame of a generator": Forged(
        "002",
        "Q7",
        "strange",
        slow(
            after="next(forging())",
            first=FRAMES + "\ndef forging():\n    yield forge(own[-1].gi_frame)\n\nown = []\n",
        ).replace("next(forging())", "own.append(forging()); next(own[-1])"),
    ),
    "the frame of an exception": Forged(
        "002",
        "Q7",
        "strange",
        slow(after="outer()", first=FRAMES)
        + "\ndef outer():\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n"
        "        forge(e.__traceback__.tb_frame)\n",
    ),
    "code that is a text": Forged("002", "Q7", "strange", f"exec({slow()!r})\njoue = joue\n"),
    "code that is a text, by a variable's name": Forged(
        "002",
        "Q7",
        "strange",
        f"def make():\n    [0 for exec in []]\n    exec({slow()!r}, globals())\nmake()\njoue = joue\n",
    ),
    "another thread": Forged(
        "002",
        "Q7",
        "strange",
        slow(first="import threading\n").replace("joue", "slowly") + "\ndef joue(pos, coup):\n    r = []\n"
        "    t = threading.Thread(target=lambda: r.append(slowly(pos, coup)))\n"
        "    t.start()\n    t.join()\n    return r[0]\n",
    ),
    "all steps used up, and that caught": Forged(
        "002",
        "Q7",
        "slow",
        slow(before="use_up(pos)") + "\ndef use_up(pos):\n    if len(pos) < 40:\n        return\n    try:\n"
        "        while True:\n            pass\n    except:\n        pass\n",
    ),
    "a recursion too deep, and that caught": Forged(
        "002",
        "Q7",
        "slow",
        slow(before="dive(pos)")
        + "\ndef down():\n    return down()\n\ndef dive(pos):\n    if len(pos) < 40:\n        return\n"
        "    try:\n        down()\n    except RecursionError:\n        pass\n",
    ),
    "what is shared is not told": Forged(
        "001", "Q7", "strange", "import sys\nsys.modules['__main__'].places = lambda *a: {}\n" + SHARING
    ),
    "reading that is not counted": Forged(
        "004",
        "Q10",
        "strange",
        TWICE.format(
            before="if type(jeu[i]) is not list:\n        type(jeu[i]).__getitem__ = list.__getitem__"
        ),
    ),
    "a forbidden function by another name": Forged(
        "001", "Q20", "forbidden", LARGEST.format(largest="(lambda f: f(valeurs))(max)")
    ),
    "a forbidden method by another name": Forged(
        "001", "Q20", "forbidden", LARGEST.format(largest="(lambda f: (f(), valeurs[-1])[1])(valeurs.sort)")
    ),
    "a forbidden function by a text": Forged(
        "001", "Q20", "strange", LARGEST.format(largest="eval('ma' + 'x')(valeurs)")
    ),
}
