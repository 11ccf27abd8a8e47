"""Pieces done in any order come out in theirs, and never too far ahead."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stratege.core.pieces import Piece, in_order


class Shuffled:
    """Does pieces in an order that somebody else draws, several being under way."""

    def __init__(self, draw: Any) -> None:
        self.draw, self.most, self.left = draw, 0, False

    def __call__(self, pieces: Iterable[Piece[Any] | None]) -> Generator[tuple[int, Any]]:
        waiting, under_way = iter(pieces), list[Piece[Any]]()
        try:
            while True:
                for piece in islice(waiting, self.draw(st.integers(1, 4))):
                    if piece is None:
                        break
                    under_way.append(piece)
                if not under_way:
                    return
                self.most = max(self.most, len(under_way))
                done = under_way.pop(self.draw(st.integers(0, len(under_way) - 1)))
                yield done.number, done.do()
        finally:
            self.left = True


@given(st.integers(0, 12), st.integers(1, 5), st.data())
def test_results_come_in_the_order_of_the_numbers(count: int, ahead: int, data: Any) -> None:
    doing = Shuffled(data.draw)
    pieces = (Piece(number, str, (number,)) for number in range(count))
    assert list(in_order(doing, pieces, ahead)) == [str(number) for number in range(count)]
    assert doing.most <= ahead


@given(st.data())
def test_leaving_early_ends_what_is_under_way(data: Any) -> None:
    doing = Shuffled(data.draw)
    results = in_order(doing, (Piece(number, str, (number,)) for number in range(9)), 3)
    assert next(results) == "0"
    results.close()
    assert doing.left
