"""The openings of an archive as a tree: the explorer's numbers, move by move."""

from __future__ import annotations

import re
from pathlib import Path

from tests.archive.made import made

import stratege
from stratege.archive.explorer import explore
from stratege.archive.opening_tree import Opening, openings, openings_svg
from stratege.archive.store import Archive

QUIXO = stratege.game("quixo", size=3)


def test_every_branch_is_what_the_explorer_says(tmp_path: Path) -> None:
    with Archive.open(str(tmp_path / "games.sqlite")) as archive:
        archive.add(made(QUIXO, seed) for seed in range(30))
        tree = openings(archive, QUIXO.start(), 3)

        def check(node: Opening, depth: int) -> None:
            said = {one.move: one.score for one in explore(archive, node.position).moves}
            assert [(one.move, one.games) for one in node.found] == [
                (move, score.games) for move, score in said.items()
            ]
            for one in node.found:
                mine = said[one.move].rate
                assert one.score == (mine if node.position.to_move == 1 else 1 - mine)
                if depth > 1:
                    check(one, depth - 1)

        check(tree, 3)
        assert openings(archive, QUIXO.start(), 1).as_json()["moves"][0]["moves"] == []
        nothing = openings(archive, stratege.game("awale").start())
    assert tree.games == 30
    assert (nothing.games, nothing.found) == (0, [])
    places = re.findall(r'data-spot="([^"]+)"', openings_svg(tree))
    assert places[0] == tree.found[0].move
    assert max(len(place.split()) for place in places) == 3
