"""Reading sizes: `8`, `10x8`."""

from __future__ import annotations

import re

from stratege.core.errors import BadOption
from stratege.core.language import _


def parse_sizes(text: str, game: str, example: str) -> list[int]:
    """The numbers of a size text such as `8` or `10x8`, between one and two of them."""
    match = re.fullmatch(r"\s*(\d{1,7})\s*(?:[x×*,]\s*(\d{1,7})\s*)?", text)
    if match is None:
        raise BadOption(
            _(
                "{text!r} is not a size of {game}: write for example {example}.",
                text=text,
                game=game,
                example=example,
            )
        )
    return [int(number) for number in match.groups() if number is not None]


def parse_side(text: str, game: str, example: str) -> int:
    """The one number of a size text such as `8`, for boards that are square; `8x8` says the same."""
    sides = parse_sizes(text, game, example)
    if len(set(sides)) > 1:
        raise BadOption(
            _(
                "The size of {game} is one number, not {text!r}: write for example {example}.",
                text=text,
                game=game,
                example=example,
            )
        )
    return sides[0]


def within(number: int, least: int, most: int, what: str) -> int:
    """The number, if it is in the range that the game allows."""
    if not least <= number <= most:
        raise BadOption(
            _(
                "{what} must be between {least} and {most}, not {number}.",
                what=what,
                least=least,
                most=most,
                number=number,
            )
        )
    return number
