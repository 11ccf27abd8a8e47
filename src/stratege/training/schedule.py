"""When something is asked again: Leitner's boxes, each with a longer interval than the one before.

S. Leitner, "So lernt man lernen" (1972). Who knows it moves it on by a box, who does not puts it back into
the first. Out of the last box it is known, and comes no more. Times are in seconds, told from outside.
"""

from __future__ import annotations

DAY = 24 * 3600
INTERVALS = (0, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY)
"""For each box, how long until what lies in it is asked."""

KNOWN = len(INTERVALS)
"""The box of what is known."""


def next_box(box: int, knew: bool) -> int:
    """Where a card goes that was asked.

    What was not known is asked again the same day, then a day later.

    >>> [next_box(box, True) for box in range(3)], next_box(4, False), next_box(5, True) == KNOWN
    ([1, 2, 3], 0, True)
    """
    return min(box + 1, KNOWN) if knew else 0


def due(box: int, now: int) -> int | None:
    """When a card that comes into this box now is asked again; None if never."""
    return None if box >= KNOWN else now + INTERVALS[box]
