"""Many games between two players: sides swapped, several at once, the score as they come in.

Player A begins in the games 0, 2, 4…, player B in the others; games 2k and 2k + 1 share an opening.
What a game is depends on the plan and its number alone, never on which process plays it or when, so with
limits on depth or nodes the same plan gives the same games.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from stratege.arena.contestants import check, rehearse, try_out
from stratege.arena.match import FAULTS, Terms
from stratege.arena.openings import PLIES, random_openings
from stratege.arena.statistics import Score, Sprt, Verdict
from stratege.arena.workers import Job, Play, play_all
from stratege.core.game import Game
from stratege.core.record import Record
from stratege.engine.limits import Limits

WORKERS = 2
SECONDS = 0.1


@dataclass(frozen=True)
class Plan:
    """What is to be played: who, how many games, on which terms, from which openings.

    `openings` are played in turn, from the first again when they run out; without them, each begins with
    `plies` random plies. The terms' ply limit is the game's own unless they have one. An odd number of games
    leaves the last opening played once.
    """

    game: Game
    players: tuple[str, str]
    games: int
    terms: Terms = field(default_factory=lambda: Terms(Limits(seconds=SECONDS)))
    openings: Sequence[Record] = ()
    plies: int = PLIES
    seed: int = 0

    def __post_init__(self) -> None:
        for name in self.players:
            check(name, self.game)

    @property
    def ply_limit(self) -> int | None:
        """After how many plies a game is a draw."""
        return self.terms.ply_limit or self.game.ply_limit

    def rehearse(self) -> None:
        """Compile what both players need, and see whether programs start: `BadOption` if one does not."""
        for name in dict.fromkeys(self.players):
            try_out(name, self.game, self.terms)
            rehearse(name, self.game)

    def jobs(self) -> Iterator[Job]:
        """The games in order."""
        terms = replace(self.terms, ply_limit=self.ply_limit)
        openings = (
            cycle(self.openings) if self.openings else random_openings(self.game, self.plies, self.seed)
        )
        for number, opening in enumerate(islice(_twice(openings), self.games)):
            first, second = self.players if number % 2 == 0 else self.players[::-1]
            yield Job(number, opening, (first, second), self._seeds(number, first, second), terms)

    def _seeds(self, number: int, first: str, second: str) -> tuple[int, int]:
        """Seeds for both seats, fixed by the pair of games and who sits where: naming the two players in
        the other order gives the same games and the mirrored score."""
        again = number % 2 if first == second else 0
        draw = random.Random(f"{self.seed} {number // 2} {again} {first} {second}")
        return draw.getrandbits(32), draw.getrandbits(32)


@dataclass(frozen=True)
class Played:
    """A finished game: its number in the plan and its record."""

    number: int
    record: Record

    @property
    def seat(self) -> int:
        """Where player A sits: 1 or 2."""
        return 1 + self.number % 2

    @property
    def score(self) -> Score:
        """The game as player A sees it."""
        if self.record.result == "1/2-1/2":
            return Score(draws=1)
        won = self.record.result == ("1-0" if self.seat == 1 else "0-1")
        return Score(wins=1) if won else Score(losses=1)

    @property
    def loser(self) -> str:
        """The name of the player who lost."""
        return self.record.tags["Player2" if self.record.result == "1-0" else "Player1"]


@dataclass(frozen=True)
class Standing:
    """The games that count, in the order of the plan, and how it came to an end.

    `verdict` is the sequential test's, None without one; `interrupted` says that somebody stopped it.
    """

    played: tuple[Played, ...] = ()
    verdict: Verdict | None = None
    interrupted: bool = False

    @property
    def score(self) -> Score:
        """Won, drawn and lost by player A."""
        return sum((game.score for game in self.played), Score())

    @property
    def pairs(self) -> tuple[int, ...]:
        """How many pairs of games gave player A 0, ½, 1, 1½ and 2 points; halves of pairs do not count."""
        return count_pairs(self.played)

    @property
    def endings(self) -> dict[str, int]:
        """How often games ended in each way, the most frequent first, by code."""
        return dict(Counter(game.record.tags["Ending"] for game in self.played).most_common())

    @property
    def faults(self) -> list[Played]:
        """The games lost for another reason than the game's rules."""
        return [game for game in self.played if game.record.tags["Ending"] in FAULTS]

    @property
    def different(self) -> int:
        """How many of the games differ from all others: players without chance may repeat one."""
        return len({(game.record.start.text(), game.record.moves) for game in self.played})


def run(
    plan: Plan,
    workers: int = WORKERS,
    sprt: Sprt | None = None,
    on_game: Callable[[Played], None] | None = None,
    play: Play | None = None,
) -> Standing:
    """Play the plan; `on_game` gets each game as it comes in, in any order.

    Never more processes than cores, unless something else is to `play`.
    A test stops the tournament at the first pair, in the plan's order, that
    decides it; games after that one do not count. KeyboardInterrupt ends it with the games finished so far.
    """
    tally = Tally(sprt)
    processes = max(1, min(workers, os.cpu_count() or 1, plan.games))
    arriving = play(plan.jobs()) if play is not None else play_all(plan.jobs(), processes)
    interrupted = False
    try:
        for number, record in arriving:
            played = Played(number, record)
            tally.add(played)
            if on_game is not None:
                on_game(played)
            if tally.decided:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        arriving.close()
    return Standing(tally.counted(), tally.verdict, interrupted)


class Tally:
    """Games as they come in, and the sequential test on the pairs in their order.

    Judging pairs in the order in which they happened to end would favour short games, and would give another
    verdict each time.
    """

    def __init__(self, sprt: Sprt | None) -> None:
        self.verdict = None if sprt is None else Verdict.CONTINUE
        self._sprt = sprt
        self._games: dict[int, Played] = {}
        self._judged = 0
        self._pairs = [0, 0, 0, 0, 0]

    @property
    def decided(self) -> bool:
        """Whether the test has its verdict."""
        return self.verdict in (Verdict.ACCEPT, Verdict.REJECT)

    def add(self, played: Played) -> None:
        """Count a game, and judge the pairs that are complete now, in their order, up to a verdict."""
        self._games[played.number] = played
        while self._sprt is not None and not self.decided:
            pair = [self._games[n] for n in (2 * self._judged, 2 * self._judged + 1) if n in self._games]
            if len(pair) < 2:
                return
            self._pairs[pair_sum(pair)] += 1
            self._judged += 1
            self.verdict = self._sprt.verdict(self._pairs)

    def counted(self) -> tuple[Played, ...]:
        """The games that count, in order: all, or those up to the verdict."""
        in_order = [self._games[number] for number in sorted(self._games)]
        return tuple(in_order[: 2 * self._judged] if self.decided else in_order)


def pair_sum(pair: Iterable[Played]) -> int:
    """The points of player A in two games, counted in halves: 0 to 4."""
    return round(sum(2 * game.score.points for game in pair))


def count_pairs(played: Iterable[Played]) -> tuple[int, ...]:
    """How often each sum of a pair came up."""
    games = {game.number: game for game in played}
    pairs = [(games[n], games[n + 1]) for n in games if n % 2 == 0 and n + 1 in games]
    counts = Counter(pair_sum(pair) for pair in pairs)
    return tuple(counts[total] for total in range(5))


def _twice(openings: Iterable[Record]) -> Iterator[Record]:
    for opening in openings:
        yield opening
        yield opening
