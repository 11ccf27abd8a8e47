"""The boards that a game has gone through: a set that grows by one board a move without being copied."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Set
from itertools import islice

from stratege.core.kernel import State

_growing = threading.Lock()


class Seen(Set[State]):
    """A set of boards that never changes; equal to any set of the same boards.

    The sets of one game share the row of its boards, each set being the first so many of them. The longest
    one grows in place, so a game of n moves costs n steps and not n²; any other one is copied when it grows.
    """

    __slots__ = ("_count", "_kept_hash", "_places", "_row")

    def __init__(self, boards: Iterable[State] = ()) -> None:
        self._row = list(dict.fromkeys(boards))
        self._places = {board: place for place, board in enumerate(self._row)}
        self._count = len(self._row)
        self._kept_hash: int | None = None

    def plus(self, board: State) -> Seen:
        """This set and one board more."""
        if board in self:
            return self
        with _growing:
            if len(self._row) > self._count:
                return Seen([*self, board])
            self._places[board] = self._count
            self._row.append(board)
        longer = Seen.__new__(Seen)
        longer._row, longer._places = self._row, self._places
        longer._count, longer._kept_hash = self._count + 1, None
        return longer

    def __contains__(self, board: object) -> bool:
        return self._places.get(board, self._count) < self._count  # type: ignore[call-overload, no-any-return]

    def __iter__(self) -> Iterator[State]:
        return islice(self._row, self._count)

    def __len__(self) -> int:
        return self._count

    def __hash__(self) -> int:
        if self._kept_hash is None:
            self._kept_hash = self._hash()  # that of an equal frozenset
        return self._kept_hash

    def __repr__(self) -> str:
        return f"Seen({list(self)})"

    def __reduce__(self) -> tuple[type[Seen], tuple[list[State]]]:
        return Seen, (list(self),)


class _Nothing(Seen):
    """The empty set, from which every game's row begins anew."""

    __slots__ = ()

    def plus(self, board: State) -> Seen:
        return Seen([board])


NOTHING_SEEN: Seen = _Nothing()
