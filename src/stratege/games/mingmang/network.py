"""How good a Ming Mang position looks, learned from the engine's games: one layer over what `inputs` sees.

The weights, made by `python -m tuning` (`generate`, `train`), belong beside this file; none yet beats the
terms of `evaluate`, which judge, and boards of other sizes anyway. `judge` tries it with any file.
"""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.weights import beside
from stratege.core.words import layer
from stratege.games.mingmang.evaluate import CONTEMPT as CONTEMPT
from stratege.games.mingmang.evaluate import EXCHANGES as EXCHANGES
from stratege.games.mingmang.evaluate import MARGIN as MARGIN
from stratege.games.mingmang.evaluate import OPTIMISM as OPTIMISM
from stratege.games.mingmang.evaluate import PASSES as PASSES
from stratege.games.mingmang.evaluate import UNIT as UNIT
from stratege.games.mingmang.evaluate import captures as captures
from stratege.games.mingmang.evaluate import evaluate as linear
from stratege.games.mingmang.evaluate import liked as liked
from stratege.games.mingmang.evaluate import matters as matters
from stratege.games.mingmang.evaluate import passed as passed
from stratege.games.mingmang.evaluate import promise as promise
from stratege.games.mingmang.evaluate import prospects as prospects
from stratege.games.mingmang.inputs import ROWS, SIDE, inputs

LEARNED = beside(__file__, "mingmang", ROWS)
LAYER, SHIFT = LEARNED.rows, LEARNED.shift


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a pawn."""
    if rules[0] != SIDE:
        return linear(rules, state)
    return layer(LAYER, inputs(rules, state)) >> SHIFT
