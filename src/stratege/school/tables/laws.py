"""Laws that several papers share: sums of steps, scripts for a terminal, what is written on the screen."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from stratege.confined.runner import Call, Reply, Runner
from stratege.school.faults import Fault, stopped
from stratege.school.questions import Arguments

STEPS = 400_000
ORDERS = ((0.4, "1"), (1.35, "n"), (1.75, "n√n"), (2.4, "n²"), (3.4, "n³"))


def answered(runner: Runner, call: Call) -> Reply | Fault:
    """The reply to a call, or the fault that stopped it."""
    if runner.begun is None:
        runner.start()
    reply = runner.call(call)
    return stopped(reply) or reply


def growing(
    make: Callable[[int], Arguments], sizes: Sequence[int], wanted: str = "n"
) -> Callable[[Runner, str], Fault | None]:
    """A law: over growing sizes the steps grow no faster than wanted."""

    def check(runner: Runner, function: str) -> Fault | None:
        steps: list[int] = []
        for size in sizes:
            reply = answered(runner, Call(function, make(size), trace=STEPS))
            if isinstance(reply, Fault):
                if reply.kind != "endless":
                    return reply
                return Fault("slow", {"got": order_of(sizes, [*steps, STEPS]), "wanted": wanted})
            steps.append(max(1, reply.steps))
        got = order_of(sizes, steps)
        names = [name for _exponent, name in ORDERS]
        return (
            None if got in names[: names.index(wanted) + 1] else Fault("slow", {"got": got, "wanted": wanted})
        )

    return check


def order_of(sizes: Sequence[int], steps: Sequence[int]) -> str:
    """In words, how steps grow: from the last two sizes.

    >>> order_of([100, 200], [310, 610]), order_of([100, 200], [10_000, 40_000])
    ('n', 'n²')
    """
    if len(steps) < 2:
        return "2ⁿ"
    ratio, growth = steps[-1] / steps[-2], sizes[len(steps) - 1] / sizes[len(steps) - 2]
    exponent = math.log(ratio) / math.log(growth)
    return next((name for limit, name in ORDERS if exponent <= limit), "2ⁿ")


def last_line(expected: str, got: str, arguments: Arguments) -> bool:
    """The winner named at the end is whom ours names; the board was shown at each turn.

    A turn's board takes a line at least, besides the line of what is typed.
    """
    if got.count("\n") < 1.5 * expected.count(" : "):
        return False
    wanted = winner(expected, NAMED) or winner(expected, NUMBERED)
    return winner(got, NUMBERED if wanted in "12" else NAMED) == wanted


# What the players may be called: the look of the screen is indicative.
NUMBERED = dict.fromkeys(["1", "x", "blanc", "blancs", "premier", "première", "white", "first", "one"], "1")
NUMBERED |= dict.fromkeys(["2", "o", "noir", "noirs", "second", "seconde", "deuxième", "black", "two"], "2")
NAMED = {name.casefold(): name for name in ("Alice", "Bob", "égalité")}
WON = re.compile(r"gagn|vainq|victoi|remport|bravo|félicit|égalité|win|won", re.IGNORECASE)
LOST = re.compile(r"perd|lost|lose|battu", re.IGNORECASE)
END = 6  # lines, among which the one stands that tells who has won


def winner(text: str, called: Mapping[str, str]) -> str:
    """Whom the last line that tells of a victory, or else the last that names somebody, names first.

    Where it names only who has lost, it is the other one.

    >>> winner("Joueur1 gagne contre joueur2 !\\nMerci.", NUMBERED), winner("Les noirs ont perdu.", NUMBERED)
    ('1', '1')
    """
    last = [line for line in text.splitlines() if line.strip()][: -END - 1 : -1]
    named = {line: _named(line, called) for line in reversed(last)}
    telling = [line for line in last if named[line]]
    won = [line for line in telling if WON.search(line)]
    line = (won or telling or [""])[0]
    players = named.get(line, [])
    if len(set(players)) == 1 and LOST.search(line) and not won:
        return next(name for name in called.values() if name != players[0])
    return players[0] if players else ""


def _named(line: str, called: Mapping[str, str]) -> list[str]:
    """Who is named in a line, in order; "?" for a number that is nobody's, where players have numbers."""
    words = re.findall(r"[^\W\d_]+|\d+", line.casefold())
    found = [called[word] for word in words if word in called]
    stranger = "1" in called and WON.search(line) and any(map(str.isdigit, words))
    return found or ["?"] * bool(stranger)


def says_something(expected: str, got: str, arguments: Arguments) -> bool:
    """Something is printed where ours prints something."""
    return bool(got.strip()) or not expected.strip()
