"""What Awalé's learned judgement sees."""

from __future__ import annotations

from tests.games.test_learned import positions

from stratege.core.position import Position
from stratege.games.awale.game import seeds_of
from stratege.games.awale.inputs import GROUPS, HARVESTS, PITS, ROWS, STORES, TURNS, inputs


def harvestable(position: Position) -> set[int]:
    """The other side's pits, from 0, that one sowing of fewer than twelve seeds ends in with 2 or 3."""
    pits, _stores = seeds_of(position)
    mine = 6 * (position.to_move - 1)
    found = set()
    for pit in range(mine, mine + 6):
        last = (pit + pits[pit]) % 12
        if 0 < pits[pit] < 12 and last // 6 != mine // 6 and pits[last] in (1, 2):
            found.add(last % 6)
    return found


def test_what_is_seen_is_so() -> None:
    for position in positions("awale", 500):
        seen = inputs(position.game.rules, position.state)
        pits, stores = seeds_of(position)
        mine = 6 * (position.to_move - 1)
        turned = pits[mine:] + pits[:mine]
        ends = [PITS + sum(GROUPS[:group]) for group in range(len(GROUPS) + 1)]
        assert all(start <= row < end for start, row, end in zip(ends, seen, ends[1:]))
        assert [row - start for start, row in zip(ends, seen)][:12] == [min(23, seeds) for seeds in turned]
        held = stores if position.to_move == 1 else stores[::-1]
        assert [seen[12] - STORES, seen[13] - STORES - 25] == held
        other = Position(position.game, (position.state[1], position.state[0], 0), 3 - position.to_move)
        for row, first, seat in ((seen[14], HARVESTS, position), (seen[15], HARVESTS + 64, other)):
            assert row - first == sum(1 << pit for pit in harvestable(seat))
        limited = position.game.variant.name in ("standard", "ccinp")
        assert seen[16] - TURNS == (min(60, 100 - position.state[2]) if limited else 60)
        assert max(seen) < ROWS
