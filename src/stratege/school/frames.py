"""What a stage shows, step by step: one format for every algorithm, one player for all.

A frame has words, and a picture of its own or changes to the picture before it: of the element with an
identifier (`data-id`), its text, its class, or the picture in it. Frames are shown from the first to the
last; to go back, a player begins again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

MOST_FRAMES = 1500


class Change(NamedTuple):
    """One thing changed in the picture: what `kind` (text, class, html) of which element, and to what."""

    id: str
    kind: str
    value: str


@dataclass(frozen=True)
class Frame:
    """One step."""

    words: str
    picture: str = ""
    changes: tuple[Change, ...] = ()

    def told(self) -> dict[str, Any]:
        """For programs; what is empty is left out."""
        plain: dict[str, Any] = {"words": self.words}
        if self.picture:
            plain["picture"] = self.picture
        if self.changes:
            plain["changes"] = [list(one) for one in self.changes]
        return plain


def told(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Every frame for programs."""
    return [one.told() for one in frames]
