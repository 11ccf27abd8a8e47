"""How a game's exact table is made: what `games/*/table_recipe.py` tells `tables/`.

A table is a row of layers, each a file of its own: Awalé's positions with 7 seeds, Quixo's boards with 3
blanks. A recipe knows what a layer holds and how its entries follow from each other; it never sees a file.
It is handed arrays that lie in files, so two laws make a build safe to kill at any instant:

- every entry is final as soon as it is written, and an entry not yet written is zero;
- started again on a half-filled array, `solve` goes on from there and ends with the same bytes, whatever the
  number of workers.

Where a layer is a matter of seconds, a recipe may keep neither of these but begin again, trusting nothing
that it finds; the bytes in the end are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from stratege.core.kernel import Rules, State

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Bytes = NDArray[numpy.uint8]
    Entries = NDArray[numpy.int64]


WORKING_COPIES = 3  # of a packed layer that does not say: its data, its scratch and the layer below

GatherBytes = Callable[[str, "Entries"], "Bytes"]
"""The bytes of a layer's data at so many places."""

ReadBytes = Callable[[int, int], "Bytes"]
"""The bytes of a layer's data from one place to another."""


@dataclass(frozen=True)
class Layer:
    """A part of a table that is built, stored and checked as one.

    `size` is what its data takes in bytes, `entries` how many positions it holds, `needs` names the layers
    that `solve` and `wrong` read beside it; `packed` says that it is stored compressed.

    What nobody can see in a finished file: `scratch` is what `solve` takes in bytes beside it (beside the
    file, if it is packed: the data and what it needs unpacked are then among it), `share` how much of its
    size a packed file takes at most. A `streamed` layer is packed and never lies anywhere as a whole: `solve`
    is given no data to fill but hands it over, part by part, by `Work.write`. `cost` is how long a byte of it
    takes, as measured once, where one of the game's small tables takes 1, and `parallel` whether more workers
    make it quicker: for estimates.
    """

    name: str
    entries: int
    size: int
    needs: tuple[str, ...] = ()
    packed: bool = False
    scratch: int = field(default=0, compare=False)
    share: float = field(default=0.4, compare=False)
    streamed: bool = field(default=False, compare=False)
    cost: float = field(default=1.0, compare=False)
    parallel: bool = field(default=True, compare=False)

    @property
    def effort(self) -> float:
        """How long it takes, in bytes of one of the game's small tables."""
        return self.size * self.cost

    @property
    def kept(self) -> int:
        """What its file takes in bytes, at most."""
        return int(self.size * self.share) if self.packed else self.size

    @property
    def working(self) -> int:
        """What the work takes beside its file, at most: a packed layer is worked on raw."""
        return self.scratch or (WORKING_COPIES * self.size if self.packed and not self.streamed else 0)


@dataclass(frozen=True)
class Exact:
    """What a table knows of a position, seen by the player to move.

    `result` is 1, 0 or -1 (won, drawn, lost), `plies` the distance to the end where the table keeps it,
    `margin` the difference of seeds in the end where the game counts seeds.
    """

    result: int
    plies: int | None = None
    margin: int | None = None


class Elsewhere(Protocol):
    """Other processes, which see the same files."""

    def __call__(
        self, function: Callable[..., Any], parts: Iterable[tuple[Any, ...]], private: bool = False
    ) -> Iterator[Any]:
        """What `function(rules, layer, arrays, *part)` says of each part, in any order.

        It is called once more if a process died of it half way. The arrays are the layer's `data`, what lies
        in scratch and the layers that it needs, by name. What a call writes there all others see; but if it
        is `private`, nobody does, and two may be at the same part.
        """


def _unasked(part: Bytes) -> None:
    raise AssertionError("only a streamed layer is written part by part")


@dataclass
class Work:
    """What a builder grants a recipe: threads, memory, and ears.

    `tell` takes the fraction done of the layer, from 0 to 1, and is called at least every few seconds; it
    raises to stop the work, which then ends as if killed. `scratch(name, size)` is a zeroed array of bytes
    beside the data, in a file too: it keeps its contents over a kill and is dropped when the layer is done.
    `elsewhere`, where there is a cluster, takes work in parts that are independent of each other.
    """

    workers: int
    memory: int
    tell: Callable[[float], None]
    scratch: Callable[[str, int], Bytes]
    elsewhere: Elsewhere | None = None
    write: Callable[[Bytes], None] = _unasked
    """Takes the next part of a streamed layer: a multiple of 2^14 bytes, but for the last."""


class Recipe(Protocol):
    """A module of functions on (rules, …)."""

    VERSION: int
    """Goes up whenever the same position would get other bytes."""

    def layers(self, rules: Rules, limit: int | None) -> tuple[Layer, ...]:
        """All layers of the table, in the order they are built, up to a limit of the game's own kind.

        Without a limit: what is built on first use. Raises `BadOption` for a table that cannot be.
        """

    def every_layer(self, rules: Rules) -> tuple[Layer, ...]:
        """All layers that there can be: what a file of a stranger must look like."""

    def at_once(self, rules: Rules, state: State) -> bool:
        """Whether the table without a limit knows this state and is built in seconds, on first use."""

    def selfcheck(self, rules: Rules, seed: int) -> None:
        """Compare the fast successors with the kernel's on random positions; raise `AssertionError`."""

    def solve(self, rules: Rules, layer: Layer, data: Bytes, below: Mapping[str, Bytes], work: Work) -> None:
        """Fill the layer's data, under the two laws above."""

    def wrong(
        self,
        rules: Rules,
        layer: Layer,
        data: Bytes,
        below: Mapping[str, Bytes],
        entries: Entries | None,
        work: Work,
    ) -> int:
        """The first of these entries (None: of all) that does not follow from its successors, or -1."""

    def statistics(self, rules: Rules, layer: Layer, data: Bytes, work: Work) -> dict[str, Any]:
        """The layer in numbers, as JSON would have it; kept in the file's header."""

    def probe(
        self, rules: Rules, state: State, fetch: Callable[[str, int, int], bytes | None]
    ) -> Exact | None:
        """What the table says of a state that is not over; None where it says nothing.

        `fetch(layer, start, length)` gives bytes of a layer's data, or None if that layer is not there.
        """


@runtime_checkable
class SampledRecipe(Protocol):
    """A recipe whose packed layers need not be unpacked to check some of their entries."""

    def wrong_among(
        self, rules: Rules, layer: Layer, entries: Entries, gather: GatherBytes, work: Work
    ) -> int:
        """The first of these entries that does not follow from its successors, or -1.

        Nothing is seen of this layer and those that it needs but what `gather` brings. It unpacks a block
        once for all places that it is asked for at once, so recipes ask for many.
        """


@runtime_checkable
class NestedRecipe(Protocol):
    """A recipe whose tables know boards of other sizes, too: a large Chomp box holds all smaller shapes."""

    def fitted(self, rules: Rules, state: State) -> State | None:
        """The board of these rules that a state of another size is worth as much as; None if it is none."""


@runtime_checkable
class SolvedAnewRecipe(Protocol):
    """A recipe that checks whole layers by solving them anew: they need not lie anywhere unpacked."""

    def differs(
        self, rules: Rules, layer: Layer, read: ReadBytes, below: Mapping[str, Bytes], work: Work
    ) -> int | None:
        """The first entry of the layer that solving it anew does not confirm, or -1.

        None of a layer that is not checked so. Parts of the data are read in any order, by threads.
        """
