"""Parts of a layer under construction worked out by others, who map the same files of a shared folder.

What one writes the others must see at once, as on one machine, or on a file system made for it; NFS is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from stratege.core.kernel import Rules
from stratege.core.pieces import Doing, Piece
from stratege.core.recipe import Elsewhere, Layer

if TYPE_CHECKING:
    from stratege.core.recipe import Bytes


class Place(NamedTuple):
    """Where in which file an array lies, and whether others may write it."""

    path: str
    begins: int
    size: int
    writable: bool

    def mapped(self, private: bool) -> Bytes:
        """The array; a private one may be written too, and changes nothing for others."""
        mode: Any = "c" if private else "r+" if self.writable else "r"
        return numpy.asarray(numpy.memmap(self.path, numpy.uint8, mode, self.begins, (self.size,)))


def spread(doing: Doing, rules: Rules, layer: Layer, places: Callable[[], Mapping[str, Place]]) -> Elsewhere:
    """What `core.recipe.Work.elsewhere` promises; `places` has the arrays by their names."""

    def elsewhere(
        function: Callable[..., Any], parts: Iterable[tuple[Any, ...]], private: bool = False
    ) -> Iterator[Any]:
        there = dict(places())
        pieces = (
            Piece(number, compute, (function, rules, layer, there, private, part), alone=not private)
            for number, part in enumerate(parts)
        )
        with closing(doing(pieces)) as results:
            for _number, answer in results:
                yield answer

    return elsewhere


def compute(
    function: Callable[..., Any],
    rules: Rules,
    layer: Layer,
    places: Mapping[str, Place],
    private: bool,
    part: tuple[Any, ...],
) -> Any:
    """A piece of work: the function on the arrays and one of the parts."""
    return function(rules, layer, {name: place.mapped(private) for name, place in places.items()}, *part)
