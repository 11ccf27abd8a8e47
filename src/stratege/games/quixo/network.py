"""How good a Quixo position looks, learned from the engine's games: one layer over what `inputs` sees.

The weights stand beside this file, made by `python -m tuning` (`generate`, `train`). Boards of other sizes
are judged by the terms of `evaluate`.
"""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.weights import beside
from stratege.core.words import layer
from stratege.games.quixo.evaluate import CONTEMPT as CONTEMPT
from stratege.games.quixo.evaluate import EXCHANGES as EXCHANGES
from stratege.games.quixo.evaluate import MARGIN as MARGIN
from stratege.games.quixo.evaluate import OPTIMISM as OPTIMISM
from stratege.games.quixo.evaluate import PASSES as PASSES
from stratege.games.quixo.evaluate import UNIT as UNIT
from stratege.games.quixo.evaluate import captures as captures
from stratege.games.quixo.evaluate import evaluate as linear
from stratege.games.quixo.evaluate import liked as liked
from stratege.games.quixo.evaluate import matters as matters
from stratege.games.quixo.evaluate import passed as passed
from stratege.games.quixo.evaluate import promise as promise
from stratege.games.quixo.evaluate import prospects as prospects
from stratege.games.quixo.inputs import ROWS, SIDE, inputs

LEARNED = beside(__file__, "quixo", ROWS)
LAYER, SHIFT = LEARNED.rows, LEARNED.shift


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In units of no name, of which `inputs.SCALE` make the odds to win e to 1."""
    if rules[0] != SIDE:
        return linear(rules, state)
    return layer(LAYER, inputs(rules, state)) >> SHIFT
