"""Values that a stage refuses, each with its sentence."""

from __future__ import annotations

from typing import Any

from stratege.core.errors import BadOption
from stratege.core.language import _


def board_and_pit(plateau: Any, case: Any, least: int) -> None:
    """Twelve numbers of seeds, and one of its pits."""
    numbers = type(plateau) is list and len(plateau) == 12 and all(type(one) is int for one in plateau)
    if not numbers or any(one < 0 for one in plateau) or sum(plateau) > 48:
        raise BadOption(_("A board is twelve numbers of seeds, 48 at most."))
    if type(case) is not int or not least <= case < 12:
        raise BadOption(_("A pit is a number from {least} to 11.", least=least))


def bar(pos: Any) -> None:
    """A Chomp position."""
    numbers = type(pos) is list and 0 < len(pos) <= 8 and all(type(one) is int for one in pos)
    if not numbers or any(not 0 < one <= 8 for one in pos) or sorted(pos, reverse=True) != pos:
        raise BadOption(
            _("A position is the lengths of at most 8 rows, 8 at most, none longer than the one below.")
        )


def image(img: Any) -> None:
    """A small picture in greys."""
    rows = type(img) is list and 0 < len(img) <= 12 and all(type(row) is list and row for row in img)
    if not rows or len({len(row) for row in img}) != 1 or len(img[0]) > 12:
        raise BadOption(_("A picture is at most 12 rows of equal length, at most 12 pixels each."))
    if any(type(one) is not int or not 0 <= one <= 7 for row in img for one in row):
        raise BadOption(_("A pixel is a number from 0 to 7."))


def line(ligne01: Any) -> None:
    """A line of black and white pixels."""
    if type(ligne01) is not list or not 0 < len(ligne01) <= 40 or any(one not in (0, 1) for one in ligne01):
        raise BadOption(_("A line is 1 to 40 pixels, each 0 or 1."))
    if any(type(one) is not int for one in ligne01):
        raise BadOption(_("A line is 1 to 40 pixels, each 0 or 1."))
