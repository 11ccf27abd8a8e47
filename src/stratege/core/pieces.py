"""Work in pieces that others may do, several at once: what a cluster does, and any room hands out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Piece(Generic[T]):
    """A call to make, known by its number: done twice it counts once. All of it can be sent elsewhere.

    One that is to be done `alone` is not given to a second worker while the first is at it.
    """

    number: int
    function: Callable[..., T]
    arguments: tuple[Any, ...] = ()
    alone: bool = False

    def do(self) -> T:
        """Make the call here and now."""
        return self.function(*self.arguments)


Doing = Callable[[Iterable[Piece[Any] | None]], Generator[tuple[int, Any]]]
"""What does pieces: their numbers and results, as they are done. None among them says that there will be more
once those under way are done; leaving early cancels these."""


def in_order(doing: Doing, pieces: Iterable[Piece[T]], ahead: int) -> Generator[T]:
    """The results of pieces numbered from 0 on, in order; at most so many are done before they are wanted."""
    wanted, done = 0, dict[int, T]()

    def handed_out() -> Iterator[Piece[T] | None]:
        for piece in pieces:
            while piece.number - wanted >= ahead:
                yield None
            yield piece

    with closing(doing(handed_out())) as results:
        for number, result in results:
            done[number] = result
            while wanted in done:
                wanted += 1
                yield done.pop(wanted - 1)
