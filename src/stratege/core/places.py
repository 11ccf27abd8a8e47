"""What stands on each place of a board: said to who cannot see it, and changed by who sets one up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from stratege.core.errors import BadNotation
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.core.position import Position


class Cell(NamedTuple):
    """The content of a place: a mark that is the same where the same stands there, and its name in words."""

    mark: int
    words: str


class Places(Protocol):
    """A game's board, place by place; the places' names are those of its moves and of its picture."""

    def cells(self, position: Position) -> dict[str, Cell]:
        """What stands on each place."""

    def edited(self, position: Position, place: str, step: int) -> Position:
        """The position with more (`step` 1) or less (-1) on one of the places that `cells` names."""


def edited(position: Position, place: str, step: int) -> Position:
    """The position after one step of the editor on a place; `BadNotation` for a place that is none."""
    places = position.game.declaration.places
    if places is None or place not in places.cells(position):
        raise BadNotation(_("There is no place {place!r} on this board.", place=place))
    return places.edited(position, place, step)


def with_board(position: Position, board: str) -> Position:
    """The position with another board, which is the first field of its text."""
    return position.game.parse(":".join([board, *position.game.write(position)[1:]]))


def counted(cells: Mapping[str, Cell], place: str, step: int) -> str:
    """A board of counts, separated by commas, with one more or one less on a place."""
    counts = {name: cell.mark for name, cell in cells.items()}
    counts[place] = max(0, counts[place] + step)
    return ",".join(map(str, counts.values()))


def with_other_player(position: Position) -> Position:
    """The same board with the other player to move."""
    fields = position.game.write(position)
    fields[position.game.player_field] = str(3 - position.to_move)
    return position.game.parse(":".join(fields))
