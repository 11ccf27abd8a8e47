"""A tree as rings around its root: the first moves in the middle, their answers around them.

A branch has the share of its parent's angle that its weight is of all its siblings' weights.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from stratege.core.charts import mixed
from stratege.core.svg import INK, MUTED, PAPER, PLAYER_ONE, PLAYER_TWO, WOOD, Canvas

SIZE, TOP = 640, 48
HUB = 46  # the radius of the middle
THINNEST = 2 * math.pi / 720  # radians: what is thinner is not drawn
LETTER, LINE = 6.6, 13  # pixels that a letter is wide, and a line of words high


@dataclass(frozen=True)
class Branch:
    """A move, how often it was made, what player 1 got of it (from 0 to 1), and what followed."""

    name: str
    weight: int
    score: float
    branches: Sequence[Branch] = field(default=())

    @property
    def depth(self) -> int:
        """How many rings there are."""
        return max((1 + branch.depth for branch in self.branches), default=0)


def sunburst(root: Branch, title: str, legend: str) -> str:
    """The tree as a picture: light where player 1 did well, dark where player 2 did. Each branch is a place
    whose name is the moves that lead to it.
    """
    canvas = Canvas(SIZE, SIZE + TOP, title)
    canvas.text(SIZE / 2, TOP / 2, title, 16)
    ring = (SIZE / 2 - 12 - HUB) / max(1, root.depth)
    canvas.circle(SIZE / 2, TOP + SIZE / 2 - 12, HUB - 3, fill=WOOD)
    canvas.text(SIZE / 2, TOP + SIZE / 2 - 12, root.name, 15)
    _rings(canvas, root, "", 0.0, 2 * math.pi, HUB, ring)
    canvas.text(SIZE / 2, SIZE + TOP - 10, legend, 12, fill=MUTED)
    return str(canvas)


def _rings(
    canvas: Canvas, parent: Branch, path: str, begin: float, angle: float, radius: float, ring: float
) -> None:
    total = sum(branch.weight for branch in parent.branches)
    for branch in parent.branches:
        wide = angle * branch.weight / total
        if wide >= THINNEST:
            here = f"{path} {branch.name}".strip()
            with canvas.spot(here):
                _segment(canvas, branch, begin, begin + wide, radius, ring)
            _rings(canvas, branch, here, begin, wide, radius + ring, ring)
        begin += wide


def _segment(canvas: Canvas, branch: Branch, begin: float, end: float, radius: float, ring: float) -> None:
    end = min(end, begin + 2 * math.pi - 1e-3)  # a whole ring would begin and end in the same point
    far, large = radius + ring, int(end - begin > math.pi)
    corners = [_at(begin, radius), _at(begin, far), _at(end, far), _at(end, radius)]
    one, two, three, four = (f"{x:.2f} {y:.2f}" for x, y in corners)
    outward = f"A {far:.2f} {far:.2f} 0 {large} 1 {three}"
    steps = f"M {one} L {two} {outward} L {four} A {radius:.2f} {radius:.2f} 0 {large} 0 {one} Z"
    light = branch.score
    canvas.path(steps, fill=mixed(PLAYER_TWO, PLAYER_ONE, light), stroke=WOOD, stroke_width=0.8)
    turned, middle = (begin + end) / 2, radius + ring / 2
    if _fits(len(branch.name) * LETTER, turned, middle * (end - begin), ring):
        x, y = _at(turned, middle)
        canvas.text(x, y, branch.name, 12, fill=INK if light > 0.4 else PAPER, pointer_events="none")


def _fits(words: float, turned: float, arc: float, ring: float) -> bool:
    """Whether level words of that width stay within a segment that stands at this angle from the top."""
    across, along = abs(math.cos(turned)), abs(math.sin(turned))
    return words * across + LINE * along <= arc and words * along + LINE * across <= ring


def _at(angle: float, radius: float) -> tuple[float, float]:
    """A point so far from the middle, at this angle from the top, as clocks turn."""
    return SIZE / 2 + radius * math.sin(angle), TOP + SIZE / 2 - 12 - radius * math.cos(angle)
