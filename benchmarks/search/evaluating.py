"""The evaluation by itself, over many positions: a template (see `stratege.core.compiling`).

Its C twin is `evaluation.h`.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, Evaluation

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED


@rule
def evaluate_pairs(rules: tuple[int, ...], words: MutableSequence[int], rounds: int) -> int:
    """The sum of the values of all states, two words each, so many times."""
    total = 0
    for _round in range(rounds):
        for at in range(0, len(words), 2):
            total += evaluation.evaluate(rules, (words[at], words[at + 1]))
    return total


@rule
def evaluate_triples(rules: tuple[int, ...], words: MutableSequence[int], rounds: int) -> int:
    """The same where a state has three words."""
    total = 0
    for _round in range(rounds):
        for at in range(0, len(words), 3):
            total += evaluation.evaluate(rules, (words[at], words[at + 1], words[at + 2]))
    return total
