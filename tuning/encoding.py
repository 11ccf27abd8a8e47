"""Many positions at once as a network sees them, and as an evaluation judges them.

A template (see `stratege.core.compiling`): `inputs` is what the network sees, `evaluation` who judges,
`symmetry` what turns boards. All arrays are flat; `state` is any state of the game, for its width.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import cast

from stratege.core.compiling import rule
from stratege.core.kernel import UNBOUND, Kernel
from stratege.core.parts import UNJUDGED, UNMIRRORED, Evaluation, Symmetry
from stratege.envs.batch_kernel import taken
from tuning.weights import Inputs

kernel: Kernel = UNBOUND
evaluation: Evaluation = UNJUDGED
symmetry: Symmetry = UNMIRRORED
inputs: Inputs = cast(Inputs, None)


@rule
def encode(
    rules: tuple[int, ...], state: tuple[int, ...], states: MutableSequence[int], rows: MutableSequence[int]
) -> None:
    """Write the rows of all states, one state's after the other's: of all as they are, then of all turned
    by the first symmetry, and so on."""
    at = 0
    for number in range(symmetry.count(rules)):
        for board in range(len(states) // len(state)):
            for row in inputs.inputs(rules, symmetry.image(rules, taken(state, states, board), number)):
                rows[at] = row
                at += 1


@rule
def judge(
    rules: tuple[int, ...], state: tuple[int, ...], states: MutableSequence[int], values: MutableSequence[int]
) -> None:
    """Write the values of all states."""
    for board in range(len(states) // len(state)):
        values[board] = evaluation.evaluate(rules, taken(state, states, board))
