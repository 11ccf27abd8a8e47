"""Who meets whom in a tournament: round-robin, Swiss, gauntlet and ladder.

A round is a list of pairs, the first of a pair beginning its first game. It depends on the players' names,
the number of the round and what was played before, and on nothing else: whoever works it out again, after a
crash for one, gets the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stratege.arena.statistics import Score
from stratege.core.language import N_

Pair = tuple[str, str]
Results = Sequence[Mapping[Pair, Score]]
"""For each round before, its pairs in order, each with its score as the first of the pair sees it."""


@dataclass(frozen=True)
class Format:
    """A way to pair: `pairs(players, results)` is the next round, after those of the results.

    `rounds` is how many there are unless somebody says; `waits` whether a round depends on those before.
    """

    pairs: Callable[[Sequence[str], Results], list[Pair]]
    rounds: Callable[[int], int]
    waits: bool


def round_robin(players: Sequence[str], results: Results) -> list[Pair]:
    """Everybody against everybody, in the order of the circle method; sides change with each round.

    >>> round_robin("abcd", [])
    [('a', 'd'), ('b', 'c'), ('d', 'b'), ('c', 'a'), ('c', 'd'), ('a', 'b')]
    """
    places: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    last = len(places) - 1
    pairs: list[Pair] = []
    for turn in range(last):
        for one, two in zip(places[: len(places) // 2], reversed(places[len(places) // 2 :])):
            if one is not None and two is not None:
                swapped = turn % 2 == 1 and places[-1] in (one, two)
                pairs.append((two, one) if swapped else (one, two))
        places = [*places[1:last], places[0], places[last]]
    return pairs if len(results) % 2 == 0 else [(two, one) for one, two in pairs]


def gauntlet(players: Sequence[str], results: Results) -> list[Pair]:
    """The first player against each of the others.

    >>> gauntlet("abc", [])
    [('a', 'b'), ('a', 'c')]
    """
    first, *others = players
    return [(first, one) if len(results) % 2 == 0 else (one, first) for one in others]


def swiss(players: Sequence[str], results: Results) -> list[Pair]:
    """Each against somebody of about the same score whom they have not met, where there is one.

    With an odd number of players one has a bye, which is worth what a pairing's games are: one who has
    had none yet, with the fewest points.

    >>> first = swiss("abcd", [])
    >>> first
    [('a', 'c'), ('b', 'd')]
    >>> swiss("abcd", [{pair: Score(wins=1) for pair in first}])
    [('a', 'b'), ('c', 'd')]
    """
    points = points_of(players, results)
    place = {name: number for number, name in enumerate(players)}
    order = sorted(players, key=lambda name: (-points[name], place[name]))
    waiting = _bye(order, results)
    order = [name for name in order if name != waiting]
    if not results:  # nobody has shown anything: the upper half of the list against the lower one
        half = len(order) // 2
        return list(zip(order[:half], order[half:]))
    met = {frozenset(pair) for scores in results for pair in scores}
    began = {name: sum(pair[0] == name for scores in results for pair in scores) for name in players}
    pairs = _matched(order, met) or _matched(order, set()) or []
    return [(two, one) if began[one] > began[two] else (one, two) for one, two in pairs]


def points_of(players: Sequence[str], results: Results) -> dict[str, float]:
    """Everybody's points, those of byes included."""
    points = free_points(players, results)
    for scores in results:
        for (one, two), score in scores.items():
            points[one] += score.points
            points[two] += score.reversed().points
    return points


def free_points(players: Sequence[str], results: Results) -> dict[str, float]:
    """What byes gave to everybody: for each round without an opponent, the points of a pairing all won."""
    points = dict.fromkeys(players, 0.0)
    for scores in results:
        for name in set(players).difference(*scores):
            points[name] += max((score.games for score in scores.values()), default=0)
    return points


def _bye(order: Sequence[str], results: Results) -> str | None:
    if len(order) % 2 == 0:
        return None
    byes = {name: sum(all(name not in pair for pair in scores) for scores in results) for name in order}
    fewest = min(byes.values())
    return next(name for name in reversed(order) if byes[name] == fewest)


def _matched(order: list[str], met: set[frozenset[str]], budget: int = 100_000) -> list[Pair] | None:
    """Neighbours in the order paired, nobody with one they have met; None if that cannot be, or takes long.

    The first in the order takes the next one with whom the others can still be paired.
    """
    left = budget

    def match(names: list[str]) -> list[Pair] | None:
        nonlocal left
        if not names:
            return []
        one = names[0]
        for place in range(1, len(names)):
            left -= 1
            if left < 0:
                return None
            if frozenset((one, names[place])) not in met:
                rest = match(names[1:place] + names[place + 1 :])
                if rest is not None:
                    return [(one, names[place]), *rest]
        return None

    return match(order)


def ladder(players: Sequence[str], results: Results) -> list[Pair]:
    """Neighbours on the ladder: rungs 1–2, 3–4… in one round, 2–3, 4–5… in the next.

    >>> ladder("abcd", [{("a", "b"): Score(losses=1), ("c", "d"): Score(wins=1)}])
    [('a', 'c')]
    """
    order = rungs(players, results)
    first = len(results) % 2 if len(order) > 2 else 0
    pairs = list(zip(order[first::2], order[first + 1 :: 2]))
    return pairs if len(results) // 2 % 2 == 0 else [(two, one) for one, two in pairs]


def rungs(players: Sequence[str], results: Results) -> list[str]:
    """The ladder from the top: who beats the one above takes their place. It begins in the order given."""
    order = list(players)
    for scores in results:
        for (one, two), score in scores.items():
            above, below = (one, two) if order.index(one) < order.index(two) else (two, one)
            seen = score if below == one else score.reversed()
            if seen.points > seen.games / 2:
                a, b = order.index(above), order.index(below)
                order[a], order[b] = order[b], order[a]
    return order


FORMATS = {
    N_("round-robin"): Format(round_robin, lambda players: 1, waits=False),
    N_("swiss"): Format(swiss, lambda players: max(1, math.ceil(math.log2(players))), waits=True),
    N_("gauntlet"): Format(gauntlet, lambda players: 1, waits=False),
    N_("ladder"): Format(ladder, lambda players: players, waits=True),
}
