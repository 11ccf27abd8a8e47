"""Charts in the house style, as SVG: curves, bars, a grid of colours. They know numbers and words only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stratege.core.language import _, in_figures
from stratege.core.svg import ACCENT, INK, MUTED, PAPER, WOOD_DARK, Canvas

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 84, 28, 46, 56
NAMES = 170
"""How much room the names of curves have to the right of them."""
APART = 15  # pixels between names
LONGEST_NAME = 22
DECADES = 1000
"""Bars of which the highest is so many times the lowest are drawn by the logarithm."""

COLOURS = (ACCENT, "#1d4e89", "#2f7d4f", "#7b4fa3", "#b08900", "#0e7490", WOOD_DARK, "#a3264f")
GOOD, EVEN, BAD = "#2f7d4f", MUTED, ACCENT
RESULTS = {1: GOOD, 0: EVEN, -1: BAD}
COLD, HOT = PAPER, ACCENT

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """A name and the points that are joined."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True)
class Bar:
    """What is counted, how often, and for whom it is good: 1 for who moves, -1 for the other, 0 for none."""

    label: str
    count: int
    result: int | None = None


class Axes:
    """A canvas with a frame in which numbers have their places."""

    def __init__(self, title: str, across: str, up: str, right: float = RIGHT) -> None:
        self.canvas = Canvas(WIDTH, HEIGHT, title)
        self.right, self.bottom = WIDTH - right, HEIGHT - BOTTOM
        middle = (LEFT + self.right) / 2
        self.canvas.text(middle, TOP / 2, title, 16)
        self.canvas.text(middle, HEIGHT - 14, across, 13, fill=MUTED)
        turned = f"rotate(-90 16 {(TOP + self.bottom) / 2:g})"
        self.canvas.text(16, (TOP + self.bottom) / 2, up, 13, fill=MUTED, transform=turned)

    def level(self, part: float, words: str) -> None:
        """A line across at this part of the height, with what it stands for."""
        y = self.at(0, part)[1]
        self.canvas.line(LEFT, y, self.right, y, stroke=MUTED, stroke_width=0.5)
        self.canvas.text(LEFT - 8, y, words, 12, fill=MUTED, text_anchor="end")

    def mark(self, part: float, words: str) -> None:
        """Words below the frame, at this part of its width."""
        self.canvas.text(self.at(part, 0)[0], self.bottom + 16, words, 12, fill=MUTED)

    def at(self, across: float, up: float) -> Point:
        """Where a point of the frame stands, both being parts of it from 0 to 1."""
        return LEFT + across * (self.right - LEFT), self.bottom - up * (self.bottom - TOP)


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers between two numbers, at most so many: steps of 1, 2 or 5.

    >>> ticks(-37, 112)
    [-20.0, 0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    """
    span = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next(power * size for size in (1, 2, 5, 10, 20) if span / (power * size) < most)
    first = math.ceil(low / step - 1e-9)
    return [number * step + 0.0 for number in range(first, math.floor(high / step + 1e-9) + 1)]


def curves(title: str, lines: Sequence[Curve], across: str, up: str) -> str:
    """Curves over the same axes, each named at its end; they need not begin or end together."""
    points = [point for line in lines for point in line.points] or [(0.0, 0.0)]
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    low, high = min(y for _x, y in points), max(y for _x, y in points)
    wide, tall = (right - left) or 1.0, (high - low) or 1.0
    axes = Axes(title, across, up, NAMES)
    for number in ticks(low, high):
        axes.level((number - low) / tall, _plain(number))
    for number in ticks(left, right):
        axes.mark((number - left) / wide, _plain(number))
    ends = []
    for place, line in enumerate(lines):
        colour = COLOURS[place % len(COLOURS)]
        dashes = {"stroke_dasharray": f"{6 - place // len(COLOURS)} 3"} if place >= len(COLOURS) else {}
        shown = [axes.at((x - left) / wide, (y - low) / tall) for x, y in line.points]
        for (x, y), (later, other) in pairwise(shown):
            axes.canvas.line(x, y, later, other, stroke=colour, stroke_width=2.2, **dashes)
        if shown:
            axes.canvas.circle(*shown[-1], 3.5, fill=colour)
            ends.append((shown[-1][1], line.name, colour))
    for (_y, name, colour), y in zip(sorted(ends), spread([y for y, _name, _colour in sorted(ends)])):
        words = name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]
        axes.canvas.text(axes.right + 10, y, words, 12, fill=colour, text_anchor="start")
    return str(axes.canvas)


def spread(places: Sequence[float], apart: float = APART) -> list[float]:
    """The places in their order, moved as little as it takes for them to stand apart.

    >>> spread([10, 12, 50])
    [3.5, 18.5, 50.0]
    """
    groups: list[tuple[float, int]] = []  # where the middle of each is, and how many stand in it
    for place in places:
        groups.append((float(place), 1))
        while len(groups) > 1 and groups[-1][0] - groups[-2][0] < apart * (groups[-1][1] + groups[-2][1]) / 2:
            (one, few), (two, more) = groups[-2:]
            groups[-2:] = [((one * few + two * more) / (few + more), few + more)]
    return [middle + apart * (n - (size - 1) / 2) for middle, size in groups for n in range(size)]


def bars(title: str, counted: Sequence[Bar], across: str, up: str) -> str:
    """How often each thing was counted; by the logarithm where that is too different to be seen."""
    counts = [bar.count for bar in counted if bar.count] or [1]
    by_logarithm = max(counts) >= DECADES * min(counts)
    axes = Axes(title, across, _("{what} (logarithmic)", what=up) if by_logarithm else up)
    high = _height(max(counts), by_logarithm)
    for number in _levels(max(counts), by_logarithm):
        axes.level(_height(number, by_logarithm) / high, in_figures(int(number)))
    step = 1 / max(1, len(counted))
    every = math.ceil(len(counted) * max((len(bar.label) for bar in counted), default=1) / 70)
    for place, bar in enumerate(counted):
        x, y = axes.at((place + 0.08) * step, _height(bar.count, by_logarithm) / high if bar.count else 0)
        fill = WOOD_DARK if bar.result is None else RESULTS[bar.result]
        wide = 0.84 * step * (axes.right - LEFT)
        axes.canvas.rectangle(x, y, wide, axes.bottom - y, fill=fill)
        if place % every == 0:
            axes.mark((place + 0.5) * step, bar.label)
    return str(axes.canvas)


def rows(title: str, measured: Sequence[tuple[str, float]], across: str) -> str:
    """Numbers as lengths, one below the other, each with what it is a number of."""
    high, left = 24, 300
    most = max((number for _label, number in measured), default=1.0) or 1.0
    canvas = Canvas(WIDTH, 70 + high * len(measured), title)
    canvas.text(WIDTH / 2, 22, title, 16)
    for place, (label, number) in enumerate(measured):
        y = 44 + high * place
        canvas.text(left - 10, y + high / 2, label, 12, text_anchor="end")
        wide = (WIDTH - left - 90) * number / most
        canvas.rectangle(left, y + 3, wide, high - 6, fill=WOOD_DARK)
        figure = f"{number:,.4g}" if number < 1000 else f"{number:,.0f}"
        canvas.text(left + wide + 8, y + high / 2, figure, 12, fill=MUTED, text_anchor="start")
    canvas.text(left, 58 + high * len(measured), across, 12, fill=MUTED, text_anchor="start")
    return str(canvas)


def heat_map(title: str, rows: Sequence[Sequence[int]], across: str, up: str) -> str:
    """Numbers in a grid, from the bottom and the left, counted from 0; the more, the hotter."""
    side = max(16.0, min(42.0, 560 / max(len(rows), len(rows[0]))))
    wide, tall = side * len(rows[0]), side * len(rows)
    canvas = Canvas(wide + 100, tall + 110, title)
    canvas.text(50 + wide / 2, 24, title, 16)
    most = max(max(row) for row in rows) or 1
    for number, row in enumerate(rows):
        y = 46 + tall - side * (number + 1)
        canvas.text(38, y + side / 2, number, 12, fill=MUTED, text_anchor="end")
        for column, count in enumerate(row):
            heat = math.sqrt(count / most)
            x = 50 + side * column
            canvas.rectangle(x, y, side, side, fill=mixed(COLD, HOT, heat), stroke=MUTED, stroke_width=0.3)
            if count:
                canvas.text(x + side / 2, y + side / 2, count, side / 3, fill=PAPER if heat > 0.55 else INK)
    for column in range(len(rows[0])):
        canvas.text(50 + side * (column + 0.5), 60 + tall, column, 12, fill=MUTED)
    canvas.text(50 + wide / 2, 86 + tall, f"{across} → · {up} ↑", 13, fill=MUTED)
    return str(canvas)


def mixed(one: str, two: str, part: float) -> str:
    """The colour between two, this part of the way.

    >>> mixed("#000000", "#ff8040", 0.5)
    '#804020'
    """
    pairs = zip(_channels(one), _channels(two))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _channels(colour: str) -> Iterator[int]:
    return (int(colour[place : place + 2], 16) for place in (1, 3, 5))


def _height(count: float, by_logarithm: bool) -> float:
    return 0.3 + math.log10(count) if by_logarithm else count


def _levels(most: int, by_logarithm: bool) -> list[float]:
    if by_logarithm:
        return [10.0**power for power in range(math.floor(math.log10(most)) + 1)]
    return [number for number in ticks(0, most) if number == int(number)]


def _plain(number: float) -> str:
    return f"{number:.10g}".replace("-", "−")
