"""How good an Awalé position looks, learned from the engine's games: one layer over what `inputs` sees.

A row of weights for each fact; their sum is 32 numbers, of which 31 are held between 0 and 1 and one is left
as it is; a weighted sum of them is the value. The weights stand beside this file, made by `python -m tuning`
(`generate`, `train`). Boards of another number of seeds are judged by the linear terms of `evaluate`.
"""

from __future__ import annotations

from stratege.core.compiling import rule
from stratege.core.weights import beside
from stratege.core.words import layer
from stratege.games.awale.evaluate import CONTEMPT as CONTEMPT
from stratege.games.awale.evaluate import EXCHANGES as EXCHANGES
from stratege.games.awale.evaluate import MARGIN as MARGIN
from stratege.games.awale.evaluate import OPTIMISM as OPTIMISM
from stratege.games.awale.evaluate import PASSES as PASSES
from stratege.games.awale.evaluate import UNIT as UNIT
from stratege.games.awale.evaluate import captures as captures
from stratege.games.awale.evaluate import evaluate as linear
from stratege.games.awale.evaluate import liked as liked
from stratege.games.awale.evaluate import matters as matters
from stratege.games.awale.evaluate import passed as passed
from stratege.games.awale.evaluate import promise as promise
from stratege.games.awale.evaluate import prospects as prospects
from stratege.games.awale.inputs import ROWS, SEEDS, inputs
from stratege.games.awale.kernel import STORE, seeds_in

LEARNED = beside(__file__, "awale", ROWS)
LAYER, SHIFT = LEARNED.rows, LEARNED.shift


@rule
def evaluate(rules: tuple[int, ...], state: tuple[int, ...]) -> int:
    """In hundredths of a seed."""
    mine, theirs = state[0], state[1]
    if (mine >> STORE) + (theirs >> STORE) + seeds_in(mine) + seeds_in(theirs) != SEEDS:
        return linear(rules, state)
    return layer(LAYER, inputs(rules, state)) >> SHIFT
