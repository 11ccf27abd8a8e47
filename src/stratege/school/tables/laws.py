"""Laws that several papers share: sums of steps, scripts for a terminal, what is written on the screen."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

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
    """The last line printed names whom ours names, and nobody else; the board was shown at each turn.

    A turn's board takes a line at least, besides the line of what is typed.
    """
    if got.count("\n") < 1.5 * expected.count(" : "):
        return False
    wanted = _last(expected)
    others = {"1", "2", "Alice", "Bob", "égalité"} - set(re.findall(r"\w+", wanted))
    named = set(re.findall(r"\w+", _last(got)))
    meant = set(re.findall(r"\w+", wanted)) & {"1", "2", "Alice", "Bob", "égalité"}
    return meant <= named and not named & others


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def says_something(expected: str, got: str, arguments: Arguments) -> bool:
    """Something is printed where ours prints something."""
    return bool(got.strip()) or not expected.strip()
